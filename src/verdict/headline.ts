import { isEqual } from '../deployment/differences.ts'
import { type Goal, isNewestActive } from '../deployment/order.ts'
import { joined, type Sentence, say, write } from '../lib/sentence.ts'
import { hasWaited } from './judge.ts'
import {
  type Flags,
  goalInWords,
  held,
  inactivity,
  merged,
  phrase,
  type Sentences,
  sentenceOf,
  whatOf,
} from './phrases.ts'
import type { FailureWords, Judged } from './verdict.ts'
import { has, isNotice, wordsOf } from './warnings.ts'
import prose from './words.json' with { type: 'json' }

/** A judged run in a few words, with a sign for how good it is. */
interface Headline {
  sign: string
  text: string
}

/** The end of a run in a few words. */
export function headline(judged: Judged): Headline {
  const { flags, about } = outcomeOf(judged)
  const entries = held(prose.headlines, flags)
  const { sign = '' } = merged(entries)
  return { sign, text: write(whatOf(entries, about)) }
}

/** The end of a run in a few sentences, for the summary and the end of the log. */
export function inSentences(judged: Judged): Sentence {
  const { flags, about } = outcomeOf(judged)
  const end = phrase(held(prose.ends, flags), about)
  return joined([say`${end}.`, ...stateSentences(judged)], ' ')
}

/** What the words about the end of a run depend on. */
function outcomeOf(judged: Judged) {
  const { asked, facts, verdict } = judged
  const { failure, warnings } = verdict
  const { goal } = asked
  const name = facts.name ?? facts.deployment?.name
  // The weightiest warning says why a success is no plain one.
  const doubts = warnings.filter(warning => wordsOf(warning).doubt)
  const doubtful = doubts.find(warning => !isNotice(warning)) ?? doubts[0]
  const doubt = doubtful && wordsOf(doubtful).doubt
  const about = { ...facts, failure, goal, name, doubt }
  if (failure) return { flags: failedBy(judged, failure), about }
  const warned = doubtful && !isNotice(doubtful)
  const flags = succeeded(judged, goal, doubt)
  return { flags: { ...flags, warned }, about }
}

const failedBy = (
  { asked, facts }: Judged,
  { code }: FailureWords,
): Flags<string> => ({
  failed: true,
  cancelled: code === 'cancelled',
  plan_failed: asked.order?.dry_run,
  failed_after_create: facts.created && code !== 'duplicate_created',
})

function succeeded(
  judged: Judged,
  goal: Goal | undefined,
  doubt: string | undefined,
): Flags<string> {
  const { facts, verdict } = judged
  const { result, comparison, warnings } = verdict
  const { deployment, phases } = facts
  const wanted = goal ? write(goalInWords(goal)) : ''
  const isPlan = result === 'planned'
  const isAdopted = result === 'adopted'
  const isOther = has('other_version', warnings)
  return {
    [result]: true,
    adopted_as_requested: isAdopted && !isOther && isEqual(comparison),
    found: result === 'reached' && wanted === '',
    appeared: isAdopted && phases.includes('create'),
    would_be_adopted: isPlan && deployment,
    ...(!isPlan && withStatus(judged, wanted)),
    doubted: doubt,
    plan_doubted: isPlan && doubt,
  }
}

/** The status of the deployment, with the goal if the run waited for more than the status says. */
function withStatus({ asked, facts }: Judged, wanted: string): Flags<string> {
  const status = facts.deployment?.status
  const isMore = asked.order && hasWaited(facts) && wanted !== 'ready'
  return { status: status && !isMore, goal_and_status: status && isMore }
}

/** Whether a create request was sent, and how far the deployment is. */
export function stateSentences(judged: Judged): Sentence[] {
  const sent = say`${judged.verdict.failure?.sent}`
  return [sent, activity(judged)].filter(sentence => write(sentence) !== '')
}

/** Errors that name the last known state by themselves, or after which it does not matter. */
const TELLING = ['not_in_time', 'gone', 'request_failed', 'deleted']

/** Errors about several deployments. */
const OF_SEVERAL = ['duplicate_created', 'sent_twice']

/** Says whether the newest revision is active, unless the sentence before it does. */
function activity(judged: Judged): Sentence {
  const { asked, facts, verdict } = judged
  const { deployment } = facts
  const code = verdict.stop?.code ?? ''
  if (!deployment || TELLING.includes(code)) return say``
  const of_several = OF_SEVERAL.includes(code)
  if (!isNewestActive(deployment))
    return inactivity(deployment, { of_several, ...expectation(judged) })
  const isGoal = !verdict.stop && asked.goal?.wait_for === 'active'
  return sentenceOf({ active: !isGoal && !of_several }, {})
}

/** Whether a new deployment may still become active, as nothing waited for that to its end. */
function expectation({ facts, verdict }: Judged): Sentences {
  const { stop } = verdict
  const isOpen = !hasWaited(facts) || stop?.code === 'cancelled'
  const yet = facts.created && isOpen
  // The sentence before names the status, but not that of a plan.
  const isNamed = !stop && verdict.result !== 'planned'
  const ready = isNamed && facts.deployment?.status === 'READY'
  return { ready, yet, not_awaited: yet && !stop }
}
