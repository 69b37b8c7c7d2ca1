import { decodeForm, decodeHtml, decodeJson, decodePercent } from './escapes.ts'
import { decodeRuns, isOfRun, type Layer, layerOf, shortestRunFor, textsIn } from './layers.ts'

/** A part of a text, in UTF-16 units. */
export type Range = readonly [from: number, to: number]

/** Finds secrets in a text, plain and encoded. */
interface Search {
  /** Adds a secret to search for. */
  add(secret: string): void
  /** Whether there are no secrets to search for, only users of URLs. */
  readonly isEmpty: boolean
  /** The ranges of plain secrets in a text. */
  literal(text: string): Range[]
  /** The ranges of secrets in a text, plain or encoded; undefined if the search would take too long. */
  encoded(text: string): Range[] | undefined
}

/** The deepest nesting of encodings to decode: a chain of three, in a body that is itself JSON. */
const MOST_ENCODINGS = 4

/** The most decoded bytes to examine for a text of a length. Ordinary texts need a few times their length. */
const mostWork = (length: number) => Math.min(30 * length + 2_000_000, 6 * length + 16_000_000)

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
  const needles = createNeedles()
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
    for (let at = 0; at < length; at++) {
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
      hints = new RegExp(`[%&\\\\@${anyHasSpace ? '+' : ''}]|[\\w+/-]{${shortestRunFor(needles.shortest)},}`)
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
      const found: Range[] = []
      const layer = layerOf(text)
      look(layer, (from, to) => found.push(layer.source(from, to)))
      return found
    },
    encoded(text) {
      if (isFree(text) && !hints.test(text)) return []
      const found: Range[] = []
      let left = mostWork(text.length)

      /**
       * @param last the index in {@link ESCAPES} of the last decoding
       * @param ordered pairs of kinds whose order matters, see {@link pairOf}
       * @returns the kinds of escapes that include bytes of the last decoding, a bit each
       */
      function search(layer: Layer, encodings: number, last: number, ordered: number): number {
        left -= layer.length
        if (left < 0) return 0
        const seen = look(layer, (from, to) => found.push(layer.source(from, to)))
        if (seen & HAS.at) for (const [from, to] of usersOfUrls(layer)) found.push(layer.source(from, to))
        if (encodings === MOST_ENCODINGS) return 0
        let kinds = 0
        for (const [kind, [flag, decode]] of ESCAPES.entries()) {
          if ((seen & flag) === 0 || (flag === HAS.plus && !anyHasSpace)) continue
          const decoded = decode(layer)
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
        left -= layer.length
        const seen = look(layer, (from, to) => found.push(layer.source(from, to)))
        if (seen > 0 && encodings < MOST_ENCODINGS) textsIn(layer, text => search(text, encodings, 0, 0))
      }

      search(layerOf(text), 0, 0, 0)
      return left < 0 ? undefined : found
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

/** The ranges of the user and password of each URL, such as `user:password` in `https://user:password@host`. */
function usersOfUrls({ bytes, length }: Layer): Range[] {
  const users: Range[] = []
  for (let at = 2; at < length; at++) {
    if (bytes[at] !== SLASH || bytes[at - 1] !== SLASH || bytes[at - 2] !== COLON) continue
    const from = at + 1
    let to = -1
    for (at = from; at < length && at < from + LONGEST_USER; at++) {
      const byte = bytes[at] ?? 0
      if (ENDS_OF_HOST[byte] === 1) break
      if (byte === AT) to = at
    }
    if (to - from >= SHORTEST_USER) users.push([from, to])
    at--
  }
  return users
}

/** Texts to search for, all in one pass: the cost depends on the searched text, and only slightly on their number. */
interface Needles {
  /** Adds a text of {@link SHORTEST} bytes or more, which must not change later. Nothing is rebuilt. */
  add(needle: Uint8Array): void
  /**
   * The end of the longest needle at a position; -1 if there is none.
   *
   * @param key the first four bytes at the position, see {@link push}
   * @param from the position after those four bytes
   * @param length the number of valid bytes
   */
  endOf(key: number, bytes: Uint8Array, from: number, length: number): number
  readonly size: number
  /** The bytes of the shortest needle; infinite if there is none. */
  readonly shortest: number
}

/** The number of bytes in a needle's key, and the length of the shortest needle. */
const SHORTEST = 4

/** A longer text is split into needles of this many bytes, so that no search looks further ahead. */
const LONGEST = 64

/** Bits of the filter: with 30,000 needles it still rejects nine positions of ten. */
const FILTER_BITS = 18

/** A tree of needles. `tail`: the rest of the only needle below this node. */
interface Node {
  ends: boolean
  tail: Uint8Array | undefined
  children: Map<number, Node> | undefined
}

const newNode = (): Node => ({ ends: false, tail: undefined, children: undefined })

/** Adds a byte to the key of the last four bytes. */
const push = (key: number, byte: number) => (key << 8) | byte

function createNeedles(): Needles {
  const filter = new Uint8Array(2 ** (FILTER_BITS - 3))
  const roots = new Map<number, Node>()
  let size = 0
  let shortest = Number.POSITIVE_INFINITY

  const slot = (key: number) => Math.imul(key, 0x9e3779b1) >>> (32 - FILTER_BITS)

  function addPiece(piece: Uint8Array): void {
    let key = 0
    for (let at = 0; at < SHORTEST; at++) key = push(key, piece[at] ?? 0)
    const place = slot(key)
    filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7))
    const root = roots.get(key) ?? newNode()
    roots.set(key, root)
    plant(root, piece.subarray(SHORTEST))
    size++
    shortest = Math.min(shortest, piece.length)
  }

  return {
    get size() {
      return size
    },
    get shortest() {
      return shortest
    },
    add(needle) {
      for (let from = 0; from < needle.length; from += LONGEST) {
        // The last piece overlaps the one before, so that it has the full length.
        const start = Math.max(0, Math.min(from, needle.length - LONGEST))
        addPiece(needle.subarray(start, start + LONGEST))
      }
    },
    endOf(key, bytes, from, length) {
      const place = slot(key)
      if (((filter[place >> 3] ?? 0) & (1 << (place & 7))) === 0) return -1
      const root = roots.get(key)
      return root === undefined ? -1 : longest(root, bytes, from, length)
    },
  }
}

/** Adds the rest of a needle below a node. */
function plant(start: Node, rest: Uint8Array): void {
  let node = start
  for (let depth = 0; ; depth++) {
    const left = rest.subarray(depth)
    const [byte] = left
    if (byte === undefined) {
      node.ends = true
      return
    }
    if (!node.children) {
      if (!node.tail) {
        node.tail = left
        return
      }
      // A second needle shares this node: the first one moves down by a byte.
      const child = newNode()
      if (node.tail.length === 1) child.ends = true
      else child.tail = node.tail.subarray(1)
      node.children = new Map([[node.tail[0] ?? 0, child]])
      node.tail = undefined
    }
    const next = node.children.get(byte) ?? newNode()
    node.children.set(byte, next)
    node = next
  }
}

function longest(root: Node, bytes: Uint8Array, from: number, length: number): number {
  let node: Node | undefined = root
  let end = -1
  for (let position = from; node; position++) {
    if (node.ends) end = position
    if (node.tail) return follows(bytes, position, length, node.tail) ? position + node.tail.length : end
    if (position >= length) return end
    node = node.children?.get(bytes[position] ?? 0)
  }
  return end
}

function follows(bytes: Uint8Array, from: number, length: number, tail: Uint8Array): boolean {
  if (from + tail.length > length) return false
  for (let index = 0; index < tail.length; index++) if (bytes[from + index] !== tail[index]) return false
  return true
}
