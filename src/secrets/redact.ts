import type { Sentence } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import { formsOf } from './forms.ts'
import { type Place, replaceAt, usersIn } from './urls.ts'

const MASK = '***'

/** Removes secrets from a text for people, which is truncated to `longest` characters if given. */
export type Redact = (text: string, longest?: number) => string

/** A shorter text occurs in too many places by chance. */
const SHORTEST = 4

/** Longer secrets are searched in pieces of this length, so that the time does not depend on their lengths. */
const PIECE = 64

/** GitHub shows no longer text, and takes no longer output. */
const LONGEST = 2 ** 20

const LOG_WORDS =
  /^(true|false|null|none|undefined|debug|info|warn|warning|error)$/i

/** The reason why a value is not masked; undefined if it is. */
export function whyNotMasked(value: string): string | undefined {
  if (value.length < SHORTEST) return `is shorter than ${SHORTEST} characters`
  if (LOG_WORDS.test(value.trim())) return 'is a word that stands in every log'
  return undefined
}

/** The texts that are hidden for a secret: the whole and each of its lines. */
export function partsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/)
  const parts = [secret, ...[secret, ...lines].map(part => part.trim())]

  return [...new Set(parts)].filter(part => whyNotMasked(part) === undefined)
}

/** A text in pieces. The last one ends with it, and may overlap the one before. */
function* piecesOf(text: string): Generator<string> {
  const lastStart = Math.max(0, text.length - PIECE)

  for (let from = 0; from < text.length; from += PIECE) {
    const start = Math.min(from, lastStart)
    yield text.slice(start, start + PIECE)
  }
}

/** A piece of a secret in a text, with the name of the secret. */
interface Found extends Place {
  name: Sentence | undefined
}

/** Knows the secrets of a run, removes them from text for people and finds them in outputs. */
export function createRedactor() {
  const names = new Map<string, Sentence | undefined>()
  // The length of the longest piece that begins with these characters.
  const longestPieces = new Map<string, number>()

  function addPiece(piece: string, name: Sentence | undefined): void {
    if (names.has(piece)) return
    names.set(piece, name)

    const start = piece.slice(0, SHORTEST)
    const longest = longestPieces.get(start) ?? 0
    longestPieces.set(start, Math.max(longest, piece.length))
  }

  /** The length of the longest piece at a position of a text; 0 if there is none. */
  function lengthAt(text: string, at: number): number {
    const start = text.slice(at, at + SHORTEST)
    let length = longestPieces.get(start) ?? 0

    while (length > 0 && !names.has(text.slice(at, at + length))) length--
    return length
  }

  function findAll(text: string): Found[] {
    const found: Found[] = []

    for (let at = 0; at < text.length; at++) {
      const length = lengthAt(text, at)
      if (length === 0) continue
      const name = names.get(text.slice(at, at + length))
      found.push({ from: at, to: at + length, name })
    }
    return found
  }

  return {
    /**
     * Adds each part of a secret, see {@link partsOf}, in all its forms.
     *
     * @param name in words; without it the secret is hidden, but not found in outputs
     */
    add(secret: string, name?: Sentence): void {
      for (const form of partsOf(secret).flatMap(formsOf)) {
        for (const piece of piecesOf(form)) addPiece(piece, name)
      }
    },

    redact(text: string, longest = LONGEST): string {
      const users = usersIn(text).filter(
        ({ from, to }) => to - from >= SHORTEST,
      )
      // A piece may begin before the end of what is shown, and end after it.
      const pieces = findAll(text.slice(0, longest + PIECE))
      const places = [...users, ...pieces].filter(({ from }) => from < longest)
      const end = places.reduce((end, { to }) => Math.max(end, to), longest)

      return replaceAt(places, shorten(text, end), MASK)
    },

    /** The names of the secrets in a text. */
    find(text: string): Sentence[] {
      const found = findAll(text.slice(0, LONGEST))
      const named = found.map(({ name }) => name)

      return [...new Set(named)].filter(name => name !== undefined)
    },
  }
}
