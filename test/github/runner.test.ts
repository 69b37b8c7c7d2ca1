import { expect, it } from 'vitest'
import { githubRunner } from '../../src/github/runner.ts'

it('an input is read from its variable, white space and all', () => {
  const { getInput } = githubRunner({ INPUT_A_NAME: ' of\n' })
  expect([getInput('a name'), getInput('another')]).toEqual([' of\n', ''])
})
