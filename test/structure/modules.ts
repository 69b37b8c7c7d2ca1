import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { parseAst } from 'vitest/node'

/** A module, read from its source. Imports of types and `import()` count as imports. */
interface Module {
  file: string
  lines: number
  /** Files of the project, relative to its root, and the imported names; `*` means all names. */
  imports: { file: string; names: string[] }[]
  /** Packages, and modules of Node with the prefix `node:`. */
  packages: string[]
  exports: string[]
  statements: Node[]
}

/** The parts of a syntax tree that this file reads. */
interface Node {
  type: string
  name: string
  value: string
  kind?: string
  source?: Node
  id: Node
  init?: Node
  argument?: Node
  key: Node
  properties?: Node[]
  declaration?: Node
  declarations?: Node[]
  specifiers?: Node[]
  imported?: Node
  exported: Node
  local: Node
}

/** The modules that match a glob, by file, without declaration files. */
export function modulesOf(glob: string): Map<string, Module> {
  const files = globSync(glob, { exclude: ['**/*.d.ts'] }).map(file => file.replaceAll('\\', '/'))
  return new Map(files.sort().map(file => [file, readModule(file, readFileSync(file, 'utf8'))]))
}

export function readModule(file: string, text: string): Module {
  const statements = parseAst(text, { lang: 'ts' }).body as unknown as Node[]
  const all = importsIn(statements).map(([specifier, names]) => {
    const path = specifier.startsWith('.') ? join(file, '..', specifier) : `node_modules/${specifier}`
    const [, name = ''] = /^node_modules\/(node:.*|(?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
    return { path, name, names }
  })
  return {
    file,
    lines: text.split('\n').length - 1,
    imports: all.flatMap(({ path, name, names }) => (name ? [] : [{ file: path, names }])),
    packages: [...new Set(all.flatMap(({ name }) => name || []))],
    exports: statements.flatMap(exportsOf),
    statements,
  }
}

/** All imports in a part of a tree: the specifier and the names. */
function importsIn(part: unknown): [string, string[]][] {
  if (typeof part !== 'object' || part === null) return []
  const { type, source, id, init } = part as Node
  // const { a, b } = await import('c')
  if (type === 'VariableDeclarator' && init?.argument?.type === 'ImportExpression' && id.properties)
    return [[init.argument.source?.value ?? '', id.properties.map(({ key }) => key.name)]]
  const own: [string, string[]][] =
    source?.type === 'Literal' ? [[source.value, importedNames(part as Node)]] : []
  return [...own, ...Object.values(part).flatMap(importsIn)]
}

const importedNames = ({ specifiers }: Node): string[] =>
  specifiers?.map(({ type, imported, local }) => {
    if (type === 'ImportDefaultSpecifier') return 'default'
    return type === 'ImportNamespaceSpecifier' ? '*' : (imported ?? local).name
  }) ?? ['*']

function exportsOf({ type, declaration, specifiers = [] }: Node): string[] {
  if (type === 'ExportDefaultDeclaration') return ['default']
  if (type === 'ExportAllDeclaration') return ['*']
  if (type !== 'ExportNamedDeclaration') return []
  const declared = declaration?.declarations ?? (declaration ? [declaration] : [])
  return [...declared.map(({ id }) => id.name), ...specifiers.map(({ exported }) => exported.name)]
}
