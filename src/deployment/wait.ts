import { duration, timeOfDay } from '../base/text.ts'
import type { Goal } from '../inputs/order.ts'
import { RunError, requestError } from '../run/error.ts'
import type { Health, Run, WaitLook } from '../run/run.ts'
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
import { askHealth, healthUrlOf } from './health.ts'
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

/** What can be missing of what is waited for. */
type Missing = Condition | 'looks_failed' | 'not_shown' | 'unhealthy'

/** What a wait works with. Times are the clock's. */
interface Watch {
  readonly goal: Goal
  readonly service: Service
  readonly clock: Clock
  readonly run: Run
  readonly began: number
  readonly until: number
  /** What is looked for; once a look showed it, the deployment. */
  target: Target
}

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
  const { deployment } = run
  const watch: Watch = {
    goal,
    service,
    clock,
    run,
    began,
    until: began + goal.wait_timeout,
    target,
  }
  const words = goalInWords(goal)
  run.log(`Waiting until the ${named(target)} is ${words}`)
  let look = deployment
    ? noteLook({ found: [deployment] }, watch)
    : await poll(watch)
  for (;;) {
    const missing = await findMissing(look, watch)
    if (!missing) break
    const passed = clock.now() - began
    // A look that begins later could not end in time.
    const left = goal.wait_timeout - passed - SHORTEST_PAUSE
    if (left <= 0) throw timeoutError(missing, watch)
    await clock.sleep(
      Math.min(Math.max(SHORTEST_PAUSE, passed / 4), LONGEST_PAUSE, left),
      signal,
    )
    look = await poll(watch)
  }
  run.reached = words
}

/** Finds the first thing that is missing after a look. Health is asked for once it is all that is left. */
async function findMissing(
  look: WaitLook,
  { goal, service, run, target, until }: Watch,
): Promise<Missing | undefined> {
  const { deployment, looks } = run
  if (firstWithout(looks)) return 'not_shown'
  // A name that was not looked up to the end may have another deployment.
  if (!deployment || !target.id) return 'looks_failed'
  if (isBeingDeleted(deployment)) throw beingDeletedError(deployment)
  const unmet = firstUnmet(goal, deployment)
  if (unmet || !goal.health_url) return unmet
  const url = healthUrlOf(goal, deployment)
  if (!url) return 'no_address'
  look.health = await askHealth(url, goal, until, service)
  run.log(`Health: ${look.health.words}`)
  return look.health.isHealthy ? undefined : 'unhealthy'
}

/** The first condition of a goal that a deployment does not meet. */
function firstUnmet(goal: Goal, deployment: Deployment): Condition | undefined {
  const { wait_for, commit } = goal
  if (wait_for === 'ready' && deployment.status !== 'READY') return 'not_ready'
  if (wait_for === 'active' && !isActive(deployment)) return 'not_active'
  if (commit && !isSameCommit(commit, deployment.repo_commit_sha))
    return 'other_commit'
  return undefined
}

/** Writes down a look. */
function noteLook(
  { found: [deployment], failure }: Look,
  { run, clock, began, target }: Watch,
): WaitLook {
  const state = failure
    ? `the look failed: ${inShort(failure)}`
    : (deployment?.state ?? 'not listed')
  // The run logs the states of the deployment.
  if (state !== deployment?.state && state !== run.looks.at(-1)?.state)
    run.log(`The ${named(target)}: ${state}`)
  const look: WaitLook = {
    date: clock.date(),
    after: clock.now() - began,
    isShown: deployment !== undefined,
    failure,
    state,
  }
  run.looks.push(look)
  return look
}

/**
 * Looks for the deployment once.
 *
 * @throws RunError if several looks in a row were refused, or the looks of a long enough time did not show it
 */
async function poll(watch: Watch): Promise<WaitLook> {
  const { run, target } = watch
  const { found, failure } = await lookOnce(watch)
  const [deployment, ...others] = found
  if (others.length > 0) throw ambiguousError(found, target.name)
  const look = noteLook({ found, failure }, watch)
  if (failure && areRefused(run.looks))
    throw requestError(
      `look for the ${named(target)}, ${MOST_REFUSALS} times in a row`,
      failure,
    )
  if (deployment && !failure) {
    watch.target = deployment
    run.adopt(deployment)
  }
  const since = firstWithout(run.looks)?.after ?? Infinity
  if (!failure && look.after - since >= UNLISTED) throw notListedError(watch)
  return look
}

/** Looks for an id, or else for a name. A filter may find an id sooner; only the whole list shows that it is not there. */
async function lookOnce({ target, service, until, run }: Watch): Promise<Look> {
  const options = { until, onFound: run.see }
  if (!target.id) return lookUp(service, target.name, options)
  const isWanted = (item: unknown) =>
    comparableId(idOf(item)) === comparableId(target.id)
  const filtered = await lookFor(service, isWanted, {
    query: { ids: target.id },
    onePage: true,
    ...options,
  })
  return filtered.found.length > 0
    ? filtered
    : lookFor(service, isWanted, options)
}

// What the looks of a wait show together. All of it follows from the list of them.

/** The first one that reached the end of the list and did not show the deployment, since one did: a failed one proves nothing. */
const firstWithout = (looks: WaitLook[]): WaitLook | undefined =>
  looks
    .slice(looks.findLastIndex(({ isShown }) => isShown) + 1)
    .find(({ failure }) => !failure)

/** What the health URL answered last: that says more of the application than a later silence. */
const lastHealth = (looks: WaitLook[]): Health | undefined =>
  (looks.findLast(({ health }) => health?.status) ?? looks.at(-1))?.health

/** Whether so many of the last ones were refused that the wait ends. */
const areRefused = (looks: WaitLook[]): boolean =>
  looks
    .slice(-MOST_REFUSALS)
    .filter(({ failure }) => REFUSED.includes(failure?.status)).length ===
  MOST_REFUSALS

// How a wait ends.

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
function timeoutError(missing: Missing, watch: Watch): RunError {
  const { goal, run } = watch
  const failure = run.looks.at(-1)?.failure
  // Too short for looks of UNLISTED, with a pause before them and one after.
  const isShort = goal.wait_timeout < UNLISTED + 2 * SHORTEST_PAUSE
  if (missing === 'not_shown' && isShort && !run.deployment)
    return notListedError(watch)
  const subject = `The ${named(watch.target)} was not shown to be`
  const end = `within ${duration(goal.wait_timeout)}`
  const showed = looksInWords(run)
  if (missing === 'unhealthy') {
    const health = lastHealth(run.looks)
    return new RunError(
      'unhealthy',
      `${subject} healthy ${end}: ${health?.words}. ${showed}`,
      health,
    )
  }
  const unseen = failure ? 'looks_failed' : 'not_shown'
  return new RunError(
    'wait_timeout',
    `${subject} ${goalInWords(goal)} ${end}. ${showed}`,
    { status: failure?.status, cause: run.isListed ? missing : unseen },
  )
}

/** What the last looks showed, and when. */
function looksInWords({ isListed, looks, deployment }: Run): string {
  const shown = looks.findLast(({ isShown }) => isShown)?.date ?? 0
  const last = isListed
    ? `At ${timeOfDay(shown)} UTC, the last look that showed it, it had ${deployment?.state}`
    : 'No look showed it'
  const failure = looks.at(-1)?.failure
  if (!failure) return last
  const since = isListed ? 'Every look since then' : 'Every look'
  return `${last}. ${firstWithout(looks) ? 'The last look' : since} failed: ${inShort(failure)}. First mend or await this`
}
