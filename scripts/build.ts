import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { minify } from 'rolldown/utils'
import { ACTIONS } from '../src/main.ts'

// Builds dist/ from src/, reproducibly: removes the types, bundles all actions into one set of chunks, minifies the
// chunks, and writes the licences and an entry for each action. Source maps stay in build/maps, see scripts/stack.ts.
const DIST = 'build/dist'
const MAIN = 'main.js'
/** The Node version in `runs.using` of each action.yml. */
const OLDEST_NODE = 24

rmSync('build', { recursive: true, force: true })
for (const file of globSync('src/**/*.ts')) {
  // Blanks replace the types, so that line numbers stay the same.
  const text = stripTypeScriptTypes(readFileSync(file, 'utf8'))
  const linked = text.replaceAll(/(from |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'")
  write(`build/${file.replace(/\.ts$/, '.js')}`, linked)
}

const ncc = createRequire(import.meta.url)('@vercel/ncc')
const { code, map, assets, stats } = await ncc(resolve('build/src', MAIN), {
  filename: MAIN,
  esm: true,
  sourceMap: true,
  sourceMapRegister: false,
  cache: false,
  quiet: true,
})
const files: Record<string, string> = { [MAIN]: code, [`${MAIN}.map`]: map }
for (const [name, { source }] of Object.entries<{ source: unknown }>(assets)) files[name] = String(source)
for (const name of Object.keys(files).filter(name => name.endsWith('.js'))) {
  await writeMinified(name, files[name] ?? '', files[`${name}.map`] ?? '')
}
for (const action of Object.keys(ACTIONS)) {
  const isRoot = action === 'create'
  write(join(DIST, isRoot ? '' : action, 'index.js'), entryText(action, isRoot ? `./${MAIN}` : `../${MAIN}`))
}
write(join(DIST, 'package.json'), '{"type":"module"}\n')
// ncc's own list of licences omits packages whose modules it joins.
const modules = [...stats.compilation.modules].flatMap(module => [module, ...(module.modules ?? [])])
const PACKAGE = /node_modules\/((@[^/]+\/)?[^/]+)/
const packages = modules.flatMap(({ resource = '' }) => PACKAGE.exec(resource)?.[1] ?? [])
write(join(DIST, 'licenses.txt'), [...new Set(packages)].sort().map(licenceOf).join('\n----\n\n'))
// Replace it last, so that a failed build keeps the previous dist/.
rmSync('dist', { recursive: true, force: true })
renameSync(DIST, 'dist')

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/**
 * Writes a minified chunk, and the source map from it to src/. Classes keep their names, which code may compare. The
 * output is ASCII, because V8 would store other text with two bytes per character.
 */
async function writeMinified(name: string, code: string, bundleMap: string): Promise<void> {
  const names = { keepNames: { function: false, class: true } }
  const options = { module: true, compress: names, mangle: names, codegen: { asciiOnly: true } }
  const inputMap = JSON.parse(bundleMap)
  const { errors, map, ...chunk } = await minify(name, code, { ...options, sourcemap: true, inputMap })
  if (errors.length > 0 || !map) throw new Error(`${name}: ${errors[0]?.message}`)
  write(join(DIST, name), chunk.code)
  const sources = map.sources.map(path => path.replace(/^[./]+/, '').replace(/^build\/(.*)\.js$/, '$1.ts'))
  write(`build/maps/${name}.map`, JSON.stringify({ ...map, sources, sourcesContent: [] }))
}

/** The text of an action's entry. An older Node could not parse or run the rest, so the entry checks the version first. */
function entryText(action: string, main: string): string {
  return `\
const { node } = process.versions
if (Number(node.split('.')[0]) < ${OLDEST_NODE}) {
  console.log(\`::error title=Node is too old::This action needs Node ${OLDEST_NODE} or newer, and the runner started it with Node \${node}. Nothing was sent, so nothing was created. Update the runner to version 2.327.1 or newer, which brings Node ${OLDEST_NODE}; a tool that runs workflows elsewhere needs a newer Node on its PATH. A rerun is safe, but fails the same way until then.\`)
  process.exitCode = 1
} else {
  const { run } = await import('${main}')
  await run('${action}')
}
`
}

function licenceOf(name: string): string {
  const folder = join('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim() : license
  // Each paragraph becomes one line: licences that differ only in their line breaks then compress to one copy.
  return `${name} ${version} (${license})\n\n${text.replaceAll(/(?<=\S) *\n *(?=\S)/g, ' ')}\n`
}
