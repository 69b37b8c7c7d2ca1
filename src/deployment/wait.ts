import type { Failure, Reply } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { isTransient } from '../service/retry.ts'
import type { HealthContext } from './context.ts'
import {
  type Doing,
  type End,
  isBeingDeleted,
  type Stop,
  type Stopped,
  stopped,
} from './end.ts'
import { type Goal, hasState, isAtOtherCommit, type Target } from './goal.ts'
import { openHealth } from './health.ts'
import { type LookedUp, lookUp } from './list.ts'
import { lookUntil, NOT_IN_TIME } from './looks.ts'
import { nextPause, UNLISTED, type Watched, watch } from './watch.ts'

/** A deployment whose goal is reached. */
interface Reached {
  result: 'reached'
  deployment: Deployment
}

/** What is known of a deployment before the wait. */
interface Origin {
  /** Whether it is from the list. */
  listed: boolean
  /** Whether this run created it. */
  created: boolean
}

/**
 * Waits until the deployment has the state and the commit of the goal, and then until its health URL is healthy. Both
 * share one deadline.
 *
 * @param deadline when to give up, by the clock
 */
export async function waitFor(
  goal: Goal,
  start: Deployment,
  origin: Origin,
  context: HealthContext,
  deadline = context.clock.now() + goal.wait_timeout,
): Promise<Reached | Stopped> {
  let deployment = start
  if (hasState(goal)) {
    const ended = await waitForState(goal, start, origin, context, deadline)
    if (ended.result === 'stopped') return ended
    deployment = ended.deployment
  }
  if (goal.health_url === undefined) return { result: 'reached', deployment }
  return waitForHealth(goal, deployment, origin, context, deadline)
}

async function waitForState(
  goal: Goal,
  start: Deployment,
  origin: Origin,
  context: HealthContext,
  deadline: number,
): Promise<Reached | Stopped> {
  const { notify } = context
  notify({ type: 'phase', phase: 'wait' })
  const isPushUnknown = start.source_config?.build_on_push == null
  if (!origin.created && isPushUnknown && isAtOtherCommit(goal, start))
    notify({ type: 'notice', notice: { code: 'push_unknown' } })
  const watched = await watch({ goal, deadline, start, ...origin }, context)
  if (watched.reason === 'reached')
    return { result: 'reached', deployment: watched.deployment }
  return stopped(stopOf(watched, origin.created))
}

/** Each look for the deployment may bring its `custom_url`, or show that it is deleted. */
async function waitForHealth(
  goal: Goal,
  start: Deployment,
  origin: Origin,
  context: HealthContext,
  deadline: number,
): Promise<Reached | Stopped> {
  context.notify({ type: 'phase', phase: 'health' })
  const { check, last } = openHealth(goal, deadline, context)
  const watched = await watch(
    { goal, deadline, start, ...origin, checkHealth: check },
    context,
  )
  const { reason, deployment } = watched
  if (reason === 'reached') return { result: 'reached', deployment }
  const news = last()
  // Without the service there is no address to ask. Otherwise the last answer of the health URL decides.
  const isUnhealthy =
    reason === 'timeout' ||
    (reason === 'unreachable' && news?.answer.kind !== 'no_address')
  if (news && isUnhealthy)
    return stopped({ code: 'unhealthy', deployment: deployment, news })
  return stopped(stopOf(watched, origin.created))
}

/** What an unsuccessful watch means for the run. */
function stopOf(watched: Watched, created: boolean): Stop {
  const { reason, listed, failure, misses } = watched
  const deployment = watched.deployment
  if (reason === 'deleted') return { code: 'deleted', deployment }
  if (reason === 'gone') return { code: 'gone', deployment }
  if (reason === 'never')
    return created
      ? { code: 'created_from_other_commit', deployment }
      : { code: 'never_built', deployment }
  if (reason === 'refused' && failure) {
    const doing = { task: 'watch', deployment } as const
    return { code: 'request_failed', doing, failure }
  }
  const isUnreachable = reason === 'unreachable'
  const looks = { listed, failure, misses, isUnreachable }
  return { code: 'not_in_time', deployment, ...looks }
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
  if ('code' in found) return stopped(found)

  const { deployment } = found
  notify({ type: 'found', deployment })
  notify({ type: 'deployment', deployment })
  if (isBeingDeleted(deployment))
    return stopped({ code: 'deleted', deployment: deployment })
  const origin = { listed: true, created: false }
  const ended = await waitFor(goal, deployment, origin, context, deadline)
  return ended.result === 'stopped' ? ended : { result: 'reached' }
}

/** This number of failed looks in a row, which more would repeat, ends the search. */
const HOPELESS = 3

/** Looks for the deployment over 15 seconds: a list may show a new one late. */
async function find(
  target: Target,
  deadline: number,
  context: HealthContext,
): Promise<{ deployment: Deployment } | Stop> {
  const { service, clock, notify } = context
  const doing: Doing = { task: 'look_up', target }
  const lastLook = Math.min(deadline, clock.now() + UNLISTED)
  let isAbsenceTold = false
  let hopeless = 0

  function judge(reply: Reply<LookedUp>) {
    if (reply.ok) {
      const { deployments } = reply.value
      const isThere = deployments.some(deployment =>
        isExact(target, deployment),
      )
      const left = lastLook - clock.now()
      if (isThere || left <= 0) return deployments
      if (!isAbsenceTold) notify({ type: 'not_listed', left })
      isAbsenceTold = true
      return undefined
    }
    hopeless = isTransient(reply.error) ? 0 : hopeless + 1
    return hopeless === HOPELESS ? reply.error : undefined
  }

  const looked = await lookUntil<LookedUp, Deployment[] | Failure>(
    {
      look: signal => lookUp(service, target, signal, false),
      pause: progress =>
        progress.looks === 0
          ? 0
          : untilLast(nextPause(progress), lastLook - clock.now()),
      judge,
      deadline,
    },
    context,
  )
  const { end, failure } = looked
  if (end === undefined) {
    // The deadline came first. Without a failure, the last look showed a list without it.
    if (!failure) return { code: 'not_listed', target, near: [] }
    return neverFound(target, failure ?? NOT_IN_TIME)
  }
  if (!Array.isArray(end))
    return { code: 'request_failed', doing, failure: end }
  return exactly(target, end)
}

/** A pause that does not pass over the last look. */
const untilLast = (pause: number, left: number): number =>
  left > 0 ? Math.min(pause, left) : pause

const isExact = (target: Target, { name }: Deployment): boolean =>
  'id' in target || name === target.name

function neverFound(target: Target, failure: Failure): Stop {
  if (failure.kind !== 'network')
    return { code: 'never_listed', target, failure }
  const doing: Doing = { task: 'look_up', target }
  return { code: 'request_failed', doing, failure }
}

function exactly(
  target: Target,
  found: Deployment[],
): { deployment: Deployment } | Stop {
  const exact = found.filter(deployment => isExact(target, deployment))
  const [deployment, ...others] = exact
  if ('name' in target && others.length > 0)
    return { code: 'ambiguous_name', name: target.name, deployments: exact }
  if (deployment) return { deployment }
  return { code: 'not_listed', target, near: found }
}
