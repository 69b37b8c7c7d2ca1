import { expect, it, vi } from 'vitest'
import { githubRunner } from '../../src/github/runner.ts'

it('an input is read from its variable with its white space', () => {
  vi.stubEnv('INPUT_A_NAME', ' of\n')
  expect([githubRunner.getInput('a name'), githubRunner.getInput('another')]).toEqual([' of\n', ''])
})
