import { code as codeOf, html, shorten } from '../github/text.ts'

/** Long enough for any value that is meant for people. */
const LONGEST_VALUE = 500

/**
 * Writes text of the workflow or the service into HTML. It is redacted before it is cut, as half a secret is not
 * known as one, and after; then escaped. Whatever it gives stands in an HTML element, where markdown does not apply.
 */
export interface Markup {
  /** A sentence. */
  text(value: string): string
  /** A value as it stands. */
  code(value: string): string
  /** Our own words, in which values stand in backquotes. */
  words(value: string): string
  /** Lines of a text of any length. */
  lines(value: string): string[]
}

/** @param redact removes secrets from a text */
export function createMarkup(redact: (text: string) => string): Markup {
  const clean = (value: string) => redact(shorten(redact(value), LONGEST_VALUE))
  return {
    text: value => html(clean(value)),
    code: value => codeOf(clean(value)),
    words: value => html(clean(value)).replace(/`([^`]+)`/g, '<code>$1</code>'),
    lines: value => redact(value).split('\n').map(html),
  }
}

/** A heading of our own words and what belongs under it. */
export const section = (title: string, content: string) => `### ${title}\n\n${content}`

/** A table of rows of cells, which are HTML. The first cell of each row names it. */
export function table(head: string[], rows: string[][]): string {
  const first =
    head.length > 0 ? [`<tr>${head.map(cell => `<th align="left">${cell}</th>`).join('')}</tr>`] : []
  const others = rows.map(
    ([name = '', ...cells]) =>
      `<tr><th align="left" scope="row">${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`,
  )
  return `<table>\n${[...first, ...others].join('\n')}\n</table>`
}

/** As many items as fit, and how many do not. */
export function fitting<T>(items: readonly T[], bytes: number, sizeOf: (item: T) => string): [T[], number] {
  let left = bytes
  const end = items.findIndex(item => {
    left -= Buffer.byteLength(sizeOf(item)) + 1
    return left < 0
  })
  return end === -1 ? [[...items], 0] : [items.slice(0, end), items.length - end]
}
