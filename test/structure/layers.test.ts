import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { expect, it } from 'vitest'

/** The rooms of `src`, from the floor up. A room uses only rooms on floors below its own, types included. */
const FLOORS = [
  ['base', 'sandbox'],
  ['service'],
  ['run'],
  ['inputs'],
  ['deployment', 'report'],
  ['actions'],
  ['main.ts'],
]

const FILES = globSync('src/**/*.ts').map(file => file.replaceAll('\\', '/'))

const roomOf = (file: string): string => file.split('/')[1] ?? ''
const floorOf = (file: string): number => FLOORS.findIndex(rooms => rooms.includes(roomOf(file)))

/** What a file imports: files of `src` by their paths, packages by their names. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s[^;'"]*?\sfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return Array.from(found, ([, from, plain, dynamic]) => from ?? plain ?? dynamic ?? '').map(name =>
    name.startsWith('.') ? join(file, '..', name) : name,
  )
}

it('a room uses only the rooms below it, types included', () => {
  const strange = FILES.filter(file => floorOf(file) < 0)
  const upwards = FILES.flatMap(file =>
    importsOf(file)
      .filter(name => name.startsWith('src/') && roomOf(name) !== roomOf(file))
      .filter(name => floorOf(name) >= floorOf(file))
      .map(name => `${file} uses ${name}`),
  )
  expect({ strange, upwards }).toEqual({ strange: [], upwards: [] })
  // Else the imports are no longer found.
  expect(importsOf('src/actions/deploy.ts')).toEqual(
    expect.arrayContaining(['src/deployment/create.ts', 'src/report/comment.ts']),
  )
})

it('the packages that are used are the dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = FILES.flatMap(file => importsOf(file)).filter(name => !/^(src\/|node:)/.test(name))
  const packages = names.map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  expect([...new Set(packages)].sort()).toEqual(Object.keys(dependencies).sort())
})
