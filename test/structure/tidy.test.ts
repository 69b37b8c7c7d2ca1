import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { modulesOf } from './modules.ts'

const SRC = [...modulesOf('src/**/*.ts').values()]
const SCRIPTS = [...modulesOf('scripts/**/*.ts').values()]
const TESTS = [...modulesOf('test/**/*.ts').values()]

it('every export is used by another file', () => {
  const used = new Set(
    [...SRC, ...SCRIPTS, ...TESTS].flatMap(({ imports }) =>
      imports.flatMap(({ file, names }) => names.map(name => `${file} ${name}`)),
    ),
  ).add('src/main.ts run') // by the entries in dist/
  const unused = [...SRC, ...SCRIPTS, ...TESTS].flatMap(({ file, exports }) =>
    exports.map(name => `${file} ${name}`).filter(name => !used.has(name) && !used.has(`${file} *`)),
  )
  expect(unused).toEqual([])
})

it('files of src/ and scripts/ have at most 320 lines', () => {
  const long = [...SRC, ...SCRIPTS]
    .filter(({ lines }) => lines > 320)
    .map(({ file, lines }) => `${file}: ${lines}`)
  expect(long).toEqual([])
})

describe('the packages', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const packagesOf = (modules: typeof SRC) =>
    [...new Set(modules.flatMap(({ packages }) => packages))].filter(name => !name.startsWith('node:')).sort()

  it('of src/ are exactly the dependencies in package.json', () => {
    expect(packagesOf(SRC)).toEqual(Object.keys(dependencies).sort())
  })

  it('of scripts and tests are in package.json', () => {
    const named = Object.keys({ ...dependencies, ...devDependencies })
    expect(packagesOf([...SCRIPTS, ...TESTS]).filter(name => !named.includes(name))).toEqual([])
  })

  const bundled = Array.from(
    readFileSync('dist/licenses.txt', 'utf8').matchAll(/^(\S+) (\d+\.\d+\.\S+) \(.*\)$/gm),
    ([, name = '', version]) => ({ name, version }),
  )

  it('of the bundle are the dependencies in package.json and what they require', () => {
    // The bundle also contains a part of the bundler.
    const names = bundled.map(({ name }) => name).filter(name => name !== '@vercel/ncc')
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
    expect(names.filter(name => locked[`node_modules/${name}`]?.dev !== undefined)).toEqual([])
  })

  it('of the bundle have the versions of the lock file', () => {
    const other = bundled.filter(({ name, version }) => locked[`node_modules/${name}`]?.version !== version)
    expect(other).toEqual([])
  })
})
