import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { entryFile } from '../../scripts/entries.ts'
import { ACTIONS } from '../../src/main.ts'

// A runner, or a tool that runs workflows elsewhere, may start the actions with an older Node.

const ENTRIES = Object.keys(ACTIONS).map(action => `dist/${entryFile(action)}`)

/** An older Node of this machine, if it has one. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(path => {
  try {
    return Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1]) < 24
  } catch {
    return false
  }
})

function expectAdvice(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  const [first, ...others] = stdout.trimEnd().split('\n')
  expect(first).toMatch(
    /^::error title=.*::This action needs Node 24 or newer.* Node (18|20)\..*Update the runner/,
  )
  expect(others).toEqual([])
}

describe.each(ENTRIES)('%s on a Node older than 24', entry => {
  it('names the problem and the solution in its first line', () => {
    const versions = "Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })"
    expectAdvice(process.execPath, '--import', `data:text/javascript,${versions}`, entry)
  })

  it.skipIf(oldNode === undefined)(
    'names the problem and the solution on the older Node of this machine',
    () => {
      expectAdvice(oldNode ?? '', entry)
    },
  )
})
