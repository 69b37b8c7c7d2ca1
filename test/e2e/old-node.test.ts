import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'

// A runner, or a tool that runs workflows elsewhere, may start the actions with an older Node.

const ENTRIES = globSync('dist/**/index.js')

/** An older Node of this machine, if it has one. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(path => {
  try {
    return Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1]) < 24
  } catch {
    return false
  }
})

const OLD = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })`

/** Each entry with a simulated older Node, and with the one of this machine if there is one. */
const RUNS = ENTRIES.flatMap(entry => [
  [entry, process.execPath, ['--import', OLD]] as const,
  ...(oldNode ? [[entry, oldNode, []] as const] : []),
])

it.each(RUNS)('%s on a Node older than 24 names the problem and the solution: %s', (entry, node, options) => {
  const { status, stdout, stderr } = spawnSync(node, [...options, entry], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(stdout).toMatch(
    /^::error title=.*::This action needs Node 24 or newer.* Node (18|20)\..*Update the runner.*\n$/,
  )
})
