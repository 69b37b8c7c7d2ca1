import type { Sentence } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import { formsOf } from './forms.ts'
import { replaceAt, type Span, usersIn } from './urls.ts'

const MASK = '***'

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
  if (value.trim() === '') return 'is white space'
  if (value.length < SHORTEST) return `is shorter than ${SHORTEST} characters`
  if (LOG_WORDS.test(value.trim())) return 'is a word that stands in every log'
  return undefined
}

/** The texts that are hidden for a secret: the whole and each of its lines. */
export function partsOf(secret: string): string[] {
  const lines = [secret, ...secret.split(/[\r\n]+/)].map(line => line.trim())
  const parts = new Set([secret, ...lines])
  return [...parts].filter(part => whyNotMasked(part) === undefined)
}

/** A text in pieces. The last one ends with it, and may overlap the one before. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from + PIECE < text.length; from += PIECE)
    yield text.slice(from, from + PIECE)
  yield text.slice(-PIECE)
}

/** A piece of a secret in a text, with the name of the secret. */
interface Found extends Span {
  name: Sentence | undefined
}

/** Knows the secrets of a run, removes them from text for people and finds them in outputs. */
export interface Redactor {
  /**
   * Adds each part of a secret, see {@link partsOf}, in all its forms.
   *
   * @param name in words; without it the secret is hidden, but not found in outputs
   */
  add(secret: string, name?: Sentence): void
  /** Hides the secrets and the users of URLs, and truncates the rest to `longest` characters. */
  redact(text: string, longest?: number): string
  /** The names of the secrets in a text. */
  find(text: string): Sentence[]
}

/** Opens a redactor that knows no secret. */
export function createRedactor(): Redactor {
  const pieces = new Map<string, Sentence | undefined>()
  // The lengths of the pieces that begin with these characters.
  const lengths = new Map<string, Set<number>>()

  function addPiece(piece: string, name: Sentence | undefined): void {
    if (pieces.has(piece)) return
    pieces.set(piece, name)
    const start = piece.slice(0, SHORTEST)
    lengths.set(start, (lengths.get(start) ?? new Set()).add(piece.length))
  }

  function* piecesIn(text: string): Generator<Found> {
    for (let from = 0; from < text.length; from++) {
      const start = text.slice(from, from + SHORTEST)
      for (const length of lengths.get(start) ?? []) {
        const piece = text.slice(from, from + length)
        const to = from + piece.length
        if (pieces.has(piece)) yield { from, to, name: pieces.get(piece) }
      }
    }
  }

  return {
    add(secret, name) {
      for (const form of partsOf(secret).flatMap(formsOf))
        for (const piece of piecesOf(form)) addPiece(piece, name)
    },

    redact(text, longest = LONGEST) {
      const users = usersIn(text, '').filter(
        ({ from, to }) => to - from >= SHORTEST,
      )
      // A piece may begin before the end of what is shown, and end after it.
      const found = piecesIn(text.slice(0, longest + PIECE))
      const spans = [...users, ...found].filter(({ from }) => from < longest)
      const end = spans.reduce((end, { to }) => Math.max(end, to), longest)
      return replaceAt(spans, shorten(text, end), MASK)
    },

    find(text) {
      const names = new Set<Sentence>()
      for (const { name } of piecesIn(text.slice(0, LONGEST)))
        if (name) names.add(name)
      return [...names]
    },
  }
}
