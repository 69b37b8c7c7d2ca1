import { describe, expect, it } from 'vitest'
import { waitFor } from '../../src/deployment/wait.ts'
import { type Service, toDeployment } from '../../src/service/client.ts'
import type { ListQuery } from '../../src/service/list-parameters.ts'
import { virtualClock } from '../simulation/virtual-clock.ts'

type Look = Awaited<ReturnType<Service['listDeployments']>> | 'never'

const STARTING = { id: 'an-id', name: 'shop', status: 'AWAITING_DATABASE' }

const there: Look = { ok: true, status: 200, value: { resources: [STARTING], offset: 0 } }
const gone: Look = { ok: true, status: 200, value: { resources: [], offset: 0 } }
const failing: Look = {
  ok: false,
  error: { kind: 'refused', status: 503, said: { text: 'down', fields: [] } },
}

const SECOND = 1000

/** Waits for a deployment that the list shows like this, one look after the other; the last goes on for ever. */
async function waitThrough(
  looks: Look[],
  { listed = false, timeout = 60 * SECOND, name = 'shop' as string | null } = {},
) {
  const clock = virtualClock()
  const queries: ListQuery[] = []
  const start = toDeployment({ ...STARTING, name })
  if (!start) throw new Error('it has an id')
  const listDeployments: Service['listDeployments'] = async (query, signal) => {
    queries.push(query)
    const look = looks[Math.min(queries.length, looks.length) - 1] ?? 'never'
    if (look !== 'never') return look
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const service = { listDeployments } as Service
  const { signal } = new AbortController()
  const context = { service, clock, signal, notify: () => {}, listed }
  const failed = await clock.run(waitFor('ready', start, timeout, context))
  return { code: failed?.trouble.code, what: failed?.trouble.what, queries, elapsed: clock.now() }
}

describe('a deployment that is not listed', () => {
  it('any more is gone after two looks in a row', async () => {
    const { code, queries } = await waitThrough([gone], { listed: true })
    expect([code, queries.length]).toEqual(['deleted', 2])
    const again = await waitThrough([gone, there, gone, there, gone, gone], { listed: true })
    expect([again.code, again.queries.length]).toEqual(['deleted', 6])
  })

  it('yet may be so for a while', async () => {
    const { code, elapsed } = await waitThrough([gone])
    expect([code, elapsed >= 15 * SECOND]).toEqual(['deleted', true])
  })

  it('is gone at once where the list had shown it in the meantime', async () => {
    const { code, queries } = await waitThrough([gone, there, gone, gone])
    expect([code, queries.length]).toEqual(['deleted', 4])
  })
})

it('a look that failed is told of in the end where it was the last', async () => {
  expect((await waitThrough([there, failing])).what).toContain(
    'The last look failed: the service answered 503',
  )
  expect((await waitThrough([failing, there])).what).not.toContain('look failed')
})

it('a look that hangs ends shortly after the wait', async () => {
  const { code, elapsed } = await waitThrough(['never'], { timeout: 20 * SECOND })
  expect([code, elapsed]).toEqual(['wait_timeout', 21 * SECOND])
})

it.each([
  ['shop', 'shop'],
  [null, undefined],
])('a deployment whose name is %j is looked for among those of the name %j', async (name, expected) => {
  const { queries } = await waitThrough([there], { name, timeout: SECOND })
  expect(new Set(queries.map(query => query.name))).toEqual(new Set([expected]))
})
