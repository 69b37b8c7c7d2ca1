import { encodeHTML } from 'entities'
import fc from 'fast-check'

/** Encodes a text; `choose(n)` returns a number below n, for encodings with several forms. */
type Encode = (text: string, choose: (below: number) => number) => string

const bytesOf = (text: string) => [...Buffer.from(text, 'utf8')]
const unitsOf = (text: string) => Array.from({ length: text.length }, (_, at) => text[at] ?? '')
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/** Hexadecimal digits in lower or upper case. */
const anyCase = (digits: string, choose: (below: number) => number) =>
  choose(2) === 0 ? digits : digits.toUpperCase()

const unicodeEscapes = (text: string, choose: (below: number) => number) =>
  unitsOf(text)
    .map(unit => `\\u${anyCase(hex(unit.charCodeAt(0), 4), choose)}`)
    .join('')

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const percent = (text: string, choose: (below: number) => number) =>
  bytesOf(text)
    .map(byte => `%${anyCase(hex(byte, 2), choose)}`)
    .join('')

const form = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

const lowerCase = (encoded: string) => encoded.replace(/%../g, found => found.toLowerCase())

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** The encodings in which a service, a gateway or a log may return a value. */
export const ENCODINGS: Record<string, Encode> = {
  'without encoding': text => text,
  'in JSON': inJson,
  'in JSON, with \\/': text => inJson(text).replaceAll('/', '\\/'),
  'in JSON, with \\u0026': text =>
    inJson(text).replace(/[^\w ."\\]/g, unit => `\\u${hex(unit.charCodeAt(0), 4)}`),
  'in JSON with escapes only': unicodeEscapes,
  'in JSON with some escapes': (text, choose) =>
    [...text]
      .map(sign => (choose(3) === 0 || /["\\\p{Cc}]/u.test(sign) ? unicodeEscapes(sign, choose) : sign))
      .join(''),
  'in bytes of Python': text =>
    bytesOf(text)
      .map(byte =>
        byte > 31 && byte < 127 && byte !== 92 ? String.fromCharCode(byte) : `\\x${hex(byte, 2)}`,
      )
      .join(''),
  'in a URL': text => encodeURIComponent(text),
  'in a URL, in lower case': text => lowerCase(encodeURIComponent(text)),
  'in a URL with unescaped / and :': text => encodeURI(text),
  'in percent escapes only': percent,
  'with some percent escapes': (text, choose) =>
    [...text].map(sign => (choose(2) === 0 || sign === '%' ? percent(sign, choose) : sign)).join(''),
  'in a form': form,
  'in a form, in lower case': text => lowerCase(form(text)),
  'in HTML': encodeHTML,
  'in HTML, by decimal numbers': text => text.replace(/[^\w\s]/gu, sign => `&#${sign.codePointAt(0)};`),
  'in HTML, by hexadecimal numbers': (text, choose) =>
    [...text].map(sign => `&#${anyCase(`x${hex(sign.codePointAt(0) ?? 0, 1)}`, choose)};`).join(''),
  'in HTML with some escapes': (text, choose) =>
    [...text]
      .map(sign => (choose(3) === 0 || sign === '&' ? `&#x0${hex(sign.codePointAt(0) ?? 0, 1)};` : sign))
      .join(''),
  'in base64': base64,
  'in base64 without padding': text => base64(text).replace(/=+$/, ''),
  'in base64 for URLs': text => Buffer.from(text, 'utf8').toString('base64url'),
  'in base64 after a user name': (text, choose) =>
    base64('user:'.slice(choose(5)) + text + 'end'.slice(choose(4))),
  'in base64 with line breaks': text => base64(text).replace(/.{76}/g, '$&\r\n'),
  'in hex': (text, choose) => anyCase(Buffer.from(text, 'utf8').toString('hex'), choose),
}

/** Chains of one to three encodings, with the numbers for `choose`. */
export const chain = fc.record({
  names: fc.array(fc.constantFrom(...Object.keys(ENCODINGS)), { minLength: 1, maxLength: 3 }),
  choices: fc.infiniteStream(fc.nat()),
})

/** Applies a chain of encodings to a text, in order. */
export function encoded(text: string, { names, choices }: { names: string[]; choices: Iterator<number> }) {
  const choose = (below: number) => (choices.next().value ?? 0) % below
  return names.reduce((result, name) => ENCODINGS[name]?.(result, choose) ?? result, text.toWellFormed())
}

/** Pieces of text that look like escapes, or like parts of them. */
const ESCAPES = [
  ...String.raw`\ \\ \n \/ \u0041 \x41 u0041 % %41 %5c 41 + & &amp; amp; &#x41; #x41; &quot; " / to path`.split(
    ' ',
  ),
  ' ',
]

/** Typical secrets: tokens, passwords of any characters, URLs and texts of several lines. */
export const secret = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 4, maxLength: 60 }),
    fc.string({ unit: 'binary', minLength: 4, maxLength: 60 }),
    fc.string({ minLength: 4, maxLength: 200 }),
    fc.array(fc.constantFrom(...ESCAPES), { minLength: 4, maxLength: 12 }).map(pieces => pieces.join('')),
    fc.base64String({ minLength: 8, maxLength: 64 }),
    fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/),
    fc.stringMatching(/^postgres:\/\/[a-z]{4,8}:[!-~]{4,20}@[a-z]{4,8}:5432\/shop$/),
    fc
      .array(fc.string({ minLength: 4, maxLength: 70 }), { minLength: 2, maxLength: 5 })
      .map(lines => lines.join('\n')),
  )
  .filter(value => value.trim().length >= 4)
