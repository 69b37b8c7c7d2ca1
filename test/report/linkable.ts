import { Parser } from 'htmlparser2'

const SKIPPED = ['code', 'pre', 'a']

/** The text in which GitHub finds mentions and links: all text outside code and links. */
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

/** Plain text that GitHub turns into links: mentions, issues, URLs and the autolinks of a repository. */
export const LINKED = /@[\p{L}\p{N}]|#\d|:\/\/|www\.\w|\b[A-Z]+-\d/u
