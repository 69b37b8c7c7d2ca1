import { problemOf } from '../http/exchange.ts'
import { within } from '../lib/clock.ts'
import { type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Received, Service } from '../service/client.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { Context } from './context.ts'
import { commitOf, type Goal, goalInWords, isAtOtherCommit, isReached, shortCommit, stateOf } from './goal.ts'
import { GRACE, type HealthCheck } from './health.ts'
import { NOT_IN_TIME, openFinder } from './list.ts'
import { beingDeleted, type Failed, failed, isBeingDeleted, named, runFailure } from './outcome.ts'

/** A deployment to watch, and when the watch ends. */
export interface Watch {
  start: Received<Deployment>
  goal: Goal
  /** What is waited for once the state is reached; until then undefined. */
  health?: HealthCheck
  /** When to give up, by the clock. */
  deadline: number
  /** Whether `start` is from the list. Otherwise the first look follows at once. */
  listed: boolean
  /** Whether this run created the deployment: then no push built its first revision. */
  created: boolean
}

/** A deployment that was listed is gone when this number of looks in a row do not show it. A list may show a new one late. */
const LOOKS_WITHOUT = 2

/** This number of refused looks in a row ends the watch, because more would be refused too. */
const REFUSED = { looks: 3, statuses: [401, 403, 404] }

/** The service is unreachable if its network failed this number of looks at the end. */
const UNREACHED = 2

/** The failures of the looks so far, in order; undefined for a look that succeeded. */
type Looks = (Failure | undefined)[]

/**
 * Polls the list for one deployment until it is done, gone, or certain to never be done. An unknown status does not end
 * the watch, and neither does a failed look, unless the service refuses several in a row.
 *
 * @returns the deployment once it is done, or the failure that ended the watch
 */
export async function watch(
  { start, goal, health, deadline, listed, created }: Watch,
  { service, clock, notify, signal }: Context,
): Promise<Received<Deployment> | Failed> {
  const began = clock.now()
  const find = openFinder(service, start.read, { retry: false })
  const looks: Looks = []
  let latest = start
  let [isListed, missing] = [listed, 0]

  function tell(before: Deployment | undefined, now: Deployment): void {
    const status = stateOf(goal, now)
    if (!before || write(stateOf(goal, before)) !== write(status)) notify({ type: 'status', status })
    const isDoubtful = now.status === 'UNUSED' && before?.status !== 'UNUSED'
    if (isDoubtful && goal.wait_for !== 'none') notify({ type: 'doubt' })
  }

  notify({ type: 'deployment', deployment: start })
  if (!health) tell(undefined, start.read)
  for (let took = 0; ; ) {
    const end = certainEnd(goal, start.read, latest.read, created)
    if (end) return end
    const checked = await health?.(latest.read)
    if (checked?.healthy ?? isReached(goal, latest.read)) return latest
    const left = deadline - clock.now()
    if (left <= 0) return timedOut(goal, latest.read, looks, isListed)
    const asksFor = Math.max(retryAfterOf(looks.at(-1)), checked?.retryAfter ?? 0)
    const pause = looks.length > 0 || listed ? Math.max(took, pauseAfter(clock.now() - began, asksFor)) : 0
    await clock.sleep(Math.min(pause, left), signal)
    const asked = clock.now()
    const most = Math.max(0, deadline - asked) + GRACE
    const reply = (await within(most, { clock, signal }, find)) ?? { ok: false, error: notInTime(service) }
    const failure = reply.ok ? undefined : reply.error
    took = clock.now() - asked
    notify({ type: 'looked' })
    if (failure && !isSame(failure, looks.at(-1))) notify({ type: 'look_failed', failure })
    looks.push(failure)
    if (!reply.ok) {
      if (!isTrueOfLast(REFUSED.looks, looks, isRefusal)) continue
      return failed(runFailure(say`look for the ${named(start.read)}`, reply.error))
    }
    if (!reply.value) {
      if (!isListed || ++missing < LOOKS_WITHOUT) continue
      const what = say`The ${named(start.read)} is no longer listed: it was deleted meanwhile`
      return failed({ code: 'deleted', what })
    }
    isListed = true
    missing = 0
    notify({ type: 'deployment', deployment: reply.value })
    tell(latest.read, reply.value.read)
    latest = reply.value
  }
}

/** The failure of a look without a response that the end of the wait has cut off. */
export const notInTime = ({ origin }: Service): Failure => ({ ...NOT_IN_TIME, origin })

const isSame = (a: Failure, b: Failure | undefined) => b && write(describe(a)) === write(describe(b))

const retryAfterOf = (look: Failure | undefined) => (look?.kind === 'refused' && look.retryAfter) || 0

const isTrueOfLast = (count: number, looks: Looks, is: (look: Failure | undefined) => boolean): boolean =>
  looks.length >= count && looks.slice(-count).every(is)

const isRefusal = (look: Failure | undefined) =>
  look?.kind === 'refused' && REFUSED.statuses.includes(look.status)

/** The failure if the time is over: the last state of the deployment, and the failure of the last look. */
function timedOut(goal: Goal, deployment: Deployment, looks: Looks, isListed: boolean): Failed {
  const last = looks.at(-1)
  const unlisted = words(isListed ? '' : '. The list does not show it yet')
  const end = last ? say`. The last look failed: ${describe(last)}` : unlisted
  const what = say`The ${named(deployment)} was not ${goalInWords(goal)} within ${inSeconds(goal.wait_timeout)}, and was left as it is. Its last known state was ${stateOf(goal, deployment)}${end}`
  if (last?.kind === 'network' && isTrueOfLast(UNREACHED, looks, look => look?.kind === 'network'))
    return failed({ code: 'unreachable', what, hint: problemOf(last), cause: last.cause })
  const hint = isAtOtherCommit(goal, deployment) ? 'commit_not_built' : undefined
  return failed({ code: 'wait_timeout', what, hint })
}

/** The failure if the goal can never be reached; undefined while it can be reached. */
function certainEnd(goal: Goal, start: Deployment, now: Deployment, created: boolean): Failed | undefined {
  const { source } = now
  if (isBeingDeleted(now)) return beingDeleted(now)
  if (goal.commit !== undefined && commitOf(now) === undefined && source && source !== 'repohost') {
    const what = say`The ${named(now)} has the source ${source}, which has no commits: it will not become ${goalInWords(goal)}`
    return failed({ code: 'invalid_input', what, hint: 'no_commits' })
  }
  if (!isAtOtherCommit(goal, now)) return undefined
  if (created && now.latest_revision_id === start.latest_revision_id) return fromOtherCommit(goal, now)
  if (now.source_config?.build_on_push !== false) return undefined
  const [was, wanted] = [shortCommit(commitOf(now)), shortCommit(goal.commit)]
  const what = say`The newest revision of the ${named(now)} has commit ${was}, and \`build_on_push\` is false, so no push builds commit ${wanted}`
  return failed({ code: 'differs', what, hint: 'not_built_on_push' })
}

/** The failure of a run that created the deployment from another commit than that of the goal. */
export function fromOtherCommit({ commit }: Pick<Goal, 'commit'>, deployment: Deployment): Failed {
  const what = say`The ${named(deployment)} was created from commit ${shortCommit(commitOf(deployment))}, and not from commit ${shortCommit(commit)}`
  return failed({ code: 'differs', what, hint: 'created_from_other_commit' })
}

export const inSeconds = (ms: number): Sentence => say`${ms / 1000} s`

/** The pauses between looks, in milliseconds, the longest for a `Retry-After` too. They grow with the elapsed time. */
const PAUSE = { shortest: 1000, share: 1 / 4, longest: 15_000, longestAsked: 60_000 }

/**
 * The pause before the next look, in milliseconds.
 *
 * @param elapsed milliseconds since the first look
 * @param retryAfter how long the service asked to wait, in milliseconds
 */
function pauseAfter(elapsed: number, retryAfter = 0): number {
  const pause = Math.min(PAUSE.longest, Math.max(PAUSE.shortest, elapsed * PAUSE.share))
  return Math.max(pause, Math.min(retryAfter, PAUSE.longestAsked))
}
