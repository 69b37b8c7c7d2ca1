import fc from 'fast-check'
import { expect } from 'vitest'
import type { ListQuery, Page, Service } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'
import { type Item, type Progress, readPages } from '../../src/service/pages.ts'

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

/** One change of a list: some items come, some go, or one moves. */
interface Change {
  kind: 'come' | 'go' | 'move'
  at: number
  to: number
  count: number
  /** Before which request it happens. */
  before: number
}

const CHANGE = fc.record<Change>({
  kind: fc.constantFrom('come', 'go', 'move'),
  at: fc.nat(300),
  to: fc.nat(300),
  count: fc.integer({ min: 1, max: 120 }),
  before: fc.integer({ min: 1, max: 12 }),
})

/** Changes a list, and returns the items that are gone. */
function change(all: Item[], { kind, at, to, count, before }: Change): Item[] {
  if (kind === 'go') return all.splice(at, count)
  if (kind === 'come') all.splice(at, 0, ...deployments(count, `new ${before}.`))
  else all.splice(to, 0, ...all.splice(at, 1))
  return []
}

/**
 * Reads lists of any length and page size, in which items come, go or move between two pages, and expects that none is
 * missed that is there all the while. There are at most as many changes as repeated readings.
 */
export const expectNoneMissed = (read: typeof readPages): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(2, 3, 5, 20, 100),
      fc.nat(300),
      fc.uniqueArray(CHANGE, { maxLength: 3, selector: ({ before }) => before }),
      async (cap, count, changes) => {
        const all = deployments(count)
        const gone: Item[] = []
        let requests = 0
        const { items } = await readAll(
          offset => {
            for (const one of changes) if (one.before === requests) gone.push(...change(all, one))
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
