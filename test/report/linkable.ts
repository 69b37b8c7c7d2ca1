import { Parser } from 'htmlparser2'

const SKIPPED = ['code', 'pre', 'a']

/** The text in which GitHub looks for mentions and links: all that is neither code nor part of a link. */
export function linkable(html: string): string {
  let depth = 0
  const found: string[] = []
  const parser = new Parser({
    onopentag(name) {
      if (SKIPPED.includes(name)) depth++
    },
    onclosetag(name) {
      if (SKIPPED.includes(name)) depth--
    },
    ontext(text) {
      found.push(depth === 0 ? text : '\u0000')
    },
  })
  parser.end(html)
  return found.join('')
}

/** What GitHub makes of plain text: mentions, issues, addresses, and the rules of a repository's own. */
export const LINKED = /@[\p{L}\p{N}]|#\d|:\/\/|www\.\w|\b[A-Z]+-\d/u
