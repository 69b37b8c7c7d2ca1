import type { Sentence } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import { formsOf, readingsOf } from './forms.ts'
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

/** A text that is truncated is searched so much further, because masks are shorter than secrets. */
const SEARCHED = 2 ** 16

/** No piece is longer if it is encoded. */
const ENCODED_PIECE = 12 * PIECE

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

  /** The longest piece at each position of a text, in each reading of it. */
  function* piecesIn(text: string): Generator<{ piece: string; from: number; to: number }> {
    for (const reading of readingsOf(text)) {
      const searched = inOneLine(reading.text)
      for (let at = 0; at < searched.length; at++) {
        const possible = lengths.get(searched.slice(at, at + SHORTEST)) ?? []
        const length = possible.find(length => pieces.has(searched.slice(at, at + length)))
        if (length === undefined) continue
        const piece = searched.slice(at, at + length)
        yield { piece, from: reading.place(at), to: reading.place(at + length) }
      }
    }
  }

  function hide(text: string, longest: number): string {
    const searched = Math.min(LONGEST, longest + SEARCHED)
    let [shown, end] = ['', 0]
    const found = [...piecesIn(text.slice(0, searched + ENCODED_PIECE))].sort((a, b) => a.from - b.from)
    for (const { from, to } of found) {
      if (from >= searched) break
      if (from > end || end === 0) shown += text.slice(end, from) + MASK
      end = Math.max(end, to)
    }
    shown += text.slice(end, searched)
    const rest = text.slice(Math.max(end, searched))
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
    redact(text: string, longest = LONGEST): string {
      const hidden = pieces.size === 0 ? text : hide(text, longest)
      const shown = replaceUsers(hidden, user => (user.length < SHORTEST ? user : MASK))
      return shorten(shown, longest)
    },
    find(text: string): Sentence[] {
      const found = Array.from(piecesIn(text.slice(0, LONGEST)), ({ piece }) => pieces.get(piece))
      return [...new Set(found)].filter(what => what !== undefined)
    },
  }
}
