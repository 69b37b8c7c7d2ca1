import { duration, timeOfDay } from '../base/text.ts'
import type { Goal } from '../inputs/order.ts'
import { type Condition, RunError, requestError } from '../run/error.ts'
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
import { type FailureCause, inShort, isTransient, type RequestFailure } from '../service/failure.ts'
import type { Service } from '../service/operations.ts'
import { type Look, lookFor, lookUp } from '../service/pages.ts'
import { askHealth, healthUrlOf } from './health.ts'
import { ambiguousError, beingDeletedError } from './outcome.ts'

/** How long a deployment must be missing from the list before it counts as gone, in milliseconds: the list may lag. */
const UNLISTED = 15_000

/** The pauses between looks, in milliseconds. */
const SHORTEST_PAUSE = 1000
const LONGEST_PAUSE = 15_000

/** This many refused looks in a row end a wait: waiting does not repair a credential. */
const MOST_REFUSALS = 3
const REFUSED: (number | undefined)[] = [401, 403, 404]

/** The deployment to wait for. One of the two fields may be empty. */
export interface Target {
  id: string
  name: string
}

/** Why a wait goes on. If all looks failed, it is the cause of the last failure, if that is known. */
type Missing = Condition | FailureCause | 'looks_failed' | 'not_shown' | 'unhealthy'

/** What a look showed where its state, which follows, does not say so. */
const CONDITIONS: Partial<Record<Missing, string>> = {
  other_commit: 'it was at another commit:',
  no_address: 'it showed no `custom_url` that can be asked, so its health was not asked:',
}

/**
 * Waits until a deployment has the state and the commit of the goal, and its health URL is healthy. An unknown status or a failed
 * look does not end the wait. `wait_timeout` limits all of it.
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
  const until = began + goal.wait_timeout
  /** What the looks search for: the inputs at first, then the deployment that a look found. */
  let wanted = target

  /** Adds a look to the run, and logs a failed or empty one if it is a change. */
  function note({ found: [deployment], failure }: Look): void {
    const state = failure
      ? `the look failed: ${inShort(failure)}`
      : (deployment?.state ?? 'not listed')
    // `run.see` and `run.adopt` already log the states of the deployment.
    if (state !== deployment?.state && state !== run.looks.at(-1)?.state)
      run.log(`The ${named(wanted)}: ${state}`)
    run.looks.push({
      date: clock.date(),
      after: clock.now() - began,
      isShown: deployment !== undefined,
      failure,
      state,
    })
  }

  /** Looks for the deployment once, and notes what the look showed. */
  async function lookOnce(): Promise<void> {
    const look = await findTarget(wanted, until, service)
    const [deployment, ...others] = look.found
    if (others.length > 0) throw ambiguousError(look.found, target.name)
    // A look that the end of the wait cut says nothing, unless it is the only one.
    if (look.failure?.isCut && run.looks.length > 0) return
    note(look)
    if (!deployment || look.failure) return
    wanted = deployment
    run.adopt(deployment)
  }

  const words = goalInWords(goal)
  run.log(`Waiting until the ${named(target)} is ${words}`)
  for (;;) {
    await lookOnce()
    const missing = judgeLooks(wanted, goal, run) ?? (await checkHealth(goal, until, service, run))
    if (!missing) break
    const passed = clock.now() - began
    // Start the last look early enough to end in time.
    const left = goal.wait_timeout - passed - SHORTEST_PAUSE
    if (left <= 0) throw timeoutError(missing, wanted, goal, run)
    await clock.sleep(Math.min(Math.max(SHORTEST_PAUSE, passed / 4), LONGEST_PAUSE, left), signal)
  }
  run.reached = words
}

/** Looks for an id, or else for a name. A filter may find an id sooner, but only the whole list proves that it is missing. */
async function findTarget({ id, name }: Target, until: number, service: Service): Promise<Look> {
  if (!id) return lookUp(service, name, { until })
  const isWanted = (item: unknown) => comparableId(idOf(item)) === comparableId(id)
  const filtered = await lookFor(service, isWanted, {
    query: { ids: id },
    onePage: true,
    until,
  })
  // The whole list is no better after a failure that passes; a service may refuse the filter alone.
  return filtered.found.length > 0 || (filtered.failure && isTransient(filtered.failure))
    ? filtered
    : lookFor(service, isWanted, { until })
}

// What follows from all looks together.

/** What the looks of a wait show together. */
interface Summary {
  /** When the last look that showed the deployment ended, in milliseconds since the epoch; undefined if none did. */
  shownAt: number | undefined
  /**
   * For how long looks that read the whole list have not shown it, in milliseconds; undefined if none has, since the last look that
   * showed it. Failed looks do not count, as they prove nothing.
   */
  missingFor: number | undefined
  /** Why the last look failed, if it did. */
  failure: RequestFailure | undefined
  /** Whether waiting does not help: the last MOST_REFUSALS looks were refused, or every look would be. */
  isRefused: boolean | undefined
}

function summaryOf(looks: WaitLook[]): Summary {
  let shownAt: number | undefined
  let missingSince: number | undefined
  let missingFor: number | undefined
  let refusals = 0
  for (const { isShown, failure, after, date } of looks) {
    refusals = REFUSED.includes(failure?.status) ? refusals + 1 : 0
    if (isShown) {
      shownAt = date
      missingSince = undefined
      missingFor = undefined
    } else if (!failure) {
      missingSince ??= after
      missingFor = after - missingSince
    }
  }
  const failure = looks.at(-1)?.failure
  const isRefused = refusals >= MOST_REFUSALS || failure?.endsRun
  return { shownAt, missingFor, failure, isRefused }
}

/**
 * Judges what the looks have shown. Returns the first condition that is not met; undefined if all but the health are met.
 *
 * @throws RunError if the looks end the wait
 */
function judgeLooks(target: Target, goal: Goal, run: Run): Missing | undefined {
  const { deployment, isListed, looks } = run
  const summary = summaryOf(looks)
  const { failure, isRefused, shownAt, missingFor = 0 } = summary
  if (failure && isRefused)
    throw requestError(`look for the ${named(target)}, which may go on without this step`, failure)
  // Until the list shows a deployment that this run created, that is only late.
  if (missingFor >= UNLISTED && (isListed || !deployment)) throw notListedError(target, run)
  // What was known before the wait may be over.
  if (shownAt === undefined) return whyNotShown(summary)
  // Without an id, no look has reached the end of the list yet: another deployment may have the same name.
  if (!deployment || !target.id) return 'looks_failed'
  if (isBeingDeleted(deployment)) throw beingDeletedError(deployment)
  return firstUnmet(goal, deployment)
}

/** Why looks do not show the deployment: those that reached the end did not, or all failed. */
function whyNotShown({ failure, missingFor }: Summary): Missing {
  return failure && missingFor === undefined ? (failure.cause ?? 'looks_failed') : 'not_shown'
}

/** The first condition of a goal that a deployment does not meet; undefined if it meets all. */
function firstUnmet(goal: Goal, deployment: Deployment): Condition | undefined {
  const { wait_for, commit } = goal
  const { status, repo_ref, repo_commit_sha } = deployment
  if (wait_for === 'ready' && status !== 'READY') return 'not_ready'
  if (wait_for === 'active' && !isActive(deployment)) {
    // The status says more than the revision, if it is shown, and is not READY.
    if (!['READY', ''].includes(status)) return 'not_ready'
    return repo_ref && !repo_commit_sha ? 'not_built' : 'not_active'
  }
  if (commit && !isSameCommit(commit, repo_commit_sha))
    return repo_commit_sha ? 'other_commit' : 'no_commit'
  return undefined
}

/** The last answer of the health URL, else the last attempt that was not cut: an answer says more than a later silence. */
function lastHealth(looks: WaitLook[]): Health | undefined {
  const all = looks.flatMap(({ health }) => health ?? [])
  return all.findLast(({ status }) => status) ?? all.findLast(({ isCut }) => !isCut) ?? all.at(-1)
}

/** Asks the health URL, if there is one. Returns what is missing, if anything is: the state may be older than the last look. */
async function checkHealth(
  goal: Goal,
  until: number,
  service: Service,
  run: Run,
): Promise<Missing | undefined> {
  const look = run.looks.at(-1)
  // Null while the deployment has no address.
  const url = run.deployment && goal.health_url && healthUrlOf(goal, run.deployment)
  if (!url || !look) return url === null ? 'no_address' : undefined
  // After a look that was cut, the one before it has its health already.
  look.health ??= await askHealth(url, goal, until, service)
  run.log(`Health: ${look.health.words}`)
  if (!look.health.isHealthy) return 'unhealthy'
  return look.isShown ? undefined : whyNotShown(summaryOf(run.looks))
}

// How a wait ends.

/** The error for a deployment that the list never showed, or no longer shows. */
function notListedError(target: Target, run: Run): RunError {
  const subject = named(target)
  if (!run.deployment)
    return new RunError('not_found', `The service does not list the ${subject}`, {
      cause: 'not_there',
    })
  return new RunError(
    'deleted',
    `The service no longer lists the ${subject}. Its last known state was: ${run.deployment.state}`,
    { cause: 'not_listed' },
  )
}

/** What is waited for: `active and at commit 1f3… and healthy`. */
function goalInWords({ wait_for, commit, health_url }: Goal): string {
  return (
    [wait_for.replace('none', ''), commit && `at commit ${commit}`, health_url && 'healthy']
      .filter(Boolean)
      .join(' and ') || 'listed'
  )
}

/** The error of a wait whose time is over. It claims only what the looks showed. */
function timeoutError(missing: Missing, target: Target, goal: Goal, run: Run): RunError {
  const failure = run.looks.at(-1)?.failure
  // A wait this short is over before the deployment can be missing for UNLISTED.
  const isShort = goal.wait_timeout < UNLISTED + 2 * SHORTEST_PAUSE
  if (missing === 'not_shown' && isShort && !failure && !run.deployment)
    return notListedError(target, run)
  const subject = `The ${named(target)} was not shown to be`
  const end = `within ${duration(goal.wait_timeout)}`
  const showed = looksInWords(run, missing)
  if (missing === 'unhealthy') {
    const health = lastHealth(run.looks)
    return new RunError(
      'unhealthy',
      `${subject} healthy ${end}: ${health?.words}. ${showed}`,
      health,
    )
  }
  return new RunError('wait_timeout', `${subject} ${goalInWords(goal)} ${end}. ${showed}`, {
    status: failure?.status,
    cause: missing,
  })
}

/** What the last looks showed, and when. */
function looksInWords({ isListed, looks, deployment }: Run, missing: Missing): string {
  const { shownAt, missingFor, failure } = summaryOf(looks)
  const condition = CONDITIONS[missing] ?? 'it had'
  const before = isListed
    ? `No look of this wait showed it. Before, it had ${deployment?.state}`
    : 'No look at the list showed it'
  const last = shownAt
    ? `At ${timeOfDay(shownAt)} UTC, the last look that showed it, ${condition} ${deployment?.state}`
    : before
  if (!failure) return last
  const since = shownAt ? 'Every look since then' : 'Every look'
  return `${last}. ${missingFor === undefined ? since : 'The last look'} failed: ${inShort(failure)}. What it is now is not known, and a rerun helps only once looks succeed`
}
