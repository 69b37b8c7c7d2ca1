import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { entryFile } from '../../scripts/entries.ts'
import { ACTIONS } from '../../src/main.ts'

// A runner, or a tool that runs workflows elsewhere, may start the actions with an older Node.

const OLD = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })`

it.each(Object.keys(ACTIONS))('%s on a Node older than 24 names the problem and the solution', action => {
  const args = ['--import', OLD, `dist/${entryFile(action)}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(stdout).toMatch(
    /^::error title=.*::This action needs Node 24 or newer.* Node 18\..*Update the runner.*\n$/,
  )
})
