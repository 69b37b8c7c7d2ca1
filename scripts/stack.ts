import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

// Maps the stack of a bug to source files and lines: `npm run -s stack < log.txt`. Uses the source maps of the last
// build, or of the folder in the first argument.

/** A place in the bundle: a file of dist/ in any folder, with a line and a column. */
const PLACE = /(?:file:\/\/)?[^\s()]*?\bdist[/\\]([\w.-]+\.js):(\d+):(\d+)/g

/**
 * Replaces every place in the bundle by its place in the source, such as `src/main.ts:12`. A place without a source
 * stays unchanged.
 *
 * @param mapOf the source map of a file of dist/; undefined if it has none
 */
export function withSources(log: string, mapOf: (file: string) => SourceMap | undefined): string {
  return log.replace(PLACE, (place, file, line, column) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    return entry && 'originalSource' in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : place
  })
}

/** Reads source maps from a folder. */
const mapsIn = (folder: string) => (file: string) => {
  const path = join(folder, `${file}.map`)
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../build/maps'))
  process.stdout.write(withSources(await text(process.stdin), mapsIn(folder)))
}
