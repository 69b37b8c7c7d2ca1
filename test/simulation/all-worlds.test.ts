import { expect, it } from 'vitest'
import { ALLOWED, judgeWorlds } from './rules.ts'

it('no rule of creating once is broken in 50,000 random worlds, whose runs end in every way', async () => {
  const ends = await judgeWorlds({ seed: 2, numRuns: 50_000 })
  expect([...ends].sort()).toEqual([...Object.keys(ALLOWED), 'success'].sort())
})
