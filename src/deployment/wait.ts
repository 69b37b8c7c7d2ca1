import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../lib/clock.ts'
import type { Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { isTransient } from '../service/retry.ts'
import type { End, HealthContext, HealthNews, Notify, Stop } from './facts.ts'
import { checkHealth } from './health.ts'
import { lookUp, openFinder } from './list.ts'
import { isHopeless, type Looks, repeat, startLooks } from './looks.ts'
import {
  type Goal,
  hasState,
  isAtOtherCommit,
  isBeingDeleted,
  isReached,
  type Target,
} from './order.ts'

/** How long a deployment must stay unlisted until it counts as gone, in milliseconds: replicas lag. */
const UNLISTED = 15_000

/** What is waited for, how long, and what is known of the deployment before. */
interface Wait {
  goal: Goal
  /** The commit that nothing else may take the place of. */
  commit: string | undefined
  /** When to give up, by the clock. */
  deadline: number
  /** Whether the deployment is from the list. Otherwise the first look follows at once. */
  listed: boolean
  /** Whether this run created it: then no push built its first revision. */
  created: boolean
}

/**
 * Finds a deployment by its id or its exact name, and waits for it as asked. Everything shares one deadline.
 *
 * Failures of the service are values. An abort of `signal` is thrown.
 */
export async function waitForExisting(
  target: Target,
  goal: Goal,
  context: HealthContext,
): Promise<End> {
  const { notify, clock } = context
  const deadline = clock.now() + goal.wait_timeout
  notify({ type: 'phase', phase: 'find' })
  const found = await find(target, deadline, context)
  if ('code' in found) return found

  notify({ type: 'found', deployment: found })
  notify({ type: 'deployment', deployment: found })
  if (isBeingDeleted(found)) return { code: 'deleted', deployment: found }
  const { commit } = goal
  const wait = { goal, commit, deadline, listed: true, created: false }
  const ended = await waitFor(found, wait, context)
  return 'code' in ended ? ended : { result: 'reached' }
}

/** Looks for the deployment over 15 seconds: a list may show a new one late. */
async function find(
  target: Target,
  deadline: number,
  context: HealthContext,
): Promise<Deployment | Stop> {
  const { service, clock, notify } = context
  const lastLook = Math.min(deadline, clock.now() + UNLISTED)
  const looks = startLooks(clock, deadline, failure => !isTransient(failure))
  const look = (signal: AbortSignal) => lookUp(service, target, signal, false)
  function pause() {
    const next = nextPause(looks, clock)
    const left = lastLook - clock.now()
    // No pause passes over the last look.
    return left > 0 ? Math.min(next, left) : next
  }
  let near: Deployment[] | undefined

  for await (const seen of repeat(look, pause, looks, context)) {
    if (seen.failure) continue
    const found = pick(target, seen.deployments)
    if (found) return found
    const left = lastLook - clock.now()
    if (left > 0 && !near) notify({ type: 'not_listed', left })
    near = seen.deployments
    if (left <= 0) break
  }

  const failure = looks.failures.at(-1)
  if (!failure) return { code: 'not_listed', target, near: near ?? [] }
  if (failure.kind !== 'network' && !isHopeless(looks))
    return { code: 'never_listed', target, failure }
  const doing = { task: 'look_up', target } as const
  return { code: 'request_failed', doing, failure }
}

/** The deployment with exactly the name, or with the id. */
function pick(
  target: Target,
  near: Deployment[],
): Deployment | Stop | undefined {
  const [deployment, ...others] = near
  if ('id' in target) return deployment
  const { name } = target
  if (deployment?.name !== name) return undefined
  return others.length > 0
    ? { code: 'ambiguous_name', name, deployments: near }
    : deployment
}

/**
 * Waits until the deployment has the state and the commit of the goal, and then until its health URL is healthy. An unknown
 * status does not end the wait, and neither does a failed look, unless the service refuses several in a row. Each look may
 * bring the `custom_url` for the health check.
 */
export async function waitFor(
  start: Deployment,
  wait: Wait,
  context: HealthContext,
): Promise<Deployment | Stop> {
  const { service, clock, notify } = context
  const { goal, deadline, listed, created } = wait
  const { commit } = goal
  const looks = startLooks(clock, deadline, isRefused)
  // A start from the list counts as a look, and only what was listed can be missed.
  if (listed) looks.failures.push(undefined)
  let missingSince = listed ? undefined : Number.POSITIVE_INFINITY
  let deployment = start
  /** Of the health URL, once the state is reached. */
  let news: HealthNews | undefined

  /** Learns from a look. Returns whether the deployment is gone. */
  function isGone(latest: Deployment | undefined): boolean {
    if (!latest) {
      missingSince ??= clock.now()
      return clock.now() - missingSince >= UNLISTED
    }
    missingSince = undefined
    const before = stateOf(deployment)
    deployment = latest
    notify({ type: 'deployment', deployment })
    if (!isDeepStrictEqual(stateOf(deployment), before))
      notify({ type: 'status', deployment, commit })
    return false
  }

  /** The end of the wait by what is known; undefined if it goes on. */
  async function end(): Promise<Deployment | Stop | undefined> {
    const stop = stopOf(deployment, start, wait)
    if (stop) return stop
    const isFirst = !news
    if (isFirst && !isReached(goal, deployment)) return undefined
    if (goal.health_url === undefined) return deployment
    if (isFirst) notify({ type: 'phase', phase: 'health' })
    news = await checkHealth(goal, deployment, news, deadline, context)
    if (isFirst) {
      // The pauses begin anew.
      looks.began = clock.now()
      looks.beat = clock.now()
    }
    return news.answer.kind === 'healthy' ? deployment : undefined
  }

  const wrong = created && stopOf(start, start, wait)
  if (wrong) return wrong
  if (hasState(goal)) announce(start, wait, notify)
  const known = await end()
  if (known) return known
  const look = openFinder(service, start)
  const pause = () => nextPause(looks, clock, news?.answer.retryAfter)
  for await (const seen of repeat(look, pause, looks, context)) {
    if (!seen.failure && isGone(seen.deployments[0]))
      return { code: 'gone', deployment }
    const now = await end()
    if (now) return now
  }

  const isSeen = deployment !== start
  const isListed = missingSince === undefined
  return overdue(deployment, isSeen, isListed, news, looks)
}

/**
 * Why a wait ended before its goal was reached.
 *
 * @param isSeen whether any look showed the deployment
 * @param listed whether the last look that worked did
 */
function overdue(
  deployment: Deployment,
  isSeen: boolean,
  listed: boolean,
  news: HealthNews | undefined,
  looks: Looks,
): Stop {
  const { failures } = looks
  const failure = failures.at(-1)
  if (failure && isHopeless(looks)) {
    const doing = { task: 'watch', deployment } as const
    return { code: 'request_failed', doing, failure }
  }
  const misses = failures.length - 1 - failures.findLastIndex(one => !one)
  const isUnreachable = failure?.kind === 'network' && (misses > 1 || !isSeen)
  // Without the service there is no address to ask. Otherwise the last answer of the health URL decides.
  if (news && !(isUnreachable && news.answer.kind === 'no_address'))
    return { code: 'unhealthy', deployment, news }
  const last = { listed, failure, misses, isUnreachable }
  return { code: 'not_in_time', deployment, ...last }
}

/** Says what is waited for, and warns if it may never come. */
function announce(
  start: Deployment,
  { goal, created }: Wait,
  notify: Notify,
): void {
  notify({ type: 'phase', phase: 'wait' })
  const isPushUnknown = start.source_config?.build_on_push == null
  if (!created && isPushUnknown && isAtOtherCommit(goal.commit, start))
    notify({ type: 'notice', notice: { code: 'push_unknown' } })
  notify({ type: 'status', deployment: start, commit: goal.commit })
}

/** Whether the service refuses a look for a reason that waiting does not mend, such as a key. */
const isRefused = (failure: Failure): boolean =>
  failure.kind === 'refused' && [401, 403, 404].includes(failure.status)

/** Why the goal cannot be reached any more; undefined while it can. */
function stopOf(
  deployment: Deployment,
  start: Deployment,
  { commit, created }: Wait,
): Stop | undefined {
  if (isBeingDeleted(deployment)) return { code: 'deleted', deployment }
  if (!isAtOtherCommit(commit, deployment)) return undefined
  const isFirst = deployment.latest_revision_id === start.latest_revision_id
  const isPushed = deployment.source_config?.build_on_push !== false
  // No push built the first revision, and a push may build the next one.
  if (isPushed && !(created && isFirst)) return undefined
  const code = created ? 'created_from_other_commit' : 'never_built'
  return { code, deployment }
}

/** The state of a deployment as far as the log words it. */
const stateOf = (deployment: Deployment) => [
  deployment.status,
  deployment.active_revision_id,
  deployment.latest_revision_id,
  deployment.source_revision_config?.repo_commit_sha,
]

/** The pause before the next look: it grows, and is as long as the service or the health URL asks for. */
function nextPause(
  { began, failures }: Looks,
  clock: Pick<Clock, 'now'>,
  asked = 0,
): number {
  if (failures.length === 0) return 0
  const failure = failures.at(-1)
  const ofService = failure?.kind === 'refused' ? (failure.retryAfter ?? 0) : 0
  const growing = (clock.now() - began) / 4
  return Math.max(
    Math.min(Math.max(growing, 1000), 15_000),
    Math.min(Math.max(ofService, asked), 60_000),
  )
}
