import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { workspaceWith } from '../e2e/create.ts'

// Line 1, column 1 of the bundled file is line 3 of src/a.ts.
const MAP = { version: 3, names: [], sources: ['src/a.ts'], mappings: 'AAEA' }

it('npm run stack replaces each place in the bundle by its source line, and nothing else', async () => {
  const folder = await workspaceWith({ 'main.js.map': JSON.stringify(MAP) })
  const places = [
    ['at run (file:///home/r/_actions/o/n/v1/dist/main.js:1:9)', 'at run (src/a.ts:3)'],
    ['at async file:///x/dist/main.js:1:9', 'at async src/a.ts:3'],
    ['at file:///D:/a/_actions/o/n/v1/dist/main.js:1:9', 'at src/a.ts:3'],
    [String.raw`at D:\a\n\v1\dist\main.js:1:9`, 'at src/a.ts:3'],
    ['2026-01-01T00:00:00.1Z   at dist/main.js:1:9', '2026-01-01T00:00:00.1Z   at src/a.ts:3'],
    ...['at node:internal/process:1:9', 'at dist/other.js:1:9', 'at src/main.js:1:9', '::error::no stack'],
  ].map(place => (typeof place === 'string' ? [place, place] : place))
  const log = places.map(([place]) => place).join('\n')
  const named = execFileSync(process.execPath, ['scripts/stack.ts', folder], { input: log, encoding: 'utf8' })
  expect(named.split('\n')).toEqual(places.map(([, source]) => source))
})
