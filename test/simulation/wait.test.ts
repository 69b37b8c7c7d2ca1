import { expect, it } from 'vitest'
import { tries } from '../tries.ts'
import { codeOfWait, waitViolations } from './wait-invariants.ts'
import { simulateWait, waitScheduleOf } from './waits.ts'
import { CODE } from './world.ts'

const SCHEDULES = tries(5000)
const BATCH = SCHEDULES / 5

it.each(Array.from({ length: SCHEDULES / BATCH }, (_, index) => index * BATCH))(
  'every rule of the wait holds in the schedules from seed %i on',
  async first => {
    const broken: string[] = []
    const codes = new Set<string>()
    for (let seed = first; seed < first + BATCH; seed++) {
      const world = await simulateWait(waitScheduleOf(seed), CODE)
      codes.add(codeOfWait(world))
      for (const violation of waitViolations(world)) broken.push(`seed ${seed}: ${violation}`)
    }
    expect(broken).toEqual([])
    // The schedules must cover all endings.
    for (const code of ['reached', 'wait_timeout', 'unhealthy', 'deleted', 'cancelled'])
      expect(codes).toContain(code)
  },
)
