import querystring from 'node:querystring'
import { REFERENCE, readReference, withoutEnd } from '../lib/text.ts'

// The forms in which a secret is hidden: those in which GitHub's runner hides a mask, and those of common encoders.

/** The forms of a secret that are searched as they are: plain, quoted as the runner quotes it, and in base64. */
export function* formsOf(text: string): Generator<string> {
  yield* [text, text.toWellFormed()]
  // On a command line, in an expression, and without quotes around it.
  yield* [text.replaceAll('"', '\\"'), text.replaceAll("'", "''"), text.replace(/^"(.{4,})"$/s, '$1')]
  yield* inBase64(text)
}

/**
 * As base64 and base64url show it within a longer text, at each of the three alignments: the letters that it alone
 * determines, and with those at the end of the text. The runner also hides the text without its first one or two bytes.
 */
function* inBase64(text: string): Generator<string> {
  const bytes = Buffer.from(text, 'utf8')
  for (const before of [0, 1, 2]) {
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor(((before + bytes.length) * 8) / 6)
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const own = [encoded.slice(first, last), withoutEnd(encoded.slice(first), '='), encoded.slice(first)]
    for (const form of [...own, bytes.subarray(before).toString('base64')]) {
      yield* [form, form.replaceAll('+', '-').replaceAll('/', '_')]
    }
  }
}

/** Encodings of single characters: a sign in every encoded one, all that it encodes, and how to read one. */
const ENCODINGS: { sign: string; encoded: RegExp; read: (encoded: string) => string }[] = [
  // Python and JavaScript escape an apostrophe too, which JSON does not.
  {
    sign: '\\',
    encoded: /\\u[\dA-Fa-f]{4}|\\["'\\/bfnrt]/g,
    read: encoded => (encoded === "\\'" ? "'" : JSON.parse(`"${encoded}"`)),
  },
  { sign: '&', encoded: REFERENCE, read: readReference },
  {
    sign: '%',
    encoded: /%[0-7][\dA-Fa-f]|%[C-Fc-f][\dA-Fa-f](?:%[89ABab][\dA-Fa-f]){1,3}/g,
    read: querystring.unescape,
  },
]

/** A text with its characters decoded, and the place of each in the text as it is. */
interface Reading {
  text: string
  place: (at: number) => number
}

/** The text as it is, and as JSON, HTML and URLs encode it, in each with `+` for a space too, as forms write it. */
export const readingsOf = (text: string): Reading[] =>
  [...new Set([text, text.replaceAll('+', ' ')])].flatMap(one => [
    { text: one, place: at => at },
    ...ENCODINGS.filter(({ sign }) => one.includes(sign)).map(encoding => decoded(one, encoding)),
  ])

function decoded(text: string, { encoded, read }: (typeof ENCODINGS)[number]): Reading {
  const places: number[] = []
  let [written, end] = ['', 0]
  const copyUntil = (next: number) => {
    written += text.slice(end, next)
    for (; end < next; end++) places.push(end)
  }
  for (const { 0: found, index } of text.matchAll(encoded)) {
    copyUntil(index)
    const character = read(found)
    written += character
    end += found.length
    for (let unit = 0; unit < character.length; unit++) places.push(unit === 0 ? index : end)
  }
  copyUntil(text.length)
  return { text: written, place: at => places[at] ?? end }
}
