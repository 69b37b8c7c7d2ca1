import { describe, expect } from 'vitest'
import type { Fields } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler, hangUp, type Service, silence } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { RERUN } from '../situations/words.ts'
import { AS_ASKED, errorOf, IMAGE, warningsOf } from './orders.ts'

// A run sends at most one create request that can take effect, and the list tells what became of a lost one.

const BRIEF = { request_timeout: '1s' }
const HTML = { 'content-type': 'text/html' }
const PAGE = '<html><title>Bad Gateway</title></html>'
const DIFFERENT: Fields = { source_revision_config: { image_uri: 'registry.example/shop:2' } }
const UNKNOWN = { created: '', error_code: 'unknown_outcome' }
const DOUBT = /not known (?:what|whether)/i

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

/** Lets the list change so many milliseconds after the create request. */
function changeAfter(service: Service, ms: number, change: () => void): void {
  let isDone = false
  service.override('list', 'each', ({ time }, { usual }) => {
    if (!isDone && sentAt(service) > 0 && time - sentAt(service) >= ms) {
      isDone = true
      change()
    }
    usual()
  })
}

describe.concurrent('a create request is repeated after an answer that proves that it was not processed', () => {
  test.for([408, 425, 429])('%i', async (status, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(status, 'later'))
    service.override('create', 2, answer(status, 'later'))
    const { exitCode, outputs } = await create(service, IMAGE)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    expect(service.of('create').map(({ text }) => text)).toEqual(Array(3).fill(service.of('create')[0]?.text))
    expect(service.deployments).toHaveLength(1)
  })

  test('within the two minutes of a read', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 'each', answer(429, 'later', { 'retry-after': '25' }))
    const { exitCode, outputs } = await create(service, IMAGE)
    expect({ exitCode, outputs }).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'rate_limited', created: 'false', http_status: '429' },
    })
    const times = service.of('create').map(({ time }) => time)
    expect(times.length).toBeGreaterThan(2)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(125_000)
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(25_000)
  })

  test('and Retry-After may lengthen a pause to a minute, and no further', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(429, 'later', { 'retry-after': '3600' }))
    expect((await create(service, IMAGE)).outputs).toMatchObject({ created: 'true' })
    const [first, second] = service.of('create').map(({ time }) => time)
    const pause = (second ?? 0) - (first ?? 0)
    expect(pause).toBeGreaterThanOrEqual(59_000)
    expect(pause).toBeLessThan(65_000)
  })
})

describe.concurrent('a lost create request is not sent again, and the deployment that the list shows was created', () => {
  test.for<{ after: string; handler: Handler; inputs?: Record<string, string>; status?: string }>([
    { after: 'a reset', handler: createAndHangUp },
    { after: 'a reset, with if_exists: fail', handler: createAndHangUp, inputs: { if_exists: 'fail' } },
    { after: 'no answer in time', handler: createAnd(silence), inputs: BRIEF },
    { after: 'a 500', handler: createAnd(answer(500)) },
    { after: 'a 502 with HTML', handler: createAnd(answer(502, PAGE, HTML)) },
    { after: 'a 503', handler: createAnd(answer(503, { detail: 'down' }, { 'retry-after': '1' })) },
    { after: 'a 504', handler: createAnd(answer(504, PAGE, HTML)) },
    { after: 'a redirect', handler: createAnd(answer(303, '', { location: '/elsewhere' })) },
    { after: 'a 201 without an id', handler: createAnd(answer(201, { name: 'shop' })) },
    { after: 'a 201 without a body', handler: createAnd(answer(201)) },
    { after: 'a 204', handler: createAnd(answer(204)) },
    { after: 'a 200 with HTML', handler: createAnd(answer(200, PAGE, HTML)) },
  ])('after $after', async ({ handler, inputs }, { serve, create }) => {
    const service = await serve({ deployments: [{ name: 'other' }] })
    service.override('create', 'each', handler)
    const run = await create(service, { ...IMAGE, ...inputs })
    const made = service.deployments.filter(({ name }) => name === 'shop')
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true', id: made[0]?.id } })
    expect(run.outputs).not.toHaveProperty('error_code')
    expect([service.of('create').length, made.length]).toEqual([1, 1])
    // Another run of the same name could explain it, too.
    expect(warningsOf(run)).toMatch(/another run/i)
    expect(warningsOf(run)).not.toMatch(/nothing was deployed/i)
  })

  test('also if it appears twenty seconds later', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, hangUp)
    changeAfter(service, 20_000, () => service.create(service.of('create')[0]?.body))
    const { exitCode, outputs } = await create(service, IMAGE)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    expect(outputs['id']).toBe(service.deployments[0]?.id)
    expect(service.of('create')).toHaveLength(1)
  })

  test('also if only one look shows it, and all later ones fail', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, createAndHangUp)
    service.override('list', 'each', ({ time }, respond) => {
      const isLater = sentAt(service) > 0 && time - sentAt(service) > 12_000
      if (isLater) respond(503)
      else respond.usual()
    })
    const { exitCode, outputs } = await create(service, IMAGE)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    expect(outputs['id']).toBe(service.deployments[0]?.id)
  })

  test('and the looks go on to the end of half a minute, as a second one may appear', async ({
    serve,
    create,
  }) => {
    const service = await serve()
    service.override('create', 1, createAndHangUp)
    changeAfter(service, 22_000, () => service.add({ ...AS_ASKED, id: 'second-id' }))
    const run = await create(service, IMAGE)
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'duplicate_created' } })
    for (const { id } of service.deployments) expect(errorOf(run)).toContain(id)
    expect(service.of('create')).toHaveLength(1)
  })
})

describe.concurrent('a lost create request of which nothing is seen leaves the outcome unknown', () => {
  test.for<{ when: string; handler: Handler; status?: string; inputs?: Record<string, string> }>([
    { when: 'after a reset', handler: hangUp },
    { when: 'after no answer in time', handler: silence, inputs: BRIEF },
    { when: 'after a 500', handler: answer(500, 'oops'), status: '500' },
    { when: 'after a 504 with HTML', handler: answer(504, PAGE, HTML), status: '504' },
    { when: 'after a redirect', handler: answer(307, '', { location: '/login' }), status: '307' },
    { when: 'after a 200 without an id', handler: answer(200, {}), status: '200' },
  ])('$when', async ({ handler, status = '', inputs }, { serve, create }) => {
    const service = await serve({ deployments: [{ name: 'other' }] })
    service.override('create', 'each', handler)
    const run = await create(service, { ...IMAGE, ...inputs })
    expect(run).toMatchObject({ exitCode: 1, outputs: UNKNOWN })
    expect([run.outputs['http_status'] ?? '', run.outputs['id'] ?? '']).toEqual([status, ''])
    expect(errorOf(run)).toMatch(RERUN.once_listed)
    expect(service.of('create')).toHaveLength(1)
    const looked = (looksAfter(service).at(-1)?.time ?? 0) - sentAt(service)
    expect(looked).toBeGreaterThan(20_000)
    expect(looked).toBeLessThan(40_000)
  })

  test.for<{ when: string; list: Handler }>([
    { when: 'the list is down', list: answer(503) },
    { when: 'the list is refused', list: answer(403, { detail: 'no more' }) },
    { when: 'the list proves nothing', list: answer(200, { items: [] }) },
  ])('as no look reaches the end: $when', async ({ list }, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, (request, respond, store) => {
      service.override('list', 'each', list)
      createAndHangUp(request, respond, store)
    })
    const run = await create(service, IMAGE)
    expect(run).toMatchObject({ exitCode: 1, outputs: UNKNOWN })
    expect(errorOf(run)).toMatch(RERUN.once_listed)
    expect(service.of('create')).toHaveLength(1)
  })
})

describe.concurrent('a deployment that appears after a lost create request, and is not as requested, is judged as one that exists', () => {
  test.for<{ appears: Fields; if_exists: string; error_code?: string }>([
    { appears: DIFFERENT, if_exists: 'match', error_code: 'differs' },
    { appears: DIFFERENT, if_exists: 'fail', error_code: 'already_exists' },
    { appears: DIFFERENT, if_exists: 'reuse' },
    { appears: { ...AS_ASKED, status: 'AWAITING_DELETE' }, if_exists: 'reuse', error_code: 'deleted' },
  ])('$appears with if_exists: $if_exists', async ({ appears, if_exists, error_code }, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, (request, respond, store) => {
      store.add(appears)
      hangUp(request, respond, store)
    })
    const run = await create(service, { ...IMAGE, if_exists })
    expect(run.exitCode).toBe(error_code ? 1 : 0)
    expect(run.outputs).toMatchObject({ created: '', id: service.deployments[0]?.id })
    expect(run.outputs['error_code']).toBe(error_code)
    expect([errorOf(run), warningsOf(run)].join('\n')).toMatch(DOUBT)
    expect(run.summary.split('\n')[0]).toMatch(DOUBT)
    expect(run.summary).not.toMatch(/nothing was deployed/i)
    expect(service.of('create')).toHaveLength(1)
  })
})

describe.concurrent('a refused create request whose name the list shows goes by if_exists', () => {
  const rows = [400, 409, 422].flatMap(status => [
    { status, appears: [AS_ASKED], if_exists: 'match', code: undefined },
    { status, appears: [DIFFERENT], if_exists: 'match', code: 'differs' },
    { status, appears: [DIFFERENT], if_exists: 'reuse', code: undefined },
    { status, appears: [AS_ASKED], if_exists: 'fail', code: 'already_exists' },
    { status, appears: [AS_ASKED, AS_ASKED], if_exists: 'match', code: 'ambiguous_name' },
  ])
  test.for(rows)(
    '$status, $appears.length there, if_exists: $if_exists, ends with $code',
    async (row, { serve, create }) => {
      const service = await serve()
      service.override('create', 'each', (_request, respond, store) => {
        if (store.deployments.length === 0) for (const fields of row.appears) store.add(fields)
        respond(row.status, { detail: 'Not this one' })
      })
      const run = await create(service, { ...IMAGE, if_exists: row.if_exists })
      expect(run.exitCode).toBe(row.code ? 1 : 0)
      expect(run.outputs).toMatchObject({ created: 'false' })
      expect(run.outputs['error_code']).toBe(row.code)
      if (row.code) expect(run.outputs['http_status']).toBe(String(row.status))
      if (row.appears.length === 1) expect(run.outputs['id']).toBe(service.deployments[0]?.id)
      expect(service.of('create')).toHaveLength(1)
    },
  )
})

describe.concurrent('a refused create request whose name is not listed fails in the words of the service', () => {
  const looks: { list?: Handler; how: string }[] = [
    { how: 'the list shows none' },
    { how: 'the list cannot be read', list: answer(403, { detail: 'Not yours' }) },
    { how: 'the list proves nothing', list: answer(200, { items: [] }) },
  ]
  const rows = [400, 409, 422].flatMap(status => looks.map(look => ({ status, ...look })))
  test.for(rows)('$status, $how', async ({ status, list }, { serve, create }) => {
    const service = await serve()
    service.override('create', 'each', (_request, respond) => {
      if (list) service.override('list', 'each', list)
      respond(status, { detail: 'Not this one' })
    })
    const run = await create(service, IMAGE)
    const error_code = status === 409 ? 'conflict' : 'rejected'
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code, created: 'false', http_status: String(status) },
    })
    expect(errorOf(run)).toContain('Not this one')
    expect(errorOf(run)).toMatch(status === 409 ? RERUN.safe : RERUN.after_correction)
    expect(service.of('create')).toHaveLength(1)
    // A 409 is looked up for half a minute, the others once.
    if (!list && status !== 409) expect(looksAfter(service)).toHaveLength(1)
    if (!list && status === 409) expect(looksAfter(service).length).toBeGreaterThan(3)
  })

  test.for([401, 402, 403, 404, 451])('%i, without a look', async (status, { serve, create }) => {
    const service = await serve()
    service.override('create', 'each', answer(status, { detail: 'Not this one' }))
    const run = await create(service, { ...IMAGE, api_key: 'a-key-of-mine' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { created: 'false', http_status: String(status) } })
    expect(errorOf(run)).toContain('Not this one')
    expect([service.of('create').length, looksAfter(service).length]).toEqual([1, 0])
  })

  test('409 whose deployment is listed twenty seconds later is adopted', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(409, { detail: 'It is taken' }))
    changeAfter(service, 20_000, () => service.add(AS_ASKED))
    const { exitCode, outputs } = await create(service, IMAGE)
    expect({ exitCode, outputs }).toMatchObject({
      exitCode: 0,
      outputs: { created: 'false', id: service.deployments[0]?.id },
    })
  })
})

describe.concurrent('the answer to a create request', () => {
  test.for([{ name: null }, {}])('may lack the name: %j', async (fields, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, ({ body }, respond, store) => {
      const { name: _, ...others } = store.create(body)
      respond(200, { ...others, ...fields })
    })
    const { exitCode, outputs } = await create(service, IMAGE)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  })

  test.for(['billing', 'Shop', 'shop-2'])('with the name %s is an error', async (name, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, ({ body }, respond, store) =>
      respond(201, store.create({ ...(body as object), name })),
    )
    const run = await create(service, IMAGE)
    const id = service.deployments[0]?.id ?? ''
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'unexpected_response', created: 'true', id },
    })
    expect(errorOf(run)).toContain(name)
    expect(errorOf(run)).toContain(id)
    expect(errorOf(run)).toMatch(RERUN.creates_another)
  })

  test('that differs from the request is a warning with both values', async ({ serve, create }) => {
    const service = await serve({ created: { source_config: { build_command: 'make all' } } })
    const run = await create(service, { ...IMAGE, build_command: 'make' })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    expect(warningsOf(run)).toMatch(/source_config\.build_command.*make/)
    expect(warningsOf(run)).toContain('make all')
  })

  test('that is as requested is no warning', async ({ serve, create }) => {
    const run = await create(await serve(), {
      ...IMAGE,
      build_command: 'make',
      secrets: 'KEY=a-secret-value',
    })
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(run.summary).toMatch(/^#+ .*✅/)
  })
})

describe.concurrent('the look after a success', () => {
  test('is one page with the filter of the name', async ({ serve, create }) => {
    const service = await serve({ list_parameters: { name: 'query' } })
    await create(service, { ...IMAGE, list_parameters: 'name: query' })
    expect(looksAfter(service).map(({ query }) => query['query'])).toEqual(['shop'])
  })

  test.for<{ how: string; list: Handler }>([
    { how: '503', list: answer(503) },
    { how: 'a reset', list: hangUp },
    { how: 'no list', list: answer(200, 'hello') },
  ])('is asked once, and its failure is a line of the log: $how', async ({ list }, { serve, create }) => {
    const service = await serve()
    service.override('create', 1, (_request, { usual }) => {
      service.override('list', 'each', list)
      usual()
    })
    const run = await create(service, IMAGE)
    expect(run).toMatchObject({ exitCode: 0, warnings: [], outputs: { created: 'true' } })
    expect(looksAfter(service)).toHaveLength(1)
    expect(run.stdout).toMatch(/look|list/i)
  })

  test('is not disturbed by names that only hold the name', async ({ serve, create }) => {
    const service = await serve({ deployments: [{ name: 'shop-2' }, { name: 'my-shop' }, { name: 'Shop' }] })
    const { exitCode, outputs } = await create(service, IMAGE)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  })

  test('does not take one deployment for two, if the list writes its id in capitals', async ({
    serve,
    create,
  }) => {
    const capitals = (one: { id: string }, operation: string) =>
      operation === 'list' ? { ...one, id: one.id.toUpperCase() } : one
    const { exitCode, outputs } = await create(await serve({ dialect: capitals }), IMAGE)
    expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  })
})

test('two runs of one name at once: both tell of both deployments', async ({ serve, create }) => {
  const service = await serve({ taken: 'accept' })
  const looked = Promise.withResolvers<void>()
  const created = Promise.withResolvers<void>()
  // Both find the name free, and no answer arrives before both deployments are there.
  for (const call of [1, 2])
    service.override('list', call, async (_request, respond) => {
      if (call === 2) looked.resolve()
      await looked.promise
      respond(200, { resources: [] })
    })
  service.override('create', 'each', async ({ body, call }, respond, store) => {
    const made = store.create(body)
    if (call === 2) created.resolve()
    await created.promise
    respond(201, made)
  })
  const runs = await Promise.all([create(service, IMAGE), create(service, IMAGE)])
  for (const run of runs) {
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'duplicate_created', created: 'true' } })
    for (const { id } of service.deployments) expect(errorOf(run)).toContain(id)
    expect(errorOf(run)).toMatch(/`concurrency`/)
  }
  expect(new Set(runs.map(({ outputs }) => outputs['id'])).size).toBe(2)
  expect(service.of('create')).toHaveLength(2)
})

test('two runs of one name at once, where the service refuses the second: one adopts', async ({
  serve,
  create,
}) => {
  const service = await serve()
  const looked = Promise.withResolvers<void>()
  for (const call of [1, 2])
    service.override('list', call, async (_request, respond) => {
      if (call === 2) looked.resolve()
      await looked.promise
      respond(200, { resources: [] })
    })
  const runs = await Promise.all([create(service, IMAGE), create(service, IMAGE)])
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  expect(runs.map(({ outputs }) => outputs['created']).sort()).toEqual(['false', 'true'])
  expect(service.deployments).toHaveLength(1)
})

test('a plan sends no create request, and shows it', async ({ serve, create }) => {
  const service = await serve()
  const run = await create(service, { ...IMAGE, dry_run: 'true', wait_for: 'active', health_url: '/ok' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', id: '' } })
  expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ name: 'shop' })
  expect(service.of('create')).toEqual([])
  expect(run.summary).toMatch(/^#+ .*🧪/)
})
