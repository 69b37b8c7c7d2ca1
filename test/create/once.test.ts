import { describe, expect } from 'vitest'
import { type Fields, terse } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler, hangUp, type Service, silence } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { AS_ASKED, errorOf, IMAGE, NOTHING_DEPLOYED, OTHER_IMAGE, warningsOf } from '../orders.ts'
import { RERUN, rerunsOf } from '../situations/words.ts'

// A run sends at most one create request that can take effect, and the list tells what became of a lost one: what only
// whole runs show of it. test/simulation has every answer, every list, and every rule.

const DOUBT = /not known (?:what|whether)/i
const CREATED = { exitCode: 0, outputs: { created: 'true' } }

/** When the create request was sent. */
const sentAt = (service: Service) => service.of('create').at(-1)?.time ?? 0
const looksAfter = (service: Service) => service.of('list').filter(({ time }) => time >= sentAt(service))

/** From so many milliseconds after the create request on, answers the list in another way. */
function later(service: Service, ms: number, handler: Handler): void {
  service.override('list', 'each', (request, respond, store) => {
    const isLater = sentAt(service) > 0 && request.time - sentAt(service) >= ms
    return isLater ? handler(request, respond, store) : respond.usual()
  })
}

describe.concurrent('a create request is repeated after an answer that proves that it was not processed', () => {
  test('and Retry-After lengthens a pause to a minute at most', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(429, 'later'))
    service.override('create', 2, answer(425, 'later'))
    service.override('create', 3, answer(429, 'later', { 'retry-after': '3600' }))
    expect(await create(service, IMAGE)).toMatchObject(CREATED)
    const [first, second, third, last] = service.of('create')
    expect([second?.body, third?.body, last?.body]).toEqual(Array(3).fill(first?.body))
    const pause = (last?.time ?? 0) - (third?.time ?? 0)
    expect(Math.round(pause / 10_000)).toBe(6)
    expect(service.deployments).toHaveLength(1)
  })

  const [BEHIND, SOON] = ['00', '25'].map(seconds => `Thu, 01 Jan 2026 00:00:${seconds} GMT`)
  test.for<Record<string, string>>([
    { 'retry-after': '25' },
    // By the clock of the service.
    { 'retry-after': `${SOON}`, date: `${BEHIND}` },
  ])('within the two minutes of a read, after %j', async (headers, { serve, create }) => {
    const service = await serve()
    service.override('create', 'each', answer(429, 'later', headers))
    const outputs = { error_code: 'rate_limited', created: 'false', http_status: '429' }
    expect(await create(service, IMAGE)).toMatchObject({ exitCode: 1, outputs })
    const times = service.of('create').map(({ time }) => time - (service.of('create')[0]?.time ?? 0))
    expect(times.length).toBeGreaterThan(2)
    expect(times.at(-1)).toBeLessThan(125_000)
    // Retry-After never shortens a pause, and is kept.
    for (const [index, time] of times.entries()) expect(time).toBeGreaterThanOrEqual(index * 25_000)
  })
})

describe.concurrent('a lost create request is not sent again', () => {
  const createAndBeSilent: Handler = ({ body }, _respond, store) => void store.create(body)
  const createAndAnswer =
    (status: number): Handler =>
    ({ body }, respond, store) => {
      store.create(body)
      respond(status)
    }
  test.for<{ after: string; handler: Handler; inputs: Record<string, string> }>([
    { after: 'a reset', handler: createAndHangUp, inputs: { if_exists: 'fail' } },
    { after: 'no answer in time', handler: createAndBeSilent, inputs: { request_timeout: '3s' } },
    { after: 'a 408 of a gateway', handler: createAndAnswer(408), inputs: {} },
    { after: 'a 204', handler: createAndAnswer(204), inputs: {} },
  ])('and what the list shows was created, after $after', async ({ handler, inputs }, { serve, create }) => {
    const service = await serve()
    service.override('create', 'each', handler)
    const run = await create(service, { ...IMAGE, ...inputs })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true', id: service.deployments[0]?.id } })
    expect([service.of('create').length, service.deployments.length]).toEqual([1, 1])
    // Another run of the same name could explain it, too.
    expect(warningsOf(run)).toMatch(/another run/i)
    expect(run.summary).not.toMatch(NOTHING_DEPLOYED)
  })

  test('and what the list does not show of it is named', async ({ serve, create }) => {
    const service = await serve({ dialect: terse })
    service.override('create', 'each', createAndHangUp)
    expect(warningsOf(await create(service, IMAGE))).toMatch(/not compared: .*image_uri/)
  })

  test('and counts as created if one late look shows it, and others fail', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, hangUp)
    later(service, 12_000, (_request, respond, store) => {
      if (store.deployments.length > 0) respond(503)
      else {
        store.create(service.of('create')[0]?.body)
        respond.usual()
      }
    })
    expect(await create(service, IMAGE)).toMatchObject(CREATED)
    expect(service.of('create')).toHaveLength(1)
  })

  test('and two that appear in half a minute are duplicates', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, createAndHangUp)
    later(service, 22_000, (_request, respond, store) => {
      if (store.deployments.length === 1) store.add(AS_ASKED)
      respond.usual()
    })
    const run = await create(service, IMAGE)
    const outputs = { error_code: 'duplicate_created', created: '', id: '' }
    expect(run).toMatchObject({ exitCode: 1, outputs })
    for (const { id } of service.deployments) expect(errorOf(run)).toContain(id)
    // Both were seen: no rerun makes a third one.
    expect(rerunsOf(errorOf(run))).toEqual(['after_correction'])
    expect(service.of('create')).toHaveLength(1)
  })

  test('and leaves the outcome unknown, if half a minute shows nothing', async ({ serve, create }) => {
    const service = await serve({ deployments: [{ name: 'other' }] })
    service.override('create', 'each', silence)
    const run = await create(service, { ...IMAGE, request_timeout: '3s' })
    const outputs = { created: '', error_code: 'unknown_outcome', http_status: '' }
    expect(run).toMatchObject({ exitCode: 1, outputs })
    expect(errorOf(run)).toMatch(RERUN.once_listed)
    expect(service.of('create')).toHaveLength(1)
    const looked = (looksAfter(service).at(-1)?.time ?? 0) - sentAt(service)
    expect(looked).toBeGreaterThan(20_000)
    expect(looked).toBeLessThan(40_000)
  })
})

describe.concurrent('what appears after a lost create request, and is not as requested, goes by if_exists', () => {
  const DYING = { status: 'AWAITING_DELETE' }
  test.for<{ appears: Fields; if_exists: string; error_code?: string }>([
    { appears: OTHER_IMAGE, if_exists: 'match', error_code: 'differs' },
    { appears: OTHER_IMAGE, if_exists: 'reuse' },
    { appears: DYING, if_exists: 'reuse', error_code: 'deleted' },
  ])('$if_exists: $error_code', async ({ appears, if_exists, error_code }, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, (request, respond, store) => {
      store.add(appears)
      hangUp(request, respond, store)
    })
    const run = await create(service, { ...IMAGE, if_exists })
    expect([run.exitCode, run.outputs['error_code']]).toEqual([error_code ? 1 : 0, error_code])
    expect(run.outputs).toMatchObject({ created: '', id: service.deployments[0]?.id })
    expect([errorOf(run), warningsOf(run)].join('\n')).toMatch(DOUBT)
    expect(run.summary.split('\n')[0]).toMatch(DOUBT)
    expect(run.summary).not.toMatch(NOTHING_DEPLOYED)
    expect(service.of('create')).toHaveLength(1)
  })
})

test('a refused name that is listed 20 seconds later goes by if_exists', async ({ serve, create }) => {
  const service = await serve()
  service.override('create', 1, answer(409, { detail: 'Not this one' }))
  later(service, 20_000, (_request, respond, store) => {
    if (store.deployments.length === 0) store.add(AS_ASKED)
    respond.usual()
  })
  const run = await create(service, { ...IMAGE, if_exists: 'fail' })
  const outputs = { error_code: 'already_exists', created: 'false', http_status: '409' }
  expect(run).toMatchObject({ exitCode: 1, outputs: { ...outputs, id: service.deployments[0]?.id } })
  expect(errorOf(run)).toMatch(/created it meanwhile/)
  // The first look that shows it is the last one.
  expect(looksAfter(service).filter(({ time }) => time - sentAt(service) > 20_000).length).toBeLessThan(3)
  expect(service.of('create')).toHaveLength(1)
})

describe.concurrent('the answer to a create request', () => {
  test('that differs from the request is a warning with both values', async ({ serve, create }) => {
    const service = await serve({ created: { source_config: { build_command: 'make all' } } })
    const run = await create(service, { ...IMAGE, build_command: 'make' })
    expect(run).toMatchObject(CREATED)
    expect(warningsOf(run)).toMatch(/source_config\.build_command.*"make"/)
    expect(warningsOf(run)).toContain('make all')
  })

  test('is followed by one page of the list, with the filter of the name', async ({ serve, create }) => {
    const service = await serve({ list_parameters: { name: 'query' }, deployments: [{ name: 'my-shop' }] })
    const order = { ...IMAGE, build_command: 'make', secrets: 'KEY=a-secret-value' }
    const run = await create(service, { ...order, list_parameters: 'name: query' })
    // What is as requested is no warning.
    expect(run).toMatchObject({ ...CREATED, warnings: [] })
    expect(run.summary).toMatch(/^#+ .*✅/)
    expect(looksAfter(service).map(({ query }) => query['query'])).toEqual(['shop'])
  })

  test('is followed by a look that is repeated for ten seconds, and whose failure is a warning', async ({
    serve,
    create,
  }) => {
    const service = await serve()
    later(service, 0, answer(503))
    const run = await create(service, IMAGE)
    expect(run).toMatchObject(CREATED)
    expect(warningsOf(run)).toMatch(/503.*another deployment of the name "shop" may be there/i)
    expect(run.summary).toMatch(/^## ⚠️ .*another one may be there/)
    const times = looksAfter(service).map(({ time }) => time - sentAt(service))
    expect(times.length).toBeGreaterThan(1)
    expect(times.at(-1)).toBeLessThan(10_000)
  })
})

test('a plan sends no create request, which it shows, and waits for nothing', async ({ serve, create }) => {
  const service = await serve()
  const run = await create(service, { ...IMAGE, dry_run: 'true', wait_for: 'active', health_url: '/ok' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', id: '' } })
  expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ name: 'shop' })
  expect(service.of('create')).toEqual([])
  expect(run.summary).toMatch(/^#+ .*🧪/)
})
