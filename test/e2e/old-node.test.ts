import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'

// A runner, or a tool that runs workflows elsewhere, may start the actions with an older Node.

const OLD = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })`

it.each(globSync('dist/**/index.js'))('%s refuses a Node older than 24, and says what to do', entry => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', OLD, entry], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(stdout).toMatch(
    /^::error title=.*::This action needs Node 24 or newer.* Node 18\..*Update the runner.*\n$/,
  )
})
