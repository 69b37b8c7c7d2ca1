import { duration, timeOfDay } from '../base/text.ts'
import type { Goal } from '../inputs/order.ts'
import type { Run } from '../run/run.ts'
import { Stop, stopAfter } from '../run/stop.ts'
import {
  comparableId,
  type Deployment,
  idOf,
  isActive,
  isBeingDeleted,
  isSameCommit,
  named,
} from '../service/deployment.ts'
import { inShort, type RequestFailure } from '../service/failure.ts'
import type { ListQuery, Service } from '../service/operations.ts'
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

/** What a deployment can lack of a goal, its health aside, in the order in which it comes. */
type Condition = 'not_ready' | 'not_active' | 'other_commit' | 'no_address'

/** The first condition of a goal that a deployment does not meet. */
function firstUnmet(goal: Goal, deployment: Deployment): Condition | undefined {
  const { wait_for, commit, health_url } = goal
  if (wait_for === 'ready' && deployment.status !== 'READY') return 'not_ready'
  if (wait_for === 'active' && !isActive(deployment)) return 'not_active'
  if (commit && !isSameCommit(commit, deployment.repo_commit_sha))
    return 'other_commit'
  if (health_url && !healthUrlOf(goal, deployment)) return 'no_address'
  return undefined
}

/** What can be missing of what is waited for. */
type Missing = Condition | 'looks_failed' | 'not_shown' | 'unhealthy'

/** What a wait works with, and what its looks showed. Times are the clock's. */
interface Watch {
  goal: Goal
  service: Service
  run: Run
  began: number
  until: number
  /** What is looked for; once a look showed it, the deployment. */
  target: Target
  /** When a look showed the deployment last, in milliseconds since the epoch; of no use before one did. */
  shown: number
  /** Since when looks that reached the end do not show it. */
  missingSince?: number | undefined
  /** Why the last look failed. */
  failure?: Look['failure']
  /** The first thing that is missing of what is waited for. */
  missing?: Missing | undefined
  /** The number of refused looks in a row. */
  refusals: number
  /** Whether the filter of ids may find what the whole list shows. */
  isFilterUseful: boolean
  /** What the health URL answered, since all else is reached. */
  health: Health
}

/** Health has no words while it is not asked for. */
const NOT_ASKED: Health = { isHealthy: false, words: '' }

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
  const watch: Watch = {
    goal,
    service,
    run,
    began,
    until: began + goal.wait_timeout,
    target,
    shown: clock.date(),
    refusals: 0,
    isFilterUseful: true,
    health: NOT_ASKED,
  }
  const words = goalInWords(goal)
  run.log(`Waiting until the ${named(target)} is ${words}`)
  if (!run.deployment) await poll(watch)
  for (;;) {
    watch.missing = await findMissing(watch)
    noteChange(watch)
    if (!watch.missing) break
    const passed = clock.now() - began
    // A look that begins later could not end in time.
    const left = goal.wait_timeout - passed - SHORTEST_PAUSE
    if (left <= 0) throw timeoutError(watch)
    const growing = Math.max(SHORTEST_PAUSE, passed / 4)
    await clock.sleep(Math.min(growing, LONGEST_PAUSE, left), signal)
    await poll(watch)
  }
  run.reached = words
}

/** Finds the first thing that is missing. Health is asked for once it is all that is left. */
async function findMissing(watch: Watch): Promise<Missing | undefined> {
  const { goal, service, health: before } = watch
  const { deployment } = watch.run
  watch.health = NOT_ASKED
  if (watch.missingSince !== undefined) return 'not_shown'
  if (!deployment) return 'looks_failed'
  if (isBeingDeleted(deployment)) throw beingDeleted(deployment)
  const unmet = firstUnmet(goal, deployment)
  const url = healthUrlOf(goal, deployment)
  if (unmet || !url) return unmet
  const health = await askHealth(url, goal, watch.until, service)
  watch.run.log(`Health: ${health.words}`)
  // The last answer says more of the application than a later silence.
  watch.health = health.status || !before.status ? health : before
  return health.isHealthy ? undefined : 'unhealthy'
}

/** Writes down what a look showed, if it is another than before. */
function noteChange(watch: Watch): void {
  const { service, run, began, failure, health } = watch
  const shown = watch.missing !== 'not_shown' && run.deployment?.state
  const state = failure
    ? `the look failed: ${inShort(failure)}`
    : shown || 'not listed'
  const before = run.changes.at(-1)
  if (before?.state === state && before.health === health.words) return
  const { clock } = service.net
  run.changes.push({
    time: clock.date(),
    after: clock.now() - began,
    state,
    health: health.words,
  })
}

/**
 * Looks for the deployment once.
 *
 * @throws Stop if several looks in a row were refused, or the looks of a long enough time did not show it
 */
async function poll(watch: Watch): Promise<void> {
  const { clock } = watch.service.net
  const { found, failure } = await lookOnce(watch)
  if (found.length > 1) throw ambiguous(found, watch.target.name)
  watch.failure = failure
  // A name that was not looked up to the end may have another deployment.
  if (failure) return countRefusal(failure, watch)
  watch.refusals = 0
  const [deployment] = found
  if (deployment) {
    watch.run.see(deployment)
    watch.target = deployment
    watch.shown = clock.date()
    watch.missingSince = undefined
    return
  }
  watch.missingSince ??= clock.now()
  if (clock.now() - watch.missingSince >= UNLISTED) throw notListed(watch)
}

function countRefusal(failure: RequestFailure, watch: Watch): void {
  const isRefused = REFUSED.includes(failure.status)
  watch.refusals = isRefused ? watch.refusals + 1 : 0
  if (watch.refusals === MOST_REFUSALS)
    throw stopAfter(`look for the ${named(watch.target)}`, failure)
}

/** Looks for an id, or else for a name. A filter may find an id sooner; only the whole list shows that it is not there. */
async function lookOnce(watch: Watch): Promise<Look> {
  const { target, until, service } = watch
  const { id, name } = target
  if (!id) return lookUp(service, name, { until })
  const isWanted = (item: unknown) =>
    comparableId(idOf(item)) === comparableId(id)
  const look = (query: ListQuery) =>
    lookFor(service, isWanted, { until, enough: 1, query })
  if (watch.isFilterUseful) {
    const filtered = await look({ ids: id })
    if (filtered.found.length > 0) return filtered
  }
  const whole = await look({})
  watch.isFilterUseful = whole.found.length === 0
  return whole
}

/** The end of a wait for a deployment that is not there, or no longer. */
function notListed({ target, run }: Watch): Stop {
  const subject = named(target)
  if (!run.deployment)
    return new Stop('not_found', `The service does not list the ${subject}`, {
      cause: 'not_there',
    })
  const message = run.isListed
    ? `The service no longer lists the ${subject}. Its last known state was: ${run.deployment.state}`
    : `The service has not listed the ${subject} since it was created`
  return new Stop('deleted', message, { cause: 'not_listed' })
}

/** What is waited for: `active and at commit 1f3… and healthy`. */
function goalInWords({ wait_for, commit, health_url }: Goal): string {
  const parts = [
    wait_for.replace('none', ''),
    commit && `at commit ${commit}`,
    health_url && 'healthy',
  ]
  return parts.filter(Boolean).join(' and ') || 'listed'
}

/** The end of a wait whose time is over: it claims only what looks showed. */
function timeoutError(watch: Watch): Stop {
  const { goal, missing, health, failure } = watch
  // Too short for looks of UNLISTED, with a pause before them and one after.
  const isShort = goal.wait_timeout < UNLISTED + 2 * SHORTEST_PAUSE
  if (missing === 'not_shown' && isShort && !watch.run.deployment)
    return notListed(watch)
  const subject = `The ${named(watch.target)} was not shown to be`
  const end = `within ${duration(goal.wait_timeout)}`
  const looks = looksInWords(watch)
  if (missing === 'unhealthy')
    return new Stop(
      'unhealthy',
      `${subject} healthy ${end}: ${health.words}. ${looks}`,
      { status: health.status, cause: health.cause },
    )
  const unseen = failure ? 'looks_failed' : 'not_shown'
  return new Stop(
    'wait_timeout',
    `${subject} ${goalInWords(goal)} ${end}. ${looks}`,
    { status: failure?.status, cause: watch.run.isListed ? missing : unseen },
  )
}

/** What the last looks showed, and when. */
function looksInWords({ run, shown, failure, missingSince }: Watch): string {
  const last = run.isListed
    ? `At ${timeOfDay(shown)} UTC, the last look that showed it, it had ${run.deployment?.state}`
    : 'No look showed it'
  if (!failure) return last
  const since = run.isListed ? 'Every look since then' : 'Every look'
  return `${last}. ${missingSince ? 'The last look' : since} failed: ${inShort(failure)}`
}
