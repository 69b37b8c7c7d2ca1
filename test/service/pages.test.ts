import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ListQuery, Page, Progress, Service } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'
import { type Item, readPages } from '../../src/service/pages.ts'

type List = (offset: number) => Reply<Page>

interface Reading {
  start?: number
  /** How long each page takes, in milliseconds. */
  took?: number
}

/** All items of a list, or the problem or the whole of its failure; the offsets of the requests; and what was reported. */
async function readAll(list: List, { start = 0, took = 0 }: Reading = {}) {
  const offsets: number[] = []
  const told: Progress[] = []
  const clock = { now: () => offsets.length * took }
  const ask: Service['listDeployments'] = async ({ offset }: ListQuery) => {
    offsets.push(Number(offset))
    return list(Number(offset))
  }
  const report = { clock, onProgress: (progress: Progress) => told.push(progress) }
  const service = { listDeployments: ask, report }
  const items: Item[] = []
  for await (const page of readPages(service, {}, new AbortController().signal, { start })) {
    if ('kind' in page) return { offsets, told, items: page.kind === 'unusable' ? page.problem : page }
    items.push(...page.value)
  }
  return { offsets, told, items }
}

const page = (resources: readonly unknown[]): Reply<Page> => ({ status: 200, value: resources })

const deployments = (count: number, before = ''): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${before}${index}` }))

/** A list in pages of at most `cap` items. */
const listOf =
  (all: readonly unknown[], cap = 100): List =>
  offset =>
    page(structuredClone(all.slice(offset, offset + cap)))

/** A change of a list: some items come, some go, or one moves. */
interface Change {
  kind: 'come' | 'go' | 'move'
  at: number
  to: number
  count: number
}

const CHANGE: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('come', 'go'),
  at: fc.nat(300),
  to: fc.nat(300),
  count: fc.integer({ min: 1, max: 120 }),
})

/** Before which request some changes happen: items come and go, or one moves. Two moves can hide each other. */
const MOMENT = fc.record({
  before: fc.integer({ min: 1, max: 12 }),
  changes: fc.oneof(
    fc.array(CHANGE, { minLength: 1, maxLength: 4 }),
    CHANGE.map((one): Change[] => [{ ...one, kind: 'move' }]),
  ),
})

/** Changes a list, and returns the items that are gone. */
function change(all: Item[], { kind, at, to, count }: Change, name: string): Item[] {
  if (kind === 'go') return all.splice(at, count)
  if (kind === 'come') all.splice(at, 0, ...deployments(count, name))
  else all.splice(to, 0, ...all.splice(at, 1))
  return []
}

it('each deployment of a quiet list is read once and in order, whatever the length of its pages', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constant([1]), fc.array(fc.constantFrom(2, 7, 20, 99, 100, 101, 1000), { minLength: 1 })),
      fc.nat(400),
      fc.nat(120),
      async (caps, count, start) => {
        const all = deployments(count)
        let requests = 0
        const list: List = offset => listOf(all, caps[requests++ % caps.length])(offset)
        expect((await readAll(list, { start })).items).toEqual(all.slice(start))
      },
    ),
  ))

it.each([
  [0, [0]],
  [1, [0, 1]],
  [2, [0, 1]],
  [99, [0, 98]],
  [100, [0, 99]],
  [101, [0, 99, 100]],
  [350, [0, 99, 198, 297, 349]],
])('a list of %i deployments is requested at the offsets %j', async (count, offsets) => {
  expect((await readAll(listOf(deployments(count)))).offsets).toEqual(offsets)
})

/**
 * In lists of any length and page size, items come, go or move between two pages, at no more moments than there are
 * repeated readings. In pages of one item, which show nothing of their neighbours, items only come.
 */
it('no deployment is missed that is there all the while, though others come, go or move', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 4, max: 120 })),
      fc.nat(300),
      fc.uniqueArray(MOMENT, { maxLength: 3, selector: ({ before }) => before }),
      async (cap, count, moments) => {
        const all = deployments(count)
        const gone: Item[] = []
        let requests = 0
        const { items } = await readAll(offset => {
          const { changes = [] } = moments.find(({ before }) => before === requests) ?? {}
          for (const [index, one] of changes.entries())
            if (cap > 1 || one.kind === 'come') gone.push(...change(all, one, `new ${requests}.${index}.`))
          requests++
          return listOf(all, cap)(offset)
        })
        const seen = new Set([...(items as Item[]), ...gone].map(({ id }) => id))
        expect(deployments(count).filter(({ id }) => !seen.has(id))).toEqual([])
      },
    ),
    { numRuns: 1000 },
  ))

it('a list that never rests is read four times, and all that any reading showed counts', async () => {
  let all = deployments(60)
  let requests = 0
  const { items, offsets } = await readAll(offset => {
    const reply = listOf(all, 20)(offset)
    all = [{ id: `new ${requests++}` }, ...all]
    return reply
  })
  expect(offsets.filter(offset => offset === 0)).toHaveLength(4)
  expect(items).toEqual(expect.arrayContaining(deployments(60)))
})

it('a deployment that changes places with one that was read is found', async () => {
  const before = deployments(6)
  const after = [2, 1, 0, 3, 4, 5].map(place => before[place])
  let requests = 0
  const { items } = await readAll(at => listOf(requests++ === 0 ? before : after, 2)(at))
  expect(items).toEqual(expect.arrayContaining(before))
})

it('a list is read to its end if the service removes items after it has cut a page', async () => {
  const places = deployments(128)
  const { items } = await readAll(at =>
    page(places.slice(at, at + 100).filter(({ id }) => Number(id) % 2 > 0)),
  )
  expect(items).toHaveLength(64)
})

it('items without an id, or that are no objects, are read too, and the same id in capitals is the same', async () => {
  const id = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'
  const odd = [null, { name: 'a' }, { name: 'a' }, 7, { name: { toString: 1 } }, { id }]
  let requests = 0
  const { items } = await readAll(at => {
    const last = requests++ === 0 ? { id } : { id: id.toUpperCase() }
    return listOf([...odd, last, { id: 'z' }], 7)(at)
  })
  expect(items).toEqual([{ name: 'a' }, { name: { toString: 1 } }, { id }, { id: 'z' }])
})

it('a list that shows all at once, and nothing at any other offset, is read', async () => {
  const { items } = await readAll(at => page(at === 0 ? deployments(50) : []))
  expect(items).toEqual(deployments(50))
})

it.each<[string, List]>([
  ['repeats one item', () => page(deployments(1))],
  ['ignores the offset', () => page(deployments(50))],
  ['ignores limit and offset', () => page(deployments(250))],
  ['repeats a page that ends as it begins', () => page([...deployments(50), ...deployments(1)])],
  ['counts pages instead of items', at => listOf(deployments(250))(at * 100)],
  ['repeats its last page', at => listOf(deployments(250))(Math.min(at, 150))],
  [
    'adds what is no deployment to each page',
    at => page(at < 9 ? [...deployments(9).slice(at, at + 3), null] : []),
  ],
  ['counts short pages instead of items', at => listOf(deployments(81), 50)(at * 50)],
  ['counts hundreds instead of items', at => listOf(deployments(250))(Math.floor(at / 100) * 100)],
])('a list that %s fails, as its end is unknown', async (_, list) => {
  const { items, offsets } = await readAll(list)
  expect(['list_parameters', 'list_repeats', 'list_gap']).toContain(items)
  expect(offsets.length).toBeLessThan(30)
})

it('a list of a thousand pages is read, and a longer one fails', async () => {
  const all = deployments(2001)
  expect((await readAll(listOf(all.slice(0, 1001), 2))).items).toHaveLength(1001)
  const { items, offsets } = await readAll(listOf(all, 2))
  expect({ items, requests: offsets.length }).toEqual({ items: 'list_parameters', requests: 1001 })
})

it('a reading that takes long is reported every ten seconds', async () => {
  const list = listOf(deployments(301), 11)
  expect((await readAll(list, { took: 300 })).told).toEqual([])
  expect((await readAll(list, { took: 1000 })).told).toEqual([
    { pages: 10, items: 101 },
    { pages: 20, items: 201 },
    { pages: 30, items: 301 },
  ])
})

it('a failed page is the last value', async () => {
  const error = { kind: 'refused' as const, status: 403, said: { text: 'no', fields: [] } }
  const { items, offsets } = await readAll(offset => (offset === 0 ? page(deployments(3)) : error))
  expect({ items, offsets }).toEqual({ items: error, offsets: [0, 2] })
})
