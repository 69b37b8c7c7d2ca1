import type { HttpRequest, HttpResponse, NetworkFailure, Send } from '../../src/http/exchange.ts'
import type { ListFault, PostFault, Schedule } from './schedule.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** A deployment at the service. `by` is the run whose POST made it, or 'before'. */
export interface Stored {
  id: string
  by: string
  committed: number
  visible: number
  sent: Record<string, unknown>
}

/** What one request came to, as its run saw it. `at` is when the run got to know. */
export interface Exchange {
  at: number
  started: number
  run: string
  method: HttpRequest['method']
  /** An HTTP status, or how no answer came. `unusable` is a success that cannot be read. */
  result: number | 'refused' | 'lost' | 'unusable' | 'aborted'
  /** Of a list: where its page begins. */
  offset?: number
  /** Of a list: how many deployments of the very name it showed. */
  shown?: number
  /** Of a list: whether the walk of pages ends here. */
  last?: boolean
  /** Of a refused POST: whether it was because the name is taken. */
  taken?: boolean
}

/** The service of a schedule: it commits, forgets to answer, answers late, and lists, as it is told. */
export interface Model {
  deployments: Stored[]
  exchanges: Exchange[]
  sendFor(run: string): Send
  visible(): Stored[]
}

export const NAME = 'shop'

export function serviceModel(schedule: Schedule, clock: VirtualClock): Model {
  const { service } = schedule
  const deployments: Stored[] = []
  const exchanges: Exchange[] = []
  const posts = [...schedule.posts]
  const lists = [...schedule.lists]
  const answer = (status: number, body: unknown): HttpResponse => ({
    status,
    headers: {},
    text: typeof body === 'string' ? body : JSON.stringify(body),
    truncated: false,
  })
  const lost: NetworkFailure = { kind: 'network', sent: true, code: 'ECONNRESET', cause: new Error('reset') }
  const refused: NetworkFailure = {
    kind: 'network',
    sent: false,
    code: 'ECONNREFUSED',
    cause: new Error('refused'),
  }

  function store(by: string, fields: Record<string, unknown>, lag = 0): Stored {
    const id = `id-${deployments.length + 1}`
    const at = clock.now()
    const stored = { id, by, committed: at, visible: at + lag, sent: { ...fields, id } }
    deployments.push(stored)
    return stored
  }

  function commit(by: string, body: Record<string, unknown>): Stored | undefined {
    if (service.takenNames !== 'accept' && deployments.some(({ sent }) => sent['name'] === body['name']))
      return undefined
    return store(by, body, service.lag)
  }

  /** A deployment as it is now: READY after a while, and then with its revision active. */
  function present({ committed, sent }: Stored): Record<string, unknown> {
    const age = clock.now() - committed
    return {
      latest_revision_id: 'revision-1',
      active_revision_id: age >= 2 * service.readyAfter ? 'revision-1' : null,
      status: age >= service.readyAfter ? 'READY' : 'AWAITING_DATABASE',
      ...sent,
    }
  }

  const visible = () => deployments.filter(deployment => deployment.visible <= clock.now())

  async function duringOutage(
    signal: AbortSignal,
  ): Promise<[HttpResponse | NetworkFailure, Partial<Exchange>] | undefined> {
    const { outage } = schedule
    if (!outage || clock.now() < outage.from || clock.now() > outage.from + outage.for) return undefined
    if (outage.result === 'refused') return [refused, { result: 'refused' }]
    await clock.sleep(service.latency, signal)
    return [answer(outage.result, '<title>Down</title>'), { result: outage.result }]
  }

  async function post(
    run: string,
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<[HttpResponse | NetworkFailure, Partial<Exchange>]> {
    const fault: PostFault = posts.shift() ?? { kind: 'ok' }
    const body = JSON.parse(request.body ?? '')
    if (fault.kind === 'refused') return [refused, { result: 'refused' }]
    await clock.sleep(service.latency, signal)
    switch (fault.kind) {
      case 'lost':
        if (fault.effect) commit(run, body)
        await clock.sleep(fault.after, signal)
        return [lost, { result: 'lost' }]
      case 'late':
        clock.after(fault.by, () => commit(run, body))
        if (fault.answer === 'lost') return [lost, { result: 'lost' }]
        return [answer(fault.answer, '<title>Gateway</title>'), { result: fault.answer }]
      case 'status': {
        if (fault.effect) commit(run, body)
        const refusal = answer(fault.status, { detail: 'no' })
        if (fault.retryAfter !== undefined) refusal.headers['retry-after'] = String(fault.retryAfter)
        return [refusal, { result: fault.status, taken: false }]
      }
      case 'garbage':
        if (fault.effect) commit(run, body)
        return [answer(200, '<title>OK</title>'), { result: 'unusable' }]
      case 'ok': {
        const stored = commit(run, body)
        if (stored) return [answer(201, present(stored)), { result: 201 }]
        const status = service.takenNames === 'accept' ? 409 : service.takenNames
        return [
          answer(status, { detail: `A deployment named ${NAME} already exists` }),
          { result: status, taken: true },
        ]
      }
    }
  }

  async function list(
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<[HttpResponse | NetworkFailure, Partial<Exchange>]> {
    const fault: ListFault = lists.shift() ?? { kind: 'ok' }
    await clock.sleep(service.latency, signal)
    if (fault.kind === 'lost') {
      await clock.sleep(fault.after, signal)
      return [lost, { result: 'lost' }]
    }
    if (fault.kind === 'status') return [answer(fault.status, { detail: 'no' }), { result: fault.status }]
    if (fault.kind === 'garbage') return [answer(200, 'not json'), { result: 'unusable' }]
    const offset = Number(request.url.searchParams.get('offset'))
    const wanted = request.url.searchParams.get('name_contains') ?? ''
    const listed = visible().filter(
      ({ sent }) => !service.page.filters || String(sent['name']).includes(wanted),
    )
    const resources = listed.slice(offset, offset + service.page.size)
    const shown = resources.filter(({ sent }) => sent['name'] === NAME).length
    const told = service.page.told === 'next' ? offset + resources.length : offset
    return [
      answer(200, { resources: resources.map(present), offset: told }),
      { result: 200, offset, shown, last: resources.length === 0 },
    ]
  }

  for (const before of BEFORE[schedule.existing]) store('before', before)

  return {
    deployments,
    exchanges,
    visible,
    sendFor: run => async (request, signal) => {
      const exchange: Exchange = {
        at: 0,
        started: clock.now(),
        run,
        method: request.method,
        result: 'aborted',
      }
      exchanges.push(exchange)
      try {
        const outage = await duringOutage(signal)
        const [reply, seen] =
          outage ?? (await (request.method === 'POST' ? post(run, request, signal) : list(request, signal)))
        Object.assign(exchange, seen)
        return reply
      } finally {
        exchange.at = clock.now()
      }
    },
  }
}

/** What every run asks for. */
export const ASKED = {
  name: NAME,
  source: 'external_container' as const,
  source_config: {},
  source_revision_config: { image_uri: 'image:1' },
  secrets: [],
}

const BEFORE: Record<Schedule['existing'], Record<string, unknown>[]> = {
  none: [],
  similar: ['shop-2', 'a-shop', 'shopping', 'SHOP', 'other'].map(name => ({ ...ASKED, name })),
  same: [{ ...ASKED }],
  different: [{ ...ASKED, source_revision_config: { image_uri: 'image:0' } }],
  two: [{ ...ASKED }, { ...ASKED }],
  awaiting_delete: [{ ...ASKED, status: 'AWAITING_DELETE' }],
}
