import { describe, expect } from 'vitest'
import type { Fields } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler, hangUp, type Service, silence } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { RERUN } from '../situations/words.ts'
import { AS_ASKED, errorOf, IMAGE, NOTHING_DEPLOYED, OTHER_IMAGE, warningsOf } from './orders.ts'

// A run sends at most one create request that can take effect, and the list tells what became of a lost one.

const BRIEF = { request_timeout: '3s' }
const HTML = { 'content-type': 'text/html' }
const PAGE = '<html><title>Bad Gateway</title></html>'
const REFUSAL = { detail: 'Not this one' }
const DOUBT = /not known (?:what|whether)/i
const CREATED = { exitCode: 0, outputs: { created: 'true' } }
const UNKNOWN = { exitCode: 1, outputs: { created: '', error_code: 'unknown_outcome' } }

const UNREADABLE: { how: string; list: Handler }[] = [
  { how: 'is down', list: answer(503) },
  { how: 'is refused', list: answer(403, { detail: 'Not yours' }) },
  { how: 'proves nothing', list: answer(200, { items: [] }) },
]

/** Creates the deployment, and answers something else. */
const createAnd =
  (handler: Handler): Handler =>
  (request, respond, store) => {
    store.create(request.body)
    return handler(request, respond, store)
  }

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

/** Lets this many runs look up the name before any of them sends its create request. */
function lookTogether(service: Service, runs: number): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let call = 1; call <= runs; call += 1)
    service.override('list', call, async (_request, respond) => {
      if (call === runs) resolve()
      await promise
      respond(200, { resources: [] })
    })
}

describe.concurrent('a create request is repeated after an answer that proves that it was not processed:', () => {
  test.for([408, 425, 429])('%i', async (status, { serve, create }) => {
    const service = await serve()
    for (const call of [1, 2]) service.override('create', call, answer(status, 'later'))
    expect(await create(service, IMAGE)).toMatchObject(CREATED)
    const texts = service.of('create').map(({ text }) => text)
    expect(texts).toEqual(Array(3).fill(texts[0]))
    expect(service.deployments).toHaveLength(1)
  })

  test('within the two minutes of a read', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 'each', answer(429, 'later', { 'retry-after': '25' }))
    const outputs = { error_code: 'rate_limited', created: 'false', http_status: '429' }
    expect(await create(service, IMAGE)).toMatchObject({ exitCode: 1, outputs })
    const times = service.of('create').map(({ time }) => time - (service.of('create')[0]?.time ?? 0))
    expect(times.length).toBeGreaterThan(2)
    expect(times.at(-1)).toBeLessThan(125_000)
    // Retry-After never shortens a pause, and is kept.
    for (const [index, time] of times.entries()) expect(time).toBeGreaterThanOrEqual(index * 25_000)
  })

  test('and Retry-After lengthens a pause to a minute at most', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(429, 'later', { 'retry-after': '3600' }))
    expect(await create(service, IMAGE)).toMatchObject(CREATED)
    const pause = sentAt(service) - (service.of('create')[0]?.time ?? 0)
    expect(Math.round(pause / 10_000)).toBe(6)
  })
})

describe.concurrent('a lost create request is not sent again, and what the list shows was created,', () => {
  test.for<{ after: string; handler: Handler; inputs?: Record<string, string> }>([
    { after: 'a reset', handler: createAndHangUp },
    { after: 'a reset, with if_exists: fail', handler: createAndHangUp, inputs: { if_exists: 'fail' } },
    { after: 'no answer in time', handler: createAnd(silence), inputs: BRIEF },
    { after: 'a 500', handler: createAnd(answer(500)) },
    { after: 'a 502 with HTML', handler: createAnd(answer(502, PAGE, HTML)) },
    { after: 'a 503', handler: createAnd(answer(503, { detail: 'down' }, { 'retry-after': '1' })) },
    { after: 'a redirect', handler: createAnd(answer(303, '', { location: '/elsewhere' })) },
    { after: 'a 201 without an id', handler: createAnd(answer(201, { name: 'shop' })) },
    { after: 'a 201 without a body', handler: createAnd(answer(201)) },
    { after: 'a 204', handler: createAnd(answer(204)) },
    { after: 'a 200 with HTML', handler: createAnd(answer(200, PAGE, HTML)) },
  ])('after $after', async ({ handler, inputs }, { serve, create }) => {
    const service = await serve()
    service.override('create', 'each', handler)
    const run = await create(service, { ...IMAGE, ...inputs })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true', id: service.deployments[0]?.id } })
    expect([service.of('create').length, service.deployments.length]).toEqual([1, 1])
    // Another run of the same name could explain it, too.
    expect(warningsOf(run)).toMatch(/another run/i)
    expect(run.summary).not.toMatch(NOTHING_DEPLOYED)
  })

  test('also if it appears twenty seconds later', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, hangUp)
    later(service, 20_000, (_request, respond, store) => {
      if (store.deployments.length === 0) store.create(service.of('create')[0]?.body)
      respond.usual()
    })
    expect(await create(service, IMAGE)).toMatchObject(CREATED)
    expect(service.of('create')).toHaveLength(1)
  })

  test('also if all looks but the first fail', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, createAndHangUp)
    later(service, 12_000, answer(503))
    expect(await create(service, IMAGE)).toMatchObject(CREATED)
  })

  test('but two that appear in half a minute are duplicates', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, createAndHangUp)
    later(service, 22_000, (_request, respond, store) => {
      if (store.deployments.length === 1) store.add(AS_ASKED)
      respond.usual()
    })
    const run = await create(service, IMAGE)
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'duplicate_created', created: '', id: '' },
    })
    for (const { id } of service.deployments) expect(errorOf(run)).toContain(id)
    expect(service.of('create')).toHaveLength(1)
  })
})

describe.concurrent('a lost create request of which nothing is seen leaves the outcome unknown', () => {
  test.for<{ after: string; handler: Handler; status?: string; inputs?: Record<string, string> }>([
    { after: 'a reset', handler: hangUp },
    { after: 'no answer in time', handler: silence, inputs: BRIEF },
    { after: 'a 500', handler: answer(500, 'oops'), status: '500' },
    { after: 'a redirect', handler: answer(307, '', { location: '/login' }), status: '307' },
    { after: 'a 200 without an id', handler: answer(200, {}), status: '200' },
  ])('after $after', async ({ handler, status = '', inputs }, { serve, create }) => {
    const service = await serve({ deployments: [{ name: 'other' }] })
    service.override('create', 'each', handler)
    const run = await create(service, { ...IMAGE, ...inputs })
    expect(run).toMatchObject(UNKNOWN)
    expect([run.outputs['http_status'] ?? '', run.outputs['id'] ?? '']).toEqual([status, ''])
    expect(errorOf(run)).toMatch(RERUN.once_listed)
    expect(service.of('create')).toHaveLength(1)
    const looked = (looksAfter(service).at(-1)?.time ?? 0) - sentAt(service)
    expect(looked).toBeGreaterThan(20_000)
    expect(looked).toBeLessThan(40_000)
  })

  test.for(UNREADABLE)('as the list $how', async ({ list }, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, createAndHangUp)
    later(service, 0, list)
    const run = await create(service, IMAGE)
    expect(run).toMatchObject(UNKNOWN)
    expect(errorOf(run)).toMatch(RERUN.once_listed)
    expect(service.of('create')).toHaveLength(1)
  })
})

describe.concurrent('what appears after a lost create request, and is not as requested, goes by if_exists', () => {
  const DYING = { status: 'AWAITING_DELETE' }
  test.for<{ appears: Fields; if_exists: string; error_code?: string }>([
    { appears: OTHER_IMAGE, if_exists: 'match', error_code: 'differs' },
    { appears: OTHER_IMAGE, if_exists: 'fail', error_code: 'already_exists' },
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

describe.concurrent('a refused create request whose name the list shows goes by if_exists', () => {
  const rows = [400, 409, 422].flatMap(status => [
    { status, appears: [AS_ASKED], if_exists: 'match', code: undefined },
    { status, appears: [OTHER_IMAGE], if_exists: 'match', code: 'differs' },
    { status, appears: [OTHER_IMAGE], if_exists: 'reuse', code: undefined },
    { status, appears: [AS_ASKED], if_exists: 'fail', code: 'already_exists' },
    { status, appears: [AS_ASKED, AS_ASKED], if_exists: 'match', code: 'ambiguous_name' },
  ])
  test.for(rows)(
    '$status, $if_exists: $code',
    async ({ status, appears, if_exists, code }, { serve, create }) => {
      const service = await serve()
      service.override('create', 1, (_request, respond, store) => {
        for (const fields of appears) store.add(fields)
        respond(status, REFUSAL)
      })
      const run = await create(service, { ...IMAGE, if_exists })
      expect([run.exitCode, run.outputs['error_code']]).toEqual([code ? 1 : 0, code])
      expect(run.outputs).toMatchObject({ created: 'false', ...(code && { http_status: String(status) }) })
      expect(run.outputs['id'] ?? '').toBe(appears.length > 1 ? '' : service.deployments[0]?.id)
      expect(service.of('create')).toHaveLength(1)
    },
  )

  test('409, if it is listed twenty seconds later', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(409, REFUSAL))
    later(service, 20_000, (_request, respond, store) => {
      if (store.deployments.length === 0) store.add(AS_ASKED)
      respond.usual()
    })
    expect(await create(service, IMAGE)).toMatchObject({ exitCode: 0, outputs: { created: 'false' } })
  })
})

describe.concurrent('a refused create request whose name is not listed fails in the words of the service', () => {
  const looks: { list?: Handler; how: string }[] = [{ how: 'is empty' }, ...UNREADABLE]
  const rows = [400, 409, 422].flatMap(status => looks.map(look => ({ status, ...look })))
  test.for(rows)('$status, as the list $how', async ({ status, list }, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(status, REFUSAL))
    if (list) later(service, 0, list)
    const run = await create(service, IMAGE)
    const error_code = status === 409 ? 'conflict' : 'rejected'
    const outputs = { error_code, created: 'false', http_status: String(status) }
    expect(run).toMatchObject({ exitCode: 1, outputs })
    expect(errorOf(run)).toContain(REFUSAL.detail)
    expect(errorOf(run)).toMatch(status === 409 ? RERUN.safe : RERUN.after_correction)
    expect(service.of('create')).toHaveLength(1)
    // A 409 is looked up for half a minute, the others once.
    if (!list && status !== 409) expect(looksAfter(service)).toHaveLength(1)
    if (!list && status === 409) expect(looksAfter(service).length).toBeGreaterThan(3)
  })

  test.for([401, 402, 403, 404, 451])('%i, without a look', async (status, { serve, create }) => {
    const service = await serve()
    service.override('create', 'each', answer(status, REFUSAL))
    const run = await create(service, { ...IMAGE, api_key: 'a-key-of-mine' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { created: 'false', http_status: String(status) } })
    expect(errorOf(run)).toContain(REFUSAL.detail)
    expect([service.of('create').length, looksAfter(service).length]).toEqual([1, 0])
  })
})

describe.concurrent('the answer to a create request', () => {
  test.for(['billing', 'Shop', 'shop-2'])('with the name %s is an error', async (name, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, ({ body }, respond, store) =>
      respond(201, store.create({ ...(body as object), name })),
    )
    const run = await create(service, IMAGE)
    const id = service.deployments[0]?.id
    const outputs = { error_code: 'unexpected_response', created: 'true', id }
    expect(run).toMatchObject({ exitCode: 1, outputs })
    for (const part of [name, id]) expect(errorOf(run)).toContain(part)
    expect(errorOf(run)).toMatch(RERUN.creates_another)
  })

  test('that differs from the request is a warning with both values', async ({ serve, create }) => {
    const service = await serve({ created: { source_config: { build_command: 'make all' } } })
    const run = await create(service, { ...IMAGE, build_command: 'make' })
    expect(run).toMatchObject(CREATED)
    expect(warningsOf(run)).toMatch(/source_config\.build_command.*"make"/)
    expect(warningsOf(run)).toContain('make all')
  })

  test('that is as requested is no warning', async ({ serve, create }) => {
    const run = await create(await serve(), {
      ...IMAGE,
      build_command: 'make',
      secrets: 'KEY=a-secret-value',
    })
    expect(run).toMatchObject({ ...CREATED, warnings: [] })
    expect(run.summary).toMatch(/^#+ .*✅/)
  })
})

describe.concurrent('the look after a success', () => {
  test('is one page with the filter of the name', async ({ serve, create }) => {
    const service = await serve({ list_parameters: { name: 'query' }, deployments: [{ name: 'my-shop' }] })
    expect(await create(service, { ...IMAGE, list_parameters: 'name: query' })).toMatchObject(CREATED)
    expect(looksAfter(service).map(({ query }) => query['query'])).toEqual(['shop'])
  })

  test.for(UNREADABLE)(
    'is asked once, and it is no warning that the list $how',
    async ({ list }, { serve, create }) => {
      const service = await serve()
      later(service, 0, list)
      expect(await create(service, IMAGE)).toMatchObject({ ...CREATED, warnings: [] })
      expect(looksAfter(service)).toHaveLength(1)
    },
  )

  test('does not take one deployment for two, if its id is in capitals there', async ({ serve, create }) => {
    const capitals = (one: { id: string }, operation: string) =>
      operation === 'list' ? { ...one, id: one.id.toUpperCase() } : one
    expect(await create(await serve({ dialect: capitals }), IMAGE)).toMatchObject(CREATED)
  })
})

describe.concurrent('two runs of one name at once', () => {
  test('tell both of both deployments, where the service accepts them', async ({ serve, create }) => {
    const service = await serve()
    lookTogether(service, 2)
    const { promise, resolve } = Promise.withResolvers<void>()
    // No answer arrives before both deployments are there.
    service.override('create', 'each', async ({ body, call }, respond, store) => {
      const made = store.create(body)
      if (call === 2) resolve()
      await promise
      respond(201, made)
    })
    const runs = await Promise.all([create(service, IMAGE), create(service, IMAGE)])
    for (const run of runs) {
      expect(run).toMatchObject({
        exitCode: 1,
        outputs: { error_code: 'duplicate_created', created: 'true' },
      })
      for (const { id } of service.deployments) expect(errorOf(run)).toContain(id)
    }
    expect(new Set(runs.map(({ outputs }) => outputs['id'])).size).toBe(2)
  })

  test('share one deployment, where the service refuses the second', async ({ serve, create }) => {
    const service = await serve()
    lookTogether(service, 2)
    const runs = await Promise.all([create(service, IMAGE), create(service, IMAGE)])
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(runs.map(({ outputs }) => outputs['created']).sort()).toEqual(['false', 'true'])
    expect(service.deployments).toHaveLength(1)
  })
})

test('a plan sends no create request, waits for nothing, and shows the request', async ({
  serve,
  create,
}) => {
  const service = await serve()
  const run = await create(service, { ...IMAGE, dry_run: 'true', wait_for: 'active', health_url: '/ok' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', id: '' } })
  expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ name: 'shop' })
  expect(service.of('create')).toEqual([])
  expect(run.summary).toMatch(/^#+ .*🧪/)
})
