import fc from 'fast-check'
import { expect } from 'vitest'
import type { ListQuery, Page, Progress, Service } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'
import { type Item, readPages } from '../../src/service/pages.ts'

export type List = (offset: number) => Reply<Page>

interface Reading {
  start?: number
  read?: typeof readPages
  /** How long each page takes, in milliseconds. */
  took?: number
}

/** All items of a list, or the problem or the whole of its failure; the offsets of the requests; and what was reported. */
export async function readAll(list: List, { start = 0, read = readPages, took = 0 }: Reading = {}) {
  const offsets: number[] = []
  const told: Progress[] = []
  const clock = { now: () => offsets.length * took }
  const ask: Service['listDeployments'] = async ({ offset }: ListQuery) => {
    offsets.push(Number(offset))
    return list(Number(offset))
  }
  const report = { clock, onProgress: (progress: Progress) => told.push(progress) }
  const items: Item[] = []
  for await (const page of read(ask, {}, new AbortController().signal, { start, report })) {
    if (!page.ok)
      return { offsets, told, items: page.error.kind === 'unusable' ? page.error.problem : page.error }
    items.push(...page.value)
  }
  return { offsets, told, items }
}

export const page = (resources: readonly unknown[]): Reply<Page> => ({
  ok: true,
  status: 200,
  value: { resources },
})

export const deployments = (count: number, before = ''): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${before}${index}` }))

/** A list in pages of at most `cap` items. */
export const listOf =
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

/**
 * Reads lists of any length and page size, in which items come, go or move between two pages, and expects that none is
 * missed that is there all the while. They change at no more moments than there are repeated readings. In pages of one
 * item, which show nothing of their neighbours, items only come.
 */
export const expectNoneMissed = (read: typeof readPages): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 4, max: 120 })),
      fc.nat(300),
      fc.uniqueArray(MOMENT, { maxLength: 3, selector: ({ before }) => before }),
      async (cap, count, moments) => {
        const all = deployments(count)
        const gone: Item[] = []
        let requests = 0
        const { items } = await readAll(
          offset => {
            const { changes = [] } = moments.find(({ before }) => before === requests) ?? {}
            for (const [index, one] of changes.entries())
              if (cap > 1 || one.kind === 'come') gone.push(...change(all, one, `new ${requests}.${index}.`))
            requests++
            return listOf(all, cap)(offset)
          },
          { read },
        )
        const seen = new Set([...(items as Item[]), ...gone].map(({ id }) => id))
        expect(deployments(count).filter(({ id }) => !seen.has(id))).toEqual([])
      },
    ),
    { numRuns: 1000 },
  )
