import { expect, it } from 'vitest'
import { tries } from '../tries.ts'
import { violations } from './invariants.ts'
import { scheduleOf, simulate } from './schedule.ts'
import { CODE } from './world.ts'

const SCHEDULES = tries(10_000)
const BATCH = SCHEDULES / 10

/** A timeout for a busy machine, in milliseconds. */
const LONG = 600_000

it.each(Array.from({ length: SCHEDULES / BATCH }, (_, index) => index * BATCH))(
  'every rule holds in the random worlds from seed %i on',
  async first => {
    const broken: string[] = []
    for (let seed = first; seed < first + BATCH; seed++) {
      const world = await simulate(scheduleOf(seed), CODE)
      for (const violation of violations(world)) broken.push(`npm run simulate ${seed}  # ${violation}`)
    }
    expect(broken).toEqual([])
  },
  LONG,
)
