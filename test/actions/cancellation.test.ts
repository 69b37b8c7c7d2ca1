import { describe, expect, it } from 'vitest'
import { CANCELLED } from '../../src/actions/cancelled.ts'
import { createAction } from '../../src/actions/create.ts'
import { listAction, repositoriesAction } from '../../src/actions/query.ts'
import type { ActionContext } from '../../src/actions/run.ts'
import { waitAction } from '../../src/actions/wait.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { runInProcess } from '../security/in-process.ts'

// A run is repeated and cancelled at each of its requests, and at each moment of its pauses.

const ID = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'
const ENV = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://runner.test', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'a-token' }
const CREATE = {
  ...{ name: 'shop', source: 'repohost', integration_id: ID, repository: 'acme/shop' },
  ...{ wait_for: 'ready', oidc_audience: 'the-audience' },
}
const RECORD = {
  ...{ host_integration_id: ID, id: 1, owner: 'acme', name: 'shop' },
  ...{ url: 'https://git.test/acme/shop', default_branch: 'main' },
}

/** A service that refuses, loses and delays, so that a run waits in all possible ways. */
function openService(isThere: (lists: number) => boolean) {
  const asked = { lists: 0, posts: 0, health: 0 }
  let sent: object = { name: 'shop' }
  const ok = (value: unknown) => ({ status: 200, text: JSON.stringify(value) })
  return ({ method, url, body }: HttpRequest) => {
    if (url.host === 'runner.test') return ok({ value: 'oidc-token' })
    if (url.host === 'app.test') return { status: ++asked.health > 2 ? 200 : 503, text: 'Starting' }
    if (url.pathname.endsWith('/repos')) return ok([RECORD])
    if (method === 'POST') {
      sent = JSON.parse(body ?? '')
      return { status: ++asked.posts === 1 ? 429 : 502, text: '<h1>Bad Gateway</h1>' }
    }
    if (Number(url.searchParams.get('offset')) > 0) return ok({ resources: [], offset: 0 })
    if (++asked.lists === 2) return { status: 503, text: '' }
    const deployment = { ...sent, id: ID, status: asked.lists > 12 ? 'READY' : 'AWAITING_DATABASE' }
    return ok({ resources: isThere(asked.lists) ? [deployment] : [], offset: 0 })
  }
}

type Scenario = [string, Record<string, string>, (context: ActionContext) => Promise<boolean>, since: number]

const RUNS: Scenario[] = [
  ['a create run', CREATE, createAction, 6],
  ['a wait run', { id: ID, wait_for: 'ready', health_url: 'https://app.test/ok' }, waitAction, 0],
  ['a list run', { name_contains: 'shop' }, listAction, 6],
  ['a repositories run', { integration_id: ID }, repositoriesAction, 0],
]

/** Runs an action and cancels it at its nth request, or after a time. */
async function runAndCancel(
  [, inputs, action, since]: Scenario,
  {
    nth = 0,
    ignoresSignal = false,
    cancelAfter,
  }: { nth?: number; ignoresSignal?: boolean; cancelAfter?: number },
) {
  const service = openService(lists => lists >= since)
  const cancellation = new AbortController()
  const at = { requests: 0, cancelled: 0 }
  const written = await runInProcess(
    { base_url: 'https://service.test', ...inputs },
    async (request, clock, signal) => {
      const reply = service(request)
      if (++at.requests !== nth) return reply
      at.cancelled = clock.now()
      cancellation.abort(CANCELLED)
      // A request that ignores the signal never ends; the other fails like a real request.
      if (ignoresSignal) return new Promise<never>(() => {})
      signal.throwIfAborted()
      return reply
    },
    ENV,
    { cancellation, cancelAfter, run: action, isTimed: true },
  )
  const times = Array.from(written.log.matchAll(/^([\d.]+) s: /gm), ([, seconds]) => Number(seconds))
  return { ...written, at: { ...at, end: 1000 * Math.max(...times) } }
}

function expectCancelled(
  { outputs, succeeded, summary, log }: Awaited<ReturnType<typeof runAndCancel>>,
  when: object,
) {
  expect({ when, code: outputs['error_code'], succeeded }).toEqual({
    when,
    code: 'cancelled',
    succeeded: false,
  })
  expect(summary).toContain('Cancelled')
  expect(log.match(/^\S+ s: ::error/gm)).toHaveLength(1)
}

describe.each(RUNS)('%s', (...scenario) => {
  it.each([
    ['obeys the signal', false],
    ['ignores the signal', true],
  ])('ends as cancelled at each of its requests if the request %s', async (_, ignoresSignal) => {
    const { at, succeeded } = await runAndCancel(scenario, {})
    expect(succeeded).toBe(true)
    for (let nth = 1; nth <= at.requests; nth++) {
      const run = await runAndCancel(scenario, { nth, ignoresSignal })
      expectCancelled(run, { nth })
      expect(run.at.end - run.at.cancelled).toBeLessThan(2000)
    }
  })
})

it('a create run ends as cancelled at each moment of its pauses', async () => {
  const [scenario] = RUNS as [Scenario]
  const { at } = await runAndCancel(scenario, {})
  expect(at.end).toBeGreaterThan(10_000)
  for (let cancelAfter = 0; cancelAfter < at.end; cancelAfter += 250)
    expectCancelled(await runAndCancel(scenario, { cancelAfter }), { cancelAfter })
})

it('a run that is aborted for any other reason has a bug, whatever the name of the error', async () => {
  const cancellation = new AbortController()
  const { outputs, log } = await runInProcess(
    { base_url: 'https://service.test', ...CREATE },
    (_, _clock, signal) => {
      cancellation.abort(new DOMException('odd', 'AbortError'))
      return Promise.reject(signal.reason)
    },
    ENV,
    { cancellation },
  )
  expect(outputs['error_code']).toBe('internal')
  expect(log).toContain('odd')
})
