import { isDeepStrictEqual } from 'node:util'
import type { Failure, Reply } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { Context } from './context.ts'
import { isBeingDeleted } from './end.ts'
import type { HealthAnswer } from './facts.ts'
import { type Goal, isAtOtherCommit, isReached } from './goal.ts'
import { openFinder } from './list.ts'
import { lookUntil, type Progress } from './looks.ts'

/** This number of refused looks in a row ends the wait: waiting does not mend a key. */
const REFUSALS = 3

/** How long a listed deployment must stay unlisted until it counts as gone, in milliseconds: replicas lag. */
export const UNLISTED = 15_000

/** A deployment to watch, and when the watch ends. */
interface Watch {
  start: Deployment
  goal: Goal
  /** What is waited for once the state is reached; until then undefined. */
  checkHealth?: (deployment: Deployment) => Promise<HealthAnswer>
  deadline: number
  /** Whether `start` is from the list. Otherwise the first look follows at once. */
  listed: boolean
  /** Whether this run created the deployment: then no push built its first revision. */
  created: boolean
}

/** How a watch ended. `never`: the goal cannot be reached any more. */
export interface Watched {
  reason:
    | 'reached'
    | 'deleted'
    | 'gone'
    | 'never'
    | 'refused'
    | 'unreachable'
    | 'timeout'
  /** The deployment as the last look showed it. */
  deployment: Deployment
  listed: boolean
  /** The failure of the last look. */
  failure?: Failure | undefined
  /** How many looks in a row failed at the end. */
  misses: number
}

/**
 * Polls the list for one deployment until the goal is reached, or certain never to be. An unknown status does not end the
 * watch, and neither does a failed look, unless the service refuses several in a row.
 */
export async function watch(
  { start, goal, checkHealth, deadline, listed, created }: Watch,
  context: Context,
): Promise<Watched> {
  const { service, clock, notify } = context
  const { commit } = goal
  const countRefusals = refusalCounter()
  let deployment = start
  let isListed = listed
  let missingSince: number | undefined
  let healthPause = 0

  async function judgeState(): Promise<Watched['reason'] | undefined> {
    if (isBeingDeleted(deployment)) return 'deleted'
    if (isNeverReached(goal, start, deployment, created)) return 'never'
    if (!checkHealth) return isReached(goal, deployment) ? 'reached' : undefined
    const { kind, retryAfter = 0 } = await checkHealth(deployment)
    healthPause = retryAfter
    return kind === 'healthy' ? 'reached' : undefined
  }

  function judge(reply: Reply<Deployment | undefined>) {
    if (countRefusals(reply) === REFUSALS) return 'refused'
    if (reply.ok && reply.value) learn(reply.value)
    else if (reply.ok && isListed) {
      missingSince ??= clock.now()
      if (clock.now() - missingSince >= UNLISTED) return 'gone'
    }
    return judgeState()
  }

  function learn(latest: Deployment): void {
    const before = deployment
    deployment = latest
    isListed = true
    missingSince = undefined
    notify({ type: 'deployment', deployment })
    if (!isSameState(before, latest))
      notify({ type: 'status', deployment: latest, commit })
  }

  notify({ type: 'deployment', deployment: start })
  if (!checkHealth) notify({ type: 'status', deployment: start, commit })
  const reason = await judgeState()
  if (reason) return { reason, deployment, listed, misses: 0 }

  const first = listed ? pauseAfter(0, healthPause) : 0
  const looked = await lookUntil<Deployment | undefined, Watched['reason']>(
    {
      look: openFinder(service, start),
      pause: progress =>
        progress.looks === 0 ? first : nextPause(progress, healthPause),
      judge,
      deadline,
    },
    context,
  )
  const { end, failure, misses } = looked
  const isLost =
    failure?.kind === 'network' && (misses > 1 || deployment === start)
  return {
    reason: end ?? (isLost ? 'unreachable' : 'timeout'),
    deployment,
    listed: isListed && missingSince === undefined,
    failure,
    misses,
  }
}

/** Counts the refusals in a row, of which no pause mends the reason. */
function refusalCounter(): (reply: Reply<unknown>) => number {
  let refusals = 0
  return reply => {
    const isRefusal =
      !reply.ok &&
      reply.error.kind === 'refused' &&
      [401, 403, 404].includes(reply.error.status)
    refusals = isRefusal ? refusals + 1 : 0
    return refusals
  }
}

/** Whether the newest revision has another commit than the goal, and nothing will build one with it. */
function isNeverReached(
  goal: Goal,
  start: Deployment,
  now: Deployment,
  created: boolean,
): boolean {
  if (!isAtOtherCommit(goal, now)) return false
  const isFirst = now.latest_revision_id === start.latest_revision_id
  return (created && isFirst) || now.source_config?.build_on_push === false
}

/** Whether two answers show the same state, as the log words it. */
const isSameState = (one: Deployment, other: Deployment): boolean =>
  isDeepStrictEqual(stateOf(one), stateOf(other))

const stateOf = (deployment: Deployment) => ({
  status: deployment.status,
  active: deployment.active_revision_id,
  latest: deployment.latest_revision_id,
  commit: deployment.source_revision_config?.repo_commit_sha,
})

/** The pause before the next look: as long as the last one took, and as the service and the health URL ask for. */
export function nextPause(
  { elapsed, took, failure }: Progress,
  asked = 0,
): number {
  const ofService = failure?.kind === 'refused' ? (failure.retryAfter ?? 0) : 0
  return Math.max(took, pauseAfter(elapsed, Math.max(ofService, asked)))
}

/** The pause by the time since the first look, and by what a `Retry-After` asks for, in milliseconds. */
function pauseAfter(elapsed: number, retryAfter: number): number {
  const pause = Math.min(15_000, Math.max(1000, elapsed / 4))
  return Math.max(pause, Math.min(retryAfter, 60_000))
}
