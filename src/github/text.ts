/**
 * Makes any text safe as part of one log line: it cannot start a new line, colour or reorder the text around it, or act
 * as a workflow command. Replaced characters stay visible as text.
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

/** Escapes a text for HTML within markdown. */
export function html(text: string): string {
  return plainLine(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

/**
 * A literal value of the service or the user, without markdown, mentions or links. A long word may wrap on a
 * narrow screen: GitHub's tables wrap only where there is a place to.
 */
export const code = (text: string) =>
  `<code>${plainLine(text)
    .split(/(\S{17,})/)
    .map((part, index) => (index % 2 === 0 ? html(part) : piecesOf(part).map(html).join('<wbr>')))
    .join('')}</code>`

/** The parts of a long word: each ends with its separators, and none is long. */
const piecesOf = (word: string) => word.match(/[^/.:@=_-]{1,12}[/.:@=_-]*|[/.:@=_-]+/gu) ?? []

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Truncates a text to `length` characters and notes how many were left out. */
export function shorten(text: string, length = text.length): string {
  const more = text.length - length
  return more <= 0 ? text : `${text.slice(0, length)}… (${more} more characters)`
}
