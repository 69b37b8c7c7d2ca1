import { type Layer, rewriterOf } from './layers.ts'
import type { Work } from './needles.ts'

// Encodings that escape single characters. All other text stays unchanged.

/**
 * Decodes all escapes of one kind in a layer; undefined if it has none, or if there is too little work left. `isNew`:
 * whether an escape includes bytes from the last decoding.
 */
type Decode = (parent: Layer, work: Work) => { layer: Layer; isNew: boolean } | undefined

/** The work for a sign that may begin an escape. */
const WORK_OF_ESCAPE = 16

/** A found escape: its end, and the bytes that it encodes. */
interface Escape {
  next: number
  bytes: readonly number[]
}

/** @param escapeAt reads the escape at a position that has one of the signs */
function decoder(signs: string, escapeAt: (parent: Layer, at: number) => Escape | undefined): Decode {
  const isSign = new Uint8Array(256)
  for (const sign of signs) isSign[sign.charCodeAt(0)] = 1
  return (parent, work) => {
    const rewriter = rewriterOf(parent)
    let isNew = parent.isFresh === undefined
    for (let at = 0; at < parent.length && work.left >= 0; at++) {
      if (isSign[parent.bytes[at] ?? 0] === 0) continue
      work.left -= WORK_OF_ESCAPE
      const found = escapeAt(parent, at)
      if (!found) continue
      isNew ||= parent.isFresh?.(at, found.next) ?? true
      rewriter.replace(at, found.next, found.bytes)
      at = found.next - 1
    }
    const layer = work.left < 0 ? undefined : rewriter.end()
    return layer && { layer, isNew }
  }
}

const BACKSLASH = 0x5c
const HASH = 0x23
const LOWER_U = 0x75
const LOWER_X = 0x78
const PLUS = 0x2b
const SEMICOLON = 0x3b
const SPACE = 0x20

function percentAt({ bytes, length }: Layer, at: number): Escape | undefined {
  const value = hexAt(bytes, at + 1, at + 3, length)
  return value < 0 ? undefined : { next: at + 3, bytes: [value] }
}

/** Percent encoding of any characters, in upper or lower case. */
export const decodePercent = decoder('%', percentAt)

/** Form encoding: percent encoding with `+` for a space. */
export const decodeForm = decoder('%+', (parent, at) =>
  parent.bytes[at] === PLUS ? { next: at + 1, bytes: [SPACE] } : percentAt(parent, at),
)

const BACKSLASHED = new Map(
  [...'"\\/bfnrt\''].map((sign, index) => [sign.charCodeAt(0), '"\\/\b\f\n\r\t\''.charCodeAt(index)]),
)

/** JSON escapes, and `\x41` of JavaScript. */
export const decodeJson = decoder('\\', ({ bytes, length }, at) => {
  const sign = bytes[at + 1] ?? 0
  const simple = at + 1 < length ? BACKSLASHED.get(sign) : undefined
  if (simple !== undefined) return { next: at + 2, bytes: [simple] }
  if (sign === LOWER_X) {
    const code = hexAt(bytes, at + 2, at + 4, length)
    return code < 0 ? undefined : { next: at + 4, bytes: utf8(code) }
  }
  const code = unitAt(bytes, at, length)
  if (!isBetween(code, 0xd800, 0xdfff)) return code < 0 ? undefined : { next: at + 6, bytes: utf8(code) }
  // A lone surrogate stays unchanged: its other half may still be encoded.
  const low = unitAt(bytes, at + 6, length)
  if (code > 0xdbff || !isBetween(low, 0xdc00, 0xdfff)) return undefined
  return { next: at + 12, bytes: utf8(0x10000 + ((code - 0xd800) << 10) + low - 0xdc00) }
})

/** The UTF-16 unit of an escape such as `\u0041` at a position; -1 if there is none. */
function unitAt(bytes: Uint8Array, at: number, length: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LOWER_U) return -1
  return hexAt(bytes, at + 2, at + 6, length)
}

const isBetween = (value: number, from: number, to: number) => value >= from && value <= to

/** HTML character references: decimal, hexadecimal and named. Like browsers, it does not require the semicolon. */
export const decodeHtml = decoder('&', ({ bytes, length }, at) => {
  const found = bytes[at + 1] === HASH ? numberAt(bytes, at + 2, length) : nameAt(bytes, at + 1, length)
  if (!found) return undefined
  const next = found.end < length && bytes[found.end] === SEMICOLON ? found.end + 1 : found.end
  return { next, bytes: utf8(found.code) }
})

/** A number with more digits is not a character. */
const MOST_DIGITS = 10

function numberAt(
  bytes: Uint8Array,
  from: number,
  length: number,
): { code: number; end: number } | undefined {
  const hex = ((bytes[from] ?? 0) | 0x20) === LOWER_X
  const start = hex ? from + 1 : from
  let [code, end] = [0, start]
  for (; end < length && end - start < MOST_DIGITS; end++) {
    const digit = hexDigit(bytes[end] ?? 0)
    if (digit < 0 || (digit > 9 && !hex)) break
    code = code * (hex ? 16 : 10) + digit
  }
  return end > start && code <= 0x10ffff ? { code, end } : undefined
}

/** HTML entity names of ASCII, Latin-1 and common typographic characters, with their code points. */
const ENTITIES: ReadonlyMap<string, number> = new Map([
  ...named(
    0x21,
    'excl quot num dollar percnt amp apos lpar rpar ast plus comma - period sol',
    'QUOT - - - AMP - - - midast',
  ),
  ...named(0x3a, 'colon semi lt equals gt quest commat', '- - LT - GT'),
  ...named(0x5b, 'lsqb bsol rsqb Hat lowbar grave', 'lbrack - rbrack - UnderBar DiacriticalGrave'),
  ...named(0x7b, 'lcub verbar rcub', 'lbrace vert rbrace', '- VerticalLine'),
  ...named(0x09, 'Tab NewLine'),
  ...named(
    0xa0,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute',
  ),
  ...named(0xb5, 'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest'),
  ...named(0xc0, 'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute'),
  ...named(
    0xce,
    'Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml',
  ),
  ...named(0xdd, 'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc'),
  ...named(
    0xeb,
    'euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave',
  ),
  ...named(0xfa, 'uacute ucirc uuml yacute thorn yuml'),
  ...named(0x2013, 'ndash mdash - - - lsquo rsquo sbquo - ldquo rdquo bdquo'),
  ...named(0x20ac, 'euro'),
])

/** Names of consecutive code points; `-` for a code point without a name. */
function named(first: number, ...lists: string[]): [string, number][] {
  return lists.flatMap(list =>
    list
      .split(' ')
      .flatMap((name, index): [string, number][] => (name === '-' ? [] : [[name, first + index]])),
  )
}

/** A tree of names: the letters that may follow, and the code point of a name that ends here. */
interface Names {
  code?: number
  next: Map<number, Names>
}

const NAMES: Names = { next: new Map() }
for (const [name, code] of ENTITIES) {
  let node = NAMES
  for (const letter of Buffer.from(name)) {
    const child: Names = node.next.get(letter) ?? { next: new Map() }
    node.next.set(letter, child)
    node = child
  }
  node.code = code
}

function nameAt(bytes: Uint8Array, from: number, length: number): { code: number; end: number } | undefined {
  let node: Names | undefined = NAMES
  let end = from
  for (; node && end < length && isAlphanumeric(bytes[end] ?? 0); end++) node = node.next.get(bytes[end] ?? 0)
  return node?.code === undefined ? undefined : { code: node.code, end }
}

const isAlphanumeric = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

/** The value of hexadecimal digits; -1 if one is missing. */
function hexAt(bytes: Uint8Array, from: number, to: number, length: number): number {
  if (to > length) return -1
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = hexDigit(bytes[at] ?? 0)
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = (byte | 0x20) - 0x61
  return letter >= 0 && letter < 6 ? letter + 10 : -1
}

/** A code point in UTF-8. A lone surrogate becomes U+FFFD, as in every well-formed text. */
function utf8(code: number): number[] {
  if (code < 0x80) return [code]
  return [...Buffer.from(String.fromCodePoint(code).toWellFormed(), 'utf8')]
}
