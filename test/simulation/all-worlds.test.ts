import * as fc from 'fast-check'
import { it } from 'vitest'
import { judge } from './rules.ts'
import { simulate } from './world.ts'
import { worlds } from './worlds.ts'

it('no rule of creating once is broken in 50,000 random worlds', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async world => judge(await simulate(world))),
    { seed: 2, numRuns: 50_000 },
  )
})
