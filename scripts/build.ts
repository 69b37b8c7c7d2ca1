import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import remapping from '@jridgewell/remapping'
import ncc from '@vercel/ncc'
import { minify } from 'rolldown/utils'
import { ACTIONS } from '../src/main.ts'
import { entryFile, entryText } from './entries.ts'

// Builds dist/ from src/, reproducibly: removes the types, bundles all actions into one set of chunks, minifies the
// chunks, and writes an entry for each action. The source maps stay in build/maps, see scripts/stack.ts.
const BUILD = resolve('build')
const BUNDLE = join(BUILD, 'dist')
const MAPS = join(BUILD, 'maps')

/** The module that every entry imports. */
const MAIN = 'main.js'

rmSync(BUILD, { recursive: true, force: true })
stripTypes()
const { files, modules } = await bundle(join(BUILD, 'main.js'))
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
  return path.replace(/^\.\.\//, '').replace(/^build\/(.*)\.js$/, 'src/$1.ts')
}

/** The package of a module; empty for a module of src/. */
function packageOf(module: string): string[] {
  const [folder, first = '', second = ''] = relative('.', module).split(sep)
  return folder !== 'node_modules' ? [] : [first.startsWith('@') ? `${first}/${second}` : first]
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
