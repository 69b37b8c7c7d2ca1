import { expect, it } from 'vitest'
import { deploy } from '../../src/deployment/deploy.ts'
import { openService } from '../../src/service/client.ts'
import { codeOf } from './history.ts'
import { violations } from './invariants.ts'
import { randomOf } from './schedule.ts'
import { virtualClock } from './virtual-clock.ts'
import { simulateRuns, traceOf } from './world.ts'

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
        const world = await simulateRuns(
          {
            traits: {
              takenNames: 'accept',
              lag: 0,
              latency: 10,
              readyAfter: 0,
              told: 'next',
              filter: 'before the cut',
              cap,
              newestFirst,
              names: 'kept',
            },
            existing,
            starts,
            order: { if_exists: 'match', wait_for: 'none', wait_timeout: 0 },
            cancelled: undefined,
          },
          { post: () => ({ kind: 'ok' }), list: () => ({ kind: 'ok' }) },
          randomOf,
          { deploy, openService },
          virtualClock(),
        )
        const creators = world.runs.filter(({ state }) => state.created)
        const green = creators.filter(run => codeOf(run) === undefined)
        expect(green.length, traceOf(world)).toBe(1)
        const ids = new Set(
          world.runs.filter(run => codeOf(run) === undefined).map(run => run.state.deployment?.read.id),
        )
        expect([...ids], traceOf(world)).toEqual([green[0]?.state.deployment?.read.id])
        expect(violations(world)).toEqual([])
      }
    }
  },
)
