import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../lib/clock.ts'
import type { Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { isTransient, RETRY } from '../service/retry.ts'
import type { End, HealthContext, HealthNews, Notify, Stop } from './facts.ts'
import { checkHealth } from './health.ts'
import { lookUp, openFinder } from './list.ts'
import { isHopeless, type Looks, lookAgain, startLooks } from './looks.ts'
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
  /** Whether the deployment is not from the list. Then the first look follows at once. */
  isUnlisted?: boolean | undefined
  /** Whether this run created it: then no push built its first revision. */
  created: boolean
}

/** A wait for a deployment, and what the looks at it showed so far. */
interface Watch extends Wait {
  start: Deployment
  look: Looks['look']
  /** As the last look that showed it did. */
  deployment: Deployment
  /** Whether a look showed it, other than those of its creation. */
  isSeen: boolean
  /** Since when the list does not show it, by the clock; undefined while it does. */
  missingSince?: number | undefined
  /** Of the health URL, once the state is reached. */
  news?: HealthNews
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
  const wait = { goal, commit, deadline, created: false }
  const stop = await waitFor(found, wait, context)
  return stop ?? { result: 'reached' }
}

/** Looks for the deployment until a look works after 15 seconds, as a list may show a new one late. */
async function find(
  target: Target,
  deadline: number,
  context: HealthContext,
): Promise<Deployment | Stop> {
  const { service, clock, notify } = context
  const lastLook = Math.min(deadline, clock.now() + UNLISTED)
  const look = (signal: AbortSignal) =>
    lookUp(service, target, signal, deadline)
  const isLasting = (failure: Failure) => !isTransient(failure)
  const looks = startLooks(look, deadline, isLasting, clock)
  let near: Deployment[] | undefined

  for (;;) {
    const seen = await lookAgain(looks, nextPause(looks, clock), context)
    if (!seen) return neverListed(target, near, looks)
    if (seen.failure) continue
    const found = pick(target, seen.deployments)
    if (found) return found
    const left = lastLook - clock.now()
    if (left > 0 && !near) notify({ type: 'not_listed', left })
    near = seen.deployments
    if (left <= 0) return neverListed(target, near, looks)
  }
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

/** Why the looks ended. `near` is what the last one showed that worked; undefined if none did. */
function neverListed(
  target: Target,
  near: Deployment[] | undefined,
  looks: Looks,
): Stop {
  const failure = looks.failures.at(-1)
  if (!failure) return { code: 'not_listed', target, near: near ?? [] }
  // A service that has answered is not unreachable.
  const hasAnswered = near !== undefined || failure.kind !== 'network'
  if (hasAnswered && !isHopeless(looks))
    return { code: 'never_listed', target, failure }
  return { code: 'request_failed', doing: { task: 'look_up', target }, failure }
}

/**
 * Waits until the deployment has the state and the commit of the goal, and then until its health URL is healthy. An unknown
 * status does not end the wait, and neither does a failed look, unless the service refuses several in a row. Each look may
 * bring the `custom_url` for the health check.
 *
 * @returns why the goal was not reached; undefined if it was
 */
export async function waitFor(
  start: Deployment,
  wait: Wait,
  context: HealthContext,
): Promise<Stop | undefined> {
  const { goal, deadline } = wait
  const watch: Watch = {
    ...wait,
    start,
    look: openFinder(context.service, start, deadline),
    deployment: start,
    isSeen: !wait.created,
  }
  if (hasState(goal)) announce(start, wait, context.notify)
  const isThere = () => isReached(goal, watch.deployment)
  const stop = await watchUntil(isThere, watch, context)
  if (stop || goal.health_url === undefined) return stop

  context.notify({ type: 'phase', phase: 'health' })
  async function isHealthy(): Promise<boolean> {
    const { deployment, news } = watch
    watch.news = await checkHealth(goal, deployment, news, deadline, context)
    return watch.news.answer.kind === 'healthy'
  }
  return watchUntil(isHealthy, watch, context)
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

/** Looks at the deployment until a part of the goal is reached. Returns why it was not; undefined if it was. */
async function watchUntil(
  isDone: () => boolean | Promise<boolean>,
  watch: Watch,
  context: HealthContext,
): Promise<Stop | undefined> {
  let looks: Looks | undefined
  for (;;) {
    const stop = stopOf(watch)
    if (stop || (await isDone())) return stop
    looks ??= startWatching(watch, context.clock)
    const asked = watch.news?.answer.retryAfter
    const pause = nextPause(looks, context.clock, asked)
    const seen = await lookAgain(looks, pause, context)
    if (!seen) return overdue(watch, looks)
    if (seen.failure) continue
    const [latest] = seen.deployments
    if (latest) update(watch, latest, context.notify)
    else if (isGone(watch, context.clock))
      return { code: 'gone', deployment: watch.deployment }
  }
}

/** The looks of a part of a wait. Where the list shows the deployment, one look was there before. */
function startWatching(watch: Watch, clock: Pick<Clock, 'now'>): Looks {
  const { look, deadline } = watch
  const looks = startLooks(look, deadline, isRefused, clock)
  if (isListed(watch)) looks.failures.push(undefined)
  return looks
}

/** Whether the list shows the deployment, as far as is known. */
const isListed = ({ isUnlisted, isSeen, missingSince }: Watch): boolean =>
  missingSince === undefined && (isSeen || !isUnlisted)

/** Learns from a look that showed the deployment. */
function update(watch: Watch, latest: Deployment, notify: Notify): void {
  const before = loggedParts(watch.deployment)
  watch.missingSince = undefined
  watch.isSeen = true
  watch.deployment = latest
  notify({ type: 'deployment', deployment: latest })
  if (!isDeepStrictEqual(loggedParts(latest), before))
    notify({
      type: 'status',
      deployment: latest,
      commit: watch.goal.commit,
    })
}

/** Learns from a look that did not show the deployment. Returns whether it is gone: only what was listed can be. */
function isGone(watch: Watch, clock: Pick<Clock, 'now'>): boolean {
  watch.missingSince ??= clock.now()
  const wasListed = watch.isSeen || !watch.isUnlisted
  return wasListed && clock.now() - watch.missingSince >= UNLISTED
}

/** Why a wait ended before its goal was reached. */
function overdue(watch: Watch, looks: Looks): Stop {
  const { deployment, news } = watch
  const { failures } = looks
  const failure = failures.at(-1)
  if (failure && isHopeless(looks))
    return {
      code: 'request_failed',
      doing: { task: 'watch', deployment },
      failure,
    }
  const misses = failures.length - 1 - failures.findLastIndex(one => !one)
  const isUnreachable = failure?.kind === 'network' && !watch.isSeen
  // Only the service gives an address. Otherwise the last answer of the health URL decides.
  if (news && !(failure && news.answer.kind === 'no_address'))
    return { code: 'unhealthy', deployment, news }
  return {
    code: 'not_in_time',
    deployment,
    listed: isListed(watch),
    failure,
    misses,
    isUnreachable,
  }
}

/** Whether the service refuses a look for a reason that waiting does not mend, such as a key. */
const isRefused = (failure: Failure): boolean =>
  failure.kind === 'refused' && [401, 403, 404].includes(failure.status)

/** Why the goal cannot be reached any more; undefined while it can. */
function stopOf({
  deployment,
  start,
  commit,
  created,
}: Watch): Stop | undefined {
  if (isBeingDeleted(deployment)) return { code: 'deleted', deployment }
  if (!isAtOtherCommit(commit, deployment)) return undefined
  const isFirst = deployment.latest_revision_id === start.latest_revision_id
  const mayBePushed = deployment.source_config?.build_on_push !== false
  // No push built the first revision, and a push may build the next one.
  if (mayBePushed && !(created && isFirst)) return undefined
  const code = created ? 'created_from_other_commit' : 'never_built'
  return { code, deployment }
}

/** The state of a deployment as far as the log words it. */
const loggedParts = (deployment: Deployment) => [
  deployment.status,
  deployment.active_revision_id,
  deployment.latest_revision_id,
  deployment.source_revision_config?.repo_commit_sha,
]

/** The pause before the next look: it grows, and is as long as the health URL asks for. */
function nextPause(
  { began, failures }: Looks,
  clock: Pick<Clock, 'now'>,
  asked = 0,
): number {
  if (failures.length === 0) return 0
  const growing = (clock.now() - began) / 4
  return Math.max(
    Math.min(Math.max(growing, 1000), 15_000),
    Math.min(asked, RETRY.retryAfterCap),
  )
}
