import { expect, it } from 'vitest'
import { modulesOf } from './modules.ts'

// Who knows whom. The data goes one way: inputs, request, create, wait, report; so do the imports.

const SRC = modulesOf('src/**/*.ts')
const MODULES = [...SRC.values()]

/** The rooms of src/, and which others each of them knows. */
const ROOMS: Record<string, string[]> = {
  // The files of src/ itself, each the entry of an action.
  entries: ['runner', 'sandbox'],
  runner: ['deployment', 'service'],
  deployment: ['service'],
  service: [],
  sandbox: [],
}

const roomOf = (file: string) => /^src\/(\w+)\//.exec(file)?.[1] ?? 'entries'
const isEntry = ({ file }: { file: string }) => roomOf(file) === 'entries'

it('has these rooms', () => {
  expect(new Set(MODULES.map(({ file }) => roomOf(file)))).toEqual(new Set(Object.keys(ROOMS)))
})

it.each(Object.entries(ROOMS))('%s knows of no room but %j', (room, known) => {
  const wrong = MODULES.filter(({ file }) => roomOf(file) === room).flatMap(({ file, imports }) =>
    imports
      .filter(imported => ![room, ...known].includes(roomOf(imported.file)))
      .map(imported => `${file} imports ${imported.file}`),
  )
  expect(wrong).toEqual([])
})

it('imports no test, no script and no entry', () => {
  const wrong = MODULES.flatMap(({ file, imports }) =>
    imports
      .filter(imported => !SRC.has(imported.file) || isEntry(imported))
      .map(imported => `${file} imports ${imported.file}`),
  )
  expect(wrong).toEqual([])
})

it("has GitHub's toolkit in the runner's room alone", () => {
  const wrong = MODULES.filter(({ packages }) => packages.some(name => name.startsWith('@actions/')))
    .map(({ file }) => file)
    .filter(file => roomOf(file) !== 'runner')
  expect(wrong).toEqual([])
})

/** The files that a file imports, they import, and so on. */
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

it('imports in no circle, not even types', () => {
  expect(MODULES.map(({ file }) => file).filter(file => reachableFrom(file).has(file))).toEqual([])
})

it('has no module that no action needs', () => {
  const needed = new Set(MODULES.filter(isEntry).flatMap(({ file }) => [...reachableFrom(file)]))
  const unneeded = MODULES.filter(module => !isEntry(module) && !needed.has(module.file))
  expect(unneeded.map(({ file }) => file)).toEqual([])
})
