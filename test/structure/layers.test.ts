import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { expect, it } from 'vitest'

/** The rooms of `src`, and the rooms whose code each may use. An import of types alone is free. */
const ROOMS: Record<string, string[]> = {
  run: [],
  service: ['run'],
  inputs: ['run', 'service'],
  deployment: ['run', 'service'],
  report: ['run', 'service'],
  sandbox: [],
  actions: ['run', 'service', 'inputs', 'deployment', 'report', 'sandbox'],
  'main.ts': ['run', 'actions', 'sandbox'],
}

const FILES = globSync('src/**/*.ts').map(file => file.replaceAll('\\', '/'))

const roomOf = (file: string): string => {
  const path = file.replace('src/', '')
  return path in ROOMS ? path : (path.split('/')[0] ?? '')
}

/** What a file imports: files of `src` by their paths, packages by their names. */
function importsOf(file: string, isOfTypes: (statement: string) => boolean): string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s[^;'"]*?\sfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return Array.from(found)
    .filter(([statement]) => !isOfTypes(statement))
    .map(([, from, plain, dynamic]) => from ?? plain ?? dynamic ?? '')
    .map(name => (name.startsWith('.') ? join(file, '..', name) : name))
}

const usedBy = (file: string) => importsOf(file, statement => /^(import|export) type\s/.test(statement))

it('the code of a room uses only the rooms below it', () => {
  const strange = FILES.filter(file => !(roomOf(file) in ROOMS))
  const upwards = FILES.flatMap(file =>
    usedBy(file)
      .filter(name => name.startsWith('src/'))
      .filter(name => roomOf(name) !== roomOf(file) && !ROOMS[roomOf(file)]?.includes(roomOf(name)))
      .map(name => `${file} uses ${name}`),
  )
  expect({ strange, upwards }).toEqual({ strange: [], upwards: [] })
  // Else the imports are no longer found.
  expect(usedBy('src/actions/deploy.ts')).toEqual(
    expect.arrayContaining(['src/deployment/create.ts', 'src/report/comment.ts']),
  )
})

it('no file uses itself through others', () => {
  const done = new Set<string>()
  const circles: string[] = []
  function visit(file: string, path: string[]): void {
    if (path.includes(file)) circles.push([...path, file].join(' → '))
    if (done.has(file) || !FILES.includes(file)) return
    done.add(file)
    for (const name of usedBy(file)) visit(name, [...path, file])
  }
  for (const file of FILES) visit(file, [])
  expect(circles).toEqual([])
})

it('the packages that are used are the dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = FILES.flatMap(file => importsOf(file, () => false)).filter(name => !/^(src\/|node:)/.test(name))
  const packages = names.map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  expect([...new Set(packages)].sort()).toEqual(Object.keys(dependencies).sort())
})
