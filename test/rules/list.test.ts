import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { idOf } from '../../src/service/deployment.ts'
import { RequestFailure } from '../../src/service/failure.ts'
import type { Service } from '../../src/service/operations.ts'
import { readList } from '../../src/service/pages.ts'
import { virtualClock } from '../simulation/clock.ts'

/** One change of a list: so many new items at a place, or so many fewer. */
type Change = { adds: boolean; at: number; count: number }
type List = {
  length: number
  /** How many items a page has at most, page by page. */
  sizes: number[]
  /** What happens before each page. */
  changes: Change[][]
  ignoresOffset?: boolean
  until?: number
}

const cap = fc.integer({ min: 2, max: 5 }).map(size => [size])
const changesOf = (change: fc.Arbitrary<Change>) => fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 12 })
const anywhere = fc.record({ adds: fc.boolean(), at: fc.nat({ max: 9 }), count: fc.constant(1) })
const inFront = fc.record({ adds: fc.constant(true), at: fc.constant(0), count: fc.integer({ min: 1, max: 7 }) })
const growth = (count: number): Change[] => [{ adds: true, at: 0, count }]
const loss = (count: number): Change[] => [{ adds: false, at: 0, count }]
const SETTINGS = { seed: 1, numRuns: 2000 }

/**
 * Reads a list which may change before each page. `stayed` are the ids that were there all the time.
 */
async function read({ length, sizes, changes, ignoresOffset = false, until }: List) {
  const ids = Array.from({ length }, (_, index) => `${index}`)
  const stayed = new Set(ids)
  const taken = new Set<string>()
  const offsets: number[] = []
  const starts: number[] = []
  const clock = virtualClock()
  let added = 0
  async function listDeployments({ offset }: { offset?: string | undefined }) {
    for (const { adds, at, count } of changes[offsets.length] ?? []) {
      const fresh = Array.from({ length: adds ? count : 0 }, () => `new ${added++}`)
      for (const id of ids.splice(at, adds ? 0 : count, ...fresh)) stayed.delete(id)
    }
    const size = sizes[offsets.length % sizes.length] ?? 2
    const from = ignoresOffset ? 0 : Number(offset)
    if (offset === '0') starts.push(clock.now())
    offsets.push(Number(offset))
    return ids.slice(from, from + size).map(id => ({ id }))
  }
  function take(items: unknown[]) {
    for (const item of items) taken.add(idOf(item))
    return false
  }
  const { signal } = new AbortController()
  const service = { listDeployments, net: { clock, signal } } as unknown as Service
  const ended = readList(service, { take, until }).catch((error: unknown) => error)
  const end = await clock.run(ended)
  return { end, stayed, taken, offsets, starts }
}

it('a reading that ends has shown all that was there from its begin to its end, whatever changed', () =>
  fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 12 }),
      cap,
      changesOf(anywhere),
      fc.boolean(),
      async (length, sizes, changes, ignoresOffset) => {
        const { end, stayed, taken } = await read({ length, sizes, changes, ignoresOffset })
        if (end === undefined) expect([...stayed.difference(taken)]).toEqual([])
        else expect(end).toBeInstanceOf(RequestFailure)
      },
    ),
    SETTINGS,
  ))

it('a service that ignores `offset` is refused, also while its list grows', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), cap, changesOf(inFront), async (length, sizes, changes) => {
      const { end, starts } = await read({ length, sizes, changes, ignoresOffset: true })
      expect(end).toBeInstanceOf(RequestFailure)
      expect(starts).toEqual([0, 1000, 3000])
    }),
    SETTINGS,
  ))

// biome-ignore format: a table
it.for<[what: string, changes: Change[][], offsets: number[]]>([
  ['does not change', [], [0, 4, 8, 12]],
  ['grows between two pages', [[], growth(1)], [0, 4, 8, 12, 13, 0]],
  ['grows before its end is read', [[], [], [], growth(3)], [0, 4, 8, 12, 0]],
  ['grows by a page before its end', [[], [], [], growth(4)], [0, 4, 8, 12, 0, 4, 8, 12, 16]],
  ['grows by more than a page', [[], growth(5)], [0, 4, 0, 4, 8, 12, 16, 17]],
  ['grows while its front is read again', [[], growth(3), growth(3), [], [], [], [], growth(2)], [0, 4, 8, 12, 16, 18, 0, 4]],
  ['shrinks between two pages', [[], loss(1)], [0, 4, 0, 4, 8, 11]],
  ['grows as much as it shrinks', [[], [...loss(2), ...growth(2)]], [0, 4, 8, 12]],
])('13 items in pages of five are asked for from these offsets, if the list %s', async ([, changes, offsets]) => { const done = await read({ length: 13, sizes: [5], changes })
  expect([done.end, done.offsets]).toEqual([undefined, offsets])
})

it('a service that ignores `offset` is refused, though its list is shorter at the second page', async () => {
  const changes: Change[][] = [[], [{ adds: false, at: 1, count: 1 }], [], [], [], growth(1)]
  const { end, taken } = await read({ length: 3, sizes: [5], changes, ignoresOffset: true })
  expect(end).toBeInstanceOf(RequestFailure)
  expect(taken.has('new 0')).toBe(true)
})

it('a list that does not join is not read again after the time of the look', async () => {
  const { starts } = await read({ length: 9, sizes: [5], changes: [], ignoresOffset: true, until: 2500 })
  expect(starts).toEqual([0, 1000])
})

it('a list whose first page has one item is read to its end', async () =>
  expect(await read({ length: 4, sizes: [1, 3], changes: [] })).toMatchObject({ end: undefined, offsets: [0, 1, 3] }))

it('a list that stands still is read to its end, whatever the sizes of its pages are', () =>
  fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 40 }),
      fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 9 }),
      async (length, sizes) => {
        const { end, taken, offsets } = await read({ length, sizes, changes: [] })
        expect({ end, taken: taken.size }).toEqual({ end: undefined, taken: length })
        expect(offsets.length).toBeLessThanOrEqual(length + 2)
      },
    ),
    { seed: 1, numRuns: 500 },
  ))
