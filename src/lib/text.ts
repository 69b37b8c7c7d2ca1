/** A text without the given characters at its end. A regular expression would take quadratic time over those within. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/**
 * Makes any text safe as part of one log line: it cannot start a new line, colour or reorder the text around it, or act
 * as a workflow command. Replaced characters stay visible as text.
 */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n|[\n\r\t\u2028\u2029\u0085]/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, control => `\\u{${control.codePointAt(0)?.toString(16)}}`)
    .replace(/##\[/g, '## [')
    .replace(/^(\s*):(?=:)/, '$1: ')

/** Truncates a text to `length` characters and notes how many were left out. */
export function shorten(text: string, length = text.length): string {
  const more = text.length - length
  return more <= 0 ? text : `${text.slice(0, length)}… (${more} more characters)`
}
