import { describe, expect, it } from 'vitest'
import { deployment } from '../harness/records.ts'
import type { Service } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { IMAGE, repositoryOrder } from '../orders.ts'
import { deployBy } from '../rules/deploy.ts'

// The name is looked up in the whole list, page by page, and only a list that was read to its end proves a name free.

/** The items from an offset on, at the n-th request of the list. */
type Pages = (offset: number, call: number) => unknown[]

const others = (count: number) => Array.from({ length: count }, (_, index) => deployment({ name: `s${index}` }))
const SHOP = deployment({ source_revision_config: { image_uri: 'image:1' } })

/** The pages of a list that shows at most so many items on each. */
const paged =
  (items: unknown[], size: number): Pages =>
  offset =>
    items.slice(offset, offset + size)

/** What a run does with a list of these pages. */
const withPages = (of: Pages, offset: unknown = 0, if_exists: 'match' | 'fail' = 'match') =>
  deployBy({ list: (from, call) => [200, { resources: of(from, call), offset }] }, { if_exists })
type Done = Awaited<ReturnType<typeof deployBy>>

const expectFree = ({ stop, created, posts }: Done) =>
  expect([stop, created, posts.length]).toEqual([undefined, true, 1])

const expectTaken = ({ stop, created, posts, id }: Done) =>
  expect([stop, created, posts.length, id]).toEqual([undefined, false, 0, SHOP.id])

function expectNoProof({ stop, created, posts }: Done): void {
  expect([stop?.code, created, posts.length]).toEqual(['unexpected_response', false, 0])
  expect(stop?.message).toContain('`list_parameters`')
  expect(stop?.facts.cause).toBe('pages')
}

describe('the whole list is read', () => {
  function expectCreated(run: Run, service: Service): void {
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    expect(service.of('create')).toHaveLength(1)
  }

  test('without a filter, each page from the last item of the one before', async ({ serve, create }) => {
    const service = await serve({ deployments: others(250) })
    expectCreated(await create(service, IMAGE), service)
    const queries = [0, 99, 198].map(offset => ({ limit: '100', offset: String(offset) }))
    const all = service.of('list').map(({ query }) => query)
    expect(all.filter(query => query['name_contains'] === undefined).slice(0, 3)).toEqual(queries)
  })

  it.for([null, 0, -1, 1e9, 'next', {}])('whatever offset it names: %j', async offset => {
    expectTaken(await withPages(paged([...others(25), SHOP], 10), offset))
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
    expectCreated(await create(service, repositoryOrder(service)), service)
  })
})

describe('names are compared exactly', () => {
  it('and other spellings leave the name free', async () => {
    const names = ['Shop', 'SHOP', 'shop-2', 'my-shop', 'sho', ' shop', 'shop ', 'ѕhop']
    const items = names.map(name => deployment({ name }))
    expectFree(await withPages(() => items.splice(0)))
  })

  it.for<{ item: object; posts: number }>([
    { item: { name: 'shop' }, posts: 0 },
    { item: { name: 'shop', id: null }, posts: 0 },
    { item: { name: 'other' }, posts: 1 },
    { item: { id: 'an-id' }, posts: 1 },
    { item: {}, posts: 1 },
  ])('of odd items, too: $item', async ({ item, posts }) => {
    const run = await withPages(paged([...others(3), item, ...others(3)], 100))
    expect([run.stop === undefined, run.posts.length]).toEqual([posts === 1, posts])
  })

  it('though two pages have an item without id and name, or the last one', async () => {
    expectFree(await withPages(paged([...others(3), {}], 100)))
    const named = others(25).map(({ name }) => ({ name }))
    expectFree(await withPages(paged(named, 10)))
    expectTaken(await withPages(paged([...others(3), {}, ...others(8), {}, ...others(3), SHOP], 10)))
  })
})

// biome-ignore format: a table
it.for<[body: unknown, posts: number]>([
  [{ resources: null }, 1], [{ resources: [], offset: 0 }, 1],
  [{}, 0], [[], 0], [null, 0], ['hello', 0], [{ items: [] }, 0], [{ resources: {} }, 0], [{ resources: 'none' }, 0],
  [{ resources: [{}, {}] }, 0], [{ resources: [null, 1] }, 0],
  [{ resources: [{ deployment: { id: 'a', name: 'shop' } }] }, 0],
])('the answer %j of a list leads to so many create requests: %i', async ([body, posts]) => { const run = await deployBy({ list: () => [200, body] })
  expect([run.posts.length, run.stop?.code]).toEqual([posts, posts === 0 ? 'unexpected_response' : undefined])
})

it('each name that any reading showed is taken, though none ends', async () => {
  const seenOnce: Pages = (_offset, call) => (call === 1 ? [...others(5), SHOP, ...others(4)] : others(10))
  expectTaken(await withPages(seenOnce))
  const { stop, id } = await withPages(seenOnce, 0, 'fail')
  expect([stop?.code, id]).toEqual(['already_exists', SHOP.id])
})

describe('nothing is created after a list that proves nothing', () => {
  const [page, single] = [others(10), others(1)]
  it.for<{ how: string; of: Pages }>([
    { how: 'its pages repeat', of: () => page },
    { how: 'its pages of one item repeat', of: () => single },
    { how: 'its second page is empty', of: offset => (offset > 0 ? [] : page) },
    { how: 'it never ends', of: offset => [{ id: `id-${offset}`, name: `name-${offset}` }] },
  ])('as $how', async ({ how, of }) => {
    const run = await withPages(of)
    expectNoProof(run)
    if (how === 'it never ends') expect(run.offsets).toHaveLength(1000)
  })

  it.for([
    { items: [{}, {}] },
    { items: [{ title: 'a' }] },
    { items: [{ name: 'shop' }] },
    { items: [{ id: 'a', title: 'shop' }] },
  ])('as another service answers: $items', async ({ items }) => {
    const { stop, posts } = await withPages(() => items)
    expect([stop?.code, posts]).toEqual(['unexpected_response', []])
    expect(stop?.message).toContain('`base_url`')
    expect(stop?.facts.cause).toBe('other_items')
  })

  it('as its second page is refused', async () => {
    const refused: [number, unknown] = [403, { detail: 'No second page' }]
    const { stop, posts } = await deployBy({ list: offset => (offset > 0 ? refused : [200, { resources: page }]) })
    expect([stop?.code, posts]).toEqual(['forbidden', []])
  })
})
