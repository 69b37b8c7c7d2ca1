/**
 * Makes any text harmless as part of one log line: it can neither start a new line, nor colour or reorder what
 * stands around it, nor act as a workflow command. What is changed stays visible as text.
 */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\n\r\u2028\u2029\u0085]/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, character =>
      character === '\t' ? ' ' : escapeCharacter(character),
    )
    .replace(/##\[/g, '## [')
    .replace(/^(\s*):(?=:)/, '$1: ')
}

/** Makes any text harmless as text in HTML within markdown. */
export function html(text: string): string {
  return plainLine(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

/** A value of the service or the user as it stands, where neither markdown nor mentions nor links apply. */
export const code = (text: string) => `<code>${html(text)}</code>`

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/**
 * At most `length` characters of a text, with a note of how many were left out.
 *
 * @param left how many were left out before
 */
export function shorten(text: string, length: number, left = 0): string {
  const more = Math.max(0, text.length - length) + left
  return more === 0 ? text : `${text.slice(0, length)}… (${more} more characters)`
}
