import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

// Needs `npm run build`, which writes the source maps.

it('npm run stack names the source line of an error in the built action', () => {
  const failing = `import { run } from ${JSON.stringify(pathToFileURL('dist/main.js'))}; run('unknown')`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', failing], {
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^ {4}at .*dist\/main\.js:\d+:\d+/m)
  const named = execFileSync(process.execPath, ['scripts/stack.ts'], { input: stderr, encoding: 'utf8' })
  const [, line] = /at .*src\/main\.ts:(\d+)/.exec(named) ?? []
  expect(readFileSync('src/main.ts', 'utf8').split('\n')[Number(line) - 1]).toContain('ACTIONS[action]()')
})
