import { within } from '../lib/clock.ts'
import { say, words, write } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { ambiguousName } from './adopt.ts'
import type { Context, HealthAnswer, Notify, WaitNews } from './context.ts'
import { type Goal, goalInWords, hasState, isAtOtherCommit } from './goal.ts'
import { type HealthContext, pollHealth, resolveHealthUrl, unhealthy } from './health.ts'
import { lookUpName, openFinder } from './list.ts'
import {
  beingDeleted,
  type Failed,
  failed,
  isBeingDeleted,
  named,
  type Outcome,
  runFailure,
} from './outcome.ts'
import { GRACE, inSeconds, type Watch, watch } from './watch.ts'

type WaitContext = Omit<Context, 'random'> & HealthContext

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
    const ended = await watch({ ...watched, start, reached: false }, context)
    if ('result' in ended) return ended
    deployment = ended
  }
  if (goal.health_url === undefined) return undefined
  return waitForHealth(goal.health_url, { ...watched, start: deployment, reached: true }, context)
}

const PUSH_UNKNOWN = words(
  'The service does not say whether a push builds the deployment (`build_on_push`), so the commit may never come',
)

/** Polls the health URL, and watches the deployment in case it is deleted. */
async function waitForHealth(
  health_url: string,
  watched: Watch,
  context: WaitContext,
): Promise<Failed | undefined> {
  const { start, goal, deadline } = watched
  const url = resolveHealthUrl(health_url, start.read.source_config?.custom_url)
  if (!url) {
    const what = say`\`health_url\` is the path ${health_url}, and the ${named(start.read)} has no \`custom_url\` to append it to`
    return failed({ code: 'invalid_input', what, hint: 'no_custom_url' })
  }
  context.notify({ type: 'phase', phase: 'health' })
  const over = new AbortController()
  const until = { ...context, signal: AbortSignal.any([context.signal, over.signal]) }
  const watching = watch(watched, until)
  const polling = pollHealth(url, { contains: goal.health_contains, deadline }, until)
  // A deleted deployment ends the wait at once. If the watch runs out of time, the last health response decides.
  const ended = watching.then<Failed | HealthAnswer>(watched =>
    'result' in watched && watched.failure.code !== 'wait_timeout' ? watched : polling,
  )
  try {
    const first = await Promise.race([polling, ended])
    if ('result' in first) return first
    return first.healthy ? undefined : failed(unhealthy(start.read, url, first, inSeconds(goal.wait_timeout)))
  } finally {
    over.abort()
    await Promise.allSettled([watching, polling])
  }
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

/** The deployment to wait for, by exactly one of the two. A name is compared as before a create. */
export type Target = { id: string } | { name: string }

/**
 * Finds a deployment by its id or its name, and waits for it as asked. Everything shares one deadline.
 *
 * Failures of the service are outcomes. An abort of `signal` is thrown.
 */
export async function waitForExisting(target: Target, goal: Goal, context: WaitContext): Promise<Outcome> {
  const { notify, clock } = context
  const deadline = clock.now() + goal.wait_timeout
  notify({ type: 'phase', phase: 'find' })
  const what = 'id' in target ? say`the deployment ${target.id}` : say`the deployment "${target.name}"`
  const found = await within(goal.wait_timeout + GRACE, context, signal =>
    find(target, { ...context, signal }),
  )
  if (!found) {
    const seconds = inSeconds(goal.wait_timeout)
    return failed({ code: 'wait_timeout', what: say`The look-up of ${what} did not end within ${seconds}` })
  }
  if (!found.ok) return failed(runFailure(say`look up ${what}`, found.error))
  const [deployment, ...others] = found.value
  if ('name' in target && others.length > 0) return ambiguousName(target.name, found.value)
  if (!deployment) {
    const missing = say`The service does not list ${what}`
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

async function find(
  target: Target,
  { service, signal }: WaitContext,
): Promise<Reply<Received<Deployment>[]>> {
  if ('name' in target) {
    const reply = await lookUpName(service, target.name, signal)
    return reply.ok ? { ...reply, value: reply.value.deployments } : reply
  }
  const reply = await openFinder(service, { id: target.id }, { retry: true })(signal)
  return reply.ok ? { ...reply, value: reply.value ? [reply.value] : [] } : reply
}
