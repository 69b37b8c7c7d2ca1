import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { expect, it } from 'vitest'

/** The folders of `src` in layers, from the lowest one up. A folder uses only folders in layers below its own, types included. */
const LAYERS = [
  ['base'],
  ['service', 'sandbox'],
  ['run'],
  ['inputs'],
  ['deployment', 'report'],
  ['actions'],
  ['main.ts'],
]

const FILES = globSync('src/**/*.ts').map(file => file.replaceAll('\\', '/'))

const folderOf = (file: string): string => file.split('/')[1] ?? ''
const layerOf = (file: string): number => LAYERS.findIndex(folders => folders.includes(folderOf(file)))

/** What a file imports: files of `src` by their paths, packages by their names. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s[^;'"]*?\sfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return Array.from(found, ([, from, plain, dynamic]) => from ?? plain ?? dynamic ?? '').map(name =>
    name.startsWith('.') ? join(file, '..', name) : name,
  )
}

it('a folder uses only folders in layers below its own, types included', () => {
  const strange = FILES.filter(file => layerOf(file) < 0)
  const upwards = FILES.flatMap(file =>
    importsOf(file)
      .filter(name => name.startsWith('src/') && folderOf(name) !== folderOf(file))
      .filter(name => layerOf(name) >= layerOf(file))
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
