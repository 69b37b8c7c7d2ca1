import { expect, it } from 'vitest'
import { tries } from '../tries.ts'
import { type Family, follow, nameOf } from './exhaustive.ts'
import { codeOf, violations } from './invariants.ts'
import { virtualClock } from './virtual-clock.ts'
import { CODE, NO_FAULTS, randomOf, simulateRuns, traceOf } from './world.ts'

/** A timeout for a busy machine, in milliseconds. */
const LONG = 600_000

/** Three runs, of whose requests many fail. */
const MANY: Family[] = (['accept', '409'] as const).map(taken => ({ runs: 3, faults: 6, taken }))

it.each(MANY)('every rule holds in random worlds of %j', { timeout: LONG }, async family => {
  const broken: string[] = []
  for (let seed = 1; seed <= tries(1500); seed++) {
    const random = randomOf(seed)
    const choose = (options: number) => (random() < 0.6 ? 0 : Math.floor(random() * options))
    const { world, decisions } = await follow(family, choose, CODE)
    const path = decisions.map(({ choice }) => choice)
    for (const violation of violations(world))
      broken.push(`npm run simulate ${nameOf(family, path)}  # ${violation}`)
  }
  expect(broken.slice(0, 20)).toEqual([])
})

/** Starts within a few requests of each other, from many seeds. */
const STARTS = Array.from({ length: tries(60) }, (_, seed) => {
  const random = randomOf(seed + 1)
  return Array.from({ length: 5 }, () => Math.floor(random() * 20 * (seed % 7)))
})

it.each([true, false].flatMap(newestFirst => [1, 2, 100].map(cap => [newestFirst, cap] as const)))(
  'exactly one of five runs at the same time succeeds (newest first: %s, pages of %i)',
  async (newestFirst, cap) => {
    for (const others of [[], ['Shop-2', 'a-Shop', 'Shopping', 'other']]) {
      for (const starts of STARTS) {
        const setting = { starts, traits: { latency: 10, cap, newestFirst }, others }
        const world = await simulateRuns(setting, NO_FAULTS, randomOf, CODE, virtualClock())
        const green = world.runs.filter(run => codeOf(run) === undefined)
        const creators = green.filter(({ facts }) => facts.created)
        const ids = new Set(green.map(({ facts }) => facts.deployment?.id))
        expect([creators.length, ids.size], traceOf(world)).toEqual([1, 1])
        expect(violations(world)).toEqual([])
      }
    }
  },
  LONG,
)
