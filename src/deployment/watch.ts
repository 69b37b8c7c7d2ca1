import { within } from '../lib/clock.ts'
import { type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import { describe, type Failure, type Reply } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { Context } from './context.ts'
import {
  commitOf,
  type Goal,
  goalInWords,
  isAtOtherCommit,
  isReached,
  shortCommit,
  stateOf,
} from './goal.ts'
import { GRACE, type HealthCheck } from './health.ts'
import { NOT_IN_TIME, openFinder } from './list.ts'
import {
  beingDeleted,
  type Failed,
  failed,
  isBeingDeleted,
  named,
  type RunFailure,
  runFailure,
} from './outcome.ts'

/** This number of hopeless looks in a row ends the looks, because more would fail too. */
const HOPELESS = 3

/** A deployment that was listed is gone when this number of looks in a row do not show it. A list may show a new one late. */
const LOOKS_WITHOUT = 2

const HEARTBEAT = 30_000

/** What a look means: the end of the looks, or the pause that something besides the list asks for, in milliseconds. */
type Meaning<R> = { end?: R | undefined; retryAfter?: number | undefined }

/** Looks that are repeated until one of them is the end. */
interface Looks<T, R> {
  find: (signal: AbortSignal) => Promise<Reply<T>>
  deadline: number
  /** The pause before the first look, in milliseconds. */
  pause: number
  /** Whether waiting does not mend this failure. */
  isHopeless: (failure: Failure) => boolean
  judge: (reply: Reply<T>) => Meaning<R> | Promise<Meaning<R>>
}

/**
 * Looks again and again, with growing pauses, until the end, until the time is over, or until the looks are hopeless.
 *
 * @returns the end, or the failure of the last look and the number of failed looks in a row up to it
 */
export async function lookUntil<T, R>(
  { find, deadline, pause, isHopeless, judge }: Looks<T, R>,
  { service, clock, notify, signal }: Context,
): Promise<{
  end?: R
  failure: Failure | undefined
  misses: number
  isHopeless?: boolean
}> {
  const began = clock.now()
  let beat = began
  let failure: Failure | undefined
  let [misses, hopeless] = [0, 0]
  for (let next = pause; ; ) {
    const left = Math.max(0, deadline - clock.now())
    if (left === 0 && next > 0) return { failure, misses }
    await clock.sleep(Math.min(next, left), signal)
    const asked = clock.now()
    const reply = await within(
      Math.max(0, deadline - asked) + GRACE,
      { clock, signal },
      find,
    )
    // A look that the end of the time cuts off says less than one that failed before.
    if (!reply)
      return {
        failure: failure ?? { ...NOT_IN_TIME, origin: service.origin },
        misses,
      }
    if (clock.now() >= beat + HEARTBEAT) {
      beat = clock.now()
      notify({ type: 'heartbeat', left: Math.max(0, deadline - beat) })
    }
    const took = clock.now() - asked
    const before = failure && write(describe(failure))
    failure = reply.ok ? undefined : reply.error
    if (failure && write(describe(failure)) !== before)
      notify({ type: 'look_failed', failure })
    misses = failure ? misses + 1 : 0
    hopeless = failure && isHopeless(failure) ? hopeless + 1 : 0
    if (hopeless === HOPELESS) return { failure, misses, isHopeless: true }
    const { end, retryAfter = 0 } = await judge(reply)
    if (end !== undefined) return { end, failure, misses }
    const asksFor = failure?.kind === 'refused' ? failure.retryAfter : 0
    next = Math.max(
      took,
      pauseAfter(clock.now() - began, Math.max(asksFor ?? 0, retryAfter)),
    )
  }
}

/** The pause before the next look, by the time since the first one and by what a `Retry-After` asks for. */
function pauseAfter(elapsed: number, retryAfter = 0): number {
  const pause = Math.min(15_000, Math.max(1000, elapsed / 4))
  return Math.max(pause, Math.min(retryAfter, 60_000))
}

/** A deployment to watch, and when the watch ends. */
export interface Watch {
  start: Received<Deployment>
  goal: Goal
  /** What is waited for once the state is reached; until then undefined. */
  health?: HealthCheck
  deadline: number
  /** Whether `start` is from the list. Otherwise the first look follows at once. */
  listed: boolean
  /** Whether this run created the deployment: then no push built its first revision. */
  created: boolean
}

/**
 * Polls the list for one deployment until it is done, gone, or certain to never be done. An unknown status does not end
 * the watch, and neither does a failed look, unless the service refuses several in a row.
 *
 * @returns the deployment once it is done, or the failure that ended the watch
 */
export async function watch(
  { start, goal, health, deadline, listed, created }: Watch,
  context: Context,
): Promise<Received<Deployment> | Failed> {
  const { service, notify } = context
  let latest = start
  let [isListed, missing] = [listed, 0]

  async function judge(): Promise<Meaning<Received<Deployment> | Failed>> {
    const end = certainEnd(goal, start.read, latest.read, created)
    if (end) return { end }
    const checked = await health?.(latest.read)
    const isDone = checked?.healthy ?? isReached(goal, latest.read)
    return { end: isDone ? latest : undefined, retryAfter: checked?.retryAfter }
  }

  function judgeLook(reply: Reply<Received<Deployment> | undefined>) {
    if (reply.ok && !reply.value && isListed && ++missing === LOOKS_WITHOUT)
      return { end: gone(start.read) }
    if (reply.ok && reply.value) {
      ;[isListed, missing] = [true, 0]
      const [before, status] = [
        stateOf(goal, latest.read),
        stateOf(goal, reply.value.read),
      ]
      latest = reply.value
      notify({ type: 'deployment', deployment: latest })
      if (write(before) !== write(status)) notify({ type: 'status', status })
    }
    return judge()
  }

  notify({ type: 'deployment', deployment: start })
  if (!health) notify({ type: 'status', status: stateOf(goal, start.read) })
  const first = await judge()
  if (first.end) return first.end
  const find = openFinder(service, start.read)
  const pause = listed ? pauseAfter(0, first.retryAfter) : 0
  const looks = {
    find,
    deadline,
    pause,
    isHopeless: isRefusal,
    judge: judgeLook,
  }
  const { end, failure, misses, isHopeless } = await lookUntil(looks, context)
  if (end) return end
  if (isHopeless && failure) return refused(latest.read, failure)
  const unlisted = words(isListed ? '' : '. The list does not show it yet')
  const why = failure
    ? say`. The last look failed: ${describe(failure)}`
    : unlisted
  const ended = notInTime(goal, latest.read, why)
  const lost = failure?.kind === 'network' ? failure : undefined
  if (misses < 2 && !(lost && latest === start)) return failed(ended)
  const unreachable = lost && {
    code: 'unreachable' as const,
    cause: lost.cause,
  }
  const hint =
    failure?.kind === 'unusable' ? 'answered_otherwise' : 'answered_before'
  return failed({ ...ended, hint, ...unreachable })
}

/** Waiting does not mend a key. */
const isRefusal = (failure: Failure) =>
  failure.kind === 'refused' && [401, 403, 404].includes(failure.status)

function refused(deployment: Deployment, failure: Failure): Failed {
  const ended = runFailure(say`look for the ${named(deployment)}`, failure)
  const after = {
    unauthorized: 'expired',
    not_found: 'answered_before',
  } as const
  return failed({
    ...ended,
    hint: ended.hint ?? after[ended.code as keyof typeof after],
  })
}

function gone(deployment: Deployment): Failed {
  const what = say`The ${named(deployment)} is no longer listed, so it was probably deleted, but not by this run`
  return failed({ code: 'deleted', what, hint: 'gone' })
}

function notInTime(
  goal: Goal,
  deployment: Deployment,
  why: Sentence,
): RunFailure {
  const what = say`The ${named(deployment)} was not seen ${goalInWords(goal)} within ${inSeconds(goal.wait_timeout)}. Its last known state was ${stateOf(goal, deployment)}${why}`
  const isBuilt = isReached({ ...goal, wait_for: 'none' }, deployment)
  const hint = isReached({ ...goal, wait_for: 'active' }, deployment)
    ? 'active_not_ready'
    : undefined
  return {
    code: 'wait_timeout',
    what,
    hint: isBuilt ? hint : 'commit_not_built',
  }
}

/** The failure if the goal can never be reached. */
function certainEnd(
  goal: Goal,
  start: Deployment,
  now: Deployment,
  created: boolean,
): Failed | undefined {
  if (isBeingDeleted(now)) return beingDeleted(now)
  if (!isAtOtherCommit(goal, now)) return undefined
  if (created && now.latest_revision_id === start.latest_revision_id)
    return fromOtherCommit(goal, now)
  if (now.source_config?.build_on_push !== false) return undefined
  const [was, wanted] = [shortCommit(commitOf(now)), shortCommit(goal.commit)]
  const what = say`The newest revision of the ${named(now)} has commit ${was}, and \`build_on_push\` is false, so no push builds commit ${wanted}`
  return failed({ code: 'differs', what, hint: 'other_commit' })
}

/** The failure of a run that created the deployment from another commit than that of the goal. */
export function fromOtherCommit(
  { commit }: Pick<Goal, 'commit'>,
  deployment: Deployment,
): Failed {
  const what = say`The ${named(deployment)} was created from commit ${shortCommit(commitOf(deployment))}, and not from commit ${shortCommit(commit)}`
  return failed({ code: 'differs', what, hint: 'created_from_other_commit' })
}

export const inSeconds = (ms: number): Sentence => say`${ms / 1000} s`
