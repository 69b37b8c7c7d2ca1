import { duration, timeOfDay } from '../base/text.ts'
import type { Goal } from '../inputs/order.ts'
import type { Run } from '../run/run.ts'
import { type Cause, Stop, stopAfter } from '../run/stop.ts'
import {
  comparableId,
  type Deployment,
  idOf,
  isActive,
  isBeingDeleted,
  isSameCommit,
  named,
} from '../service/deployment.ts'
import { inShort } from '../service/failure.ts'
import type { Clock } from '../service/http.ts'
import type { Service } from '../service/operations.ts'
import { type Look, lookFor, lookUp } from '../service/pages.ts'
import { askHealth, type Health, healthUrlOf } from './health.ts'
import { ambiguous, beingDeleted } from './outcome.ts'

/** How long looks must not show a deployment until it counts as gone, in milliseconds: a list may lag. */
const UNLISTED = 15_000

/** The pauses between looks, in milliseconds. */
const SHORTEST_PAUSE = 1000
const LONGEST_PAUSE = 15_000

/** So many looks in a row that are refused end a wait: waiting mends no credential. */
const MOST_REFUSALS = 3
const REFUSED: (number | undefined)[] = [401, 403, 404]

/** The deployment that is waited for. One of both may be empty. */
export interface Target {
  id: string
  name: string
}

/** What is missing of what is waited for, as a look shows it, in the order in which it comes. */
export const CONDITIONS = [
  'not_ready',
  'not_active',
  'other_commit',
  'no_address',
] as const
export type Condition = (typeof CONDITIONS)[number]

/** What a deployment lacks of a goal, its health aside. */
export function unmetConditions(
  { wait_for, commit, health_url }: Goal,
  deployment: Deployment,
): Condition[] {
  const { status, repo_commit_sha, url } = deployment
  const isUnmet: Record<Condition, boolean> = {
    not_ready: wait_for === 'ready' && status !== 'READY',
    not_active: wait_for === 'active' && !isActive(deployment),
    other_commit:
      commit !== undefined && !isSameCommit(commit, repo_commit_sha),
    no_address: health_url !== undefined && !healthUrlOf(health_url, url),
  }
  return CONDITIONS.filter(condition => isUnmet[condition])
}

/** What a wait depends on, and what its looks showed. Times are the clock's. */
interface Watch {
  target: Target
  goal: Goal
  began: number
  /** When a look showed the deployment last. */
  shown: number
  /** Since when looks that reached the end do not show it. */
  missingSince?: number | undefined
  /** Since when looks fail. */
  failingSince?: number | undefined
  /** Why the last look failed. */
  failure?: Look['failure']
  /** The number of refused looks in a row. */
  refusals: number
  /** Whether the filter of ids finds nothing where the whole list shows the deployment. */
  isFilterUseless: boolean
  /** What the health URL answered, since all else is reached. */
  health?: Health | undefined
}

const deadlineOf = ({ began, goal }: Watch): number => began + goal.wait_timeout

/**
 * Waits until a deployment has the state and the commit of the goal, and its health URL is healthy. Unknown statuses and failed
 * looks are waited through. One time bounds all of it.
 *
 * @throws Stop
 */
export async function waitFor(
  target: Target,
  goal: Goal,
  service: Service,
  run: Run,
): Promise<void> {
  const { clock, signal } = service.net
  const began = clock.now()
  const none = { refusals: 0, isFilterUseless: false }
  const watch: Watch = { target, goal, began, shown: began, ...none }
  run.log(`Waiting until the ${subjectOf(watch, run)} is ${goalInWords(goal)}`)
  if (!run.deployment) await poll(watch, service, run)
  while (!(await isReached(watch, service, run))) {
    // A look that begins later could not end in time.
    const left = deadlineOf(watch) - SHORTEST_PAUSE - clock.now()
    if (left <= 0) throw timeoutError(watch, service, run)
    await clock.sleep(Math.min(pauseOf(watch, left), left), signal)
    await poll(watch, service, run)
  }
  run.reached = goalInWords(goal)
}

/** What is waited for, in words. */
const subjectOf = ({ target }: Watch, { deployment }: Run): string =>
  named(deployment ?? target)

/** Asks for the health, if the deployment has all else that is waited for. Resolves to whether it has all. */
async function isReached(
  watch: Watch,
  service: Service,
  run: Run,
): Promise<boolean> {
  const { deployment } = run
  if (deployment && isBeingDeleted(deployment)) throw beingDeleted(deployment)
  const isLacking =
    !deployment || unmetConditions(watch.goal, deployment).length > 0
  const health = isLacking
    ? undefined
    : await askHealthOf(deployment, watch, service, run)
  watch.health = health
  noteChange(watch, service, run)
  return !isLacking && health?.isHealthy !== false
}

/** The health of a deployment, if it is waited for. */
async function askHealthOf(
  deployment: Deployment,
  watch: Watch,
  service: Service,
  run: Run,
): Promise<Health | undefined> {
  const { goal, health: before } = watch
  if (goal.health_url === undefined) return undefined
  const until = deadlineOf(watch)
  const health = await askHealth(goal, deployment, until, service)
  if (health.words !== before?.words) run.log(`Health: ${health.words}`)
  // The last answer says more of the application than a later silence.
  return health.status || !before?.status ? health : before
}

/** Writes down what a look showed, if it is another than before. */
function noteChange(
  { began, failure, health }: Watch,
  { net }: Service,
  { deployment, changes }: Run,
): void {
  const last = failure
    ? `the look failed: ${inShort(failure)}`
    : (deployment?.state ?? 'not listed')
  const change = { state: last, health: health?.words ?? '' }
  const before = changes.at(-1)
  if (before?.state === change.state && before.health === change.health) return
  const { clock } = net
  changes.push({ ...change, time: clock.date(), after: clock.now() - began })
}

/** The pause before a look, by the time that is left: it grows with the time that has passed. */
function pauseOf({ goal }: Watch, left: number): number {
  const passed = goal.wait_timeout - left
  return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, passed / 4))
}

/**
 * Looks for the deployment once.
 *
 * @throws Stop if several looks in a row were refused, or the looks of a long enough time did not show it
 */
async function poll(watch: Watch, service: Service, run: Run): Promise<void> {
  const { id, name } = run.deployment ?? watch.target
  const { found, failure } = await lookOnce(id, name, watch, service)
  if (found.length > 1) throw ambiguous(found, name)
  const [deployment] = found
  const now = service.net.clock.now()
  // A name that was not looked up to the end may have another deployment.
  if (deployment && (id || !failure)) {
    run.see(deployment)
    watch.shown = now
  }
  watch.failure = failure
  watch.failingSince = failure ? (watch.failingSince ?? now) : undefined
  watch.refusals = REFUSED.includes(failure?.status) ? watch.refusals + 1 : 0
  if (failure && watch.refusals === MOST_REFUSALS)
    throw stopAfter(`look for the ${subjectOf(watch, run)}`, failure)
  if (deployment) watch.missingSince = undefined
  else if (!failure) {
    watch.missingSince ??= now
    if (now - watch.missingSince >= UNLISTED) throw notListed(watch, run)
  }
}

/** Looks for an id, or else for a name. A filter may find an id sooner; only the whole list shows that it is not there. */
async function lookOnce(
  id: string,
  name: string,
  watch: Watch,
  service: Service,
): Promise<Look> {
  const until = deadlineOf(watch)
  if (!id) return lookUp(service, name, { until })
  const isWanted = (item: unknown) =>
    comparableId(idOf(item)) === comparableId(id)
  const reading = { until, isOneEnough: true }
  if (!watch.isFilterUseless) {
    const query = { ids: id }
    const filtered = await lookFor(service, isWanted, { ...reading, query })
    if (filtered.found.length > 0) return filtered
  }
  const look = await lookFor(service, isWanted, reading)
  watch.isFilterUseless = look.found.length > 0
  return look
}

/** The end of a wait for a deployment that is not there, or no longer. */
function notListed(watch: Watch, run: Run): Stop {
  const subject = subjectOf(watch, run)
  return run.deployment
    ? new Stop(
        'deleted',
        `The service no longer lists the ${subject}. Its last known state was: ${run.deployment.state}`,
        { cause: 'not_listed' },
      )
    : new Stop('not_found', `The service does not list the ${subject}`)
}

const IN_WORDS: Record<Condition, (goal: Goal) => string> = {
  not_ready: () => 'ready',
  not_active: () => 'active',
  other_commit: ({ commit }) => `at commit ${commit}`,
  no_address: () => 'with a `custom_url` for the path',
}

/** What is waited for: `active and at commit 1f3… and healthy`. */
function goalInWords({ wait_for, commit, health_url }: Goal): string {
  const parts = [
    wait_for !== 'none' && wait_for,
    commit && `at commit ${commit}`,
    health_url && 'healthy',
  ]
  return parts.filter(Boolean).join(' and ') || 'listed'
}

/** The end of a wait whose time is over: it claims only what looks showed. */
function timeoutError(watch: Watch, { net }: Service, run: Run): Stop {
  const { goal, health, failure, missingSince } = watch
  const { deployment } = run
  // Too short for looks of UNLISTED, with a pause before them and one after.
  const isShort = goal.wait_timeout < UNLISTED + 2 * SHORTEST_PAUSE
  if (!deployment && isShort && missingSince !== undefined)
    return notListed(watch, run)
  const subject = subjectOf(watch, run)
  const within = `within ${duration(goal.wait_timeout)}`
  const state = stateInWords(watch, net.clock, run)
  const unmet = deployment ? unmetConditions(goal, deployment) : []
  if (deployment && unmet.length === 0 && health)
    return new Stop(
      'unhealthy',
      `The ${subject} was not shown to be healthy ${within}: ${health.words}${state}`,
      { status: health.status, cause: health.cause },
    )
  const lacks = unmet.map(condition => IN_WORDS[condition](goal)).join(' and ')
  const isHealthLeft = deployment && !lacks
  const message = deployment
    ? `No look showed the ${subject} ${isHealthLeft ? 'healthy' : lacks} ${within}`
    : `No look showed the ${subject} ${within}`
  const cause = deployment
    ? (unmet[0] ?? 'health_not_asked')
    : causeUnseen(watch)
  return new Stop('wait_timeout', message + state, {
    status: failure?.status,
    cause,
  })
}

/** Why no look showed the deployment. */
const causeUnseen = ({ failure, missingSince }: Watch): Cause =>
  failure && missingSince === undefined ? 'looks_failed' : 'not_shown'

/** What the last looks showed, and when. */
function stateInWords(
  { shown, failingSince, failure }: Watch,
  clock: Clock,
  { deployment }: Run,
): string {
  const at = (time: number) => timeOfDay(clock.date() - (clock.now() - time))
  const last =
    deployment &&
    `At ${at(shown)}, the last look that showed it, it had ${deployment.state}`
  const failing =
    failure &&
    failingSince !== undefined &&
    `The looks fail since ${at(failingSince)}: ${inShort(failure)}`
  return [last, failing]
    .filter(Boolean)
    .map(sentence => `. ${sentence}`)
    .join('')
}
