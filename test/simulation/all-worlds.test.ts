import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ALLOWED, judge } from './rules.ts'
import { simulate } from './world.ts'
import { worlds } from './worlds.ts'

it('no rule of creating once is broken in 50,000 random worlds, in which runs end in every way', async () => {
  const ends = new Set<string>()
  const property = fc.asyncProperty(worlds, async world => {
    const history = await simulate(world)
    judge(history)
    for (const { stop } of history.runs) ends.add(stop?.code ?? 'success')
  })
  await fc.assert(property, { seed: 2, numRuns: 50_000 })
  expect([...ends].sort()).toEqual([...Object.keys(ALLOWED), 'success'].sort())
})
