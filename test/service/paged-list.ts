import fc from 'fast-check'
import { expect } from 'vitest'
import type { ListQuery, Page, Service } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'
import { type Item, readPages } from '../../src/service/pages.ts'

export type List = (offset: number) => Reply<Page>

/** All items of a list, or the problem or the whole of its failure, and the offsets of the requests. */
export async function readAll(list: List, { start = 0, read = readPages } = {}) {
  const offsets: number[] = []
  const ask: Service['listDeployments'] = async ({ offset }: ListQuery) => {
    offsets.push(Number(offset))
    return list(Number(offset))
  }
  const items: Item[] = []
  for await (const page of read(ask, {}, new AbortController().signal, { start })) {
    if (!page.ok) return { offsets, items: page.error.kind === 'unusable' ? page.error.problem : page.error }
    items.push(...page.value)
  }
  return { offsets, items }
}

export const page = (resources: Item[], offset?: number): Reply<Page> => ({
  ok: true,
  status: 200,
  value: { resources, size: resources.length, offset },
})

export const deployments = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}` }))

/** What `offset` in a response may mean: of the page, its items, and all items. */
export const TOLD: ((offset: number, size: number, all: number) => number | undefined)[] = [
  (offset, size) => offset + size,
  offset => offset,
  (_, __, all) => all,
  () => undefined,
  offset => offset + 100,
  (offset, size) => offset + Math.min(size, 1),
  (offset, size, all) => all - offset - size,
]

/** A list in pages of at most `cap` items. */
export const listOf =
  (all: Item[], cap = 100, told = TOLD[0]): List =>
  offset => {
    const items = all.slice(offset, offset + cap).map(item => ({ ...item }))
    return page(items, told?.(offset, items.length, all.length))
  }

/** Reads lists in which deployments come, go or move to the end between two pages, and expects that none is missed. */
export const expectNoneMissed = (read: typeof readPages): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(5, 20, 100),
      fc.integer({ min: 1, max: 500 }),
      fc.array(fc.tuple(fc.nat(500), fc.integer({ min: -15, max: 15 })), { maxLength: 8 }),
      async (cap, count, changes) => {
        // Of a single short page that became shorter at once, nothing shows that there was another one.
        fc.pre(cap === 100 || count > 2 * cap)
        const all = deployments(count)
        const removed: Item[] = []
        const left = [...changes]
        const { items } = await readAll(
          offset => {
            const reply = listOf(all, cap)(offset)
            const [at, tenths] = left.shift() ?? [0, 0]
            const size = Math.round((tenths * cap) / 10)
            if (size < 0) removed.push(...all.splice(at, -size))
            else all.splice(at, 0, ...deployments(size).map(({ id }) => ({ id: `${id} of ${left.length}` })))
            return reply
          },
          { read },
        )
        const seen = new Set([...(items as Item[]), ...removed].map(({ id }) => id))
        expect(deployments(count).filter(({ id }) => !seen.has(id))).toEqual([])
      },
    ),
  )
