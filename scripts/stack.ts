import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

// Replaces every place in the bundle by its place in the source, such as `src/main.ts:12`: `npm run -s stack < log.txt`.
// Uses the source maps of the last build.

/** A place in the bundle: a file of dist/ in any folder, with a line and a column. */
const PLACE = /(?:file:\/\/)?[^\s()]*?\bdist[/\\]([\w.-]+\.js):(\d+):(\d+)/g

function sourceOf(place: string, file: string, line: string, column: string): string {
  const map = join(import.meta.dirname, `../build/maps/${file}.map`)
  if (!existsSync(map)) return place
  const source = new SourceMap(JSON.parse(readFileSync(map, 'utf8')))
  const entry = source.findEntry(Number(line) - 1, Number(column) - 1)
  return 'originalSource' in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : place
}

process.stdout.write((await text(process.stdin)).replace(PLACE, sourceOf))
