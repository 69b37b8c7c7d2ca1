import { SourceMap } from 'node:module'
import { expect, it } from 'vitest'
import { withSources } from '../../scripts/stack.ts'

// Line 1, column 1 of the bundled file is line 3 of src/a.ts.
const map = new SourceMap({
  file: 'main.js',
  version: 3,
  names: [],
  sources: ['src/a.ts'],
  mappings: 'AAEA',
} as never)
const mapOf = (file: string) => (file === 'main.js' ? map : undefined)

it.each([
  ['with a function', 'at run (file:///home/r/_actions/o/n/v1/dist/main.js:1:9)', 'at run (src/a.ts:3)'],
  ['without a function', 'at async file:///x/dist/main.js:1:9', 'at async src/a.ts:3'],
  ['on Windows', 'at file:///D:/a/_actions/o/n/v1/dist/main.js:1:9', 'at src/a.ts:3'],
  ['in a path', String.raw`at D:\a\n\v1\dist\main.js:1:9`, 'at src/a.ts:3'],
  [
    'in a log with time stamps',
    '2026-01-01T00:00:00.1Z   at dist/main.js:1:9',
    '2026-01-01T00:00:00.1Z   at src/a.ts:3',
  ],
])('a position %s is replaced by its source line', (_, line, named) => {
  expect(withSources(line, mapOf)).toBe(named)
})

it.each(['at node:internal/process:1:9', 'at dist/other.js:1:9', 'at src/main.js:1:9', '::error::no stack'])(
  'other text stays unchanged: %s',
  line => expect(withSources(line, mapOf)).toBe(line),
)
