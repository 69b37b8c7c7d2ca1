import type { Redact } from '../github/redact.ts'
import { code, code as codeOf, html, plainLine } from '../github/text.ts'
import { type Sentence, write } from '../lib/sentence.ts'
import { withoutEnd } from '../lib/text.ts'

/** Longer values are truncated. */
const LONGEST_VALUE = 500

/**
 * Redacts, truncates and escapes text of the workflow or the service. Put the results into HTML elements, where
 * markdown does not apply.
 */
export interface Markup {
  /** A sentence. Of a text of others, all is redacted. */
  text(value: string | Sentence): string
  /** A value, as code. */
  code(value: string): string
  /** One of our own sentences, with values in backquotes. */
  words(value: string | Sentence): string
  /** The lines of a text, not truncated. */
  lines(value: string): string[]
}

/**
 * @param redact removes secrets from a text
 * @param toHtml turns a sentence into HTML; by default it escapes it
 */
export function createMarkup(redact: Redact, toHtml = html): Markup {
  const clean = (value: string) => redact(value, LONGEST_VALUE)
  const quoted = (text: string) => {
    const parts = text.split(/`([^`]+)`/)
    return parts.map((part, index) => (index % 2 === 1 ? codeOf(part) : toHtml(part))).join('')
  }
  return {
    text: value => write(value, text => toHtml(clean(text)), toHtml),
    code: value => codeOf(clean(value)),
    words: value => write(value, text => quoted(clean(text)), quoted),
    lines: value => redact(value).split('\n').map(html),
  }
}

/** A section with one of our own headings. */
export const section = (title: string, content: string) => `### ${title}\n\n${content}`

/** A table of cells in HTML. The first cell of each row is its heading. */
export function table(head: string[], rows: string[][]): string {
  const first =
    head.length > 0 ? [`<tr>${head.map(cell => `<th align="left">${cell}</th>`).join('')}</tr>`] : []
  const others = rows.map(
    ([name = '', ...cells]) =>
      `<tr><th align="left" scope="row">${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`,
  )
  return `<table>\n${[...first, ...others].join('\n')}\n</table>`
}

/** The first items that fit into a number of bytes, and the number of the items left out. */
export function fitting<T>(items: readonly T[], bytes: number, sizeOf: (item: T) => string): [T[], number] {
  let left = bytes
  const end = items.findIndex(item => {
    left -= Buffer.byteLength(sizeOf(item)) + 1
    return left < 0
  })
  return end === -1 ? [[...items], 0] : [items.slice(0, end), items.length - end]
}

/** The number of visible rows and of folded rows. Further rows are only counted. */
const MOST_ROWS = { open: 50, folded: 450 }

/** The most characters of a table. GitHub refuses a step's summary beyond 1 MiB. */
const MOST_CHARACTERS = 500_000

const LONGEST_CELL = 200

/**
 * A table that stays readable at any length: the first rows, further rows folded, and a count of the rest. Cells are
 * redacted, then escaped; null and undefined are empty cells.
 *
 * @param rest tells the reader where to find the rows that are left out
 */
export function boundedTable(
  head: string[],
  rows: (string | null | undefined)[][],
  redact: Redact,
  rest: string,
): string {
  const header = `<tr>${head.map(label => `<th align="left">${label}</th>`).join('')}</tr>`
  const table = (lines: string[]) => `<table>\n${[header, ...lines].join('\n')}\n</table>`
  const cell = (text: string | null | undefined) => `<td>${text ? code(redact(text, LONGEST_CELL)) : ''}</td>`
  const lines = rows
    .slice(0, MOST_ROWS.open + MOST_ROWS.folded)
    .map(row => `<tr>${row.map(cell).join('')}</tr>`)
  const fitting = thatFit(lines, MOST_CHARACTERS)
  const [open, folded] = [fitting.slice(0, MOST_ROWS.open), fitting.slice(MOST_ROWS.open)]
  const left = rows.length - fitting.length
  return [
    open.length > 0 ? table(open) : '',
    folded.length > 0
      ? `<details><summary>${number(folded.length)} more</summary>\n${table(folded)}\n</details>`
      : '',
    left > 0 ? `<p>and ${number(left)} more, ${rest}</p>` : '',
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

function thatFit(lines: string[], most: number): string[] {
  let left = most
  const overflow = lines.findIndex(line => {
    left -= line.length
    return left < 0
  })
  return overflow === -1 ? lines : lines.slice(0, overflow)
}

/** A number with separators: `10,000`. */
export const number = (value: number) => value.toLocaleString('en-US')

/** A count with its noun: `1 deployment`, `2 deployments`. */
export const count = (value: number, one: string, many = `${one}s`) =>
  `${number(value)} ${value === 1 ? one : many}`

/**
 * Formats a sentence as HTML for a comment without links and mentions. In comments GitHub links `@name`, `#1`,
 * `owner/name#1`, commits, URLs, and by a repository's own rules `TICKET-1`, and notifies people. It links nothing in
 * `<code>`, so every word except plain words and numbers becomes code.
 */
export function unlinked(text: string): string {
  return plainLine(text)
    .split(/(\s+)/)
    .map(word => {
      const [before = ''] = /^["'(]*/.exec(word) ?? []
      const rest = word.slice(before.length)
      const core = withoutEnd(rest, `"'),.:;!?…`)
      return html(before) + (isPlain(core) ? html(core) : code(core)) + html(rest.slice(core.length))
    })
    .join('')
}

/**
 * Whether a word is safe: letters, a compound such as `re-run`, a number, or punctuation. Hexadecimal letters may be a
 * commit.
 */
const isPlain = (word: string) =>
  /^(?:\p{L}+|\p{Lu}?\p{Ll}+(?:['’-]\p{Ll}+)+|\d+(?:[.,]\d+)*|[^\p{L}\p{N}@#]*)$/u.test(word) &&
  !/^[a-f]{7,}$|^www$/i.test(word)
