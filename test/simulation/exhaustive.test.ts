import { expect, it } from 'vitest'
import { type Family, nameOf, worldsOf } from './exhaustive.ts'
import { violations } from './invariants.ts'
import { CODE } from './world.ts'

// Each family has at least this number of worlds. A smaller number means that decisions are missing.
it.each<[Family, number]>([
  [{ runs: 1, faults: 3, taken: 'accept' }, 15_000],
  [{ runs: 1, faults: 3, taken: '409' }, 15_000],
  [{ runs: 2, faults: 1, taken: 'accept' }, 8000],
  [{ runs: 2, faults: 1, taken: '409' }, 5000],
])('every rule holds in all worlds of %j', async (family, least) => {
  const broken: string[] = []
  let worlds = 0
  for await (const { path, world } of worldsOf(family, CODE)) {
    worlds++
    for (const violation of violations(world))
      broken.push(`npm run simulate ${nameOf(family, path)}  # ${violation}`)
  }
  expect(broken.slice(0, 20)).toEqual([])
  expect(worlds).toBeGreaterThan(least)
})
