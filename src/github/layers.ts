/** Bytes of a text or of its decoded form, with a mapping back to the text. */
export interface Layer {
  bytes: Uint8Array
  length: number
  /** The range of the text that contains a range of the bytes, in UTF-16 units. It may be larger, never smaller. */
  source(from: number, to: number): [from: number, to: number]
  /** Whether the last decoding wrote one of the bytes in a range. If missing, it wrote all of them. */
  isFresh?(from: number, to: number): boolean
}

/** A text in UTF-8. */
export function layerOf(text: string): Layer {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length === text.length) return { bytes, length: bytes.length, source: (from, to) => [from, to] }
  const units = new Int32Array(bytes.length)
  let at = 0
  for (let unit = 0; unit < text.length; unit++) {
    const code = text.codePointAt(unit) ?? 0
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    units.fill(unit, at, at + size)
    at += size
    if (size === 4) unit++
  }
  return {
    bytes,
    length: bytes.length,
    source(from, to) {
      const last = units[to - 1] ?? 0
      return [units[from] ?? 0, last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)]
    },
  }
}

/** Replaces the escapes of a layer by their decoded bytes. */
interface Rewriter {
  /** Copies everything before `position`, then writes `bytes` in place of the range from `position` to `next`. */
  replace(position: number, next: number, bytes: readonly number[]): void
  /** The rewritten layer; undefined if nothing was replaced. */
  end(): Layer | undefined
}

/** Rewrites a layer from start to end. A replacement is never longer than the replaced bytes. */
export function rewriterOf(parent: Layer): Rewriter {
  // Four numbers for each escape: position and size in the new layer, start and end in the parent.
  const marks: number[] = []
  let bytes: Uint8Array | undefined
  let copied = 0
  let length = 0

  function copyTo(position: number): void {
    bytes?.set(parent.bytes.subarray(copied, position), length)
    length += position - copied
  }

  return {
    replace(position, next, replacement) {
      bytes ??= new Uint8Array(parent.length)
      copyTo(position)
      marks.push(length, replacement.length, position, next)
      for (const byte of replacement) bytes[length++] = byte
      copied = next
    },
    end() {
      if (!bytes) return undefined
      copyTo(parent.length)
      return {
        bytes,
        length,
        source: (from, to) => parent.source(startOf(marks, from), endOf(marks, to - 1)),
        isFresh: (from, to) => isFresh(marks, from, to),
      }
    },
  }
}

/** The last escape at or before a position; -1 if there is none. */
function markBefore(marks: number[], position: number): number {
  let [low, high] = [0, marks.length / 4]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[4 * middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return 4 * (low - 1)
}

function startOf(marks: number[], position: number): number {
  const mark = markBefore(marks, position)
  if (mark < 0) return position
  const [put = 0, size = 0, from = 0, to = 0] = marks.slice(mark, mark + 4)
  return position < put + size ? from : to + position - put - size
}

function endOf(marks: number[], last: number): number {
  const mark = markBefore(marks, last)
  if (mark < 0) return last + 1
  const [put = 0, size = 0, , to = 0] = marks.slice(mark, mark + 4)
  return last < put + size ? to : to + last + 1 - put - size
}

function isFresh(marks: number[], from: number, to: number): boolean {
  const mark = markBefore(marks, to - 1)
  return mark >= 0 && (marks[mark] ?? 0) + (marks[mark + 1] ?? 0) > from
}

/** Bytes of the shortest text to search: the shortest secret, in which a form writes `+` for a space. */
const SHORTEST_STRETCH = 4

/** The parts of a layer that are valid UTF-8. All other bytes are noise and encode nothing. */
export function textsIn(layer: Layer, tell: (text: Layer) => void): void {
  const { bytes, length } = layer
  let start = 0
  for (let at = 0; at <= length; ) {
    const size = at < length ? sizeAt(bytes, at, length) : 0
    if (size > 0) {
      at += size
      continue
    }
    if (at - start >= SHORTEST_STRETCH) tell(part(layer, start, at))
    start = ++at
  }
}

function part(layer: Layer, start: number, end: number): Layer {
  if (start === 0 && end === layer.length) return layer
  const bytes = layer.bytes.subarray(start, end)
  return { bytes, length: end - start, source: (from, to) => layer.source(start + from, start + to) }
}

const isContinued = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** The number of bytes of the character at a position; 0 if they are not valid UTF-8. */
function sizeAt(bytes: Uint8Array, at: number, length: number): number {
  const byte = bytes[at] ?? 0
  if (byte < 0x80) return 1
  const size =
    byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0
  if (size === 0 || at + size > length) return 0
  for (let next = 1; next < size; next++) if (!isContinued(bytes[at + next])) return 0
  return size
}

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
