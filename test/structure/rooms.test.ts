import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { expect, it } from 'vitest'

// The rooms of src/, the imports that each may have, and what keeps the tree tidy.

const read = (file: string) => readFileSync(file, 'utf8')
const filesIn = (glob: string) =>
  globSync(glob, { exclude: ['**/*.d.ts'] }).map(file => file.replaceAll('\\', '/'))

const SRC = filesIn('src/**/*.{ts,json}')
const SCRIPTS = filesIn('scripts/**/*.ts')
const TESTS = filesIn('test/**/*.ts')

/** What a file imports, types and dynamic imports included: files from the root of the project, and packages. */
function importsOf(file: string): string[] {
  const found = read(file).matchAll(/(?:\bfrom |^import |\bimport\()'([^']+)'/gm)
  return Array.from(found, ([, name = '']) => (name.startsWith('.') ? join(file, '..', name) : name))
}

const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const packagesOf = (files: string[]) =>
  new Set(
    files
      .flatMap(importsOf)
      .filter(name => !/^(src|scripts|test|dist|vitest\..*)\/|^node:|^\$|\.ts$/.test(name))
      .map(packageOf),
  )

/** The table of CONTRIBUTING.md: each room, and the other rooms that its files may import. */
const ROOMS: Record<string, string[]> = Object.fromEntries(
  Array.from(
    read('CONTRIBUTING.md').matchAll(/^\| \[src\/([\w.]+)\]\S* \| .* \| (.*) \|$/gm),
    ([, room = '', known = '']) => [room, known.split(', ')],
  ),
)

const roomOf = (file: string) => /^src\/(\w+)\//.exec(file)?.[1] ?? 'main.ts'

it('src/ has exactly the rooms of the table', () => {
  expect(new Set(SRC.map(roomOf))).toEqual(new Set(Object.keys(ROOMS)))
})

const mayImport = (room: string, known: string[], other: string) =>
  other === room || known.includes(other) || (known.includes('all but the entry') && other !== 'main.ts')

it.each(Object.entries(ROOMS))('files of %s import only the rooms %j', (room, known) => {
  const wrong = SRC.filter(file => roomOf(file) === room).flatMap(file =>
    importsOf(file)
      .filter(name => /^(src|scripts|test)\//.test(name))
      .filter(name => !SRC.includes(name) || !mayImport(room, known, roomOf(name)))
      .map(name => `${file} imports ${name}`),
  )
  expect(wrong).toEqual([])
})

it('no file of src/ imports itself, not even through others', () => {
  const circles: string[][] = []
  const done = new Set<string>()
  function visit(file: string, path: string[]): void {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file])
    if (done.has(file)) return
    done.add(file)
    for (const name of importsOf(file)) if (SRC.includes(name)) visit(name, [...path, file])
  }
  for (const file of SRC) visit(file, [])
  expect(circles).toEqual([])
})

it("only src/github imports GitHub's toolkit, and no file imports a path into a package", () => {
  const imports = SRC.flatMap(file => importsOf(file).map(name => ({ file, name })))
  const toolkit = imports.filter(({ name }) => name.startsWith('@actions/'))
  expect(toolkit.filter(({ file, name }) => roomOf(file) !== 'github' || name !== packageOf(name))).toEqual(
    [],
  )
  expect(imports.filter(({ name }) => name.includes('node_modules'))).toEqual([])
})

it('only src/http and the sandbox open connections, and only src/github/runner.ts writes a file', () => {
  const rest = SRC.filter(file => !['http', 'sandbox'].includes(roomOf(file)))
  const open =
    /\bfetch\(|'(undici|node:(net|tls|dns|dgram|https|http2))'|import (?!\{ STATUS_CODES \}).*'node:http'/
  expect(rest.filter(file => open.test(read(file)))).toEqual([])
  const write = /import (?!\{ ((exists|glob|read|realpath|stat)\w*,? )+\}).* from 'node:fs/
  expect(SRC.filter(file => write.test(read(file)))).toEqual(['src/github/runner.ts'])
})

it('modules of src/ keep no state and do nothing when they are imported', () => {
  const wrong = SRC.filter(file => /^(export )?(let|var|await|if|new|try)\b|^[\w.]+\(/m.test(read(file)))
  expect(wrong).toEqual([])
})

const { dependencies, devDependencies } = JSON.parse(read('package.json'))

it('the packages of src/ are exactly the dependencies, and those of scripts and tests are in package.json', () => {
  expect([...packagesOf(SRC)].sort()).toEqual(Object.keys(dependencies).sort())
  const named = Object.keys({ ...dependencies, ...devDependencies })
  expect([...packagesOf([...SCRIPTS, ...TESTS])].filter(name => !named.includes(name))).toEqual([])
})

it('the bundle has the dependencies and what they require, in the versions of the lock file', () => {
  const { packages: locked } = JSON.parse(read('package-lock.json'))
  const lines = Array.from(read('dist/licenses.txt').matchAll(/^(\S+) (\d+\.\d+\.\S+) \(.*\)$/gm))
  const names = lines.map(([, name]) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  const strange = lines.filter(([, name, version]) => {
    const entry = locked[`node_modules/${name}`]
    return entry?.dev !== undefined || entry?.version !== version
  })
  expect(strange).toEqual([])
})
