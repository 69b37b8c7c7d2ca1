import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListQuery, Page, Service } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'
import { type Item, readPages } from '../../src/service/pages.ts'

type List = (offset: number) => Reply<Page>

/** All items of a list, or the problem or the whole of its failure, and the offsets of the requests. */
async function readAll(list: List, start = 0): Promise<{ items: unknown; offsets: number[] }> {
  const offsets: number[] = []
  const ask: Service['listDeployments'] = async ({ offset }: ListQuery) => {
    offsets.push(Number(offset))
    return list(Number(offset))
  }
  const items: Item[] = []
  for await (const page of readPages(ask, {}, new AbortController().signal, { start })) {
    if (!page.ok) return { items: page.error.kind === 'unusable' ? page.error.problem : page.error, offsets }
    items.push(...page.value)
  }
  return { items, offsets }
}

const page = (resources: Item[], offset?: number): Reply<Page> => ({
  ok: true,
  status: 200,
  value: { resources, size: resources.length, offset },
})

const deployments = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}` }))

/** What `offset` in a response may mean: of the page, its items, and all items. */
const TOLD: ((offset: number, size: number, all: number) => number | undefined)[] = [
  (offset, size) => offset + size,
  offset => offset,
  (_, __, all) => all,
  () => undefined,
  offset => offset + 100,
  (offset, size) => offset + Math.min(size, 1),
  (offset, size, all) => all - offset - size,
]

/** A list in pages of at most `cap` items. */
const listOf =
  (all: Item[], cap = 100, told = TOLD[0]): List =>
  offset => {
    const items = all.slice(offset, offset + cap).map(item => ({ ...item }))
    return page(items, told?.(offset, items.length, all.length))
  }

it('each deployment is read once and in order, for any length of pages and any meaning of offset', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TOLD),
      fc.array(fc.constantFrom(1, 7, 20, 99, 100, 101, 1000), { minLength: 1 }),
      fc.nat(400),
      fc.nat(120),
      async (told, caps, count, start) => {
        const all = deployments(count)
        let requests = 0
        const list: List = offset => listOf(all, caps[requests++ % caps.length], told)(offset)
        expect((await readAll(list, start)).items).toEqual(all.slice(start))
      },
    ),
  ))

it.each([
  [0, [0]],
  [99, [0, 99]],
  [100, [0, 99, 100]],
  [150, [0, 99, 150]],
  [350, [0, 99, 198, 297, 350]],
])('a list of %i deployments is requested at the offsets %j', async (count, offsets) => {
  expect((await readAll(listOf(deployments(count)))).offsets).toEqual(offsets)
})

it('no deployment is missed while others come and go in front of it', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(5, 20, 100),
      fc.integer({ min: 1, max: 500 }),
      fc.array(fc.tuple(fc.nat(500), fc.double({ min: -1.5, max: 1.5, noNaN: true })), { maxLength: 8 }),
      async (cap, count, changes) => {
        // Of a single short page that became shorter at once, nothing shows that there was another one.
        fc.pre(cap === 100 || count > 2 * cap)
        const all = deployments(count)
        const removed: Item[] = []
        const { items } = await readAll(offset => {
          const reply = listOf(all, cap)(offset)
          const [at, pages] = changes.shift() ?? [0, 0]
          const size = Math.round(pages * cap)
          if (size < 0) removed.push(...all.splice(at, -size))
          else all.splice(at, 0, ...deployments(size).map(({ id }) => ({ id: `${id} of ${changes.length}` })))
          return reply
        })
        const seen = new Set([...(items as Item[]), ...removed].map(({ id }) => id))
        expect(deployments(count).filter(({ id }) => !seen.has(id))).toEqual([])
      },
    ),
  ))

describe('an empty page whose offset points further', () => {
  /** The service removes items that the caller may not see after it has cut the page. */
  const hiding =
    (hidden: number, told: (offset: number) => number): List =>
    offset =>
      page(
        deployments(7)
          .slice(offset, offset + 2)
          .filter(({ id }) => Number(id) >= hidden),
        told(offset),
      )

  it.each([2, 4, 6])('is not the end of the list if the first %i items are hidden', async hidden => {
    const { items } = await readAll(hiding(hidden, offset => Math.min(offset + 2, 7)))
    expect(items).toEqual(deployments(7).slice(hidden))
  })

  it.each([4, 15])('is not the end of the list if %i such pages follow one another', async gaps => {
    const all = [...deployments(20), ...Array<undefined>(20 * gaps), { id: 'last' }]
    const { items } = await readAll(offset => {
      const items = all.slice(offset, offset + 20).filter(item => item !== undefined)
      return page(items, Math.min(offset + 20, all.length))
    })
    expect(items).toEqual([...deployments(20), { id: 'last' }])
  })

  it('ends the list if the service always adds the limit, and otherwise is an error', async () => {
    const offsets = [0, 100, 200, 300]
    expect(await readAll(offset => page([], offset + 100))).toEqual({ items: [], offsets })
    expect((await readAll(offset => page([], offset + 20))).items).toBe('list_parameters')
  })
})

it.each<[string, List]>([
  ['repeats one item', () => page(deployments(1), 0)],
  ['ignores the offset', () => page(deployments(50), 0)],
  ['ignores limit and offset', () => page(deployments(250), 250)],
  ['begins again after its end', offset => page(deployments(50).slice(offset % 50, (offset % 50) + 10))],
  ['counts pages instead of items', at => listOf(deployments(250))(at * 100)],
  [
    'counts pages from 1',
    at =>
      page(
        deployments(250)
          .slice(Math.max(0, at - 1) * 100)
          .slice(0, 100),
        at + 1,
      ),
  ],
])('a list that %s fails, and names the parameters', async (_, list) => {
  const { items, offsets } = await readAll(list)
  expect(items).toBe('list_parameters')
  expect(offsets.length).toBeLessThan(30)
})

it('a failed page is the last value', async () => {
  const error = { kind: 'refused' as const, status: 403, said: { text: 'no', fields: [] } }
  const { items, offsets } = await readAll(offset =>
    offset === 0 ? page(deployments(3)) : { ok: false, error },
  )
  expect({ items, offsets }).toEqual({ items: error, offsets: [0, 3] })
})
