import { type Received, type Service, toDeployment } from '../service/client.ts'
import { findDeployments } from '../service/pages.ts'
import type { Clock } from '../service/retry.ts'
import type { Deployment } from '../service/schemas.ts'
import type { Notify } from './events.ts'
import { describe, type Failed, failed } from './outcome.ts'

/** What to wait for: nothing, status READY, or the newest revision being the active one. */
export type WaitFor = 'none' | 'ready' | 'active'

/** Pauses between polls and between heartbeats, in milliseconds. */
const POLL = { first: 500, factor: 1.5, longest: 10_000 }
const HEARTBEAT = 30_000

/** Looks in a row at which a deployment that was listed before must be missing to count as gone. */
const LOOKS_UNTIL_GONE = 2

export interface WaitContext {
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
 * @returns the failure that ended the wait, or undefined when what was waited for has come
 */
export async function waitFor(
  goal: Exclude<WaitFor, 'none'>,
  start: Received<Deployment>,
  timeout: number,
  { service, clock, notify, signal }: WaitContext,
): Promise<Failed | undefined> {
  const { id, name } = start.read
  const started = clock.now()
  const deadline = started + timeout
  let latest = start
  let lastNews = started
  let listed = false
  let missing = 0
  let lastProblem = ''
  notify({ type: 'status', status: stateOf(latest.read) })
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
    await clock.sleep(Math.min(pause, left, HEARTBEAT - (clock.now() - lastNews)), signal)

    const reply = await findDeployments(
      (query, look) => service.listDeployments(query, look, { retry: false }),
      name ? { name } : {},
      sent => sent['id'] === id,
      signal,
      found => found.length > 0,
    )
    if (!reply.ok) {
      const problem = describe(reply.failure)
      if (problem !== lastProblem) notify({ type: 'poll_failed', failure: reply.failure })
      lastProblem = problem
      continue
    }
    lastProblem = ''
    const seen = reply.value.map(toDeployment)[0]
    if (!seen) {
      missing++
      if (listed && missing >= LOOKS_UNTIL_GONE) {
        return failed({
          code: 'deleted',
          what: `The deployment ${id} is no longer listed: it was deleted meanwhile`,
        })
      }
      continue
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
