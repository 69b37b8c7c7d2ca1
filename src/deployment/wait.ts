import type { Run } from '../run/run.ts'
import { Stop } from '../run/stop.ts'
import { duration } from '../run/text.ts'
import {
  comparableId,
  type Deployment,
  idOf,
  isActive,
  isSameCommit,
  named,
  refuseDeleted,
} from '../service/deployment.ts'
import { inShort, stopAfter } from '../service/failure.ts'
import { type Look, lookFor, lookUp, onlyOne } from '../service/pages.ts'
import type { Service } from '../service/service.ts'
import { askHealth, type Health } from './health.ts'

/** How long looks must not show a deployment until it counts as gone, in milliseconds: a list may lag. */
const UNLISTED = 15_000

/** The pauses between looks, in milliseconds. */
const SHORTEST_PAUSE = 1000
const LONGEST_PAUSE = 15_000

/** So many looks in a row that are refused end a wait: waiting mends no credential. */
const MOST_REFUSALS = 3
const REFUSED: (number | undefined)[] = [401, 403, 404]

/** What is waited for. */
export interface Goal {
  wait_for: 'none' | 'ready' | 'active'
  /** In milliseconds. */
  wait_timeout: number
  /** The full SHA of a commit. */
  commit: string | undefined
  health_url: string | undefined
  health_contains: string | undefined
  /** What the health check sends, by the names in lower case. */
  health_headers: Record<string, string>
  /** Whether `health_headers` has a credential, which may not go over `http://` beyond loopback. */
  healthNeedsHttps: boolean
}

/** Whether anything is waited for. */
export const isWaiting = ({ wait_for, health_url }: Goal): boolean =>
  wait_for !== 'none' || health_url !== undefined

/** The deployment that is waited for. One of both may be empty. */
export interface Target {
  id: string
  name: string
}

/** What a wait depends on, and what its looks showed. Times are the clock's. */
interface Watch {
  target: Target
  goal: Goal
  deadline: number
  /** The number of refused looks in a row. */
  refusals: number
  /** Since when looks that reached the end do not show it. */
  missingSince?: number | undefined
  /** Why the last look failed. */
  failure?: Look['failure']
  health?: Health | undefined
}

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
  const deadline = clock.now() + goal.wait_timeout
  const watch: Watch = { target, goal, deadline, refusals: 0 }
  run.log(`Waiting until the ${subjectOf(watch, run)} is ${goalInWords(goal)}`)
  if (!run.deployment) await poll(watch, service, run)
  while (!(await judge(watch, service, run))) {
    // A look that begins later could not end in time.
    const left = deadline - SHORTEST_PAUSE - clock.now()
    if (left <= 0) throw overdue(watch, run)
    await clock.sleep(Math.min(pauseOf(watch, left), left), signal)
    await poll(watch, service, run)
  }
  run.reached = goalInWords(goal)
}

/** What is waited for, in words. */
const subjectOf = ({ target }: Watch, { deployment }: Run): string =>
  named(deployment ?? target)

/** Asks for the health, if the deployment has all else that is waited for. Resolves to whether it has all. */
async function judge(
  watch: Watch,
  service: Service,
  run: Run,
): Promise<boolean> {
  const { goal, deadline } = watch
  const { deployment } = run
  if (!deployment) return false
  refuseDeleted(deployment)
  if (lackOf(goal, deployment) !== '') return false
  if (goal.health_url === undefined) return true
  const health = await askHealth(goal, deployment, deadline, service)
  if (health && health.words !== watch.health?.words)
    run.log(`Health: ${health.words}`)
  // The last answer says more of the application than a later silence.
  if (health?.status || !watch.health?.status) watch.health = health
  return health?.isHealthy === true
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
  const { target, deadline: until } = watch
  const { id, name } = run.deployment ?? target
  const { found, failure } = await lookOnce(id, name, until, service)
  const deployment = onlyOne(found, name)
  // A name that was not looked up to the end may have another deployment.
  if (deployment && (id || !failure)) run.see(deployment)
  watch.failure = failure
  watch.refusals = REFUSED.includes(failure?.status) ? watch.refusals + 1 : 0
  if (failure && watch.refusals === MOST_REFUSALS)
    throw stopAfter(`look for the ${subjectOf(watch, run)}`, failure)
  if (deployment) watch.missingSince = undefined
  else if (!failure) {
    const now = service.net.clock.now()
    watch.missingSince ??= now
    if (now - watch.missingSince >= UNLISTED) throw notListed(watch, run)
  }
}

/** Looks for an id, or else for a name. A filter may find an id sooner; only the whole list shows that it is not there. */
async function lookOnce(
  id: string,
  name: string,
  until: number,
  service: Service,
): Promise<Look> {
  if (!id) return lookUp(service, name, { until })
  const isWanted = (item: unknown) =>
    comparableId(idOf(item)) === comparableId(id)
  const reading = { until, isOneEnough: true }
  const query = { ids: id }
  const filtered = await lookFor(service, isWanted, { ...reading, query })
  return filtered.found.length > 0
    ? filtered
    : lookFor(service, isWanted, reading)
}

/** The end of a wait for a deployment that is not there, or no longer. */
function notListed(watch: Watch, run: Run): Stop {
  const subject = subjectOf(watch, run)
  return run.deployment
    ? new Stop(
        'deleted',
        `The service no longer lists the ${subject}. Its last known state was: ${run.deployment.state}`,
      )
    : new Stop('not_found', `The service does not list the ${subject}`)
}

/** What is missing of the state and the commit that are waited for, in words; empty if nothing is. */
function lackOf({ wait_for, commit }: Goal, deployment: Deployment): string {
  const { status, repo_commit_sha } = deployment
  const hasState =
    wait_for === 'none' ||
    (wait_for === 'ready' ? status === 'READY' : isActive(deployment))
  const hasCommit = !commit || isSameCommit(commit, repo_commit_sha)
  const lacks = [!hasState && wait_for, !hasCommit && `at commit ${commit}`]
  return lacks.filter(Boolean).join(' and ')
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

/** The end of a wait whose time is over. */
const overdue = (watch: Watch, run: Run): Stop =>
  isMissing(watch, run) ? notListed(watch, run) : unreached(watch, run)

/** Whether the looks that reached the end did not show the deployment, in a wait that is too short for {@link UNLISTED}, with a pause before it and one after. */
function isMissing(
  { goal, missingSince }: Watch,
  { deployment }: Run,
): boolean {
  const isShort = goal.wait_timeout < UNLISTED + 2 * SHORTEST_PAUSE
  return isShort && !deployment && missingSince !== undefined
}

/** The end of a wait that was not reached, with what is missing. */
function unreached(watch: Watch, run: Run): Stop {
  const { goal, health, failure } = watch
  const { deployment } = run
  const lack = deployment ? lackOf(goal, deployment) || 'healthy' : 'found'
  const said = health ? `: ${health.words}` : ''
  const parts = [
    `The ${subjectOf(watch, run)} was not ${lack} within ${duration(goal.wait_timeout)}${said}`,
    lack === 'healthy' && !health && 'It has no `custom_url` for the path',
    deployment && `Its last known state was: ${deployment.state}`,
    failure && `The last look failed: ${inShort(failure)}`,
  ]
  return new Stop(
    health ? 'unhealthy' : 'wait_timeout',
    parts.filter(Boolean).join('. '),
    { status: health ? health.status : failure?.status },
  )
}
