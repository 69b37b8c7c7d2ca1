import type { Redact } from '../github/redact.ts'
import { code as codeOf, html } from '../github/text.ts'
import { type Sentence, write } from '../lib/sentence.ts'

/** Longer values are truncated. */
const LONGEST_VALUE = 500

/** Longer lists are cut, with a count of the rest. */
const MOST_ITEMS = 100

/**
 * Writes sentences and values as HTML within markdown. Text of the workflow or the service is redacted, truncated,
 * escaped and always in `<code>`, where GitHub links nothing and notifies nobody.
 */
export interface Markup {
  /** A sentence. Backquotes in our own words become code too. */
  text(sentence: Sentence): string
  code(value: string | Sentence): string
  /** The lines of a text. */
  lines(value: string): string[]
}

/** @param redact removes secrets from a text */
export function createMarkup(redact: Redact): Markup {
  const code = (value: string | Sentence) => codeOf(write(value, text => redact(text, LONGEST_VALUE)))
  const own = (words: string) =>
    words
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 === 1 ? codeOf(part) : html(part)))
      .join('')
  return {
    code,
    text: sentence => write(sentence, code, own),
    lines: value => redact(value).split('\n').map(html),
  }
}

/** A section with one of our own headings. */
export const section = (title: string, content: string) => `### ${title}\n\n${content}`

export const link = (url: string, content: string) => `<a href="${html(url)}">${content}</a>`

/** A table of pairs, each below its title, which spans both columns: narrow enough for a phone. */
export function pairs(head: [string, string], rows: [title: string, string, string][]): string {
  const lines = rows.flatMap(([title, ...cells]) => [
    `<tr><th align="left" colspan="2">${title}</th></tr>`,
    `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`,
  ])
  return `<table>\n<tr>${head.map(cell => `<th align="left">${cell}</th>`).join('')}</tr>\n${lines.join('\n')}\n</table>`
}

/** A table of cells in HTML. With `rowHeads` the first cell of each row is its heading. */
export function table(head: string[], rows: readonly string[][], rowHeads = true): string {
  const line = (cells: string[]) => `<tr>${cells.join('')}</tr>`
  const data = (cell: string) => `<td>${cell}</td>`
  const others = rows.map(([first = '', ...cells]) =>
    line([rowHeads ? `<th align="left" scope="row">${first}</th>` : data(first), ...cells.map(data)]),
  )
  const heads = head.length > 0 ? [line(head.map(cell => `<th align="left">${cell}</th>`))] : []
  return `<table>\n${[...heads, ...others].join('\n')}\n</table>`
}

/** The first items of a list, and a text with the count of the rest, if there are more. */
export function firstOf<T>(items: readonly T[], most = MOST_ITEMS): { shown: readonly T[]; more: string[] } {
  const left = items.length - most
  return { shown: items.slice(0, most), more: left > 0 ? [`and ${number(left)} more`] : [] }
}

/** Parts of markdown as one text within a limit in bytes: drops the last parts, which are details. */
export function withinLimit(parts: string[], bytes: number): string {
  const shown = parts.filter(part => part !== '')
  while (shown.length > 1 && Buffer.byteLength(shown.join('\n\n')) >= bytes) shown.pop()
  return `${shown.join('\n\n')}\n`
}

/** A number with separators: `10,000`. */
export const number = (value: number) => value.toLocaleString('en-US')

/** A count with its noun: `1 deployment`, `2 deployments`. */
export const count = (value: number, one: string, many = `${one}s`) =>
  `${number(value)} ${value === 1 ? one : many}`

/** Formats a duration in milliseconds: `16 ms`, `1.5 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms > 0 && ms < 100) return `${Math.max(1, Math.round(ms))} ms`
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
