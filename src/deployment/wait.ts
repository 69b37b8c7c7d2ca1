import { type Clock, within } from '../lib/clock.ts'
import { type Received, type Service, toDeployment } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import { findDeployments } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'
import type { Notify } from './events.ts'
import { describe, type Failed, failed } from './outcome.ts'

/** What to wait for: nothing, status READY, or the newest revision being the active one. */
export type WaitFor = 'none' | 'ready' | 'active'

/** Pauses between polls and between heartbeats, in milliseconds. */
const POLL = { first: 500, factor: 1.5, longest: 10_000 }
const HEARTBEAT = 30_000

/** How long the last look may take beyond the end of the wait, in milliseconds. */
const GRACE = 1000

/**
 * When a deployment that is not listed counts as gone: after some looks in a row if it was listed before; if it
 * was just created, only after some time, in milliseconds, as a list may be slow to show it.
 */
const GONE = { looks: 2, unseenFor: 15_000 }

interface WaitContext {
  service: Service
  clock: Clock
  notify: Notify
  signal: AbortSignal
}

/**
 * Waits by polling the list: the interface has no operation that reads one deployment. A poll that fails does
 * not end a wait that still has time, and a status that is not known is waited through.
 *
 * @param timeout in milliseconds
 * @param context `listed` is whether the list has shown the deployment before
 * @returns the failure that ended the wait, or undefined when what was waited for has come
 */
export async function waitFor(
  goal: Exclude<WaitFor, 'none'>,
  start: Received<Deployment>,
  timeout: number,
  context: WaitContext & { listed: boolean },
): Promise<Failed | undefined> {
  const { clock, notify, signal } = context
  const { id } = start.read
  const deadline = clock.now() + timeout
  let latest = start
  let lastNews = clock.now()
  const unseenUntil = clock.now() + GONE.unseenFor
  let { listed } = context
  let missing = 0
  let lastProblem = ''
  notify({ type: 'status', status: stateOf(start.read) })
  for (let pause = POLL.first; ; pause = Math.min(POLL.longest, pause * POLL.factor)) {
    if (latest.read.status === 'AWAITING_DELETE') {
      return failed({
        code: 'deleted',
        what: `The deployment ${id} is being deleted: it will not become ${goal}`,
      })
    }
    if (isReached(goal, latest.read)) return undefined
    const left = deadline - clock.now()
    if (left <= 0) return failed(timedOut(goal, latest.read, timeout, lastProblem))
    if (clock.now() - lastNews >= HEARTBEAT) {
      lastNews = clock.now()
      notify({ type: 'heartbeat', status: stateOf(latest.read), left })
    }
    await clock.sleep(Math.min(pause, left, lastNews + HEARTBEAT - clock.now()), signal)

    const reply = await look(start.read, deadline, context)
    if (!reply.ok) {
      const problem = describe(reply.error)
      if (problem !== lastProblem) notify({ type: 'look_failed', failure: reply.error })
      lastProblem = problem
      continue
    }
    lastProblem = ''
    const seen = reply.value
    if (!seen) {
      missing++
      if (listed ? missing < GONE.looks : clock.now() < unseenUntil) continue
      return failed({
        code: 'deleted',
        what: `The deployment ${id} is no longer listed: it was deleted meanwhile`,
      })
    }
    listed = true
    missing = 0
    if (stateOf(seen.read) !== stateOf(latest.read)) {
      lastNews = clock.now()
      notify({ type: 'status', status: stateOf(seen.read) })
    }
    latest = seen
    notify({ type: 'deployment', deployment: seen })
  }
}

/** Looks for the deployment by its name and id, once, until shortly after the end of the wait. */
async function look(
  { id, name }: Deployment,
  deadline: number,
  { service, clock, signal }: WaitContext,
): Promise<Reply<Received<Deployment> | undefined>> {
  const reply = await within(Math.max(0, deadline - clock.now()) + GRACE, { clock, signal }, until =>
    findDeployments(
      (query, each) => service.listDeployments(query, each, { retry: false }),
      name ? { name } : {},
      sent => sent['id'] === id,
      until,
      { most: 1 },
    ),
  )
  if (!reply) return { ok: false, error: { kind: 'network', sent: true, code: 'TIMEOUT', cause: undefined } }
  return reply.ok ? { ...reply, value: toDeployment(reply.value[0]) } : reply
}

function isReached(
  goal: 'ready' | 'active',
  { status, active_revision_id, latest_revision_id }: Deployment,
): boolean {
  if (goal === 'ready') return status === 'READY'
  return Boolean(active_revision_id) && active_revision_id === latest_revision_id
}

/** The status, and whether the newest revision is the active one, as one text. */
function stateOf({ status, active_revision_id, latest_revision_id }: Deployment): string {
  const active = active_revision_id && active_revision_id === latest_revision_id
  return `${status ?? 'no status'}${active ? ', newest revision active' : ''}`
}

function timedOut(goal: string, deployment: Deployment, timeout: number, lastProblem: string) {
  return {
    code: 'wait_timeout' as const,
    what:
      `The deployment ${deployment.id} was not ${goal} within ${timeout / 1000} s; it was left as it is, ` +
      `and its last status was ${stateOf(deployment)}` +
      (lastProblem === '' ? '' : `. The last look failed: ${lastProblem}`),
  }
}
