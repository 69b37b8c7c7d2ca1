import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ALL_TRIES } from '../../vitest.machine.config.ts'

it('of each property of which npm test makes a tenth of the tries, the machine tests make all', () => {
  const tenths = globSync('test/**/*.test.ts').filter(file => /\/tries\.ts'/.test(readFileSync(file, 'utf8')))
  expect(tenths.length).toBeGreaterThan(5)
  expect(globSync(ALL_TRIES)).toEqual(expect.arrayContaining(tenths))
})
