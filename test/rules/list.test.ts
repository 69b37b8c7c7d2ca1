import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { idOf } from '../../src/service/deployment.ts'
import { RequestFailure } from '../../src/service/failure.ts'
import { readList } from '../../src/service/pages.ts'
import type { Service } from '../../src/service/service.ts'

const sizes = fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 9 })
const change = fc.record({ adds: fc.boolean(), at: fc.nat({ max: 9 }) })
const changes = fc.array(fc.option(change, { freq: 2 }), { maxLength: 9 })

/** Reads a list which may change before each page. `stayed` are the ids that were there all the time. */
async function read(length: number, sizes: number[], changes: ({ adds: boolean; at: number } | null)[]) {
  const ids = Array.from({ length }, (_, index) => `${index}`)
  const stayed = new Set(ids)
  const taken = new Set<string>()
  let pages = 0
  async function listDeployments({ offset }: { offset?: string | undefined }) {
    const change = changes[pages]
    if (change?.adds) ids.splice(change.at, 0, `new ${pages}`)
    else if (change) for (const id of ids.splice(change.at, 1)) stayed.delete(id)
    const size = sizes[pages++ % sizes.length] ?? 2
    return ids.slice(Number(offset), Number(offset) + size).map(id => ({ id }))
  }
  function take(items: unknown[]) {
    for (const item of items) taken.add(idOf(item))
    return false
  }
  const service = { listDeployments } as Partial<Service> as Service
  const end = await readList(service, { take }).catch((error: unknown) => error)
  return { end, stayed, taken, pages }
}

it('a reading of the list that ends has shown all that was there from its begin to its end', () =>
  fc.assert(
    fc.asyncProperty(fc.nat({ max: 12 }), sizes, changes, async (...list) => {
      const { end, stayed, taken } = await read(...list)
      if (end === undefined) expect([...stayed.difference(taken)]).toEqual([])
      else expect(end).toBeInstanceOf(RequestFailure)
    }),
    { seed: 1, numRuns: 3000 },
  ))

it('a list that stands still is read to its end, whatever the sizes of its pages are', () =>
  fc.assert(
    fc.asyncProperty(fc.nat({ max: 40 }), sizes, async (length, sizes) => {
      const { end, taken, pages } = await read(length, sizes, [])
      expect({ end, taken: taken.size }).toEqual({ end: undefined, taken: length })
      expect(pages).toBeLessThanOrEqual(length + 2)
    }),
    { seed: 1, numRuns: 500 },
  ))
