import { code, html, plainLine } from '../github/text.ts'

/**
 * A sentence as HTML for a comment. There GitHub links more than markdown does, and tells people that they are
 * mentioned: `@name`, `#1`, `owner/name#1`, commits, addresses, and by a repository's own rules `TICKET-1`. It links
 * nothing in `<code>`, so every word that is more than letters, or a number, becomes code.
 */
export function unlinked(text: string): string {
  return plainLine(text)
    .split(/(\s+)/)
    .map(word => {
      const [, before = '', core = '', after = ''] = /^(["'(]*)(.*?)(["'),.:;!?…]*)$/s.exec(word) ?? []
      return html(before) + (isPlain(core) ? html(core) : code(core)) + html(after)
    })
    .join('')
}

/** Words, compounds such as `re-run`, numbers, and signs without either. Hexadecimal letters may be a commit. */
const isPlain = (word: string) =>
  /^(?:\p{L}+|\p{Lu}?\p{Ll}+(?:['’-]\p{Ll}+)+|\d+(?:[.,]\d+)*|[^\p{L}\p{N}@#]*)$/u.test(word) &&
  !/^[a-f]{7,}$|^www$/i.test(word)
