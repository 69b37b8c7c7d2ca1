import { expect, it } from 'vitest'
import { type Family, nameOf, worldsOf } from './exhaustive.ts'
import { violations } from './invariants.ts'
import { CODE } from './world.ts'

it.each<Family>([
  { runs: 1, faults: 3, taken: 'accept' },
  { runs: 1, faults: 3, taken: '409' },
  { runs: 2, faults: 1, taken: 'accept' },
  { runs: 2, faults: 1, taken: '409' },
])('every rule holds in all worlds of %j', async family => {
  const broken: string[] = []
  for await (const { path, world } of worldsOf(family, CODE)) {
    for (const violation of violations(world))
      broken.push(`npm run simulate ${nameOf(family, path)}  # ${violation}`)
  }
  expect(broken.slice(0, 20)).toEqual([])
})
