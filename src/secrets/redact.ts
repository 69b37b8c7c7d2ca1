import type { Sentence } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import { formsOf, readingsOf } from './forms.ts'
import { type Place, replaceAt, usersIn } from './urls.ts'

const MASK = '***'

/** Removes secrets from a text for people, which is truncated to `longest` characters if given. */
export type Redact = (text: string, longest?: number) => string

/** A shorter text occurs in too many places by chance. */
const SHORTEST = 4

/** Longer secrets are searched in pieces of this length, so that the time does not depend on their lengths. */
const PIECE = 64

/** A piece that begins before the end of a truncated text may go on for so long, as each character may be encoded. */
const LONGEST_PIECE = 12 * PIECE

/** GitHub shows no longer text, and takes no longer output. */
const LONGEST = 2 ** 20

const LOG_WORDS =
  /^(true|false|null|none|undefined|debug|info|warn|warning|error)$/i

/** The reason why a value is not masked; undefined if it is. */
export function whyNotMasked(value: string): string | undefined {
  if (value.length < SHORTEST) return `is shorter than ${SHORTEST} characters`
  return LOG_WORDS.test(value.trim())
    ? 'is a word that stands in every log'
    : undefined
}

/** The texts that are hidden for a secret: the whole and each of its lines. */
export function partsOf(secret: string): string[] {
  const parts = [
    secret,
    ...[secret, ...secret.split(/[\r\n]+/)].map(part => part.trim()),
  ]
  return [...new Set(parts)].filter(part => whyNotMasked(part) === undefined)
}

/** The pieces of all forms of a secret. The last piece of a form ends with it. */
function* piecesOf(secret: string): Generator<string> {
  for (const form of partsOf(secret).flatMap(part => [...formsOf(part)])) {
    for (let from = 0; from < form.length; from += PIECE) {
      const start = Math.max(0, Math.min(from, form.length - PIECE))
      yield form.slice(start, start + PIECE)
    }
  }
}

/** Knows the pieces of secrets, each with the name of its secret. */
function createIndex() {
  const names = new Map<string, Sentence | undefined>()
  // The lengths of the pieces that begin with the same characters, the longest first.
  const lengths = new Map<string, number[]>()
  return {
    add(piece: string, name: Sentence | undefined): void {
      if (names.has(piece)) return
      names.set(piece, name)
      const start = piece.slice(0, SHORTEST)
      const known = lengths.get(start) ?? []
      if (!known.includes(piece.length)) known.push(piece.length)
      known.sort((a, b) => b - a)
      lengths.set(start, known)
    },
    /** The longest piece at each position of a text, in each reading of it. */
    *find(text: string): Generator<Place & { name: Sentence | undefined }> {
      for (const { text: read, place } of readingsOf(text)) {
        for (let at = 0; at < read.length; at++) {
          const pieceOf = (length: number) => read.slice(at, at + length)
          const length = lengths
            .get(pieceOf(SHORTEST))
            ?.find(length => names.has(pieceOf(length)))
          if (length === undefined) continue
          yield {
            name: names.get(pieceOf(length)),
            from: place(at),
            to: place(at + length),
          }
        }
      }
    },
  }
}

/** Knows the secrets of a run, removes them from text for people and finds them in outputs. */
export function createRedactor() {
  const index = createIndex()
  return {
    /**
     * Adds each part of a secret, see {@link partsOf}.
     *
     * @param name in words; without it the secret is hidden, but not found in outputs
     */
    add(secret: string, name?: Sentence): void {
      for (const piece of piecesOf(secret)) index.add(piece, name)
    },
    redact(text: string, longest = LONGEST): string {
      const users = usersIn(text).filter(
        ({ from, to }) => to - from >= SHORTEST,
      )
      const pieces = index.find(text.slice(0, longest + LONGEST_PIECE))
      const places = [...users, ...pieces].filter(({ from }) => from < longest)
      const end = places.reduce((end, { to }) => Math.max(end, to), longest)
      return replaceAt(places, shorten(text, end), MASK)
    },
    find(text: string): Sentence[] {
      const found = index
        .find(text.slice(0, LONGEST))
        .flatMap(({ name }) => (name ? [name] : []))
      return [...new Set(found)]
    },
  }
}
