import type { Redact } from '../github/redact.ts'
import { code as codeOf, html } from '../github/text.ts'

/** Longer values are truncated. */
const LONGEST_VALUE = 500

/**
 * Redacts, truncates and escapes text of the workflow or the service. Put the results into HTML elements, where
 * markdown does not apply.
 */
export interface Markup {
  /** A sentence. */
  text(value: string): string
  /** A value, as code. */
  code(value: string): string
  /** One of our own sentences, with values in backquotes. */
  words(value: string): string
  /** The lines of a text, not truncated. */
  lines(value: string): string[]
}

/**
 * @param redact removes secrets from a text
 * @param toHtml turns a sentence into HTML; by default it escapes it
 */
export function createMarkup(redact: Redact, toHtml = html): Markup {
  const clean = (value: string) => redact(value, LONGEST_VALUE)
  return {
    text: value => toHtml(clean(value)),
    code: value => codeOf(clean(value)),
    words(value) {
      const parts = clean(value).split(/`([^`]+)`/)
      return parts.map((part, index) => (index % 2 === 1 ? codeOf(part) : toHtml(part))).join('')
    },
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
