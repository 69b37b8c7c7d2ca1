import type { Goal } from '../inputs/order.ts'
import type { Run } from '../report/run.ts'
import { Stop } from '../report/stop.ts'
import { count, duration } from '../report/text.ts'
import {
  comparableId,
  type Deployment,
  idOf,
  isActive,
  isBeingDeleted,
  isSameCommit,
  named,
  stateOf,
} from '../service/deployment.ts'
import { inShort, stopBy } from '../service/failure.ts'
import { type Look, lookFor, lookUp } from '../service/pages.ts'
import type { Service } from '../service/service.ts'
import type { AskHealth, Health } from './health.ts'

/** How long looks must not show a deployment until it counts as gone, in milliseconds: a list may lag. */
const UNLISTED = 15_000

/** The pauses between looks, in milliseconds. */
const SHORTEST_PAUSE = 1000
const LONGEST_PAUSE = 15_000

/** So many looks in a row that are refused end a wait: waiting mends no credential. */
const MOST_REFUSALS = 3
const REFUSED = [401, 403, 404]

/** Whether anything is waited for. */
export const isWaiting = ({ wait_for, health_url }: Goal): boolean =>
  wait_for !== 'none' || health_url !== undefined

/** A wait, and what its looks showed. Times are the clock's. */
interface Watch {
  /** What is looked for, in words. */
  target: string
  began: number
  deadline: number
  /** The number of refused looks in a row. */
  refusals: number
  missingSince?: number | undefined
  /** Why the last look failed. */
  failure?: Look['failure']
  health?: Health | undefined
}

const startWatch = (
  target: string,
  began: number,
  deadline: number,
): Watch => ({ target, began, deadline, refusals: 0 })

/**
 * Waits until the deployment has the state and the commit of the goal, and its health URL is healthy. Unknown statuses and failed
 * looks are waited through.
 *
 * @throws Stop
 */
export async function waitFor(
  start: Deployment,
  goal: Goal,
  deadline: number,
  service: Service,
  askHealth: AskHealth,
  run: Run,
): Promise<void> {
  const { clock } = service.net
  const target = `the ${named(start)}`
  const watch = startWatch(target, clock.now(), deadline)
  let deployment = start
  run.log(`Waiting until ${target} is ${goalInWords(goal)}`)
  for (;;) {
    refuseDeleted(deployment)
    const isThere = isReached(goal, deployment)
    if (isThere) await checkHealth(goal, deployment, watch, askHealth, run)
    if (isThere && isHealthy(goal, watch)) break
    await pauseBeforeLook(watch, service)
    if (clock.now() >= deadline) throw overdue(goal, deployment, watch)
    const look = await lookForId(deployment.id, deadline, service)
    learn(look, watch, clock.now())
    if (isUnlisted(watch, clock.now()))
      throw new Stop(
        'deleted',
        `The service no longer lists the ${named(deployment)}. Its last known state was: ${stateOf(deployment)}`,
      )
    deployment = look.found[0] ?? deployment
    run.see(deployment)
  }
  run.reached = goalInWords(goal)
}

/** @throws Stop if a deployment is being deleted */
export function refuseDeleted(deployment: Deployment): void {
  if (isBeingDeleted(deployment))
    throw new Stop(
      'deleted',
      `The ${named(deployment)} is being deleted (status ${deployment.status})`,
    )
}

/** Asks the health URL of the goal, if it has one. Logs a change. */
async function checkHealth(
  goal: Goal,
  deployment: Deployment,
  watch: Watch,
  askHealth: AskHealth,
  run: Run,
): Promise<void> {
  if (goal.health_url === undefined) return
  const health = await askHealth(goal, deployment, watch.deadline)
  if (!health) return
  if (health.words !== watch.health?.words) run.log(`Health: ${health.words}`)
  watch.health = health
}

const isHealthy = ({ health_url }: Goal, { health }: Watch): boolean =>
  health_url === undefined || health?.isHealthy === true

/** The pauses grow with the time that has passed. The last one ends at the deadline. */
async function pauseBeforeLook(
  { began, deadline }: Watch,
  { net: { clock, signal } }: Service,
): Promise<void> {
  const now = clock.now()
  const left = Math.max(0, deadline - now)
  // The last look comes shortly before the end.
  const pause = Math.min(LONGEST_PAUSE, (now - began) / 4, left / 2)
  const next = Math.max(SHORTEST_PAUSE, pause)
  await clock.sleep(Math.min(next, left), signal)
}

/** A filter may find the deployment sooner; only the whole list shows that it is not there. */
async function lookForId(
  id: string,
  until: number,
  service: Service,
): Promise<Look> {
  const isWanted = (item: unknown) =>
    comparableId(idOf(item)) === comparableId(id)
  const reading = { until, isOneEnough: true }
  const query = { ids: id }
  const look = await lookFor(service, isWanted, { ...reading, query })
  return look.found.length > 0 ? look : lookFor(service, isWanted, reading)
}

/**
 * Learns from a look.
 *
 * @throws Stop if several looks in a row were refused
 */
function learn({ found, failure }: Look, watch: Watch, now: number): void {
  const isRefused = REFUSED.includes(failure?.status ?? 0)
  watch.failure = failure
  watch.refusals = isRefused ? watch.refusals + 1 : 0
  if (found.length > 0) watch.missingSince = undefined
  else if (!failure) watch.missingSince ??= now
  if (failure && watch.refusals === MOST_REFUSALS)
    throw stopBy(`look for ${watch.target}`, failure)
}

/** Whether the looks of a long enough time did not show the deployment. */
const isUnlisted = ({ missingSince, failure }: Watch, now: number): boolean =>
  missingSince !== undefined && !failure && now - missingSince >= UNLISTED

/** Whether the deployment has the state and the commit that are waited for. */
function isReached(
  { wait_for, commit }: Goal,
  deployment: Deployment,
): boolean {
  const { status, repo_commit_sha } = deployment
  if (commit && !isSameCommit(commit, repo_commit_sha)) return false
  if (wait_for === 'ready') return status === 'READY'
  return wait_for === 'none' || isActive(deployment)
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

function overdue(
  goal: Goal,
  deployment: Deployment,
  { health, failure }: Watch,
): Stop {
  const isPathOnly = isReached(goal, deployment) && !health
  const address = isPathOnly ? '. It has no `custom_url` for the path' : ''
  const said = health ? `: ${health.words}` : address
  const failed = failure ? `. The last look failed: ${inShort(failure)}` : ''
  return new Stop(
    health ? 'unhealthy' : 'wait_timeout',
    `The ${named(deployment)} was not ${goalInWords(goal)} within ${duration(goal.wait_timeout)}${said}. Its last known state was: ${stateOf(deployment)}${failed}`,
    { status: failure?.status },
  )
}

/** The deployment that the wait action looks for. */
export interface Target {
  id: string | undefined
  name: string | undefined
}

/**
 * Finds a deployment by its id or its exact name, and waits for it as asked. One time bounds both.
 *
 * @throws Stop
 */
export async function waitForExisting(
  { id, name = '' }: Target,
  goal: Goal,
  service: Service,
  askHealth: AskHealth,
  run: Run,
): Promise<void> {
  const { clock } = service.net
  const target = id ? `the deployment ${id}` : `the deployment "${name}"`
  const deadline = clock.now() + goal.wait_timeout
  const watch = startWatch(target, clock.now(), deadline)
  for (;;) {
    const look = await (id
      ? lookForId(id, deadline, service)
      : lookUp(service, name, { until: deadline }))
    const deployment = onlyOne(look.found, name)
    if (deployment) {
      run.see(deployment)
      return waitFor(deployment, goal, deadline, service, askHealth, run)
    }
    learn(look, watch, clock.now())
    if (isUnlisted(watch, clock.now())) throw notFound(goal, watch)
    await pauseBeforeLook(watch, service)
    if (clock.now() >= deadline) throw notFound(goal, watch)
  }
}

/** @throws Stop if several deployments have a name */
export function onlyOne(
  found: Deployment[],
  name: string,
): Deployment | undefined {
  if (found.length > 1)
    throw new Stop(
      'ambiguous_name',
      `${count(found.length, 'deployment')} have the name "${name}": ${listed(found)}`,
    )
  return found[0]
}

export const listed = (deployments: Deployment[]): string =>
  deployments.map(one => `${one.id} (${stateOf(one)})`).join(', ')

function notFound({ wait_timeout }: Goal, { target, failure }: Watch): Stop {
  if (!failure)
    return new Stop('not_found', `The service does not list ${target}`)
  return new Stop(
    'wait_timeout',
    `Could not look for ${target} within ${duration(wait_timeout)}: ${inShort(failure)}`,
    { status: failure.status },
  )
}
