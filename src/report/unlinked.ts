import { code, html, plainLine } from '../github/text.ts'
import { withoutEnd } from '../lib/trim.ts'

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
