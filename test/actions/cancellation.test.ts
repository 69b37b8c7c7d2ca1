import { describe, expect, it } from 'vitest'
import { createAction } from '../../src/actions/create.ts'
import { listAction } from '../../src/actions/list.ts'
import { repositoriesAction } from '../../src/actions/repositories.ts'
import { waitAction } from '../../src/actions/wait.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { runInProcess } from '../security/in-process.ts'
import type { VirtualClock } from '../simulation/virtual-clock.ts'

// A run is repeated and cancelled at each of its requests, and at each moment of its pauses.

const INTEGRATION = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'
const CONNECTION = { base_url: 'https://service.test' }
const CREATE = {
  ...CONNECTION,
  ...{ name: 'shop', source: 'repohost', integration_id: INTEGRATION, repository: 'acme/shop' },
  ...{ wait_for: 'ready', oidc_audience: 'the-audience' },
}
const ENV = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://runner.test',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
}
const RECORD = {
  ...{ host_integration_id: INTEGRATION, id: 1, owner: 'acme', name: 'shop' },
  ...{ url: 'https://git.test/acme/shop', default_branch: 'main' },
}

/** A service that refuses, loses and delays, so that a run waits in all possible ways. */
function faultyService() {
  let posts = 0
  let lists = 0
  let asked = {}
  const deployment = () => ({ ...asked, id: 'id-1', status: lists > 12 ? 'READY' : 'AWAITING_DATABASE' })
  return ({ method, url, body }: HttpRequest) => {
    if (url.host === 'runner.test') return { status: 200, text: '{"value": "oidc-token"}' }
    if (url.pathname.endsWith('/repos')) return { status: 200, text: JSON.stringify([RECORD]) }
    if (method === 'POST') {
      posts++
      asked = JSON.parse(body ?? '')
      if (posts === 1) return { status: 429, text: 'slow down' }
      return { status: 502, text: '<h1>Bad Gateway</h1>' }
    }
    if (Number(url.searchParams.get('offset')) > 0)
      return { status: 200, text: '{"resources": [], "offset": 0}' }
    lists++
    if (lists === 2) return { status: 503, text: '' }
    return { status: 200, text: JSON.stringify({ resources: lists > 5 ? [deployment()] : [], offset: 0 }) }
  }
}

/** A service whose deployment is ready at the fourth poll and whose application is healthy at the third request. */
function slowService() {
  let lists = 0
  let health = 0
  return ({ url }: HttpRequest) => {
    if (url.host === 'app.test') return { status: ++health > 2 ? 200 : 503, text: 'Starting' }
    const status = ++lists > 3 ? 'READY' : 'AWAITING_DATABASE'
    const shop = { id: INTEGRATION, name: 'shop', status }
    const isFirst = url.searchParams.get('offset') === '0'
    return { status: 200, text: JSON.stringify({ resources: isFirst ? [shop] : [], offset: 0 }) }
  }
}

const RUNS = [
  { title: 'a create run', inputs: CREATE, run: createAction, known: 'name' },
  {
    title: 'a wait run',
    inputs: { ...CONNECTION, id: INTEGRATION, health_url: 'https://app.test/ok' },
    run: waitAction,
    known: 'id',
    open: slowService,
  },
  {
    title: 'a list run',
    inputs: { ...CONNECTION, name_contains: 'shop' },
    run: listAction,
    known: undefined,
  },
  {
    title: 'a repositories run',
    inputs: { ...CONNECTION, integration_id: INTEGRATION },
    run: repositoriesAction,
    known: undefined,
  },
]

/** Runs an action and cancels it at its nth request, or never for 0. */
async function cancelAt(nth: number, scenario: (typeof RUNS)[number], ignoresSignal: boolean) {
  const { inputs, run, open = faultyService } = scenario
  const service = open()
  let count = 0
  let cancelledAt = 0
  let endedAt = 0
  const cancellation = new AbortController()
  const answer = async (request: HttpRequest, clock: VirtualClock, signal: AbortSignal) => {
    const reply = service(request)
    if (++count !== nth) return reply
    cancelledAt = clock.now()
    cancellation.abort()
    // A request that ignores the signal never ends; the other fails like a real request.
    if (ignoresSignal) return new Promise<never>(() => {})
    signal.throwIfAborted()
    return reply
  }
  const written = await runInProcess(inputs, answer, ENV, {
    cancellation,
    run: async context => {
      const succeeded = await run(context)
      endedAt = context.clock.now()
      return succeeded
    },
  })
  return { ...written, count, took: endedAt - cancelledAt }
}

describe.each(RUNS)('$title', scenario => {
  it.each([
    ['obeys the signal', false],
    ['ignores the signal', true],
  ])('ends as cancelled at each of its requests if the request %s', async (_, ignoresSignal) => {
    const { count } = await cancelAt(0, scenario, ignoresSignal)
    expect(count).toBeGreaterThan(0)
    for (let nth = 1; nth <= count; nth++) {
      const run = await cancelAt(nth, scenario, ignoresSignal)
      expect({ nth, code: run.outputs['error_code'], succeeded: run.succeeded }).toEqual({
        nth,
        code: 'cancelled',
        succeeded: false,
      })
      expect(run.took).toBeLessThan(2000)
      expect(run.summary).toContain('Cancelled')
      expect(run.log.match(/^::error/gm)).toHaveLength(1)
    }
  })
})

it('a create run ends as cancelled at each moment of its pauses', async () => {
  let end = 0
  const uncancelled = await runInProcess(CREATE, faultyService(), ENV, {
    run: async context => {
      const succeeded = await createAction(context)
      end = context.clock.now()
      return succeeded
    },
  })
  expect(uncancelled.succeeded).toBe(true)
  expect(end).toBeGreaterThan(10_000)
  for (let moment = 0; moment < end; moment += 250) {
    const run = await runInProcess(CREATE, faultyService(), ENV, { cancelAfter: moment })
    expect({ moment, code: run.outputs['error_code'] }).toEqual({ moment, code: 'cancelled' })
    expect(run.summary).toContain('Cancelled')
    expect(run.log.match(/^::error/gm)).toHaveLength(1)
  }
})
