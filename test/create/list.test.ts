import { describe, expect } from 'vitest'
import { deployment } from '../harness/records.ts'
import type { Handler, Service } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { AS_ASKED, errorOf, IMAGE, repositoryOrder } from './orders.ts'

// The name is looked up in the whole list, page by page, and only a list that was read to its end proves a name free.

/** The items from an offset on, at the n-th request of the list. */
type Pages = (offset: number, call: number) => unknown[]

const others = (count: number) =>
  Array.from({ length: count }, (_, index) => deployment({ name: `s${index}` }))
const SHOP = deployment(AS_ASKED)

/** A list with these pages; each answer names an offset. */
const pages =
  (of: Pages, offset: unknown = 0): Handler =>
  ({ query, call }, respond) =>
    respond(200, { resources: of(Number(query['offset'] ?? 0), call), offset })

/** The pages of a list that shows at most so many items on each. */
const paged =
  (items: unknown[], size: number): Pages =>
  offset =>
    items.slice(offset, offset + size)

function expectFree(run: Run, service: Service): void {
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(service.of('create')).toHaveLength(1)
}

function expectTaken(run: Run, service: Service, id = SHOP.id): void {
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', id } })
  expect(service.of('create')).toEqual([])
}

function expectNoProof(run: Run, service: Service): void {
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unexpected_response', created: 'false' } })
  expect(errorOf(run)).toContain('`list_parameters`')
  expect(service.of('create')).toEqual([])
}

/** The queries of the look-up before the create request. */
const lookUp = (service: Service) =>
  service.of('list').flatMap(({ query }) => (query['name_contains'] === undefined ? [query] : []))

describe.concurrent('the whole list is read', () => {
  test.for([1, 2, 7, 100])('with at most %i items on a page', async (size, { serve, create }) => {
    const before = others(size === 100 ? 250 : 20)
    const [free, taken] = [await serve(), await serve()]
    free.override('list', 'each', pages(paged(before, size)))
    taken.override('list', 'each', pages(paged([...before, SHOP], size)))
    expectFree(await create(free, IMAGE), free)
    expectTaken(await create(taken, IMAGE), taken)
  })

  test('without a filter, each page from the last item of the one before', async ({ serve, create }) => {
    const service = await serve({ deployments: others(250) })
    expectFree(await create(service, IMAGE), service)
    const queries = [0, 99, 198].map(offset => ({ limit: '100', offset: String(offset) }))
    expect(lookUp(service).slice(0, 3)).toEqual(queries)
    for (const query of lookUp(service)) expect(Object.keys(query).sort()).toEqual(['limit', 'offset'])
  })

  test.for([null, 0, -1, 1e9, 'next', {}])(
    'whatever offset it names: %j',
    async (offset, { serve, create }) => {
      const service = await serve()
      service.override('list', 'each', pages(paged([...others(25), SHOP], 10), offset))
      expectTaken(await create(service, IMAGE), service)
    },
  )

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
    expectFree(await create(service, repositoryOrder(service)), service)
  })

  test('though every second request fails', async ({ serve, create }) => {
    const service = await serve({ deployments: [...others(350), AS_ASKED] })
    service.override('list', 'each', ({ call }, respond) => {
      if (call % 2 === 1) respond(call % 4 === 1 ? 503 : 429, 'later')
      else respond.usual()
    })
    expectTaken(await create(service, IMAGE), service, service.deployments.at(-1)?.id)
  })
})

describe.concurrent('names are compared exactly', () => {
  test('and other spellings leave the name free', async ({ serve, create }) => {
    const names = ['Shop', 'SHOP', 'shop-2', 'my-shop', 'sho', ' shop', 'shop ', 'ѕhop']
    const service = await serve({ deployments: names.map(name => ({ name })) })
    expectFree(await create(service, IMAGE), service)
  })

  test.for<{ item: object; posts: number }>([
    { item: { name: 'shop' }, posts: 0 },
    { item: { name: 'shop', id: null }, posts: 0 },
    { item: { name: 'other' }, posts: 1 },
    { item: { id: 'an-id' }, posts: 1 },
    { item: {}, posts: 1 },
  ])('of odd items, too: $item', async ({ item, posts }, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', pages(paged([...others(3), item, ...others(3)], 100)))
    const { exitCode } = await create(service, IMAGE)
    expect([exitCode, service.of('create').length]).toEqual([1 - posts, posts])
  })
})

describe.concurrent('the answer of a list', () => {
  const ITEM = { id: 'a', name: 'shop' }
  test.for<{ body: unknown; posts: number }>([
    { body: { resources: null }, posts: 1 },
    { body: { resources: [], offset: 0 }, posts: 1 },
    ...[
      {},
      [],
      null,
      'hello',
      { items: [] },
      { resources: {} },
      { resources: 'none' },
      { resources: [{}, {}] },
    ]
      .concat([{ resources: [null, 1] }, { resources: [{ deployment: ITEM }] }] as never)
      .map(body => ({ body, posts: 0 })),
  ])('$body leads to so many create requests: $posts', async ({ body, posts }, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', (_request, respond) => respond(200, body))
    const { outputs } = await create(service, IMAGE)
    expect(service.of('create')).toHaveLength(posts)
    expect(outputs['error_code']).toBe(posts === 0 ? 'unexpected_response' : undefined)
  })
})

describe.concurrent('a list that changes between two pages is read again', () => {
  /** At the first requests of a second page, so many times, an item more stands in front of the list. */
  function growing(times: number): Pages {
    let list = others(15)
    let left = times
    return offset => {
      if (offset > 0 && left > 0) {
        left -= 1
        list = [deployment({ name: `new-${left}` }), ...list]
      }
      return list.slice(offset, offset + 10)
    }
  }

  test.for([1, 2, 3])('three times in all: %i changes', async (times, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', pages(growing(times)))
    const run = await create(service, IMAGE)
    if (times < 3) expectFree(run, service)
    else expectNoProof(run, service)
    const readings = lookUp(service).filter(({ offset }) => offset === '0')
    expect(readings).toHaveLength(Math.min(times + 1, 3))
  })

  const LIST = [...others(15), SHOP]
  const SEEN_ONCE: Pages = (_offset, call) => (call === 1 ? [...others(5), SHOP, ...others(4)] : others(10))
  test.for<{ what: string; of: Pages }>([
    {
      what: 'items in front are deleted',
      of: (offset, call) => LIST.slice(call > 1 ? 9 : 0).slice(offset, offset + 10),
    },
    {
      what: 'an empty page comes once',
      of: (offset, call) => (call === 2 ? [] : LIST.slice(offset, offset + 10)),
    },
    { what: 'any reading shows it, though none ends', of: SEEN_ONCE },
  ])('and the name is found, as $what', async ({ of }, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', pages(of))
    expectTaken(await create(service, IMAGE), service)
    const strict = await serve()
    strict.override('list', 'each', pages(of))
    const { outputs } = await create(strict, { ...IMAGE, if_exists: 'fail' })
    expect(outputs).toMatchObject({ error_code: 'already_exists', id: SHOP.id })
  })
})

describe.concurrent('nothing is created after a list that proves nothing', () => {
  const [page, single] = [others(10), others(1)]
  test.for<{ how: string; of: Pages }>([
    { how: 'its pages repeat', of: () => page },
    { how: 'its pages of one item repeat', of: () => single },
    { how: 'its pages are others each time', of: () => others(10) },
    { how: 'its second page is empty', of: offset => (offset > 0 ? [] : page) },
    { how: 'it never ends', of: offset => [{ id: `id-${offset}`, name: `name-${offset}` }] },
  ])('as $how', async ({ how, of }, { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', pages(of))
    expectNoProof(await create(service, IMAGE), service)
    if (how === 'it never ends') expect(Math.round(service.of('list').length / 10)).toBe(100)
  })

  test('as its second page is refused', async ({ serve, create }) => {
    const service = await serve({ deployments: others(150) })
    service.override('list', 2, (_request, respond) => respond(403, { detail: 'No second page' }))
    const outputs = { error_code: 'forbidden', created: 'false' }
    expect(await create(service, IMAGE)).toMatchObject({ exitCode: 1, outputs })
    expect(service.of('create')).toEqual([])
  })
})
