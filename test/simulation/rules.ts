import type { ErrorCode } from '../../src/report/stop.ts'
import { type Exchanged, type Held, isThere, NAME } from './service.ts'
import { type Ended, type History, traceOf } from './world.ts'

// What must hold in every world (contract, "Create: behaviour").

/** What one run did and saw. */
interface Facts extends Ended {
  posts: Exchanged[]
  lists: Exchanged[]
  /** The answer to its last create request. */
  last: Exchanged['result'] | undefined
  /** What showed it deployments of the name, and their ids. */
  shows: Exchanged[]
  known: Set<string>
  /** What its create requests made. */
  made: Held[]
  history: History
}

function factsOf(history: History, index: number): Facts[] {
  const ended = history.runs[index]
  if (!ended) return []
  const own = history.model.exchanges.filter(({ run }) => run === index)
  const posts = own.filter(({ method }) => method === 'POST')
  const lists = own.filter(({ method }) => method === 'GET')
  const shows = own.filter(({ shown }) => shown.length > 0)
  const known = new Set(shows.flatMap(({ shown }) => shown))
  const made = history.model.held.filter(({ by }) => by === index)
  return [{ ...ended, posts, lists, last: posts.at(-1)?.result, shows, known, made, history }]
}

const isUnprocessed = (result: Exchanged['result']) => ['unsent', 408, 425, 429].includes(result)
const isAnswered = (result: unknown) => ['created', 'terse', 'renamed'].includes(String(result))
const isRefused = (result: unknown) => typeof result === 'number' && result >= 400 && result < 500
/** Whether nobody can know what came of a create request. */
const isOpen = (result: Facts['last']) =>
  result !== undefined && !isUnprocessed(result) && !isAnswered(result) && !isRefused(result)

const idOf = ({ run }: Facts) => run.deployment?.id.toLowerCase() ?? ''
const heldBy = (facts: Facts) => facts.history.model.held.find(({ id }) => id === idOf(facts))
const isOther = (facts: Facts) => heldBy(facts)?.image !== facts.plan.image
const hasFailed = ({ lists }: Facts, ...statuses: Exchanged['result'][]) =>
  lists.some(({ result }) => statuses.includes(result))

/** Whether a code is one that the contract allows for what a run did and saw. */
const ALLOWED: Partial<Record<ErrorCode, (facts: Facts) => boolean>> = {
  already_exists: ({ plan, known }) => plan.if_exists === 'fail' && known.size === 1,
  differs: facts => facts.plan.if_exists === 'match' && facts.known.size === 1 && isOther(facts),
  ambiguous_name: ({ known, last }) => known.size > 1 && (last === undefined || isRefused(last)),
  duplicate_created: ({ known, last }) => known.size > 1 && (isOpen(last) || isAnswered(last)),
  unknown_outcome: ({ known, last }) => isOpen(last) && known.size < 2,
  conflict: ({ last }) => last === 409,
  rejected: ({ last }) => last === 400 || last === 402 || last === 422,
  unauthorized: facts => facts.last === 401 || hasFailed(facts, 401),
  forbidden: facts => facts.last === 403 || hasFailed(facts, 403),
  not_found: facts => facts.last === 404,
  rate_limited: facts => facts.last === 429 || hasFailed(facts, 429),
  unavailable: facts => facts.last === 408 || facts.last === 425 || hasFailed(facts, 503),
  unreachable: facts => facts.last === 'unsent' || hasFailed(facts, 'lost', 'unsent'),
  unexpected_response: ({ last, posts }) => last === 'renamed' || posts.length === 0,
  deleted: ({ plan, lists, run }) =>
    lists.some(one => one.showsDeletion) || (plan.waits && run.deployment !== undefined),
  wait_timeout: ({ plan, run }) => plan.waits && run.deployment !== undefined,
  cancelled: ({ plan }) => plan.cancel >= 0,
}

/** Whether every page that a run read before its create request came from a list that had the deployment. */
const isVisible = (held: Held, pages: Exchanged[]) =>
  held.name === NAME && pages.every(({ asOf }) => isThere(held, asOf))

/** How long a run without a wait takes at most: a look, the create request and the looks after it, each within two minutes. */
const LONGEST = 20 * 60_000

/** Each rule, and whether a run breaks it. */
const RULES: Record<string, (facts: Facts) => boolean> = {
  'at most one create request of a run takes effect': ({ made }) => made.length > 1,

  'a create request is repeated only after proof that it was not processed': ({ posts }) =>
    posts.slice(0, -1).some(({ result }) => !isUnprocessed(result)),

  'no create request follows a page that shows the name': ({ posts, lists }) =>
    posts.some(post => lists.some(({ ended, shown }) => ended <= post.sent && shown.length > 0)),

  'no create request follows a look at lists that all have the name': ({ posts, lists, history }) => {
    const [first] = posts
    if (!first) return false
    const pages = lists.filter(({ sent, result }) => sent < first.sent && result === 'page')
    return pages.length === 0 || history.model.held.some(held => isVisible(held, pages))
  },

  'a plan sends no create request': ({ plan, posts }) => plan.dry_run && posts.length > 0,

  '`created` is true only for what a create request of the run can have made': facts => {
    const { created, last, made, run } = facts
    if (!created) return false
    if (last === 'renamed') return made.every(({ id }) => id !== idOf(facts))
    if (isAnswered(last)) return made[0]?.id !== idOf(facts)
    return !isOpen(last) || isOther(facts) || run.doubts.length === 0
  },

  '`created` is true after an answer with an id': ({ created, last }) => isAnswered(last) && !created,

  '`created` is false only if no create request took effect': ({ created, made }) =>
    created === false && made.length > 0,

  '`created` is empty only if nobody can know': ({ created, last }) => created === undefined && !isOpen(last),

  'a run that succeeds knows exactly one deployment of the name, which is there': facts => {
    if (facts.stop || facts.plan.dry_run) return false
    return facts.known.size !== 1 || !facts.known.has(idOf(facts)) || heldBy(facts)?.name !== NAME
  },

  'a run that succeeds runs what was asked for, or says that it does not': facts => {
    const { stop, plan, run, created, last } = facts
    // A terse answer does not show it, and is trusted.
    if (stop || plan.dry_run || last === 'terse' || !isOther(facts)) return false
    return (plan.if_exists !== 'reuse' && created !== true) || run.doubts.length === 0
  },

  'a run that succeeds and cannot know whether it created says so': ({ stop, created, run }) =>
    !stop && created === undefined && run.doubts.length === 0,

  'a run that succeeds did not see last that its deployment is being deleted': ({ stop, plan, shows }) =>
    !stop && !plan.dry_run && shows.at(-1)?.showsDeletion === true,

  'a run that waited and succeeds saw the newest revision active': facts => {
    const { stop, plan, shows, history } = facts
    if (stop || plan.dry_run || !plan.waits) return false
    const { activeAfter } = history.world.traits
    const { from = 0 } = heldBy(facts) ?? {}
    return activeAfter < 0 || (shows.at(-1)?.asOf ?? 0) < from + activeAfter
  },

  'a look with the filter follows a create request that was answered': ({ last, posts, lists, stop }) => {
    const isLeft = last === 'renamed' || stop?.code === 'cancelled'
    const since = posts.at(-1)?.ended ?? 0
    return isAnswered(last) && !isLeft && !lists.some(one => one.isFiltered && one.sent >= since)
  },

  'a run that fails has a code that fits': facts =>
    facts.stop !== undefined && !ALLOWED[facts.stop.code]?.(facts),

  'a deployment that was listed a moment ago is not gone': ({ stop, shows, ended }) =>
    stop?.code === 'deleted' &&
    !shows.some(one => one.showsDeletion) &&
    ended - (shows.at(-1)?.sent ?? 0) < 15_000,

  'what a lost create request made within half a minute is found in a list that works': facts => {
    const { stop, last, made, lists, posts, plan, history } = facts
    const since = posts.at(-1)?.ended ?? 0
    const isListed = lists.every(({ result, asOf, sent }) => result === 'page' && asOf >= sent)
    const isStill = history.world.churn.length === 0 && !history.world.traits.ignoresOffset
    const isSoon = made.some(({ from, removed }) => from <= since + 29_000 && removed > 60_000 + since)
    if (!isOpen(last) || !isListed || !isStill || !isSoon || plan.cancel >= 0) return false
    return stop?.code === 'unknown_outcome'
  },

  'a second deployment that appears within half a minute after a lost create request is found': facts => {
    const { stop, last, lists, posts, history } = facts
    const since = posts.at(-1)?.ended ?? 0
    const isListed = lists.every(({ result, asOf, sent }) => result === 'page' && asOf >= sent)
    const isStill = history.world.churn.length === 0 && history.world.removal < 0
    const named = history.model.held.filter(({ name, from }) => name === NAME && from <= since + 29_000)
    return isOpen(last) && isListed && isStill && named.length > 1 && !stop
  },

  'a run ends in time': ({ ended, plan }) => ended - plan.start > LONGEST,
}

/** The rules that a history breaks, each with what happened. */
export function broken(history: History): string[] {
  const facts = history.runs.flatMap((_, index) => factsOf(history, index))
  return Object.entries(RULES)
    .filter(([, isBroken]) => facts.some(isBroken))
    .map(([rule]) => rule)
}

/** @throws Error with the rules that a history breaks */
export function judge(history: History): void {
  const rules = broken(history)
  if (rules.length > 0) throw new Error(`${rules.join('\n')}\n${traceOf(history)}`)
}
