import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ncc from '@vercel/ncc'

// Builds dist/ from src/, the same bytes each time: compile, then bundle each entry. ncc's own list of licences
// leaves out every package whose modules it joins.
const BUNDLE = 'build/dist'

/** Each entry, and the folder in dist/ that it is bundled to. */
const ENTRIES = { main: '.', list: 'list', repositories: 'repositories', sandbox: 'sandbox' }

rmSync('build', { recursive: true, force: true })
execFileSync('tsc', ['--project', 'src'], { stdio: 'inherit' })
const packages = new Set<string>()
for (const [entry, folder] of Object.entries(ENTRIES)) {
  const { files, modules } = await bundle(resolve('build', `${entry}.js`))
  mkdirSync(join(BUNDLE, folder), { recursive: true })
  for (const [name, text] of files) writeFileSync(join(BUNDLE, folder, name), text)
  for (const module of modules) {
    const [, owner] = /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(relative('.', module)) ?? []
    if (owner !== undefined) packages.add(owner)
  }
}
writeFileSync(join(BUNDLE, 'licenses.txt'), licences([...packages].sort()))
// Only now: a build that fails leaves the last one in place.
rmSync('dist', { recursive: true, force: true })
renameSync(BUNDLE, 'dist')

/** Bundles an entry. `modules` are the paths of all modules that are in the bundle. */
async function bundle(entry: string): Promise<{ files: Map<string, string>; modules: Set<string> }> {
  const { code, assets, stats } = await ncc(entry, { cache: false, quiet: true, esm: true })
  const files = new Map([['package.json', '{"type":"module"}\n']])
  for (const [name, { source }] of Object.entries({ 'index.js': { source: code }, ...assets })) {
    files.set(name, inAscii(String(source)))
  }
  const joined = Array.from(stats.compilation.modules, module => [module, ...(module.modules ?? [])]).flat()
  return { files, modules: new Set(joined.flatMap(({ resource }) => resource ?? [])) }
}

/** A text beyond ASCII would be held, and scanned at each start, at two bytes for every character. */
function inAscii(code: string): string {
  return code.replace(
    /[^\0-\x7f]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function licences(folders: string[]): string {
  return folders
    .map(folder => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
      const text =
        file && existsSync(join(folder, file))
          ? readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim()
          : license
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join('\n----\n\n')
}
