import { execFileSync, spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

// Needs `npm run build`, which writes the source maps.

/** The stack of a run that fails at once, as the process has no arguments. */
function stackOf(module: string): string {
  const failing = `import { run } from ${JSON.stringify(pathToFileURL(module))}
process.argv = undefined
await run('create')`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', failing], { encoding: 'utf8' }).stderr
}

const linesOfMain = (stack: string) => Array.from(stack.matchAll(/at .*src\/main\.ts:(\d+)/g), ([, line]) => line)

it('npm run stack names the source lines of an error in the built action', () => {
  const input = stackOf('dist/main.js')
  expect(input).toMatch(/^ {4}at .*dist\/main\.js:\d+:\d+/m)
  const named = execFileSync(process.execPath, ['scripts/stack.ts'], { input, encoding: 'utf8' })
  expect(linesOfMain(named)).not.toEqual([])
  expect(linesOfMain(named)).toEqual(linesOfMain(stackOf('src/main.ts')))
})
