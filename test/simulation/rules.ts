import * as fc from 'fast-check'
import type { ErrorCode } from '../../src/run/stop.ts'
import { type Exchanged, type Held, isAnswered, isOpen, isRefused, isThere, NAME } from './service.ts'
import { type Ended, type History, simulate, traceOf } from './world.ts'
import { worlds } from './worlds.ts'

// What must hold in every world.

/** What one run did and saw. */
interface Facts extends Ended {
  posts: Exchanged[]
  lists: Exchanged[]
  /** The answer to its last create request. */
  last: Exchanged['result'] | undefined
  /** When that came. */
  since: number
  /** The ids of the name that it saw before the polls of a wait, which look for one id. */
  known: Set<string>
  /** What its create requests made. */
  made: Held[]
  /** The deployment that it ends with, and what showed it last. */
  held: Held | undefined
  lastShow: Exchanged | undefined
  isGreen: boolean
  history: History
}

function factsOf(history: History, ended: Ended, index: number): Facts {
  const { model } = history
  const own = model.exchanges.filter(({ run }) => run === index)
  const posts = own.filter(({ method }) => method === 'POST')
  const poll = own.find(({ filter }) => filter === 'ids')
  const before = own.slice(0, poll && own.indexOf(poll))
  const held = model.held.find(({ id }) => id === ended.run.deployment?.id.toLowerCase())
  // The look for duplicates minds other ids alone.
  const shows = own.filter(({ filter, shown }) => filter !== 'name' && shown.includes(held?.id ?? ''))
  return {
    ...ended,
    posts,
    lists: own.filter(({ method }) => method === 'GET'),
    last: posts.at(-1)?.result,
    since: posts.at(-1)?.ended ?? 0,
    known: new Set(before.flatMap(({ shown }) => shown)),
    made: model.held.filter(({ by }) => by === index),
    held,
    lastShow: shows.at(-1),
    isGreen: !ended.stop && !ended.plan.dry_run,
    history,
  }
}

type Result = Facts['last']
const isUnprocessed = (result: Result) => ['unsent', 425, 429].includes(result ?? '')
const isOther = ({ held, plan }: Facts) => held?.image !== plan.image
const isFrom = ({ last, lists }: Facts, ...results: Result[]) =>
  results.includes(last) || lists.some(({ result }) => results.includes(result))

/** Whether a code is one that the contract allows for what a run did and saw. */
export const ALLOWED: Partial<Record<ErrorCode, (facts: Facts) => boolean>> = {
  already_exists: ({ plan, known }) => plan.if_exists === 'fail' && known.size === 1,
  differs: facts => facts.plan.if_exists === 'match' && facts.known.size === 1 && isOther(facts),
  ambiguous_name: ({ known, last }) => known.size > 1 && (last === undefined || isRefused(last)),
  duplicate_created: ({ known, last }) => known.size > 1 && (isOpen(last) || isAnswered(last)),
  unknown_outcome: ({ known, last }) => isOpen(last) && known.size < 2,
  conflict: ({ last }) => last === 409,
  rejected: ({ last }) => [400, 402, 413, 422].includes(Number(last)),
  unauthorized: facts => isFrom(facts, 401),
  forbidden: facts => isFrom(facts, 403),
  not_found: ({ last }) => last === 404,
  rate_limited: facts => isFrom(facts, 429),
  unavailable: facts => isFrom(facts, 408, 425, 503),
  unreachable: facts => isFrom(facts, 'lost', 'unsent'),
  unexpected_response: ({ last }) => last === 'renamed' || last === undefined,
  deleted: ({ plan, lists, held }) =>
    lists.some(({ deleted }) => deleted.length > 0) || (plan.waits && held !== undefined),
  wait_timeout: ({ plan, held }) => plan.waits && held !== undefined,
  cancelled: ({ plan }) => plan.cancel >= 0,
}

/** Whether the lists that a run read showed at once, and soon, all that was there. */
const isClear = ({ lists, history: { world } }: Facts) =>
  lists.every(({ result, asOf, sent, ended }) => result === 'well' && asOf >= sent && ended < sent + 500) &&
  world.churn.length === 0 &&
  !world.traits.ignoresOffset

/** The deployments of the name soon after the last create request: the last look begins later. */
const soonIn = ({ history, since }: Facts) =>
  history.model.held.filter(({ name, from }) => name === NAME && from <= since + 20_000)

/** How long a run takes at most: a look, the create request and the looks after it, each within minutes. */
const LONGEST = 20 * 60_000

/** Each rule, and whether a run breaks it. */
const RULES = {
  'one create request takes effect': ({ made }) => made.length > 1,

  'a repeat needs proof that nothing happened': ({ posts }) =>
    posts.slice(0, -1).some(({ result }) => !isUnprocessed(result)),

  'no create request for a name that was shown': ({ posts, lists }) =>
    posts.some(post => lists.some(({ ended, shown }) => ended <= post.sent && shown.length > 0)),

  'no create request for a name in every list': ({ posts: [first], lists, history }) => {
    if (!first) return false
    const pages = lists.filter(({ sent, result }) => sent < first.sent && result === 'well')
    const named = history.model.held.filter(({ name }) => name === NAME)
    // What appears in the very moment of a page may not be on it.
    return pages.length === 0 || named.some(one => pages.every(({ asOf }) => isThere(one, asOf - 1)))
  },

  'a plan creates nothing': ({ plan, posts }) => plan.dry_run && posts.length > 0,

  '`created` is true only for what the run can have made': facts => {
    const { created, last, made, held, run } = facts
    if (!created) return isAnswered(last)
    if (isAnswered(last)) return last !== 'renamed' && made[0] !== held
    return !isOpen(last) || isOther(facts) || run.caveats.length === 0
  },

  '`created` is false only if nothing took effect': ({ created, made }) => created === false && made.length > 0,

  '`created` is empty only if nobody can know': ({ created, last, isGreen, run }) =>
    created === undefined && (!isOpen(last) || (isGreen && run.caveats.length === 0)),

  'a success knows one deployment of the name': ({ isGreen, known, held }) =>
    isGreen && (known.size !== 1 || !known.has(held?.id ?? '')),

  'a success runs what was asked for, or says that it does not': facts => {
    const { isGreen, plan, run, created, last } = facts
    // A terse answer does not show it, and is trusted.
    if (!isGreen || last === 'terse' || !isOther(facts)) return false
    return (plan.if_exists !== 'reuse' && created !== true) || run.caveats.length === 0
  },

  'a success saw no deletion': ({ isGreen, lastShow, held }) =>
    isGreen && lastShow?.deleted.includes(held?.id ?? '') === true,

  'a wait ends with the newest revision active': ({ isGreen, plan, lastShow, held, history }) => {
    const { activeAfter } = history.world.traits
    const activeFrom = activeAfter < 0 ? Number.POSITIVE_INFINITY : (held?.from ?? 0) + activeAfter
    return isGreen && plan.waits && (lastShow?.asOf ?? 0) < activeFrom
  },

  'a look for duplicates follows an answer': ({ last, since, lists, stop }) => {
    const isLeft = last === 'renamed' || stop?.code === 'cancelled'
    return isAnswered(last) && !isLeft && !lists.some(one => one.filter === 'name' && one.sent >= since)
  },

  'an error code fits': facts => facts.stop !== undefined && !ALLOWED[facts.stop.code]?.(facts),

  'what was listed a moment ago is not gone': ({ stop, lastShow, held, ended }) => {
    const isDeleted = lastShow?.deleted.includes(held?.id ?? '')
    return stop?.code === 'deleted' && !isDeleted && ended - (lastShow?.sent ?? 0) < 15_000
  },

  'what half a minute shows is found': facts => {
    const isThere = facts.history.world.removal < 0 && soonIn(facts).length > 0
    const isUnknown = facts.stop?.code === 'unknown_outcome'
    return isUnknown && isClear(facts) && (isThere || facts.known.size > 0)
  },

  'a second deployment within half a minute is found': facts => {
    const isThere = facts.history.world.removal < 0 && soonIn(facts).length > 1
    return facts.isGreen && isOpen(facts.last) && isClear(facts) && isThere
  },

  'a run ends in time': ({ ended, plan }) => ended - plan.start > LONGEST,
} satisfies Record<string, (facts: Facts) => boolean>

/** @throws Error with the rules that the runs of a history break, and what happened in it */
function judge(history: History): void {
  const facts = history.runs.map((ended, index) => factsOf(history, ended, index))
  const broken = Object.entries(RULES).flatMap(([rule, isBroken]) => (facts.some(isBroken) ? [rule] : []))
  if (broken.length > 0) throw new Error(`broken: ${broken.join('; ')}\n${traceOf(history)}`)
}

/** Judges random worlds. Resolves to how their runs ended; a failure has the seed and the smallest world. */
export async function judgeWorlds(parameters: { seed: number; numRuns: number }): Promise<Set<string>> {
  const ends = new Set<string>()
  const property = fc.asyncProperty(worlds, async world => {
    const history = await simulate(world)
    judge(history)
    for (const { stop } of history.runs) ends.add(stop?.code ?? 'success')
  })
  await fc.assert(property, parameters)
  return ends
}
