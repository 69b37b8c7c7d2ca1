import type { Goal } from '../inputs/order.ts'
import type { Run } from '../report/run.ts'
import { Stop } from '../report/stop.ts'
import { duration } from '../report/text.ts'
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
import {
  inShort,
  isTransient,
  type RequestFailure,
  stopBy,
} from '../service/failure.ts'
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
  failure?: RequestFailure | undefined
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
 * @param time how long, in milliseconds
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
    if (isBeingDeleted(deployment)) throw deleted(deployment)
    const isThere = isReached(goal, deployment)
    if (isThere && (await isHealthy(goal, deployment, watch, askHealth, run)))
      break
    if (await isOver(watch, service)) throw overdue(goal, deployment, watch)
    const look = await lookForId(deployment.id, deadline, service)
    if (isMissing(look, watch, clock.now())) throw gone(deployment)
    deployment = look.found[0] ?? deployment
    run.see(deployment)
  }
  run.reached = goalInWords(goal)
  run.log(`Waited until ${target} is ${run.reached}`)
}

/** Whether the health URL of the goal is healthy, if it has one. Logs a change. */
async function isHealthy(
  goal: Goal,
  deployment: Deployment,
  watch: Watch,
  askHealth: AskHealth,
  run: Run,
): Promise<boolean> {
  if (goal.health_url === undefined) return true
  const health = await askHealth(goal, deployment, watch.deadline)
  if (health && health.words !== watch.health?.words)
    run.log(`Health: ${health.words}`)
  watch.health = health ?? watch.health
  return health?.isHealthy === true
}

/** Pauses until the next look; resolves to true if the time is over. The pauses grow with the time that has passed. */
async function isOver(
  { began, deadline }: Watch,
  { net: { clock, signal } }: Service,
): Promise<boolean> {
  const now = clock.now()
  const growing = Math.max(SHORTEST_PAUSE, (now - began) / 4)
  const pause = Math.min(LONGEST_PAUSE, growing)
  await clock.sleep(Math.max(0, Math.min(pause, deadline - now)), signal)
  return now + pause >= deadline
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
  const isDecided = look.failure && isTransient(look.failure)
  if (look.found.length > 0 || isDecided) return look
  return lookFor(service, isWanted, reading)
}

/**
 * Learns from a look. Returns whether the looks of a long enough time did not show the deployment.
 *
 * @throws Stop if several looks in a row were refused
 */
function isMissing(
  { found, failure }: Look,
  watch: Watch,
  now: number,
): boolean {
  const status = failure?.status ?? 0
  watch.failure = failure
  watch.refusals = REFUSED.includes(status) ? watch.refusals + 1 : 0
  if (found.length > 0) watch.missingSince = undefined
  if (failure && watch.refusals === MOST_REFUSALS)
    throw stopBy(`look for ${watch.target}`, failure)
  if (failure || found.length > 0) return false
  watch.missingSince ??= now
  return now - watch.missingSince >= UNLISTED
}

const isAtCommit = (commit: string | undefined, deployment: Deployment) =>
  commit === undefined || isSameCommit(commit, deployment.repo_commit_sha)

/** Whether the deployment has the state and the commit that are waited for. */
export function isReached(
  { wait_for, commit }: Goal,
  deployment: Deployment,
): boolean {
  if (!isAtCommit(commit, deployment)) return false
  if (wait_for === 'ready') return deployment.status === 'READY'
  return wait_for === 'none' || isActive(deployment)
}

/** What is waited for: `active at commit 1f3… and healthy`. */
function goalInWords({ wait_for, commit, health_url }: Goal): string {
  const state = wait_for === 'none' ? '' : wait_for
  const at = commit && `at commit ${commit}`
  const parts = [state, at].filter(Boolean).join(' ')
  return (
    [parts, health_url && 'healthy'].filter(Boolean).join(' and ') || 'listed'
  )
}

const deleted = (deployment: Deployment): Stop =>
  new Stop(
    'deleted',
    `The ${named(deployment)} is being deleted (status ${deployment.status})`,
  )

const gone = (deployment: Deployment): Stop =>
  new Stop(
    'deleted',
    `The service no longer lists the ${named(deployment)}. Its last known state was: ${stateOf(deployment)}`,
  )

function overdue(
  goal: Goal,
  deployment: Deployment,
  { health, failure, missingSince }: Watch,
): Stop {
  const failed = failure ? `. The last look failed: ${inShort(failure)}` : ''
  const unlisted =
    missingSince === undefined ? '' : '. The list no longer shows it'
  const isPathOnly = isReached(goal, deployment) && !health
  const address = isPathOnly ? '. It has no `custom_url` for the path' : ''
  const cause = isActive(deployment) ? '' : ', which is being built, or failed'
  const state = `Its last known state was: ${stateOf(deployment)}${cause}${address}${unlisted}${failed}`
  const subject = `The ${named(deployment)} was not ${goalInWords(goal)} within ${duration(goal.wait_timeout)}`
  const facts = { status: failure?.status }
  return health
    ? new Stop('unhealthy', `${subject}: ${health.words}. ${state}`, facts)
    : new Stop('wait_timeout', `${subject}. ${state}`, facts)
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
    const [deployment, ...others] = look.found
    if (others.length > 0)
      throw new Stop(
        'ambiguous_name',
        `Several deployments have the name "${name}": ${look.found.map(one => one.id).join(', ')}`,
        {
          next: 'Set `id` in place of `name`, or delete the others in the service.',
        },
      )
    if (deployment) {
      run.see(deployment)
      return waitFor(deployment, goal, deadline, service, askHealth, run)
    }
    const isUnlisted = isMissing(look, watch, clock.now())
    if (isUnlisted || (await isOver(watch, service)))
      throw notFound(target, goal, watch)
  }
}

function notFound(
  target: string,
  { wait_timeout }: Goal,
  { failure, missingSince }: Watch,
): Stop {
  if (missingSince !== undefined)
    return new Stop('not_found', `The service does not list ${target}`)
  const why = failure ? inShort(failure) : 'no look ended'
  return new Stop(
    'wait_timeout',
    `The list could not be read within ${duration(wait_timeout)}, so ${target} was not found. The last look failed: ${why}`,
    { status: failure?.status },
  )
}
