import type { HttpRequest, HttpResponse, NetworkFailure, Send } from '../../src/http/exchange.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** What happens to one request. Times are in milliseconds. */
export interface Fault {
  /**
   * - `ok`: the service answers. A list that is `stale` hides all deployments that runs created.
   * - `refused`: no byte is sent. `lost`: no response arrives.
   * - `garbage`: a success that cannot be read. `another`: a success that shows another deployment.
   * - an HTTP status.
   */
  result: 'ok' | 'stale' | 'refused' | 'lost' | 'garbage' | 'another' | number
  /** Of a POST that is not `ok`: the time after which it takes effect; never if undefined. */
  effect?: number | undefined
  body?: unknown
}

export const OK: Fault = { result: 'ok' }

/** How a service behaves throughout. */
export interface Traits {
  takenNames: 409 | 'accept'
  latency: number
  /** The longest page of a list. */
  cap: number
  newestFirst: boolean
}

/** The faults of the requests, in order. */
export interface Faults {
  post(run: string): Fault
  list(run: string): Fault
  /** Resolves when the service may handle a request. */
  admit?(run: string, signal: AbortSignal): Promise<void>
}

/** A deployment at the service. `by` is the run whose POST made it, or 'before'. */
export interface Stored {
  id: string
  by: string
  committed: number
  sent: Record<string, unknown>
}

/** The result of one request for its run. `at` is the time of the result. */
export interface Exchange {
  at: number
  started: number
  run: string
  method: HttpRequest['method']
  /** An HTTP status, or the reason for a missing response. `unusable` is a success that cannot be read. */
  result: number | 'refused' | 'lost' | 'unusable' | 'aborted'
  /** Of a list: the offset of its page, the ids of its items, and whether it is filtered. */
  offset?: number
  items?: string[]
  filtered?: boolean
  /** Of a list: the ids of its deployments of the name. */
  shown?: string[]
  /** Of a list: the ids of all visible deployments of the name when the request arrived. */
  there?: string[]
  /** Of a list: whether it hid the deployments that runs created. */
  stale?: boolean
  /** Of a POST: whether the service commits only after its response. */
  late?: boolean
}

export const NAME = 'Shop'

export const isOfTheName = ({ sent }: Stored) => sent['name'] === NAME

type Answered = [HttpResponse | NetworkFailure, Partial<Exchange>]

/** The simulated service of a world. */
export function serviceModel(
  traits: Traits,
  before: Record<string, unknown>[],
  faults: Faults,
  clock: VirtualClock,
) {
  const deployments: Stored[] = []
  const exchanges: Exchange[] = []

  function store(by: string, fields: Record<string, unknown>): Stored {
    const id = `id-${String(deployments.length + 1).padStart(2, '0')}`
    const at = clock.now()
    const created_at = new Date(at).toISOString()
    const stored = { id, by, committed: at, sent: { ...fields, id, created_at } }
    deployments.push(stored)
    return stored
  }

  function commit(by: string, body: Record<string, unknown>): Stored | undefined {
    const isTaken = deployments.some(isOfTheName)
    return traits.takenNames !== 'accept' && isTaken ? undefined : store(by, body)
  }

  /** The response to a request with a fault; undefined if the service answers it. */
  async function failure(
    fault: Fault,
    signal: AbortSignal,
    take?: () => void,
  ): Promise<Answered | undefined> {
    const { result, effect, body } = fault
    if (result === 'refused') return [REFUSED, { result }]
    await clock.sleep(traits.latency, signal)
    if (effect === 0) take?.()
    else if (effect && take) clock.after(effect, take)
    const late = Boolean(effect)
    switch (result) {
      case 'ok':
      case 'stale':
        return undefined
      case 'lost':
        return [LOST, { late, result }]
      case 'garbage':
        return [answer(200, body ?? '<title>OK</title>'), { late, result: 'unusable' }]
      case 'another':
        return [answer(200, { id: 'id-of-another', name: 'another' }), { late, result: 200 }]
    }
    return [answer(result, { detail: 'no' }), { late, result }]
  }

  async function post(
    run: string,
    request: HttpRequest,
    fault: Fault,
    signal: AbortSignal,
  ): Promise<Answered> {
    const body = JSON.parse(request.body ?? '')
    const failed = await failure(fault, signal, () => commit(run, body))
    if (failed) return failed
    const stored = commit(run, body)
    if (stored) return [answer(201, stored.sent), { result: 201 }]
    return [answer(409, { detail: `A deployment named ${NAME} already exists` }), { result: 409 }]
  }

  const idsIn = (some: Stored[]) => some.filter(isOfTheName).map(({ id }) => id)

  async function list(request: HttpRequest, fault: Fault, signal: AbortSignal): Promise<Answered> {
    const stale = fault.result === 'stale'
    const there = stale ? [] : idsIn(deployments)
    const failed = await failure(fault, signal)
    if (failed) return failed
    const { searchParams } = request.url
    const offset = Number(searchParams.get('offset'))
    const [ids, name] = [searchParams.get('deployment_ids'), searchParams.get('name_contains')]
    const filtered = ids !== null || name !== null
    const all = stale ? deployments.filter(({ by }) => by === 'before') : deployments
    const matching = all.filter(
      ({ id, sent }) => (ids ?? id) === id && String(sent['name']).includes(name ?? ''),
    )
    const listed = traits.newestFirst ? matching.toReversed() : matching
    const page = listed.slice(offset, offset + Math.min(traits.cap, Number(searchParams.get('limit'))))
    const shown = { shown: idsIn(page), there, stale }
    return [
      answer(200, { resources: page.map(({ sent }) => sent), offset: offset + page.length }),
      { result: 200, offset, items: page.map(({ id }) => id), filtered, ...shown },
    ]
  }

  for (const fields of before) store('before', fields)

  function sendFor(run: string): Send {
    return async (request, signal) => {
      const started = clock.now()
      const exchange: Exchange = { at: 0, started, run, method: request.method, result: 'aborted' }
      exchanges.push(exchange)
      try {
        await faults.admit?.(run, signal)
        const [reply, seen] =
          request.method === 'POST'
            ? await post(run, request, faults.post(run), signal)
            : await list(request, faults.list(run), signal)
        Object.assign(exchange, seen)
        return reply
      } finally {
        exchange.at = clock.now()
      }
    }
  }

  return { deployments, exchanges, sendFor }
}

const answer = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
  truncated: false,
})

const LOST: NetworkFailure = { kind: 'network', sent: true, code: 'ECONNRESET', cause: undefined }
const REFUSED: NetworkFailure = { ...LOST, sent: false, code: 'ECONNREFUSED' }
