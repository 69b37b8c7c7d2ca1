import { expect, it } from 'vitest'
import { codeOf } from './history.ts'
import { violations } from './invariants.ts'
import { randomOf } from './schedule.ts'
import { virtualClock } from './virtual-clock.ts'
import { CODE, plainSetting, simulateRuns, traceOf } from './world.ts'

const RUNS = 5
const ORDERS = [true, false]
const CAPS = [1, 2, 100]

/** Starts within a few requests of each other, from many seeds. */
const STARTS = Array.from({ length: 60 }, (_, seed) => {
  const random = randomOf(seed + 1)
  return Array.from({ length: RUNS }, () => Math.floor(random() * 20 * (seed % 7)))
})

it.each(ORDERS.flatMap(newestFirst => CAPS.map(cap => [newestFirst, cap] as const)))(
  'exactly one of five runs at the same time succeeds (newest first: %s, pages of %i)',
  async (newestFirst, cap) => {
    for (const existing of ['none', 'similar'] as const) {
      for (const starts of STARTS) {
        const setting = plainSetting(starts, { latency: 10, cap, newestFirst })
        const world = await simulateRuns(
          { ...setting, existing },
          { post: () => ({ kind: 'ok' }), list: () => ({ kind: 'ok' }) },
          randomOf,
          CODE,
          virtualClock(),
        )
        const green = world.runs.filter(run => codeOf(run) === undefined)
        const creators = green.filter(({ state }) => state.created)
        expect(creators.length, traceOf(world)).toBe(1)
        const ids = new Set(green.map(({ state }) => state.deployment?.read.id))
        expect([...ids], traceOf(world)).toEqual([creators[0]?.state.deployment?.read.id])
        expect(violations(world)).toEqual([])
      }
    }
  },
)
