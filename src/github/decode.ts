import { decodeHTML } from 'entities'
import { plainLine } from '../lib/text.ts'

/** The most encodings in a row that are undone. */
const LEVELS = 3

/** Line breaks do not interrupt base64 and hex, and neither does a space in place of one after a long line. */
const BASE64 = /[\w+/-]+(?:(?:\r?\n|(?<=[\w+/-]{60}) )[\w+/-]+)*/g
const HEX = /[\da-f]+(?:(?:\r?\n|(?<=[\da-f]{60}) )[\da-f]+)*/gi

/**
 * What a text says if parts of it are encoded: each reading undoes up to three encodings, in every order. The last
 * reading is the text as one line, as a log shows it.
 *
 * @param shortest the bytes of the shortest text that a reading is searched for
 */
export function* readingsOf(text: string, shortest: number): Generator<string> {
  const levels = new Map([[text, 0]])
  for (const [encoded, level] of levels) {
    if (level === LEVELS) break
    for (const reading of decodings(encoded, shortest)) {
      if (levels.has(reading)) continue
      levels.set(reading, level + 1)
      yield reading
    }
  }
  yield plainLine(text)
}

function* decodings(text: string, shortest: number): Generator<string> {
  if (text.includes('\\')) yield fromJson(text, 'latin1')
  if (text.includes('\\x')) yield fromJson(text, 'utf8')
  if (text.includes('%')) yield fromPercent(text)
  if (text.includes('+')) yield fromPercent(text.replaceAll('+', ' '))
  if (text.includes('&')) yield fromHtml(text)
  // Other letters may stand before the first one of the encoded text, so that it may begin anywhere.
  const base64 = runsOf(text, BASE64, Math.ceil((shortest * 4) / 3))
  if (base64.length > 0) for (const start of [0, 1, 2, 3]) yield decoded(base64, start, 'base64')
  const hex = runsOf(text, HEX, shortest * 2)
  if (hex.length > 0) for (const start of [0, 1]) yield decoded(hex, start, 'hex')
}

const runsOf = (text: string, pattern: RegExp, length: number) =>
  (text.match(pattern) ?? []).map(run => run.replace(/[\r\n ]+/g, '')).filter(run => run.length >= length)

const decoded = (runs: string[], start: number, encoding: 'base64' | 'hex') =>
  runs.map(run => Buffer.from(run.slice(start), encoding).toString('utf8')).join('\n')

const BACKSLASHED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** JSON escapes, and `\x41` of other languages: a character of JavaScript, or a byte of Python. */
const fromJson = (text: string, encoding: 'latin1' | 'utf8') =>
  text.replace(/\\(?:u([\da-f]{4})|(x[\da-f]{2}(?:\\x[\da-f]{2})*)|(.))/gi, (_, unit, bytes, sign) => {
    if (unit) return String.fromCharCode(Number.parseInt(unit, 16))
    if (sign) return BACKSLASHED[sign] ?? sign
    return Buffer.from(bytes.replace(/\\?x/gi, ''), 'hex').toString(encoding)
  })

const fromPercent = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/gi, escapes =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  )

/** HTML character references. Unlike browsers, it does not read the numbers of control characters as other letters. */
const fromHtml = (text: string) =>
  text.replace(/&(?:#(x[\da-f]{1,8}|\d{1,9})|[a-z]\w{1,31});?/gi, (reference, number) => {
    if (number === undefined) return decodeHTML(reference)
    const code = Number(`0${number}`)
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference
  })
