import type { Facts, Stop } from '../deployment/facts.ts'
import { type Goal, goalOfCreate, isNewestActive } from '../deployment/order.ts'
import { joined, type Sentence, say, write } from '../lib/sentence.ts'
import { hasWaited } from './judge.ts'
import {
  goalInWords,
  inactivity,
  phrase,
  type SentenceName,
  sentenceOf,
  sentTwice,
} from './phrases.ts'
import type { FailureWords, Judged } from './verdict.ts'
import { isNotice, wordsOf } from './warnings.ts'
import prose from './words.json' with { type: 'json' }

/** A judged run in a few words, with a sign for how good it is. */
interface Headline {
  sign: string
  text: string
}

/** The end of a run in a few words. The weightiest warning says why a success is no plain one. */
export function headline(judged: Judged): Headline {
  const { asked, verdict } = judged
  const { result, failure, warnings } = verdict
  if (failure) return failureHeadline(judged, failure)
  const isFound = result === 'reached' && wanted(asked.goal) === ''
  const done = prose.headlines[isFound ? 'found' : result]
  const text = write(phrase([done], asked))
  const isPlan = result === 'planned'
  const plain = isPlan ? '🧪' : '✅'
  const doubts = warnings.filter(warning => wordsOf(warning).doubt)
  const doubt = doubts.find(warning => !isNotice(warning)) ?? doubts[0]
  if (doubt === undefined) return { sign: plain, text }
  const because = `${isPlan ? ', and' : ':'} ${wordsOf(doubt).doubt}`
  return { sign: isNotice(doubt) ? plain : '⚠️', text: text + because }
}

function failureHeadline(
  { asked, facts }: Judged,
  { code, title }: FailureWords,
): Headline {
  const isCreated = facts.created && code !== 'duplicate_created'
  const after = isCreated ? ', after this run created the deployment' : ''
  const plan = asked.order?.dry_run ? 'Dry run: ' : ''
  const sign = code === 'cancelled' ? '🛑' : '❌'
  return { sign, text: `${plan}${title}${after}` }
}

/** What is waited for, in words; empty if it is nothing. */
const wanted = (goal: Goal | undefined): string =>
  goal ? write(goalInWords(goal)) : ''

/** The end of a run in a few sentences, for the summary and the end of the log. */
export const inSentences = (judged: Judged): Sentence =>
  joined([say`${inOneSentence(judged)}.`, ...stateSentences(judged)], ' ')

/** Whether a create request was sent, and how far the deployment is. */
export function stateSentences(judged: Judged): Sentence[] {
  const { facts, verdict } = judged
  const { failure, comparison } = verdict
  const { deployment } = facts
  const isDifferent = !failure && comparison.differences.length > 0
  const twice = requestsOf(facts)
  return [
    failure ? failure.sent : twice && sentenceOf([twice], {}),
    isDifferent && sentenceOf(['differs'], {}),
    activity(judged),
    deployment?.status === 'UNUSED' && sentenceOf(['unused'], {}),
  ].flatMap(sentence => sentence || [])
}

/** What is known of two create requests, of which the second was answered or its deployment appeared. */
function requestsOf({ posts, notices }: Facts): SentenceName | undefined {
  const twice = sentTwice(posts)
  const isUnproved = notices.some(({ code }) => code === 'duplicates_possible')
  return twice === 'second_answered' && !isUnproved ? 'second_is_alone' : twice
}

/** Errors that name the last known state by themselves. */
const TELLING: Stop['code'][] = ['not_in_time', 'gone', 'request_failed']

/** Errors about several deployments. */
const OF_SEVERAL: Stop['code'][] = ['duplicate_created', 'sent_twice']

/** Says whether the newest revision is active, unless the sentence before it does. */
function activity(judged: Judged): Sentence | undefined {
  const { asked, facts, verdict } = judged
  const { deployment, created } = facts
  const { stop } = verdict
  if (!deployment || (stop && TELLING.includes(stop.code))) return undefined
  const isOfSeveral = stop !== undefined && OF_SEVERAL.includes(stop.code)
  if (isNewestActive(deployment)) {
    const isGoal = !stop && asked.goal?.wait_for === 'active'
    return isGoal || isOfSeveral ? undefined : sentenceOf(['active'], {})
  }
  const isOpen = !hasWaited(facts) || stop?.code === 'cancelled'
  const isNew = created === true && isOpen
  return inactivity(
    deployment,
    [isNew && 'yet', isNew && !stop && 'not_awaited'],
    isOfSeveral,
  )
}

function inOneSentence(judged: Judged): Sentence {
  const { asked, facts, verdict } = judged
  if (verdict.failure) return verdict.failure.what
  const { request, deployment, phases } = facts
  const { order } = asked
  const name = request?.name ?? deployment?.name ?? facts.name
  const goal = order ? goalOfCreate(order) : asked.goal
  const about = { ...facts, name, goal }
  if (verdict.result === 'planned') {
    const plan = deployment ? 'would_be_adopted' : 'would_be_created'
    return sentenceOf([plan], about)
  }
  const deeds = {
    created: 'created',
    adopted: phases.includes('create') ? 'appeared' : 'adopted',
    reached: wanted(goal) === '' ? 'found' : 'reached',
  } as const
  // The status says that it is ready.
  const isMore = order && hasWaited(facts) && wanted(goal) !== 'ready'
  const status = isMore ? 'goal_and_status' : 'status'
  const names = [deeds[verdict.result], deployment?.status && status] as const
  return sentenceOf(names, about)
}
