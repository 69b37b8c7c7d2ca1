import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Builds dist/ from src/, the same bytes each time: compile, then bundle each entry. ncc never removes what it wrote
// before, and its own list of licences leaves out every package whose modules it joins.
const STATS = 'build/stats.json'
const BUNDLE = 'build/dist'

/** Each entry, and the folder in dist/ that it is bundled to. */
const ENTRIES = { main: '.', list: 'list', repositories: 'repositories', 'sandbox-action': 'sandbox' }

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'inherit' })

rmSync('build', { recursive: true, force: true })
run('tsc', '--project', 'src')
const packages = Object.entries(ENTRIES).flatMap(([entry, folder]) => {
  const out = join(BUNDLE, folder)
  run('ncc', 'build', `build/src/${entry}.js`, '--out', out, '--no-cache', '--quiet', '--stats-out', STATS)
  return bundledPackages(readFileSync(STATS, 'utf8'))
})
writeFileSync(join(BUNDLE, 'licenses.txt'), licences([...new Set(packages)].sort()))
// Only now: a build that fails leaves the last one in place.
rmSync('dist', { recursive: true, force: true })
renameSync(BUNDLE, 'dist')

/** Folders of the packages of which the bundle holds at least one module. */
function bundledPackages(stats: string): string[] {
  const folders = stats.matchAll(
    /"(?:name|identifier)":\s*"[^"]*?(node_modules\/(?:@[^/"]+\/)?[^/"]+)\/[^"]*"/g,
  )
  return Array.from(folders, ([, folder = '']) => folder)
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
