import { spawnSync } from 'node:child_process'
import { beforeEach, expect, it } from 'vitest'
import { needs } from '../tools.ts'
import { EXAMPLES, OWN } from './workflows.ts'

// actionlint checks expressions, and the scripts with ShellCheck. `.ci/run` installs both.

beforeEach(test => needs(test, 'actionlint', 'shellcheck'))

/** What actionlint finds in a workflow; empty if it finds nothing. */
function findingsIn(workflow: string): string {
  // actionlint does not know `$/`. It reads the same folder as `./`, and so checks the inputs and the outputs too.
  // test/workflows/uses.test.ts judges the form itself.
  const input = workflow.replace(/uses: \$\/(?=.)/g, 'uses: ./')
  // By the place of a file that exists, it finds the actions of the repository.
  const file = '.github/workflows/ci.yml'
  const options = ['-oneline', '-shellcheck=shellcheck', '-pyflakes=', `-stdin-filename=${file}`, '-']
  const { stdout, stderr } = spawnSync('actionlint', options, { input, encoding: 'utf8' })
  return stdout + stderr
}

it.each([...OWN, ...EXAMPLES])('actionlint and ShellCheck find nothing in $name', ({ text }) => {
  expect(findingsIn(text)).toBe('')
})
