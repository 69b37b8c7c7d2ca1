import type { Event } from '../../src/deployment/context.ts'
import type { Goal } from '../../src/deployment/goal.ts'
import { waitFor } from '../../src/deployment/wait.ts'
import type { HttpRequest, HttpResponse, NetworkFailure } from '../../src/http/exchange.ts'
import { write } from '../../src/lib/sentence.ts'
import { type ListQuery, type Service, toDeployment } from '../../src/service/client.ts'
import type { Failure } from '../../src/service/failure.ts'
import { type VirtualClock, virtualClock } from '../simulation/virtual-clock.ts'

export const SECOND = 1000
export const HOUR = 3600 * SECOND

export const ID = 'd3b07384-d113-4ec6-a7d5-0e5a4c7b2f10'

/** The response to one poll: deployments or a failure; `never` if none arrives until the poll is aborted. */
type Poll = Record<string, unknown>[] | Failure | 'never'

/** A response of the health URL; `never` if none arrives. */
type Answer = Partial<HttpResponse> | NetworkFailure | 'never'

/** A deployment as the service sends it. */
export const deployment = (members: Record<string, unknown> = {}) => ({
  id: ID,
  name: 'shop',
  source: 'repohost',
  status: 'READY',
  latest_revision_id: 'revision-1',
  active_revision_id: 'revision-1',
  ...members,
})

export const starting = (members: Record<string, unknown> = {}) =>
  deployment({ status: 'AWAITING_DATABASE', active_revision_id: null, ...members })

export const down: Failure = { kind: 'refused', status: 503, said: { text: 'down', fields: [] } }

interface Options {
  goal?: Partial<Goal>
  start?: Record<string, unknown>
  listed?: boolean
  created?: boolean
  /** The responses to the polls in order; the last repeats. A function returns the response for a time. */
  polls?: Poll[] | ((now: number) => Poll)
  health?: Answer[] | ((now: number) => Answer)
  cancelAfter?: number
}

/** Runs a wait on a virtual clock. Times are in milliseconds. */
export async function waitThrough({
  goal = {},
  start = starting(),
  listed = true,
  created = false,
  polls = [[deployment()]],
  health = [{ status: 200 }],
  cancelAfter,
}: Options) {
  const clock = virtualClock()
  const queries: (ListQuery & { at: number })[] = []
  const asked: HttpRequest[] = []
  const events: Event[] = []
  const cancellation = new AbortController()
  if (cancelAfter !== undefined) clock.after(cancelAfter, () => cancellation.abort())
  const nextPoll = inTurn(polls, clock)
  const nextAnswer = inTurn(health, clock)

  const listDeployments: Service['listDeployments'] = async (query, signal) => {
    queries.push({ ...query, at: clock.now() })
    const poll = nextPoll()
    if (poll === 'never') return never(signal)
    if (!Array.isArray(poll)) return { ok: false, error: poll }
    const matching = poll.filter(
      ({ id, name }) =>
        (query.ids === undefined || query.ids === id) && (query.name === undefined || query.name === name),
    )
    const offset = Number(query.offset)
    const resources = matching.slice(offset, offset + 100)
    return {
      ok: true,
      status: 200,
      value: { resources, size: resources.length, offset: offset + resources.length },
    }
  }
  const received = toDeployment(start)
  if (!received) throw new Error('the deployment has no id')
  const waiting = waitFor(
    { wait_for: 'ready', wait_timeout: 60 * SECOND, ...goal },
    received,
    { listed, created },
    {
      service: { listDeployments, listRepositories: unused, createDeployment: unused },
      async health(request, signal) {
        asked.push(request)
        const answer = nextAnswer()
        if (answer === 'never') return never(signal)
        return 'kind' in answer ? answer : { status: 200, headers: {}, text: '', truncated: false, ...answer }
      },
      excerpt: body => body,
      clock,
      notify: event => events.push(event),
      signal: cancellation.signal,
    },
  )
  const ended = await clock.run(waiting.catch((error: Error) => error.name))
  const failure = typeof ended === 'object' ? ended.failure : undefined
  const polled = new Set(queries.map(({ at }) => at)).size
  const what = failure && write(failure.what, text => text)
  return { ended, ...failure, what, queries, polled, asked, events, elapsed: clock.now() }
}

/** Returns the next item for each new point in time; the last repeats. */
function inTurn<T>(items: T[] | ((now: number) => T), clock: VirtualClock): () => T {
  if (typeof items === 'function') return () => items(clock.now())
  let index = -1
  let last: number | undefined
  return () => {
    if (clock.now() !== last) index++
    last = clock.now()
    const item = items[Math.min(index, items.length - 1)]
    if (item === undefined) throw new Error('the list of items is empty')
    return item
  }
}

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const unused = () => Promise.reject(new Error('a wait only lists'))

/** The texts of the statuses or of the doubts, in order. */
export const textsOf = (type: 'status' | 'doubt', events: Event[]): string[] =>
  events.flatMap(event => {
    if (event.type !== type) return []
    return write('status' in event ? event.status : event.message, text => text)
  })
