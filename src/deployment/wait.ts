import { within } from '../lib/clock.ts'
import type { Result } from '../lib/result.ts'
import { joined, type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Received, Service } from '../service/client.ts'
import type { Failure, Reply } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { type OnRetry, retrying } from '../service/retry.ts'
import { ambiguousName } from './adopt.ts'
import type { Context, Notify, WaitNews } from './context.ts'
import { type Goal, goalInWords, hasState, isAtOtherCommit } from './goal.ts'
import { GRACE, type HealthContext, openHealth, unhealthy } from './health.ts'
import { lookUpName, openFinder } from './list.ts'
import {
  beingDeleted,
  type Failed,
  failed,
  isBeingDeleted,
  named,
  type Outcome,
  type RunFailure,
  runFailure,
} from './outcome.ts'
import { inSeconds, notInTime, type Watch, watch } from './watch.ts'

type WaitContext = Context & HealthContext

/**
 * Waits until the deployment has the state and the commit of the goal, and then until its health URL is healthy. Both
 * share one deadline.
 *
 * @param deadline when to give up, by the clock
 * @returns the failure that ended the wait, or undefined once the goal is reached
 */
export async function waitFor(
  goal: Goal,
  start: Received<Deployment>,
  origin: Pick<Watch, 'listed' | 'created'>,
  quiet: WaitContext,
  deadline = quiet.clock.now() + goal.wait_timeout,
): Promise<Failed | undefined> {
  const context = { ...quiet, notify: withHeartbeat(deadline, quiet) }
  const watched = { goal, deadline, ...origin }
  let deployment = start
  if (hasState(goal)) {
    context.notify({ type: 'phase', phase: 'wait' })
    const { build_on_push } = start.read.source_config ?? {}
    if (!origin.created && build_on_push == null && isAtOtherCommit(goal, start.read))
      context.notify({ type: 'warning', message: PUSH_UNKNOWN })
    const ended = await watch({ ...watched, start }, context)
    if ('result' in ended) return ended
    deployment = ended
  }
  if (goal.health_url === undefined) return undefined
  return waitForHealth(goal.health_url, { ...watched, start: deployment }, context)
}

const PUSH_UNKNOWN = words(
  'The service does not say whether a push builds the deployment (`build_on_push`), so the commit may never come',
)

/** Asks the health URL after each look for the deployment, which may bring its `custom_url`, or show that it is deleted. */
async function waitForHealth(
  health_url: string,
  watched: Watch,
  context: WaitContext,
): Promise<Failed | undefined> {
  const { start, goal, deadline } = watched
  context.notify({ type: 'phase', phase: 'health' })
  const { check, last } = openHealth(health_url, goal.health_contains, deadline, context)
  const ended = await watch({ ...watched, health: check }, context)
  if (!('result' in ended)) return undefined
  const [{ code }, news] = [ended.failure, last()]
  // Without the service there is no address to ask. Otherwise the last answer of the health URL decides.
  const isHealth = code === 'wait_timeout' || (code === 'unreachable' && news?.answer.hint !== 'no_address')
  return news && isHealth ? failed(unhealthy(start.read, news, inSeconds(goal.wait_timeout))) : ended
}

/** After this time without news the next look lets the log say that the wait continues, in milliseconds. */
const HEARTBEAT = 30_000

/** Adds heartbeats to the events of a wait. */
function withHeartbeat(deadline: number, { clock, notify }: Pick<WaitContext, 'clock' | 'notify'>): Notify {
  let lastNews = clock.now()
  let news: WaitNews | undefined
  return event => {
    notify(event)
    const now = clock.now()
    if (event.type === 'status' || event.type === 'health') news = event
    // Each look sends these, and the log does not print them.
    const isQuiet = event.type === 'looked' || event.type === 'deployment'
    if (isQuiet && now < lastNews + HEARTBEAT) return
    lastNews = now
    if (isQuiet && news) notify({ type: 'heartbeat', news, left: Math.max(0, deadline - now) })
  }
}

/** The deployment to wait for, by exactly one of the two. */
export type Target = { id: string } | { name: string }

/**
 * Finds a deployment by its id or its exact name, and waits for it as asked. Everything shares one deadline.
 *
 * Failures of the service are outcomes. An abort of `signal` is thrown.
 */
export async function waitForExisting(target: Target, goal: Goal, context: WaitContext): Promise<Outcome> {
  const { notify, clock } = context
  const deadline = clock.now() + goal.wait_timeout
  notify({ type: 'phase', phase: 'find' })
  const what = 'id' in target ? say`the deployment ${target.id}` : say`the deployment "${target.name}"`
  const found = await findInTime(target, what, goal.wait_timeout, context)
  if (!found.ok) return failed(found.error)
  const isExact = ({ read }: Received<Deployment>) => 'id' in target || read.name === target.name
  const [deployment, ...others] = found.value.filter(isExact)
  if ('name' in target && others.length > 0)
    return failed({ ...ambiguousName(target.name, found.value).failure, hint: 'choose_by_id' })
  if (!deployment) {
    const near = found.value.map(({ read }) => named(read))
    const instead = near.length > 0 ? say`; it lists the ${joined(near, ' and the ')}` : words('')
    const missing = say`The service does not list ${what}${instead}`
    return failed({ code: 'not_found', what: missing, hint: 'no_such_deployment' })
  }
  notify({ type: 'found', deployment })
  notify({ type: 'deployment', deployment })
  const origin = { listed: true, created: false }
  const ended = isBeingDeleted(deployment.read)
    ? beingDeleted(deployment.read)
    : await waitFor(goal, deployment, origin, context, deadline)
  if (!ended) return { result: 'reached', goal: write(goalInWords(goal)) }
  const { failure } = ended
  return failure.code === 'deleted' ? failed({ ...failure, hint: 'nothing_to_wait_for' }) : ended
}

/** Looks the target up, with retries. If the time is over before that ends, the last request says why. */
async function findInTime(
  target: Target,
  what: Sentence,
  time: number,
  context: WaitContext,
): Promise<Result<Received<Deployment>[], RunFailure>> {
  const { service, notify } = context
  let last = notInTime(service)
  const onRetry: OnRetry = retry => notify({ type: 'retry', ...retry })
  const listDeployments: Service['listDeployments'] = (query, signal, options = { retry: true }) => {
    const once = async () => {
      const reply = await service.listDeployments(query, signal, { retry: false })
      last = reply.ok ? UNFINISHED : reply.error
      return reply
    }
    return options.retry ? retrying('list deployments', once, { ...context, onRetry }, signal) : once()
  }
  const look = (signal: AbortSignal) => find(target, { ...service, listDeployments }, signal)
  const reply = await within(time + GRACE, context, look)
  if (reply?.ok) return reply
  const limit = reply ? words('') : say` within ${inSeconds(time)}`
  const error = runFailure(say`look up ${what}${limit}`, reply?.error ?? last)
  if (reply || error.code === 'unreachable') return { ok: false, error }
  return { ok: false, error: { ...error, code: 'wait_timeout', hint: 'never_listed' } }
}

const UNFINISHED: Failure = {
  ...{ kind: 'unusable', status: 200, reason: words('the list is too long to read it in this time') },
}

/** The deployment with the id, or those whose names are equal or at least alike. */
async function find(
  target: Target,
  service: Service,
  signal: AbortSignal,
): Promise<Reply<Received<Deployment>[]>> {
  if ('name' in target) {
    const reply = await lookUpName(service, target.name, signal)
    return reply.ok ? { ...reply, value: reply.value.deployments } : reply
  }
  const reply = await openFinder(service, { id: target.id }, { retry: true })(signal)
  return reply.ok ? { ...reply, value: reply.value ? [reply.value] : [] } : reply
}
