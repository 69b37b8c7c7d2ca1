import type { Facts } from '../deployment/facts.ts'
import { goalOfCreate, isNewestActive } from '../deployment/goal.ts'
import { joined, type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Deployment } from '../service/responses.ts'
import { hasWaited } from './judge.ts'
import { goalInWords, sentTwice } from './phrases.ts'
import type { FailureWords, Judged, Verdict } from './verdict.ts'
import { inactivity, UNUSED, wordsOf } from './warnings.ts'

/** A judged run in a few words, with a sign for how good it is. */
interface Headline {
  sign: string
  text: string
}

/** The end of a run in a few words. The weightiest warning says why a success is no plain one. */
export function headline(judged: Judged): Headline {
  const { result, failure, warnings } = judged.verdict
  if (failure) return failureHeadline(judged, failure)
  const done = result === 'reached' ? reached(judged) : DONE[result]
  const isPlan = result === 'planned'
  const [doubt] = warnings.flatMap(warning => wordsOf(warning).doubt ?? [])
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

function reached(judged: Judged): string {
  const wanted = write(wantedBy(judged))
  return wanted === '' ? 'Deployment found' : `Deployment is ${wanted}`
}

const wantedBy = ({ asked: { goal } }: Judged): Sentence =>
  say`${goal && goalInWords(goal)}`

/** The end of a run in a few sentences, for the summary and the end of the log. */
export const inSentences = (judged: Judged): Sentence =>
  joined([say`${inOneSentence(judged)}.`, ...stateSentences(judged)], ' ')

/** Whether a create request was sent, and how far the deployment is. */
export function stateSentences({ facts, verdict }: Judged): Sentence[] {
  const { failure, comparison } = verdict
  const sent = failure ? failure.sent : sentTwice(facts.posts)
  const sentences = sent ? [sent] : []
  if (!failure && comparison.differences.length > 0)
    sentences.push(words('It differs from the request.'))
  const { deployment } = facts
  return deployment
    ? [...sentences, ...state(deployment, facts, verdict)]
    : sentences
}

function state(
  deployment: Deployment,
  facts: Facts,
  verdict: Verdict,
): Sentence[] {
  const isOpen = !hasWaited(facts) || verdict.stop?.code === 'cancelled'
  const isNew = facts.created === true && isOpen
  const sentences =
    isNewestActive(deployment) || isStateTold(verdict)
      ? []
      : [inactivity(deployment, isNew, isOfSeveral(verdict))]
  if (deployment.status === 'UNUSED') sentences.push(words(UNUSED))
  return sentences
}

/** An error at the end of a wait names the state by itself. */
const isStateTold = ({ stop }: Verdict): boolean =>
  stop?.code === 'not_in_time' || stop?.code === 'gone'

/** An error about several deployments. */
const isOfSeveral = ({ stop }: Verdict): boolean =>
  stop?.code === 'duplicate_created' || stop?.code === 'sent_twice'

function inOneSentence(judged: Judged): Sentence {
  const { failure, result } = judged.verdict
  if (failure) return failure.what
  if (result === 'planned') return plan(judged)
  const { request, deployment, phases } = judged.facts
  const status = deployment?.status
  const its = status && say`; ${waitedFor(judged)}its status is ${status}`
  const deeds = {
    created: say`was created from ${request?.source}`,
    adopted: words(
      phases.includes('create')
        ? 'appeared while this run was creating it, and was adopted'
        : 'already existed and was adopted',
    ),
    reached: isOrExists(wantedBy(judged)),
    failed: undefined,
  }
  return say`The deployment ${nameIn(judged)} ${deeds[result]}${its}`
}

/** What a create has waited for, as the beginning of a clause. */
function waitedFor({ asked: { order }, facts }: Judged): Sentence | undefined {
  const goal = order && hasWaited(facts) && goalInWords(goalOfCreate(order))
  // The status says that it is ready.
  const isMore = goal && write(goal) !== 'ready'
  return isMore ? say`it is ${goal}, and ` : undefined
}

const isOrExists = (wanted: Sentence): Sentence =>
  write(wanted) === '' ? words('exists') : say`is ${wanted}`

const nameIn = ({ facts: { request, deployment, name } }: Judged) =>
  request?.name ?? deployment?.name ?? name

function plan(judged: Judged): Sentence {
  const { request, deployment } = judged.facts
  const name = nameIn(judged)
  return deployment
    ? say`Dry run: the deployment ${name} exists and would be adopted; nothing would be deployed`
    : say`Dry run: the name ${name} is free, and the deployment would be created from ${request?.source}`
}
