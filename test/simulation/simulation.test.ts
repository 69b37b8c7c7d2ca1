import { it } from 'vitest'
import { judgeWorlds } from './rules.ts'

it('no rule of creating once is broken in 2,000 random worlds', () => judgeWorlds({ seed: 1, numRuns: 2000 }), 180_000)
