import type { Sentence } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import { formsOf } from './forms.ts'
import { replaceUsers } from './urls.ts'

const MASK = '***'

/** Removes secrets from a text for people, then truncates it to `longest` characters if given. */
export type Redact = (text: string, longest?: number) => string

/** A shorter text occurs in too many places by chance. */
const SHORTEST = 4

/** Longer secrets are searched in pieces of this length, so that the time does not depend on their lengths. */
const PIECE = 64

/** GitHub shows no longer text, and takes no longer output. The rest is not searched, and people do not see it. */
const LONGEST = 2 ** 20

/** Values that would blank every log. */
const LOG_WORDS = /^(true|false|null|none|undefined|debug|info|warn|warning|error)$/i

/** The reason why a value is not masked; undefined if it is. */
export function whyNotMasked(value: string): string | undefined {
  if (value.length < SHORTEST) return `is shorter than ${SHORTEST} characters`
  return LOG_WORDS.test(value.trim()) ? 'is a word that stands in every log' : undefined
}

/** The texts that are hidden for a secret: the whole and each of its lines. */
export function partsOf(secret: string): string[] {
  const parts = [secret, ...[secret, ...secret.split(/[\r\n]+/)].map(part => part.trim())]
  return [...new Set(parts)].filter(part => whyNotMasked(part) === undefined)
}

/** A text as it is searched, of the same length: a log shows its lines in one, with spaces between them. */
const inOneLine = (text: string) => text.replace(/[\n\r\t\u2028\u2029\u0085]/g, ' ')

/** Knows the secrets of a run, removes them from text for people and finds them in outputs. */
export function createRedactor() {
  const pieces = new Map<string, Sentence | undefined>()
  /** The lengths of the pieces by their first characters, the longest first. */
  const lengths = new Map<string, number[]>()

  function addPiece(piece: string, what: Sentence | undefined): void {
    if (pieces.has(piece)) return
    pieces.set(piece, what)
    const start = piece.slice(0, SHORTEST)
    const known = lengths.get(start) ?? []
    if (!known.includes(piece.length))
      lengths.set(
        start,
        [...known, piece.length].sort((a, b) => b - a),
      )
  }

  /** The longest piece at each position of a text. */
  function* piecesIn(text: string): Generator<{ piece: string; from: number; to: number }> {
    const searched = inOneLine(text.slice(0, LONGEST + PIECE))
    for (let from = 0; from < Math.min(searched.length, LONGEST); from++) {
      const possible = lengths.get(searched.slice(from, from + SHORTEST)) ?? []
      const length = possible.find(length => pieces.has(searched.slice(from, from + length)))
      if (length === undefined) continue
      yield { piece: searched.slice(from, from + length), from, to: from + length }
    }
  }

  /** Hides the secrets where they stand. Ends when the beginning that will be shown is complete. */
  function hide(text: string, longest: number): string {
    let [shown, end] = ['', 0]
    for (const { from, to } of piecesIn(text)) {
      if (shown.length > longest) break
      if (from > end || end === 0) shown += text.slice(end, from) + MASK
      end = Math.max(end, to)
    }
    shown += text.slice(end, LONGEST)
    const rest = text.slice(Math.max(end, LONGEST))
    return shown + (shown.length > longest ? rest : rest && MASK)
  }

  return {
    /**
     * Adds each part of a secret, see {@link partsOf}.
     *
     * @param what its name in words; without it the secret is hidden, but not found in outputs
     */
    add(secret: string, what?: Sentence): void {
      for (const part of partsOf(secret)) {
        for (const form of formsOf(part)) {
          for (let from = 0; from < form.length; from += PIECE) {
            const start = Math.max(0, Math.min(from, form.length - PIECE))
            addPiece(inOneLine(form.slice(start, start + PIECE)), what)
          }
        }
      }
    },
    /** Hides secrets and the users of URLs. */
    redact(text: string, longest = LONGEST): string {
      const hidden = pieces.size === 0 ? text : hide(text, longest)
      const shown = replaceUsers(hidden, user => (user.length < SHORTEST ? user : MASK))
      return shorten(shown, longest)
    },
    /** What secrets are in a text. */
    find(text: string): Sentence[] {
      const found = new Set(Array.from(piecesIn(text), ({ piece }) => pieces.get(piece)))
      return [...found].filter(what => what !== undefined)
    },
  }
}
