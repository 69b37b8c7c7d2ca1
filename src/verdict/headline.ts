import { isNewestActive } from '../deployment/goal.ts'
import { joined, type Sentence, say, words, write } from '../lib/sentence.ts'
import { type Asked, hasWaited, type Judged, type Verdict } from './judge.ts'
import { goalInWords } from './phrases.ts'
import { type FailureWords, wordsOfStop } from './stops.ts'
import { inactivity, UNUSED, wordsOf } from './warnings.ts'

/** A judged run in a few words, with a sign for how good it is. */
interface Headline {
  sign: string
  text: string
}

/** The words of the failure; undefined after a success. */
export const failureWords = (judged: Judged): FailureWords | undefined =>
  judged.verdict.stop && wordsOfStop(judged.verdict.stop, judged)

/** The end of a run in a few words. The weightiest warning says why a success is no plain one. */
export function headline(judged: Judged): Headline {
  const failure = failureWords(judged)
  if (failure) return failureHeadline(judged, failure)
  const { asked, verdict } = judged
  const done =
    verdict.result === 'reached' ? reached(asked) : DONE[verdict.result]
  const doubt = verdict.warnings
    .map(warning => wordsOf(warning).doubt)
    .find(text => text !== undefined)
  const isPlan = verdict.result === 'planned'
  if (doubt === undefined) return { sign: isPlan ? '🧪' : '✅', text: done }
  return { sign: '⚠️', text: `${done}${isPlan ? ', and' : ':'} ${doubt}` }
}

const DONE = {
  created: 'Deployment created',
  adopted: 'Deployment adopted',
  planned: 'Dry run: nothing was created',
  failed: '',
}

function failureHeadline(
  { asked, facts }: Judged,
  { code, title }: FailureWords,
): Headline {
  const isCreated = facts.created && code !== 'duplicate_created'
  const after = isCreated ? ', after this run created it' : ''
  const plan = asked.order?.dry_run ? 'Dry run: ' : ''
  const sign = code === 'cancelled' ? '🛑' : '❌'
  return { sign, text: `${plan}${title}${after}` }
}

function reached(asked: Asked): string {
  const wanted = write(wantedIn(asked))
  return wanted === '' ? 'Deployment found' : `Deployment is ${wanted}`
}

/** The end of a run in a few sentences, for the summary and the end of the log. */
export const inSentences = (judged: Judged): Sentence =>
  joined([inOneSentence(judged), ...stateSentences(judged)], ' ')

/** Whether a create request was sent, and how far the deployment is. */
export function stateSentences(judged: Judged): Sentence[] {
  const { deployment } = judged.facts
  const sentences: Sentence[] = []
  const { sent } = failureWords(judged) ?? {}
  if (sent) sentences.push(sent)
  if (!deployment) return sentences
  const { read } = deployment
  if (!isNewestActive(read) && !isStateTold(judged)) {
    const isNew = judged.facts.created === true && !hasWaited(judged.facts)
    sentences.push(inactivity(read, isNew))
  }
  if (read.status === 'UNUSED') sentences.push(words(UNUSED))
  return sentences
}

/** An error at the end of a wait names the state by itself. */
const isStateTold = ({ verdict }: Judged): boolean =>
  verdict.stop?.code === 'not_in_time' || verdict.stop?.code === 'gone'

/** What a sentence about the end of a run is made of. */
interface Told {
  judged: Judged
  name: string | null | undefined
  status: string | null | undefined
  source: string | undefined
  /** A sentence about differences; empty without them. */
  but: Sentence
}

function inOneSentence(judged: Judged): Sentence {
  const { facts, verdict } = judged
  const { request, deployment } = facts
  const differs = verdict.comparison.differences.length > 0
  return SENTENCES[verdict.result]({
    judged,
    name: request?.name ?? deployment?.read.name ?? facts.name,
    status: deployment?.read.status,
    source: request?.source,
    but: words(differs ? ' It differs from the request.' : ''),
  })
}

const SENTENCES: Record<Verdict['result'], (told: Told) => Sentence> = {
  created({ name, status, source, but }) {
    const is = status ? say` and is ${status}` : words('')
    return say`The deployment ${name} was created from ${source}${is}.${but}`
  },
  adopted({ judged, name, status, but }) {
    const isNew = judged.facts.phases.includes('create')
    const how = isNew
      ? 'appeared while this run was creating it'
      : 'already existed'
    const is = status ? say`, is ${status},` : words('')
    return say`The deployment ${name} ${words(how)}${is} and was adopted.${but}`
  },
  reached({ judged, name, status }) {
    const wanted = wantedIn(judged.asked)
    const goal = write(wanted) === '' ? words('exists') : say`is ${wanted}`
    const is = status ? say`; its status is ${status}` : words('')
    return say`The deployment ${name} ${goal}${is}.`
  },
  planned({ judged, name, source, but }) {
    return judged.facts.deployment
      ? say`Dry run: the deployment ${name} exists and would be adopted; nothing would be deployed.${but}`
      : say`Dry run: the name ${name} is free, and the deployment would be created from ${source}.`
  },
  failed: ({ judged }) => say`${failureWords(judged)?.what}.`,
}

const wantedIn = ({ goal }: Asked): Sentence =>
  goal ? goalInWords(goal) : words('')
