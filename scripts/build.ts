import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import remapping from '@jridgewell/remapping'
import ncc from '@vercel/ncc'
import { minify } from 'rolldown/utils'
import { ACTIONS } from '../src/main.ts'
import { entryFile, entryText } from './entries.ts'
import { STAND_INS } from './stand-ins.ts'

// Builds dist/ from src/, reproducibly: removes the types, bundles all actions into one set of chunks, minifies the
// chunks, and writes an entry for each action. The source maps stay in build/maps, see scripts/stack.ts.
const BUILD = resolve('build')
const BUNDLE = join(BUILD, 'dist')
const MAPS = join(BUILD, 'maps')

/** Packages that the bundler takes before those of node_modules. */
const PACKAGES = join(BUILD, 'node_modules')

/** The module that every entry imports. */
const MAIN = 'main.js'

rmSync(BUILD, { recursive: true, force: true })
stripTypes()
writeStandIns()
const { files, modules } = await bundle(join(BUILD, 'main.js'))
checkStandIns(modules)
for (const [name, content] of files) {
  if (name.endsWith('.js')) await writeMinified(name, String(content), String(files.get(`${name}.map`)))
  else if (!name.endsWith('.map')) write(join(BUNDLE, name), content)
}
for (const action of Object.keys(ACTIONS)) {
  const file = entryFile(action)
  write(join(BUNDLE, file), entryText(action, file.includes('/') ? `../${MAIN}` : `./${MAIN}`))
}
write(join(BUNDLE, 'package.json'), '{"type":"module"}\n')
write(join(BUNDLE, 'licenses.txt'), licences([...new Set([...modules].flatMap(packageOf))].sort()))
// Remove it last, so that a failed build keeps the previous dist/.
rmSync('dist', { recursive: true, force: true })
renameSync(BUNDLE, 'dist')

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/**
 * Writes src/ to build/ without its types. Blanks replace the types, so that line numbers stay the same. The folders
 * are as deep as those of src/, so that paths into node_modules stay the same.
 */
function stripTypes(): void {
  for (const file of globSync('src/**/*.ts', { exclude: ['**/*.d.ts'] })) {
    const text = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    const linked = text.replaceAll(/(from |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'")
    write(join(BUILD, relative('src', file).replace(/\.ts$/, '.js')), linked)
  }
}

/**
 * Writes a copy of @actions/github to build/, where the bundler finds it first, and with it the stand-ins for modules
 * that it imports. So exactly the module at the path of a stand-in is replaced, and only for that package.
 */
function writeStandIns(): void {
  const github = '@actions/github'
  cpSync(join('node_modules', github), join(PACKAGES, github), { recursive: true })
  write(join(PACKAGES, 'stand-ins.js'), stripTypeScriptTypes(readFileSync('scripts/stand-ins.ts', 'utf8')))
  for (const [module, name] of Object.entries(STAND_INS)) {
    readFileSync(join('node_modules', module))
    const [scope = '', rest = ''] = module.split('/')
    const folder = scope.startsWith('@') ? `${scope}/${rest}` : scope
    const exports = `./${relative(folder, module).replaceAll(sep, '/')}`
    if (folder !== github) {
      write(join(PACKAGES, folder, 'package.json'), JSON.stringify({ type: 'module', exports }))
    }
    const from = relative(dirname(module), 'stand-ins.js').replaceAll(sep, '/')
    write(join(PACKAGES, module), `export { ${name} } from '${from}'\n`)
  }
}

/** Throws where a stand-in is not used, or where more of its package is in the bundle. */
function checkStandIns(modules: Set<string>): void {
  const bundled = [...modules].map(module => relative('.', module).replaceAll(sep, '/'))
  for (const module of Object.keys(STAND_INS)) {
    if (!bundled.includes(`build/node_modules/${module}`))
      throw new Error(`No module imports ${module} any more`)
    if (bundled.includes(`node_modules/${module}`)) throw new Error(`${module} is in the bundle`)
  }
  const real = bundled.filter(path => /^node_modules\/(@actions\/(http-client|github)|undici)\//.test(path))
  if (real.length > 0) throw new Error(`In the bundle in spite of the stand-ins: ${real.join(', ')}`)
}

/**
 * Bundles an entry and its imports. `modules` are the paths of all modules in the bundle, because ncc's own list of
 * licences omits packages whose modules it joins.
 */
async function bundle(
  entry: string,
): Promise<{ files: Map<string, string | Uint8Array>; modules: Set<string> }> {
  const { code, map, assets, stats } = await ncc(entry, {
    filename: MAIN,
    esm: true,
    sourceMap: true,
    sourceMapRegister: false,
    cache: false,
    quiet: true,
  })
  const files = new Map<string, string | Uint8Array>([
    [MAIN, code],
    [`${MAIN}.map`, map],
  ])
  for (const [name, { source }] of Object.entries(assets)) files.set(name, source)
  const joined = Array.from(stats.compilation.modules, module => [module, ...(module.modules ?? [])]).flat()
  return { files, modules: new Set(joined.flatMap(({ resource }) => resource ?? [])) }
}

/**
 * Writes a minified chunk. The names of functions and classes stay because stack traces show them. The output is ASCII:
 * V8 would store other text with two bytes per character.
 */
async function writeMinified(name: string, code: string, bundleMap: string): Promise<void> {
  const keepNames = { function: true, class: true }
  const {
    code: minified,
    map,
    errors,
  } = await minify(name, code, {
    module: true,
    compress: { keepNames },
    mangle: { keepNames },
    codegen: { asciiOnly: true },
    sourcemap: true,
  })
  if (errors.length > 0 || !map) throw new Error(`${name} cannot be minified: ${errors[0]?.message}`)
  write(join(BUNDLE, name), minified)
  const traced = remapping([JSON.stringify(map), bundleMap], () => null)
  const sources = traced.sources.map(source => sourceOf(source ?? ''))
  write(join(MAPS, `${name}.map`), JSON.stringify({ ...traced, file: name, sources }))
}

/** Converts a source's path relative to dist/ into its path in the repository: `src/main.ts`, `node_modules/…`. */
function sourceOf(path: string): string {
  return path
    .replace(/^\.\.\//, '')
    .replace(/^build\/(?=node_modules\/)/, '')
    .replace(/^build\/(.*)\.js$/, 'src/$1.ts')
}

/** The package of a module; empty for a module of src/ and for a stand-in. */
function packageOf(module: string): string[] {
  const path = relative('.', module).split(sep)
  const [folder, first = '', second = '', ...rest] = path[0] === 'build' ? path.slice(1) : path
  if (folder !== 'node_modules' || (path[0] === 'build' && !(second === 'github' && rest.length > 0)))
    return []
  return [first.startsWith('@') ? `${first}/${second}` : first]
}

function licences(packages: string[]): string {
  return packages
    .map(folder => join('node_modules', ...folder.split('/')))
    .map(folder => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
      const text = file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim() : license
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join('\n----\n\n')
}
