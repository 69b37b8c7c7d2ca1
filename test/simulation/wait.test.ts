import { expect, it } from 'vitest'
import { waitForExisting } from '../../src/deployment/wait.ts'
import { openService } from '../../src/service/client.ts'
import { tries } from '../tries.ts'
import { waitViolations } from './wait-invariants.ts'
import { simulateWait, waitScheduleOf } from './waits.ts'

const SCHEDULES = tries(5000)
const BATCH = SCHEDULES / 5

it.each(Array.from({ length: SCHEDULES / BATCH }, (_, index) => index * BATCH))(
  'every rule of the wait holds in the schedules from seed %i on',
  async first => {
    const broken: string[] = []
    const codes = new Set<string>()
    for (let seed = first; seed < first + BATCH; seed++) {
      const world = await simulateWait(waitScheduleOf(seed), { waitForExisting, openService })
      const { outcome } = world
      codes.add(
        outcome === 'cancelled' ? outcome : outcome.result === 'failed' ? outcome.failure.code : 'reached',
      )
      for (const violation of waitViolations(world)) broken.push(`seed ${seed}: ${violation}`)
    }
    expect(broken).toEqual([])
    // The schedules must cover all endings.
    for (const code of ['reached', 'wait_timeout', 'unhealthy', 'deleted', 'cancelled'])
      expect(codes).toContain(code)
  },
)
