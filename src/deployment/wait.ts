import { duration, timeOfDay } from '../base/text.ts'
import type { Goal } from '../inputs/order.ts'
import { RunError, requestError } from '../run/error.ts'
import type { Run } from '../run/run.ts'
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
import type { Clock } from '../service/http.ts'
import type { Service } from '../service/operations.ts'
import { type Look, lookFor, lookUp } from '../service/pages.ts'
import { askHealth, type Health, healthUrlOf } from './health.ts'
import { ambiguousError, beingDeletedError } from './outcome.ts'

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
  const { wait_for, commit } = goal
  if (wait_for === 'ready' && deployment.status !== 'READY') return 'not_ready'
  if (wait_for === 'active' && !isActive(deployment)) return 'not_active'
  if (commit && !isSameCommit(commit, deployment.repo_commit_sha))
    return 'other_commit'
  if (goal.health_url && !healthUrlOf(goal, deployment)) return 'no_address'
  return undefined
}

/** What can be missing of what is waited for. */
type Missing = Condition | 'looks_failed' | 'not_shown' | 'unhealthy'

/** What the looks of a wait showed so far. */
interface Looks {
  /** What the last one showed, in words. */
  words: string
  /** Why the last one failed. */
  failure?: RequestFailure | undefined
  /** How many in a row were refused. */
  refusals: number
  /** When one showed the deployment last, in milliseconds since the epoch; of no use before one did. */
  shown: number
  /** Since when those that reached the end do not show it, by the clock. */
  missingSince?: number | undefined
}

/** What a wait works with, and what it found so far. Times are the clock's. */
interface Watch {
  readonly goal: Goal
  readonly service: Service
  readonly run: Run
  readonly began: number
  readonly until: number
  /** What is looked for; once a look showed it, the deployment. */
  target: Target
  looks: Looks
  /** The first thing that is missing of what is waited for. */
  missing?: Missing | undefined
  /** What the health URL answered, since all else is reached. */
  health: Health
}

/** Health has no words while it is not asked for. */
const NOT_ASKED: Health = { isHealthy: false, words: '' }

/**
 * Waits until a deployment has the state and the commit of the goal, and its health URL is healthy. Unknown statuses and failed
 * looks are waited through. One time bounds all of it.
 *
 * @throws RunError
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
    looks: {
      words: run.deployment?.state ?? '',
      refusals: 0,
      shown: clock.date(),
    },
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
  if (watch.looks.missingSince !== undefined) return 'not_shown'
  // A name that was not looked up to the end may have another deployment.
  if (!deployment || !watch.target.id) return 'looks_failed'
  if (isBeingDeleted(deployment)) throw beingDeletedError(deployment)
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
  const { run, health } = watch
  const state = watch.looks.words
  const before = run.changes.at(-1)
  if (before?.state === state && before.health === health.words) return
  if (state !== run.deployment?.state)
    run.log(`The ${named(watch.target)}: ${state}`)
  const { clock } = watch.service.net
  run.changes.push({
    time: clock.date(),
    after: clock.now() - watch.began,
    state,
    health: health.words,
  })
}

/**
 * Looks for the deployment once.
 *
 * @throws RunError if several looks in a row were refused, or the looks of a long enough time did not show it
 */
async function poll(watch: Watch): Promise<void> {
  const { clock } = watch.service.net
  const look = await lookOnce(watch)
  const [deployment, ...others] = look.found
  if (others.length > 0) throw ambiguousError(look.found, watch.target.name)
  watch.looks = looksAfter(look, watch.looks, clock)
  const { failure, refusals, missingSince = Infinity } = watch.looks
  if (refusals === MOST_REFUSALS && failure)
    throw requestError(
      `look for the ${named(watch.target)}, three times in a row`,
      failure,
    )
  if (deployment) watch.run.see(deployment)
  if (failure) return
  if (clock.now() - missingSince >= UNLISTED) throw notListedError(watch)
  if (deployment) watch.target = deployment
}

/** What the looks showed, one more included. */
function looksAfter(
  { found: [deployment], failure }: Look,
  before: Looks,
  clock: Clock,
): Looks {
  const shown = deployment ? clock.date() : before.shown
  if (failure) {
    const isRefused = REFUSED.includes(failure.status)
    return {
      ...before,
      words: `the look failed: ${inShort(failure)}`,
      failure,
      shown,
      refusals: isRefused ? before.refusals + 1 : 0,
    }
  }
  if (deployment) return { words: deployment.state, refusals: 0, shown }
  const { missingSince = clock.now() } = before
  return { words: 'not listed', refusals: 0, shown, missingSince }
}

/** Looks for an id, or else for a name. A filter may find an id sooner; only the whole list shows that it is not there. */
async function lookOnce({ target, until, service }: Watch): Promise<Look> {
  const { id } = target
  if (!id) return lookUp(service, target.name, { until })
  const isWanted = (item: unknown) =>
    comparableId(idOf(item)) === comparableId(id)
  const filter = { query: { ids: id }, onePage: true }
  const filtered = await lookFor(service, isWanted, { ...filter, until })
  return filtered.found.length > 0
    ? filtered
    : lookFor(service, isWanted, { until })
}

/** The end of a wait for a deployment that is not there, or no longer. */
function notListedError({ target, run }: Watch): RunError {
  const subject = named(target)
  if (!run.deployment)
    return new RunError(
      'not_found',
      `The service does not list the ${subject}`,
      {
        cause: 'not_there',
      },
    )
  return new RunError(
    'deleted',
    run.isListed
      ? `The service no longer lists the ${subject}. Its last known state was: ${run.deployment.state}`
      : `The service has not listed the ${subject} since it was created`,
    { cause: 'not_listed' },
  )
}

/** What is waited for: `active and at commit 1f3… and healthy`. */
function goalInWords({ wait_for, commit, health_url }: Goal): string {
  return (
    [
      wait_for.replace('none', ''),
      commit && `at commit ${commit}`,
      health_url && 'healthy',
    ]
      .filter(Boolean)
      .join(' and ') || 'listed'
  )
}

/** The end of a wait whose time is over: it claims only what looks showed. */
function timeoutError(watch: Watch): RunError {
  const { goal, missing, health, looks } = watch
  const { failure } = looks
  // Too short for looks of UNLISTED, with a pause before them and one after.
  const isShort = goal.wait_timeout < UNLISTED + 2 * SHORTEST_PAUSE
  if (missing === 'not_shown' && isShort && !watch.run.deployment)
    return notListedError(watch)
  const subject = `The ${named(watch.target)} was not shown to be`
  const end = `within ${duration(goal.wait_timeout)}`
  const showed = looksInWords(watch)
  if (missing === 'unhealthy')
    return new RunError(
      'unhealthy',
      `${subject} healthy ${end}: ${health.words}. ${showed}`,
      { status: health.status, cause: health.cause },
    )
  const unseen = failure ? 'looks_failed' : 'not_shown'
  return new RunError(
    'wait_timeout',
    `${subject} ${goalInWords(goal)} ${end}. ${showed}`,
    { status: failure?.status, cause: watch.run.isListed ? missing : unseen },
  )
}

/** What the last looks showed, and when. */
function looksInWords({ run, looks }: Watch): string {
  const { shown, failure, missingSince } = looks
  const last = run.isListed
    ? `At ${timeOfDay(shown)} UTC, the last look that showed it, it had ${run.deployment?.state}`
    : 'No look showed it'
  if (!failure) return last
  const since = run.isListed ? 'Every look since then' : 'Every look'
  return `${last}. ${missingSince ? 'The last look' : since} failed: ${inShort(failure)}. First mend or await this`
}
