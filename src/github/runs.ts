import { type Layer, rewriterOf } from './layers.ts'

// Encodings that turn a whole text into one run of letters and digits: base64, base64url and hex.

/** An encoding with `bits` bits per character. */
interface Alphabet {
  bits: number
  /** The value of each byte; 255 if it is not a character of the alphabet. */
  values: Uint8Array
}

const NONE = 255
const PADDING = '='.charCodeAt(0)

const BASE64 = alphabet(
  6,
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
)
const HEX = alphabet(4, '0123456789abcdef', '0123456789ABCDEF')

function alphabet(bits: number, ...spellings: string[]): Alphabet {
  const values = new Uint8Array(256).fill(NONE)
  for (const spelling of spellings) {
    for (const [value, sign] of [...spelling].entries()) values[sign.charCodeAt(0)] = value
  }
  return { bits, values }
}

/** Whether a byte can be part of a run. */
export const isOfRun = (byte: number) => BASE64.values[byte] !== NONE

/** The shortest line of wrapped base64 or hex. */
const SHORTEST_LINE = 60

/**
 * The length of the shortest run that can contain this many bytes, in characters: the whole run, or one wrapped line.
 */
export const shortestRunFor = (bytes: number) => Math.min(charactersOf(bytes, BASE64), SHORTEST_LINE)

function charactersOf(bytes: number, { bits }: Alphabet): number {
  return Math.ceil((bytes * 8) / bits)
}

/**
 * Decodes each run of a layer at every alignment and passes the results to `tell`. Skips runs without fresh bytes,
 * which were decoded before. Each passed layer is valid until the next one.
 *
 * @param fewest the bytes that a run must hold: those of the shortest secret
 */
export function decodeRuns(parent: Layer, fewest: number, tell: (layer: Layer) => void): void {
  const whole = unwrapped(parent)
  const isFresh = whole === parent ? whole.isFresh : undefined
  for (const encoding of [BASE64, HEX]) {
    const { bits, values } = encoding
    const shortest = charactersOf(fewest, encoding)
    const alignments = 8 / greatestCommonDivisor(8, bits)
    const scratch = new Uint8Array(Math.ceil((whole.length * bits) / 8))
    for (let start = 0; start + shortest <= whole.length; start++) {
      let end = start
      while (end < whole.length && values[whole.bytes[end] ?? 0] !== NONE) end++
      const isNew = end - start >= shortest && (isFresh === undefined || isFresh(start, end))
      for (let skipped = 0; isNew && skipped < alignments && end - start - skipped >= shortest; skipped++) {
        tell(decodeRun(whole, start + skipped, end, encoding, scratch))
      }
      start = end
    }
  }
}

function decodeRun(
  parent: Layer,
  start: number,
  end: number,
  { bits, values }: Alphabet,
  scratch: Uint8Array,
): Layer {
  const { bytes } = parent
  const length = ((end - start) * bits) >> 3
  let [collected, held, put] = [0, 0, 0]
  for (let at = start; put < length; at++) {
    collected = (collected << bits) | (values[bytes[at] ?? 0] ?? 0)
    held += bits
    if (held < 8) continue
    held -= 8
    scratch[put++] = (collected >> held) & 0xff
    collected &= 0xff
  }
  return {
    bytes: scratch,
    length,
    source(from, to) {
      let last = start + Math.ceil((to * 8) / bits)
      if (to === length) last = end
      while (last >= end && last < parent.length && last < end + 2 && bytes[last] === PADDING) last++
      return parent.source(start + Math.floor((from * 8) / bits), last)
    },
  }
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)

const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/** A layer without the white space that wraps long runs. */
function unwrapped(parent: Layer): Layer {
  const { bytes, length } = parent
  const rewriter = rewriterOf(parent)
  let run = 0
  for (let at = 0; at < length; at++) {
    if (isOfRun(bytes[at] ?? 0)) {
      run++
      continue
    }
    if (run >= SHORTEST_LINE && isSpace(bytes[at] ?? 0)) {
      let next = at + 1
      while (next < length && isSpace(bytes[next] ?? 0)) next++
      rewriter.replace(at, next, [])
      at = next - 1
    }
    run = 0
  }
  return rewriter.end() ?? parent
}
