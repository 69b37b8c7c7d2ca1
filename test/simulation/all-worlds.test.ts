import { it } from 'vitest'
import { judgeWorlds } from './rules.ts'

it('no rule of creating once is broken in 50,000 random worlds', () => judgeWorlds({ seed: 2, numRuns: 50_000 }))
