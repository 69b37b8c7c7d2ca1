import { expect, it } from 'vitest'
import { modulesOf } from './modules.ts'

// The rooms of src/ and the imports that each may have. docs/design.md has the same table for readers.

const SRC = modulesOf('src/**/*.ts')
const MODULES = [...SRC.values()]

/** Each room, and the other rooms that its files may import. */
const ROOMS: Record<string, string[]> = {
  // src/main.ts.
  entries: ['actions', 'sandbox'],
  actions: ['github', 'inputs', 'report', 'deployment', 'service', 'http', 'lib'],
  report: ['github', 'inputs', 'deployment', 'service', 'lib'],
  inputs: ['github', 'deployment', 'service', 'http', 'lib'],
  github: ['deployment', 'service', 'http', 'lib'],
  deployment: ['service', 'http', 'lib'],
  service: ['http', 'lib'],
  http: ['lib'],
  lib: [],
  sandbox: [],
}

const roomOf = (file: string) => /^src\/(\w+)\//.exec(file)?.[1] ?? 'entries'
const isEntry = ({ file }: { file: string }) => roomOf(file) === 'entries'

it('src/ has exactly the rooms of the table', () => {
  expect(new Set(MODULES.map(({ file }) => roomOf(file)))).toEqual(new Set(Object.keys(ROOMS)))
})

it.each(Object.entries(ROOMS))('files of %s import only the rooms %j', (room, known) => {
  const wrong = MODULES.filter(({ file }) => roomOf(file) === room).flatMap(({ file, imports }) =>
    imports
      .filter(imported => ![room, ...known].includes(roomOf(imported.file)))
      .map(imported => `${file} imports ${imported.file}`),
  )
  expect(wrong).toEqual([])
})

it('src/ imports no test, no script and no entry', () => {
  const wrong = MODULES.flatMap(({ file, imports }) =>
    imports
      .filter(imported => !SRC.has(imported.file) || isEntry(imported))
      .map(imported => `${file} imports ${imported.file}`),
  )
  expect(wrong).toEqual([])
})

it("only src/github imports GitHub's toolkit", () => {
  const wrong = MODULES.filter(({ packages }) => packages.some(name => name.startsWith('@actions/')))
    .map(({ file }) => file)
    .filter(file => roomOf(file) !== 'github')
  expect(wrong).toEqual([])
})

/** The files that a file imports, directly or indirectly. */
function reachableFrom(start: string): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    for (const imported of SRC.get(file)?.imports ?? []) {
      if (found.has(imported.file)) continue
      found.add(imported.file)
      visit(imported.file)
    }
  }
  visit(start)
  return found
}

it('src/ has no import cycle, imports of types included', () => {
  expect(MODULES.map(({ file }) => file).filter(file => reachableFrom(file).has(file))).toEqual([])
})

it('an entry imports every module of src/, directly or indirectly', () => {
  const needed = new Set(MODULES.filter(isEntry).flatMap(({ file }) => [...reachableFrom(file)]))
  const unneeded = MODULES.filter(module => !isEntry(module) && !needed.has(module.file))
  expect(unneeded.map(({ file }) => file)).toEqual([])
})
