import { decodeForm, decodeHtml, decodeJson, decodePercent } from './escapes.ts'
import { decodeRuns, isOfRun, type Layer, layerOf, shortestRunFor, textsIn } from './layers.ts'
import { createNeedles, LONGEST, push, SHORTEST, type Work } from './needles.ts'

/** A part of a text, in UTF-16 units. */
export type Range = readonly [from: number, to: number]

/** Finds secrets in a text, plain and encoded. */
interface Search {
  /** Adds a secret to search for. */
  add(secret: string): void
  /** Whether there are no secrets to search for, only users of URLs. */
  readonly isEmpty: boolean
  /** The ranges of plain secrets in a text; undefined if the search would take too long. */
  literal(text: string): Range[] | undefined
  /** The ranges of secrets in a text, plain or encoded; undefined if the search would take too long. */
  encoded(text: string): Range[] | undefined
}

/** The deepest nesting of encodings to decode: a chain of three, in a body that is itself JSON. */
const MOST_ENCODINGS = 4

/** The most work for a text of a length. Ordinary texts need a few times their length. */
const MOST_WORK = {
  literal: (length: number) => 4 * length + 1_000_000,
  encoded: (length: number) => Math.min(30 * length + 2_000_000, 6 * length + 16_000_000, 64_000_000),
}

/** The work for a range that is found. */
const WORK_OF_RANGE = 32

/** Up to this many secrets, a text is first searched for each of them with string methods. */
const FEW = 32

/** Encodings that a layer may contain, judged by its bytes. */
const HAS = { percent: 1, plus: 2, ampersand: 4, backslash: 8, run: 16, at: 32 }

/** The flags of {@link HAS} for each byte. */
const SIGNS = new Uint8Array(256)
for (const [sign, flag] of [
  ['%', HAS.percent],
  ['+', HAS.plus],
  ['&', HAS.ampersand],
  ['\\', HAS.backslash],
  ['@', HAS.at],
] as const) {
  SIGNS[sign.charCodeAt(0)] = flag
}
for (let byte = 0; byte < 256; byte++) if (isOfRun(byte)) SIGNS[byte] = (SIGNS[byte] ?? 0) | HAS.run

/** Encodings of single characters, each with the flags that indicate it. */
const ESCAPES = [
  [HAS.percent, decodePercent],
  [HAS.plus, decodeForm],
  [HAS.ampersand, decodeHtml],
  [HAS.backslash, decodeJson],
] as const

/** A bit for a kind of escapes and a later one in {@link ESCAPES}. */
const pairOf = (kind: number, later: number) => 1 << (kind * ESCAPES.length + later)

export function createSearch(): Search {
  const work: Work = { left: 0 }
  const needles = createNeedles(work)
  let anyHasSpace = false
  /** The secrets, while they are few and short. */
  let few: string[] | undefined = []
  /** Characters that indicate an encoding. */
  let hints = /[%&\\@]/

  /** Whether a quick check shows that a text contains no secret. This is so for most log lines. */
  const isFree = (text: string) => few?.every(secret => !text.includes(secret)) === true

  /** Scans each byte once: passes the ranges of secrets to `tell`, and returns the flags of the layer. */
  function look({ bytes, length }: Layer, tell: (from: number, to: number) => void): number {
    let [seen, run, key, from, to] = [0, 0, 0, 0, -1]
    const shortestRun = shortestRunFor(needles.shortest)
    work.left -= length
    for (let at = 0; at < length && work.left >= 0; at++) {
      const byte = bytes[at] ?? 0
      const sign = SIGNS[byte] ?? 0
      seen |= sign & ~HAS.run
      if ((sign & HAS.run) === 0) run = 0
      else if (++run >= shortestRun) seen |= HAS.run
      key = push(key, byte)
      const start = at + 1 - SHORTEST
      const end = start < 0 ? -1 : needles.endOf(key, bytes, at + 1, length)
      if (end < 0) continue
      if (start > to) {
        if (to >= 0) tell(from, to)
        from = start
        to = end
      } else if (end > to) to = end
    }
    if (to >= 0) tell(from, to)
    return seen
  }

  return {
    add(secret) {
      const bytes = Buffer.from(secret, 'utf8')
      needles.add(bytes)
      anyHasSpace ||= secret.includes(' ')
      const isOneOfFew = few && few.length < FEW && bytes.length <= LONGEST && secret.isWellFormed()
      few = isOneOfFew ? [...(few ?? []), secret] : undefined
      hints = new RegExp(`[%&\\\\@${anyHasSpace ? '+' : ''}]|[\\w+/-]{${shortestRunFor(needles.shortest)}}`)
      if (secret.isWellFormed()) return
      // A lone surrogate comes back as an escape and stays an escape.
      const escaped = secret.replace(/\p{Surrogate}/gu, half => `\\u${half.charCodeAt(0).toString(16)}`)
      needles.add(Buffer.from(escaped, 'utf8'))
    },
    get isEmpty() {
      return needles.size === 0
    },
    literal(text) {
      if (isFree(text)) return []
      const layer = layerOf(text)
      work.left = MOST_WORK.literal(layer.length)
      const found: Range[] = []
      look(layer, (from, to) => found.push(layer.source(from, to)))
      return work.left < 0 ? undefined : found
    },
    encoded(text) {
      if (isFree(text) && !hints.test(text)) return []
      const found: Range[] = []
      work.left = MOST_WORK.encoded(text.length)

      function tellFrom(layer: Layer, from: number, to: number): void {
        work.left -= WORK_OF_RANGE
        found.push(layer.source(from, to))
      }

      /**
       * @param last the index in {@link ESCAPES} of the last decoding
       * @param ordered pairs of kinds whose order matters, see {@link pairOf}
       * @returns the kinds of escapes that include bytes of the last decoding, a bit each
       */
      function search(layer: Layer, encodings: number, last: number, ordered: number): number {
        if (work.left < 0) return 0
        const seen = look(layer, (from, to) => tellFrom(layer, from, to))
        if (seen & HAS.at) eachUser(layer, (from, to) => tellFrom(layer, from, to))
        if (encodings === MOST_ENCODINGS) return 0
        let kinds = 0
        for (const [kind, [flag, decode]] of ESCAPES.entries()) {
          if ((seen & flag) === 0 || (flag === HAS.plus && !anyHasSpace)) continue
          const decoded = decode(layer, work)
          if (!decoded) continue
          if (decoded.isNew) kinds |= 1 << kind
          // Escapes of two kinds side by side give the same text in either order, unless the decoding of one forms an
          // escape of the other.
          if (kind < last && !decoded.isNew && (ordered & pairOf(kind, last)) === 0) continue
          const formed = search(decoded.layer, encodings + 1, kind, ordered)
          for (let later = kind + 1; later < ESCAPES.length; later++) {
            if (formed & (1 << later)) ordered |= pairOf(kind, later)
          }
        }
        if (seen & HAS.run && needles.size > 0)
          decodeRuns(layer, needles.shortest, decoded => searchRun(decoded, encodings + 1))
        return kinds
      }

      /** A decoded run is noise, unless it is a secret or a text, which may be encoded again. */
      function searchRun(layer: Layer, encodings: number): void {
        const seen = look(layer, (from, to) => tellFrom(layer, from, to))
        if (seen > 0 && encodings < MOST_ENCODINGS) textsIn(layer, text => search(text, encodings, 0, 0))
      }

      search(layerOf(text), 0, 0, 0)
      return work.left < 0 ? undefined : found
    },
  }
}

const [AT, COLON, SLASH] = [0x40, 0x3a, 0x2f]

/** Characters that end the host of a URL, or the URL itself. */
const ENDS_OF_HOST = new Uint8Array(256)
for (const sign of '/?#"\'<>\\ \t\r\n`|') ENDS_OF_HOST[sign.charCodeAt(0)] = 1

/** Longer text is not a user. */
const LONGEST_USER = 4096

/** A shorter user, such as `git`, is not a secret. */
const SHORTEST_USER = 4

/** Passes the range of the user and password of each URL, such as `user:password` in `https://user:password@host`. */
function eachUser({ bytes, length }: Layer, tell: (from: number, to: number) => void): void {
  for (let at = 2; at < length; at++) {
    if (bytes[at] !== SLASH || bytes[at - 1] !== SLASH || bytes[at - 2] !== COLON) continue
    const from = at + 1
    let to = -1
    for (at = from; at < length && at < from + LONGEST_USER; at++) {
      const byte = bytes[at] ?? 0
      if (ENDS_OF_HOST[byte] === 1) break
      if (byte === AT) to = at
    }
    if (to - from >= SHORTEST_USER) tell(from, to)
    at--
  }
}
