import { plainLine } from './text.ts'

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
  const seen = new Set([text])
  let level = [text]
  for (let depth = 0; depth < LEVELS; depth++) {
    const next: string[] = []
    for (const encoded of level) {
      for (const reading of decodings(encoded, shortest)) {
        if (seen.has(reading)) continue
        seen.add(reading)
        next.push(reading)
        yield reading
      }
    }
    level = next
  }
  yield plainLine(text)
}

function* decodings(text: string, shortest: number): Generator<string> {
  if (text.includes('\\')) yield fromJson(text)
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

/** JSON escapes, and `\x41` of other languages. */
const fromJson = (text: string) =>
  text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gi, (_, unit, byte, sign) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(unit ?? byte, 16)) : (BACKSLASHED[sign] ?? sign),
  )

const fromPercent = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/gi, escapes =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  )

/** The names of the signs that encoders escape. */
const SIGNS = new Map(
  `amp& AMP& lt< LT< gt> GT> quot" QUOT" apos' sol/ bsol\\ num# excl! dollar$ percnt% lpar( rpar) ast* plus+ comma,
  period. colon: semi; equals= quest? commat@ lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} Hat^ lowbar_
  grave\` vert| verbar| euro€ pound£ sect§ deg° micro\xb5 szligß oslashø OslashØ aeligæ AEligÆ`
    .split(/\s+/)
    .map((entity): [string, string] => [entity.slice(0, -1), entity.slice(-1)])
    .concat([
      ['nbsp', '\xa0'],
      ['Tab', '\t'],
      ['NewLine', '\n'],
    ]),
)

/** The accents in the names of letters, such as `auml`, as combining characters. */
const ACCENTS: Record<string, string> = {
  ...{ uml: '\u0308', acute: '\u0301', grave: '\u0300', circ: '\u0302' },
  ...{ tilde: '\u0303', ring: '\u030a', cedil: '\u0327', caron: '\u030c' },
}

/** HTML character references. Like browsers, it does not require the semicolon. */
const fromHtml = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,8})|#(\d{1,9})|([a-z]{2,8}));?/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return SIGNS.get(name) ?? letterOf(name) ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

function letterOf(name: string): string | undefined {
  const accent = ACCENTS[name.slice(1)]
  return accent && `${name.charAt(0)}${accent}`.normalize('NFC')
}
