import { type Sentence, words } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import { usersIn } from '../lib/url-credentials.ts'
import { readingsOf } from './decode.ts'

const MASK = '***'

/** Removes secrets from a text for people, then truncates it to `longest` characters if given. */
export type Redact = (text: string, longest?: number) => string

/** Where a secret comes from. */
export interface Source {
  /** Its name in words: the value of the secret APP_URL. */
  what: Sentence
  /** Whether the runner masks it too. */
  isMasked: boolean
  /** The end of a warning about it. */
  advice?: Sentence
}

/** A secret that was found in a text, with its length in characters. */
export interface Found extends Source {
  length: number
}

/** A found secret with its range in the text. */
interface Match extends Found {
  from: number
  to: number
}

/** A shorter text occurs in too many places by chance. */
const SHORTEST = 4

/** Longer parts of a secret are searched in pieces of this length, so that a truncated copy is found too. */
const PIECE = 64

/** The most characters of a text that is examined, and of all its readings. A longer text is hidden as a whole. */
const EXAMINED = { text: 250_000, readings: 4_000_000 }

const UNKNOWN: Found = {
  what: words('a text that is too long to be searched for secrets'),
  isMasked: false,
  length: EXAMINED.text,
}

const USER: Source = { what: words('the user of a URL'), isMasked: false }

/** A quick check for users of URLs. */
const MAY_HOLD_USER = /@|%40|&#|&commat|\\u0040/i

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

/** The forms of a part in a reading: encoders replace half a character by U+FFFD, and some write Latin-1. */
function formsOf(part: string): Set<string> {
  const bytes = Buffer.from(part, 'latin1')
  const asUtf8 = bytes.toString('utf8')
  const isForm = bytes.toString('latin1') === part && asUtf8.replaceAll('\ufffd', '').length >= SHORTEST
  return new Set([part, part.toWellFormed(), ...(isForm ? [asUtf8] : [])])
}

/** A number for the last four characters of a text, from that of the four before. */
const nextKey = (key: number, character: number) => ((key << 4) ^ character) & 0xffff

/** Knows the secrets of a run, removes them from text for people and finds them in outputs. */
export function createRedactor() {
  const pieces = new Map<string, Found>()
  /** The lengths of the pieces by the key of their first four characters, the longest first. Most keys have none. */
  const lengths = Array<number[] | undefined>(0x10000).fill(undefined)
  /** The length of the shortest piece. No encoding writes a character in less than a byte. */
  let shortest = Number.POSITIVE_INFINITY

  function addPiece(piece: string, found: Found): void {
    if (pieces.has(piece)) return
    pieces.set(piece, found)
    shortest = Math.min(shortest, piece.length)
    let key = 0
    for (let at = 0; at < SHORTEST; at++) key = nextKey(key, piece.charCodeAt(at))
    lengths[key] = [...new Set(lengths[key]).add(piece.length)].sort((a, b) => b - a)
  }

  /** The longest secret at each position, and the users of URLs. */
  function* plainIn(text: string): Generator<Match> {
    let key = 0
    for (let end = 1; end <= text.length; end++) {
      key = nextKey(key, text.charCodeAt(end - 1))
      const from = end - SHORTEST
      for (const length of lengths[key] ?? []) {
        const found = from < 0 ? undefined : pieces.get(text.slice(from, from + length))
        if (!found) continue
        yield { ...found, from, to: from + length }
        break
      }
    }
    for (const { from, to } of usersIn(text)) {
      if (to - from >= SHORTEST) yield { ...USER, length: to - from, from, to }
    }
  }

  /** The secrets and the users of URLs in the readings of a text, but for `known` texts. */
  function* encodedIn(text: string, known = new Set<string>()): Generator<Found> {
    let left = EXAMINED.readings
    for (const reading of readingsOf(text, shortest)) {
      left -= reading.length
      if (left < 0) return yield UNKNOWN
      for (const match of plainIn(reading)) {
        if (!known.has(reading.slice(match.from, match.to))) yield match
      }
    }
  }

  /** Whether there is nothing to find: no secret is known, and no URL has a user. */
  const isSimple = (text: string) => pieces.size === 0 && !MAY_HOLD_USER.test(text)

  function withoutSecrets(text: string): string {
    if (isSimple(text)) return text
    if (text.length > EXAMINED.text) return MASK
    const matches = [...plainIn(text)]
    const masked = mask(text, matches)
    const plain = new Set(matches.map(({ from, to }) => text.slice(from, to)))
    // A mask may form a secret with its neighbours, and a plain secret may be a part of an encoded one.
    const rest = [plainIn(masked), encodedIn(masked), ...(masked === text ? [] : [encodedIn(text, plain)])]
    return rest.every(found => found.next().done) ? masked : MASK
  }

  return {
    /** Adds each part of a secret, see {@link partsOf}. */
    add(secret: string, source: Source): void {
      for (const part of partsOf(secret)) {
        for (const form of formsOf(part)) {
          for (let from = 0; from < form.length; from += PIECE) {
            const start = Math.max(0, Math.min(from, form.length - PIECE))
            addPiece(form.slice(start, start + PIECE), { ...source, length: part.length })
          }
        }
      }
    },
    /** Hides plain secrets and the users of URLs, and the whole text if it has an encoded one. */
    redact: (text: string, longest?: number): string => shorten(withoutSecrets(text), longest),
    /** The secrets in a text, plain or encoded. */
    find(text: string): Found[] {
      if (isSimple(text)) return []
      return text.length > EXAMINED.text ? [UNKNOWN] : [...plainIn(text), ...encodedIn(text)]
    },
  }
}

/** Masks ranges of a text, in the order of their beginnings. Adjacent ranges get one mask. */
function mask(text: string, ranges: Match[]): string {
  let [masked, end] = ['', 0]
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from > end || masked === '') masked += text.slice(end, from) + MASK
    end = Math.max(end, to)
  }
  return masked + text.slice(end)
}
