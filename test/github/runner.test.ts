import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as core from '@actions/core'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Runner } from '../../src/github/runner.ts'
import { githubRunner } from '../../src/github/runner.ts'

it('an input is read from its variable with its white space', () => {
  const { getInput } = githubRunner({ INPUT_A_NAME: ' of\n' })
  expect([getInput('a name'), getInput('another')]).toEqual([' of\n', ''])
})

it('@actions/core contains the modules that src/github/job.ts imports', () => {
  const moved = ['command.js', 'file-command.js', 'utils.js'].filter(
    file => !existsSync(join('node_modules/@actions/core/lib', file)),
  )
  expect(moved, 'an update of @actions/core moved these: adapt the imports of src/github/runner.ts').toEqual(
    [],
  )
})

/** The log and the files after one call of each function. */
function writtenBy(use: (env: NodeJS.ProcessEnv) => Omit<Runner, 'appendSummary'>) {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STATE: join(folder, 'state') }
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(file, '')
    vi.stubEnv(name, file)
  }
  let log = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    log += text
    return true
  })
  try {
    const runner = use(files)
    runner.setSecret('a %\r\n secret')
    runner.startGroup('a group')
    runner.info('a line')
    runner.debug('a detail')
    runner.endGroup()
    runner.warning('a % warning\nof two lines')
    runner.error('an error', { title: 'a: title, with signs', file: 'a/file', startLine: 7, startColumn: 3 })
    runner.setOutput('text', 'of\ntwo lines')
    runner.setOutput('json', { a: 1 })
    runner.saveState('state', 'kept')
  } finally {
    write.mockRestore()
    vi.unstubAllEnvs()
  }
  const written = Object.values(files).map(file =>
    readFileSync(file, 'utf8').replace(/ghadelimiter_[\w-]+/g, 'END'),
  )
  return [log, ...written]
}

it('githubRunner writes the same as @actions/core', () => {
  expect(writtenBy(githubRunner)).toEqual(writtenBy(() => core))
})
