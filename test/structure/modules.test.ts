import { describe, expect, it } from 'vitest'
import { readModule } from './modules.ts'

// The other tests of this folder rely on readModule.

describe('readModule finds an import', () => {
  it.each([
    ['of a name', "import { a, b as c } from '../b.ts'", ['a', 'b']],
    ['of a type', "import type { A } from '../b.ts'", ['A']],
    ['of a type among others', "import { type A, b } from '../b.ts'", ['A', 'b']],
    ['of all names', "import * as all from '../b.ts'", ['*']],
    ['of the default', "import d from '../b.ts'", ['default']],
    ['for its effect', "import '../b.ts'", []],
    ['in an export', "export { a } from '../b.ts'", ['a']],
    ['in an export of all names', "export * from '../b.ts'", ['*']],
    ['in a dynamic import', "async () => { const { a, b: c } = await import('../b.ts') }", ['a', 'b']],
    ['in a dynamic import of all names', "const load = () => import('../b.ts')", ['*']],
    ['in an import type', "let a: typeof import('../b.ts')", ['*']],
  ])('%s', (_, text, names) => {
    expect(readModule('src/room/a.ts', text)).toMatchObject({
      imports: [{ file: 'src/b.ts', names }],
      packages: [],
    })
  })

  it.each([
    ['a package', 'zod', 'zod'],
    ['a part of a package', 'hono/utils/x', 'hono'],
    ['a package with a scope', '@actions/core/lib/x.js', '@actions/core'],
    ['a path into a package', '../../node_modules/@actions/core/lib/command.js', '@actions/core'],
    ['a module of Node', 'node:fs/promises', 'node:fs/promises'],
  ])('of %s', (_, specifier, name) => {
    const { imports, packages } = readModule('src/room/a.ts', `import { a } from '${specifier}'`)
    expect({ imports, packages }).toEqual({ imports: [], packages: [name] })
  })
})

it.each([
  ['const', 'export const a = 1, b = 2', ['a', 'b']],
  ['function', 'export async function f() {}', ['f']],
  ['type', 'export type T = 1; export interface I {}', ['T', 'I']],
  ['list', 'const a = 1; export { a, a as b }', ['a', 'b']],
  ['default', 'export default 1', ['default']],
])('readModule finds an export: %s', (_, text, names) => {
  expect(readModule('src/a.ts', text).exports).toEqual(names)
})
