import { ENTITIES } from './entities.ts'
import { type Layer, rewriterOf } from './layers.ts'

// Encodings that replace single characters, and leave the others as they are. What is no escape stays.

/**
 * Decodes all escapes of a kind in a layer; undefined where it has none.
 *
 * @param freshOnly whether to leave all as it is unless an escape touches what the last decoding put in
 */
type Decode = (parent: Layer, freshOnly: boolean) => Layer | undefined

/** An escape that was found: where it ends, and the bytes that it stands for. */
interface Escape {
  next: number
  bytes: readonly number[]
}

/** @param escapeAt the escape that begins at a place, where one of the signs stands */
function decoder(signs: string, escapeAt: (parent: Layer, at: number) => Escape | undefined): Decode {
  const isSign = new Uint8Array(256)
  for (const sign of signs) isSign[sign.charCodeAt(0)] = 1
  return (parent, freshOnly) => {
    const rewriter = rewriterOf(parent)
    let isNew = !freshOnly || parent.isFresh === undefined
    for (let at = 0; at < parent.length; at++) {
      if (isSign[parent.bytes[at] ?? 0] === 0) continue
      const found = escapeAt(parent, at)
      if (!found) continue
      isNew ||= parent.isFresh?.(at, found.next) ?? true
      rewriter.replace(at, found.next, found.bytes)
      at = found.next - 1
    }
    return isNew ? rewriter.end() : undefined
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

/** Percent encoding, in either case and to any extent. */
export const decodePercent = decoder('%', percentAt)

/** The same in a form, where `+` stands for a space. */
export const decodeForm = decoder('%+', (parent, at) =>
  parent.bytes[at] === PLUS ? { next: at + 1, bytes: [SPACE] } : percentAt(parent, at),
)

const BACKSLASHED = new Map(
  [...'"\\/bfnrt\''].map((sign, index) => [sign.charCodeAt(0), '"\\/\b\f\n\r\t\''.charCodeAt(index)]),
)

/** Escapes of JSON, and `\x41`, which JavaScript writes besides. */
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
  // Half a character stays as it is: the other half may still be encoded.
  const low = unitAt(bytes, at + 6, length)
  if (code > 0xdbff || !isBetween(low, 0xdc00, 0xdfff)) return undefined
  return { next: at + 12, bytes: utf8(0x10000 + ((code - 0xd800) << 10) + low - 0xdc00) }
})

/** The UTF-16 unit that is written as `\u0041` at a place; -1 where none is. */
function unitAt(bytes: Uint8Array, at: number, length: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LOWER_U) return -1
  return hexAt(bytes, at + 2, at + 6, length)
}

const isBetween = (value: number, from: number, to: number) => value >= from && value <= to

/** Character references of HTML: decimal, hexadecimal and by name. Browsers do without the semicolon. */
export const decodeHtml = decoder('&', ({ bytes, length }, at) => {
  const found = bytes[at + 1] === HASH ? numberAt(bytes, at + 2, length) : nameAt(bytes, at + 1, length)
  if (!found) return undefined
  const next = found.end < length && bytes[found.end] === SEMICOLON ? found.end + 1 : found.end
  return { next, bytes: utf8(found.code) }
})

/** Beyond this many digits a number is no character. */
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

const LONGEST_NAME = Math.max(...Array.from(ENTITIES.keys(), name => name.length))

function nameAt(bytes: Uint8Array, from: number, length: number): { code: number; end: number } | undefined {
  let end = from
  while (end < length && end - from <= LONGEST_NAME && isAlphanumeric(bytes[end] ?? 0)) end++
  const code = ENTITIES.get(String.fromCharCode(...bytes.subarray(from, end)))
  return code === undefined ? undefined : { code, end }
}

const isAlphanumeric = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

/** The number that hexadecimal digits make; -1 where they are not all there. */
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

/** A code point in UTF-8. One that cannot stand alone becomes what takes its place in every well-formed text. */
function utf8(code: number): number[] {
  if (code < 0x80) return [code]
  return [...Buffer.from(String.fromCodePoint(code).toWellFormed(), 'utf8')]
}
