import { describe, expect } from 'vitest'
import { type Deployment, deployment } from '../harness/records.ts'
import type { Handler, Service } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { AS_ASKED, errorOf, IMAGE } from './orders.ts'

// The name is looked up in the whole list, page by page, and only a list that was read to its end proves a name free.

type Item = unknown
/** The items from an offset on, at the n-th request of the list. */
type Pages = (offset: number, call: number) => Item[]

const others = (count: number): Deployment[] =>
  Array.from({ length: count }, (_, index) => deployment({ name: `service-${index}` }))
const shop = () => deployment(AS_ASKED)

/** Lets the list have these pages. */
const pages =
  (of: Pages, more: (offset: number) => object = offset => ({ offset })): Handler =>
  ({ query, call }, respond) => {
    const offset = Number(query['offset'] ?? 0)
    respond(200, { resources: of(offset, call), ...more(offset) })
  }

/** A list that shows at most so many items on a page. */
const paged =
  (items: Item[], size: number): Pages =>
  offset =>
    items.slice(offset, offset + size)

function expectCreated(run: Run, service: Service): void {
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(service.of('create')).toHaveLength(1)
}

function expectAdopted(run: Run, service: Service, id: string): void {
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', id } })
  expect(service.of('create')).toEqual([])
}

function expectNoProof(run: Run, service: Service): void {
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unexpected_response', created: 'false' } })
  expect(errorOf(run)).toContain('`list_parameters`')
  expect(service.of('create')).toEqual([])
}

/** The offsets of the look-up before the create request. */
const offsetsOf = (service: Service): number[] =>
  service
    .of('list')
    .filter(({ query }) => query['name_contains'] === undefined)
    .map(({ query }) => Number(query['offset'] ?? 0))

describe.concurrent('the whole list is read', () => {
  test.for([1, 2, 7, 100])('with at most %i items on a page', async (size, { serve, create }) => {
    const before = others(size === 100 ? 250 : 20)
    const free = await serve()
    free.override('list', 'each', pages(paged(before, size)))
    expectCreated(await create(free, IMAGE), free)
    const taken = await serve()
    const there = shop()
    taken.override('list', 'each', pages(paged([...before, there], size)))
    expectAdopted(await create(taken, IMAGE), taken, there.id)
  })

  test('without a filter, and each page begins at the last item of the one before', async ({
    serve,
    create,
  }) => {
    const service = await serve({ deployments: others(250) })
    expectCreated(await create(service, IMAGE), service)
    expect(offsetsOf(service).slice(0, 3)).toEqual([0, 99, 198])
    const looked = service.of('list').filter(({ time }) => time <= (service.of('create')[0]?.time ?? 0))
    for (const { query } of looked) expect(Object.keys(query).sort()).toEqual(['limit', 'offset'])
    for (const { query } of looked) expect(query['limit']).toBe('100')
  })

  test('by the names that list_parameters gives to its parameters', async ({ serve, create }) => {
    const service = await serve({
      deployments: others(30),
      list_parameters: { limit: 'size', offset: 'skip' },
    })
    const there = service.add(AS_ASKED)
    const run = await create(service, { ...IMAGE, list_parameters: '{limit: size, offset: skip}' })
    expectAdopted(run, service, there.id)
  })

  test.for<{ offset: unknown }>([
    { offset: undefined },
    { offset: null },
    { offset: 0 },
    { offset: -1 },
    { offset: 1e9 },
    { offset: 'next' },
    { offset: {} },
  ])('whatever offset the response names: %j', async ({ offset }, { serve, create }) => {
    const service = await serve()
    const there = shop()
    service.override(
      'list',
      'each',
      pages(paged([...others(25), there], 10), () => ({ offset })),
    )
    expectAdopted(await create(service, IMAGE), service, there.id)
  })

  test('while the repositories are asked for', async ({ serve, create }) => {
    const service = await serve()
    const { promise: listed, resolve } = Promise.withResolvers<void>()
    service.override('repositories', 1, async (_request, { usual }) => {
      await listed
      usual()
    })
    service.override('list', 1, (_request, { usual }) => {
      resolve()
      usual()
    })
    const { integration_id } = service
    const order = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' }
    expectCreated(await create(service, order), service)
  })
})

describe.concurrent('names are compared exactly', () => {
  test('and other spellings leave the name free', async ({ serve, create }) => {
    const names = ['Shop', 'SHOP', 'shop-2', 'my-shop', 'sho', ' shop', 'shop ', 'ѕhop']
    const service = await serve({ deployments: names.map(name => ({ name })) })
    expectCreated(await create(service, IMAGE), service)
  })

  test.for<{ what: string; item: object; isTaken: boolean }>([
    { what: 'the name, without an id', item: { name: 'shop' }, isTaken: true },
    { what: 'the name, with the id null', item: { name: 'shop', id: null }, isTaken: true },
    { what: 'another name, without an id', item: { name: 'other' }, isTaken: false },
    { what: 'an id, without a name', item: { id: 'an-id' }, isTaken: false },
    { what: 'neither', item: {}, isTaken: false },
  ])('of an item with $what, too', async ({ item, isTaken }, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', pages(paged([...others(3), item, ...others(3)], 100)))
    const run = await create(service, IMAGE)
    expect(service.of('create')).toHaveLength(isTaken ? 0 : 1)
    expect(run.exitCode).toBe(isTaken ? 1 : 0)
  })
})

describe.concurrent('an answer of the list', () => {
  test.for<{ body: unknown; isFree: boolean }>([
    { body: { resources: null }, isFree: true },
    { body: { resources: [], offset: 0 }, isFree: true },
    { body: {}, isFree: false },
    { body: { items: [] }, isFree: false },
    { body: [], isFree: false },
    { body: null, isFree: false },
    { body: { resources: {} }, isFree: false },
    { body: { resources: 'none' }, isFree: false },
    { body: { resources: [{}, {}] }, isFree: false },
    { body: { resources: [{ deployment: { id: 'a', name: 'shop' } }] }, isFree: false },
    { body: { resources: [null, 1] }, isFree: false },
  ])('$body proves that a name is free: $isFree', async ({ body, isFree }, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', (_request, respond) => respond(200, body))
    const run = await create(service, IMAGE)
    expect(service.of('create')).toHaveLength(isFree ? 1 : 0)
    expect(run.outputs['error_code']).toBe(isFree ? undefined : 'unexpected_response')
  })
})

describe.concurrent('a list that changes between two pages is read again', () => {
  /** At the first requests of page 2, so many times, an item more stands in front of the list. */
  function growing(items: Item[], times: number): Pages {
    let grown = 0
    let list = items
    return offset => {
      if (offset > 0 && grown < times) {
        grown += 1
        list = [deployment({ name: `new-${grown}` }), ...list]
      }
      return list.slice(offset, offset + 10)
    }
  }

  test.for([
    { times: 1, isRead: true },
    { times: 2, isRead: true },
    { times: 3, isRead: false },
  ])('three times in all: $times changes', async ({ times, isRead }, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', pages(growing(others(15), times)))
    const run = await create(service, IMAGE)
    if (isRead) expectCreated(run, service)
    else expectNoProof(run, service)
    const readings = offsetsOf(service).filter(offset => offset === 0).length
    expect(readings).toBe(Math.min(times + 1, 3))
  })

  test('also if an item was deleted in front of it', async ({ serve, create }) => {
    const service = await serve()
    const there = shop()
    let list: Item[] = [...others(10), there, ...others(5)]
    service.override(
      'list',
      'each',
      pages((offset, call) => {
        if (call === 2) list = list.slice(5)
        return list.slice(offset, offset + 10)
      }),
    )
    expectAdopted(await create(service, IMAGE), service, there.id)
  })

  test('and an empty page where an item is expected is no end', async ({ serve, create }) => {
    const service = await serve()
    const there = shop()
    const list = [...others(15), there]
    service.override(
      'list',
      'each',
      pages((offset, call) => (call === 2 ? [] : list.slice(offset, offset + 10))),
    )
    expectAdopted(await create(service, IMAGE), service, there.id)
    const never = await serve()
    never.override(
      'list',
      'each',
      pages(offset => (offset > 0 ? [] : list.slice(0, 10))),
    )
    expectNoProof(await create(never, IMAGE), never)
  })

  test('and a name that any reading showed is taken, though none ends', async ({ serve, create }) => {
    const service = await serve()
    const there = shop()
    service.override(
      'list',
      'each',
      pages((_offset, call) => (call === 1 ? [...others(5), there, ...others(4)] : others(10))),
    )
    expectAdopted(await create(service, IMAGE), service, there.id)
  })

  test('and one that any reading showed fails a run that wants it free', async ({ serve, create }) => {
    const service = await serve()
    const there = shop()
    service.override(
      'list',
      'each',
      pages((_offset, call) => (call === 1 ? [...others(5), there, ...others(4)] : others(10))),
    )
    const run = await create(service, { ...IMAGE, if_exists: 'fail' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'already_exists', id: there.id } })
  })
})

describe.concurrent('nothing is created after a list that proves nothing', () => {
  const [page, single] = [others(10), others(1)]
  test.for<{ how: string; of: Pages }>([
    { how: 'its pages repeat', of: () => page },
    { how: 'its pages of one item repeat', of: () => single },
    { how: 'its pages have other items each time', of: () => others(10) },
  ])('as $how', async ({ of }, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', pages(of))
    expectNoProof(await create(service, IMAGE), service)
  })

  test('as it has more than 1,000 pages', async ({ serve, create }) => {
    const service = await serve()
    service.override(
      'list',
      'each',
      pages(offset => [{ id: `id-${offset}`, name: `name-${offset}` }]),
    )
    expectNoProof(await create(service, IMAGE), service)
    expect(service.of('list').length).toBeGreaterThanOrEqual(1000)
    expect(service.of('list').length).toBeLessThanOrEqual(1001)
  })

  test('as it cannot be read', async ({ serve, create }) => {
    const service = await serve({ deployments: others(150) })
    service.override('list', 2, (_request, respond) => respond(403, { detail: 'No second page' }))
    const run = await create(service, IMAGE)
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'forbidden', created: 'false' } })
    expect(service.of('create')).toEqual([])
  })
})

test('a read is repeated, though every second request fails', async ({ serve, create }) => {
  const service = await serve({ deployments: [...others(350), AS_ASKED] })
  service.override('list', 'each', ({ call }, respond) => {
    if (call % 2 === 1) respond(call % 4 === 1 ? 503 : 429, 'later')
    else respond.usual()
  })
  expectAdopted(await create(service, IMAGE), service, service.deployments.at(-1)?.id ?? '')
})
