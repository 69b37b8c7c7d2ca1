import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { write } from '../../src/lib/sentence.ts'
import type { ListQuery, Page, Service } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'
import { type Item, readPages } from '../../src/service/pages.ts'

type List = (offset: number, query: ListQuery) => Reply<Page> | Promise<Reply<Page>>

/** All items of a list, or its failure, and the offsets of the requests. */
async function readAll(list: List, start = 0): Promise<{ items: unknown; offsets: number[] }> {
  const offsets: number[] = []
  const ask: Service['listDeployments'] = async query => {
    offsets.push(Number(query.offset))
    return list(Number(query.offset), query)
  }
  const items: Item[] = []
  for await (const page of readPages(ask, {}, new AbortController().signal, { start })) {
    if (!page.ok) {
      const { error } = page
      if (error.kind !== 'unusable') return { items: error, offsets }
      return { items: { ...error, reason: write(error.reason, value => value) }, offsets }
    }
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
  Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: `shop-${index}` }))

/** What `offset` in a response may mean: of the page, its items, and all items. */
const TOLD: ((offset: number, size: number, all: number) => number | undefined)[] = [
  (offset, size) => offset + size,
  offset => offset,
  (_, __, all) => all,
  () => undefined,
  offset => offset + 100,
  offset => offset + 1,
  (offset, size, all) => all - offset - size,
]

/** A list in pages of at most `cap` items. */
const listOf =
  (all: Item[], cap: number, told = TOLD[0]): List =>
  offset => {
    const items = all.slice(offset, offset + cap).map(item => ({ ...item }))
    return page(items, told?.(offset, items.length, all.length))
  }

it('each deployment is read once and in order, for any length of pages and any meaning of offset', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TOLD),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      fc.nat(100),
      fc.nat(120),
      async (told, caps, count, start) => {
        const all = deployments(count)
        let requests = 0
        const list: List = offset => listOf(all, caps[requests++ % caps.length] ?? 1, told)(offset, {})
        expect((await readAll(list, start)).items).toEqual(all.slice(start))
      },
    ),
  ))

it.each([1, 7, 99, 100, 101, 1000])('10,000 deployments are read once in pages of %i', async cap => {
  const all = deployments(10_000)
  const { items, offsets } = await readAll(listOf(all, cap))
  expect(items).toEqual(all)
  // Pages of 100 are full: some are requested ahead, each one item early, and the last ones for nothing.
  expect(offsets.length - Math.ceil(10_000 / cap)).toBe(cap === 100 ? 5 : 1)
})

it('pages are requested ahead only after full ones, and no more than three', async () => {
  const requested = async (count: number) => (await readAll(listOf(deployments(count), 100))).offsets
  expect(await requested(99)).toEqual([0, 99])
  expect(await requested(150)).toEqual([0, 99, 150])
  expect(await requested(700)).toEqual([0, 99, 198, 297, 396, 495, 594, 693, 792, 891, 700])
})

describe('nothing is missed while the list changes', () => {
  const known = (items: unknown): Item[] =>
    Array.isArray(items) ? items.filter(({ id }) => id.startsWith('id-')) : []

  it('if a deployment is added at the front after each page', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), fc.nat(60), async (cap, count) => {
        const all = deployments(count)
        let added = 0
        const { items } = await readAll(offset => {
          const reply = listOf(all, cap)(offset, {})
          if (added < 8) all.unshift({ id: `new-${added++}` })
          return reply
        })
        expect(known(items)).toEqual(deployments(count))
      }),
    ))

  it('if deployments come and go anywhere while pages are requested ahead and answered in any order', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 700 }),
        fc.array(fc.tuple(fc.nat(700), fc.boolean()), { maxLength: 12 }),
        async (scheduler, count, changes) => {
          const all = deployments(count)
          const removed: Item[] = []
          const change = (at: number, isAdded: boolean, index: number) =>
            isAdded ? all.splice(at, 0, { id: `new-${index}` }) : removed.push(...all.splice(at, 1))
          for (const [index, [at, isAdded]] of changes.entries()) {
            void scheduler.schedule(Promise.resolve()).then(() => change(at, isAdded, index))
          }
          const reading = readAll(offset =>
            scheduler.schedule(Promise.resolve()).then(() => listOf(all, 100)(offset, {})),
          )
          const { items } = await scheduler.waitFor(reading)
          const seen = new Set([...known(items), ...removed].map(({ id }) => id))
          const missed = deployments(count).filter(({ id }) => !seen.has(id))
          // One that goes may shift another over the border of two pages, which no reading page after page can see.
          expect(missed.length).toBeLessThanOrEqual(removed.length)
        },
      ),
    ))

  it('if deployments of the first page are deleted before the next page is read', async () => {
    const all = deployments(250)
    const { items } = await readAll(offset => {
      const reply = listOf(all, 100)(offset, {})
      if (all.length === 250) all.splice(3, 5)
      return reply
    })
    expect(known(items)).toEqual(deployments(250))
  })

  it('if one response is that of another page', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(9), fc.nat(100), async (wrong, count) => {
        const all = deployments(count)
        let requests = 0
        const { items } = await readAll(offset => listOf(all, 10)(requests++ === wrong ? 0 : offset, {}))
        expect(items).toEqual(all)
      }),
    ))
})

describe('an empty page whose offset points further', () => {
  const all = deployments(7)
  /** The service removes the items that the caller may not see after it has cut the page. */
  const hiding =
    (hidden: number, told: (offset: number) => number): List =>
    offset =>
      page(
        all.slice(offset, offset + 2).filter(({ id }) => Number(String(id).slice(3)) >= hidden),
        told(offset),
      )

  it.each([2, 4, 6])('is not the end of the list if the first %i items are hidden', async hidden => {
    expect((await readAll(hiding(hidden, offset => Math.min(offset + 2, 7)))).items).toEqual(
      all.slice(hidden),
    )
  })

  it('fails the reading if the offset is a total that the pages do not reach', async () => {
    const reason = expect.stringContaining('its end is unknown')
    expect((await readAll(hiding(7, () => 7))).items).toMatchObject({ kind: 'unusable', reason })
  })
})

describe('a list that cannot be paged is a failure', () => {
  it.each([1, 50, 100])('if it repeats a page of %i items', async count => {
    const { items, offsets } = await readAll(() => page(deployments(count), 0))
    const reason = expect.stringContaining('repeats a page')
    expect(items).toMatchObject({ kind: 'unusable', reason })
    expect(offsets.length).toBeLessThan(25)
  })

  it('if it begins again after its end', async () => {
    const all = deployments(50)
    const { items } = await readAll(offset => page(all.slice(offset % 50, (offset % 50) + 10)))
    expect(items).toMatchObject({ reason: expect.stringMatching(/repeats a page/) })
  })

  it('if offset is the number of a page', async () => {
    const { items } = await readAll(at => page(deployments(17).slice(at * 5, at * 5 + 5), at + 1))
    expect(items).toMatchObject({ reason: expect.stringContaining('its end is unknown') })
  })

  it('if it never ends', async () => {
    const { items } = await readAll(offset => page([{ id: `id-${offset}` }]))
    expect(items).toMatchObject({ reason: expect.stringContaining('did not end') })
  })
})

it('a failed page is the last value', async () => {
  const error = { kind: 'refused' as const, status: 403, said: { text: 'no', fields: [] } }
  const { items, offsets } = await readAll(offset =>
    offset === 0 ? page(deployments(3)) : { ok: false, error },
  )
  expect({ items, offsets }).toEqual({ items: error, offsets: [0, 3] })
})

it('items with values of any type throw nothing', () => {
  const anyValue = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom({ toString: null }, [{ toString: null }], Number.POSITIVE_INFINITY),
  )
  return fc.assert(
    fc.asyncProperty(fc.array(fc.record({ id: anyValue, name: anyValue }), { maxLength: 5 }), async all => {
      expect((await readAll(offset => page(offset === 0 ? all : []))).offsets).toHaveLength(
        all.length === 0 ? 1 : 2,
      )
    }),
  )
})
