import { expect, it } from 'vitest'
import { tries } from '../tries.ts'
import { codeOf } from './history.ts'
import { violations } from './invariants.ts'
import { randomOf, scheduleOf, simulate } from './schedule.ts'
import { virtualClock } from './virtual-clock.ts'
import { simulateWait, waitScheduleOf } from './waits.ts'
import { CODE, NO_FAULTS, plainSetting, simulateRuns, traceOf } from './world.ts'

/** A timeout for a busy machine, in milliseconds. */
const LONG = 600_000

it('every rule holds in random worlds', { timeout: LONG }, async () => {
  const broken: string[] = []
  for (let seed = 0; seed < tries(10_000); seed++) {
    const world = await simulate(scheduleOf(seed), CODE)
    for (const violation of violations(world)) broken.push(`npm run simulate ${seed}  # ${violation}`)
  }
  expect(broken).toEqual([])
})

it('every rule of the wait holds in random worlds, which end in every way', { timeout: LONG }, async () => {
  const found: string[] = []
  const ends = new Set<string>()
  for (let seed = 0; seed < tries(5000); seed++) {
    const { end, broken } = await simulateWait(waitScheduleOf(seed), CODE)
    ends.add(end)
    for (const rule of broken) found.push(`seed ${seed} breaks the rule that it ${rule}`)
  }
  expect(found).toEqual([])
  expect([...ends]).toEqual(expect.arrayContaining(['reached', 'wait_timeout', 'unhealthy', 'deleted']))
})

/** Starts within a few requests of each other, from many seeds. */
const STARTS = Array.from({ length: tries(60) }, (_, seed) => {
  const random = randomOf(seed + 1)
  return Array.from({ length: 5 }, () => Math.floor(random() * 20 * (seed % 7)))
})

it.each([true, false].flatMap(newestFirst => [1, 2, 100].map(cap => [newestFirst, cap] as const)))(
  'exactly one of five runs at the same time succeeds (newest first: %s, pages of %i)',
  async (newestFirst, cap) => {
    for (const existing of ['none', 'similar'] as const) {
      for (const starts of STARTS) {
        const setting = { ...plainSetting(starts, { latency: 10, cap, newestFirst }), existing }
        const world = await simulateRuns(setting, NO_FAULTS, randomOf, CODE, virtualClock())
        const green = world.runs.filter(run => codeOf(run) === undefined)
        const creators = green.filter(({ state }) => state.created)
        const ids = new Set(green.map(({ state }) => state.deployment?.read.id))
        expect([creators.length, ids.size], traceOf(world)).toEqual([1, 1])
        expect(violations(world)).toEqual([])
      }
    }
  },
  LONG,
)
