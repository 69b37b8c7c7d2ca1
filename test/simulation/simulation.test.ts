import * as fc from 'fast-check'
import { it } from 'vitest'
import { judge } from './rules.ts'
import { simulate } from './world.ts'
import { worlds } from './worlds.ts'

// A failed property shows its seed and the smallest world that breaks a rule, with what happened in it.

it('no rule of creating once is broken in 2,000 random worlds', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async world => judge(await simulate(world))),
    { seed: 1, numRuns: 2000 },
  )
})
