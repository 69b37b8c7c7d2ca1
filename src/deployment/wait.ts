import { within } from '../lib/clock.ts'
import { say, words, write } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { ambiguousName } from './adopt.ts'
import type { HealthAnswer, Notify, WaitNews } from './context.ts'
import { type Goal, goalInWords, hasState, isPerhapsNeverBuilt, isReached } from './goal.ts'
import { type HealthContext, pollHealth, resolveHealthUrl, unhealthy } from './health.ts'
import { lookUpName, openFinder } from './look-up.ts'
import { type Failed, failed, named, type Outcome, type RunFailure, runFailure } from './outcome.ts'
import { GRACE, inSeconds, type Watch, type WatchContext, watch } from './watch.ts'

export type WaitContext = WatchContext & HealthContext

/** Where the deployment comes from, see {@link Watch}. */
type Origin = Pick<Watch, 'listed' | 'created' | 'looked'>

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
  origin: Origin,
  context: WaitContext,
  deadline = context.clock.now() + goal.wait_timeout,
): Promise<Failed | undefined> {
  if (!goalInWords(goal)) return undefined
  const { notify, stop } = withHeartbeat(deadline, context)
  try {
    let deployment = start
    if (hasState(goal)) {
      notify({ type: 'phase', phase: 'wait' })
      if (!origin.created && isPerhapsNeverBuilt(goal, start.read))
        notify({ type: 'warning', message: PUSH_UNKNOWN })
      const isDone = (read: Deployment) => isReached(goal, read)
      const watched = await watch(
        { start, goal, told: undefined, isDone, deadline, ...origin },
        { ...context, notify },
      )
      if ('result' in watched) return watched
      deployment = watched
    }
    if (goal.health_url === undefined) return undefined
    return await waitForHealth(
      goal.health_url,
      { start: deployment, goal, deadline, listed: origin.listed, created: origin.created },
      { ...context, notify },
    )
  } finally {
    await stop()
  }
}

const PUSH_UNKNOWN = words(
  'The service does not say whether a push builds the deployment (`build_on_push`), so the commit that is waited for may never come',
)

/** Polls the health URL, and watches the deployment in case it is deleted. */
async function waitForHealth(
  health_url: string,
  { start, goal, deadline, ...origin }: Omit<Watch, 'isDone' | 'told'>,
  context: WaitContext,
): Promise<Failed | undefined> {
  const { source_config } = start.read
  const url = resolveHealthUrl(health_url, source_config?.custom_url)
  if (!url) return failed(noCustomUrl(start.read, health_url))
  context.notify({ type: 'phase', phase: 'health' })
  const over = new AbortController()
  const until = { ...context, signal: AbortSignal.any([context.signal, over.signal]) }
  const watching = watch({ start, goal, told: start.read, isDone: () => false, deadline, ...origin }, until)
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

/** After this time without news the log says that the wait continues, in milliseconds. */
const HEARTBEAT = 30_000

/** Adds a heartbeat: after a while without news, the log says that the wait continues. */
function withHeartbeat(
  deadline: number,
  { clock, notify, signal }: Pick<WaitContext, 'clock' | 'notify' | 'signal'>,
): { notify: Notify; stop: () => Promise<void> } {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  let lastNews = clock.now()
  let news: WaitNews | undefined
  async function beat(): Promise<void> {
    for (;;) {
      await clock.sleep(Math.max(0, lastNews + HEARTBEAT - clock.now()), until)
      if (clock.now() < lastNews + HEARTBEAT) continue
      lastNews = clock.now()
      if (news) notify({ type: 'heartbeat', news, left: Math.max(0, deadline - clock.now()) })
    }
  }
  const beating = beat().catch(() => {})
  return {
    notify(event) {
      // Each look sends this event, and the log does not print it.
      if (event.type !== 'deployment') lastNews = clock.now()
      if (event.type === 'status' || event.type === 'health') news = event
      notify(event)
    },
    async stop() {
      over.abort()
      await beating
    },
  }
}

const noCustomUrl = (deployment: Deployment, health_url: string): RunFailure => ({
  code: 'invalid_input',
  what: say`\`health_url\` is the path ${health_url}, and the ${named(deployment)} has no \`custom_url\` that it could be appended to`,
  hint: 'no_custom_url',
})

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
  const what = 'id' in target ? say`the deployment ${target.id}` : say`the name "${target.name}"`
  const found = await within(goal.wait_timeout + GRACE, context, signal =>
    find(target, { ...context, signal }),
  )
  if (!found) {
    const seconds = inSeconds(goal.wait_timeout)
    return failed({ code: 'wait_timeout', what: say`The look-up of ${what} did not end within ${seconds}` })
  }
  if (!found.ok) return failed(runFailure(say`look up ${what}`, found.error))
  const [deployment] = found.value
  if ('name' in target && found.value.length > 1) return ambiguousName(target.name, found.value)
  if (!deployment) {
    const description = 'id' in target ? say`with the id ${target.id}` : say`named "${target.name}"`
    return failed({
      code: 'not_found',
      what: say`The service lists no deployment ${description}`,
      hint: 'no_such_deployment',
    })
  }
  notify({ type: 'found', deployment })
  notify({ type: 'deployment', deployment })
  const { status } = deployment.read
  const ended =
    status === 'AWAITING_DELETE'
      ? failed({ code: 'deleted', what: say`The ${named(deployment.read)} is being deleted` })
      : await waitFor(
          goal,
          deployment,
          { listed: true, created: false, looked: deployment },
          context,
          deadline,
        )
  if (!ended) return { result: 'reached', goal: write(goalInWords(goal) ?? '', text => text) }
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
  const search = openFinder(service, { id: target.id }, { retry: true })
  const reply = await search(signal)
  return reply.ok ? { ...reply, value: reply.value ? [reply.value] : [] } : reply
}
