/** Removes secrets from a text for people, which is truncated to `longest` characters if given. */
export type Redact = (text: string, longest?: number) => string

/** Whether a value can be a token in a header: a text of printable characters of ASCII. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

/** A text without slashes at its end. A regular expression would take quadratic time over those within. */
export function withoutSlashes(text: string): string {
  let rest = text
  while (rest.endsWith('/')) rest = rest.slice(0, -1)
  return rest
}

/**
 * Makes any text safe as part of one log line: it cannot start a new line, colour or reorder the text around it, or act
 * as a workflow command. Replaced characters stay visible as text.
 */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n|[\n\r\t\u2028\u2029\u0085]/g, ' ')
    .replace(
      /[\p{Cc}\p{Bidi_Control}]/gu,
      control => `\\u{${control.charCodeAt(0).toString(16)}}`,
    )
    .replace(/##\[/g, '## [')
    .replace(/^(\s*):(?=:)/, '$1: ')

/** Truncates a text to `length` characters and notes how many were left out. */
export function shorten(text: string, length: number): string {
  const more = text.length - length
  return more <= 0
    ? text
    : `${text.slice(0, length)}… (${more} more characters)`
}

/** The length of the note that `shorten` leaves, at most. */
const LONGEST_NOTE = 30

/** Lines that have a number of characters at most together: the longest are truncated. */
export function fitted(lines: string[], room: number): string[] {
  const lengthUpTo = (most: number) =>
    lines.reduce((sum, line) => sum + 1 + Math.min(line.length, most), 0)
  let most = room
  while (lengthUpTo(most) > room) most--
  return lines.map(line =>
    line.length > most ? shorten(line, Math.max(0, most - LONGEST_NOTE)) : line,
  )
}

/** A number with separators: `10,000`. */
export const number = (value: number) => value.toLocaleString('en-US')

/** A count with its noun: `1 deployment`, `2 deployments`. */
export const count = (value: number, one: string, many = `${one}s`) =>
  `${number(value)} ${value === 1 ? one : many}`
