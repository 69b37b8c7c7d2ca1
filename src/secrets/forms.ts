import querystring from 'node:querystring'
import { REFERENCE, readReference } from '../lib/text.ts'

// The forms in which a secret is hidden: those in which GitHub's runner hides a mask, and those of common encoders.

/** The forms of a secret that are searched as they are: plain, quoted as the runner quotes it, and in base64. */
export function* formsOf(text: string): Generator<string> {
  yield* [text, text.toWellFormed()]
  // On a command line, in an expression, and without quotes around it.
  yield* [
    text.replaceAll('"', '\\"'),
    text.replaceAll("'", "''"),
    text.replace(/^"(.{4,})"$/s, '$1'),
  ]
  yield* inBase64(text)
}

/**
 * As base64 and base64url show it within a longer text, at each of the three alignments: the letters that it alone
 * determines, and with the one at the end of the text. The runner also hides the text without its first one or two bytes.
 */
function* inBase64(text: string): Generator<string> {
  const bytes = Buffer.from(text, 'utf8')
  for (const before of [0, 1, 2]) {
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor(((before + bytes.length) * 8) / 6)
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString(
      'base64url',
    )
    const shifted = bytes.subarray(before).toString('base64')
    for (const form of [
      encoded.slice(first, last),
      encoded.slice(first),
      shifted,
    ])
      yield* [form, form.replaceAll('-', '+').replaceAll('_', '/')]
  }
}

/** Encodings of single characters, by JSON, HTML and URLs: all that an encoder may write, and how to read it. */
const ENCODINGS: [encoded: RegExp, read: (encoded: string) => string][] = [
  // Python and JavaScript escape an apostrophe too, which JSON does not.
  [
    /(\\u[\dA-Fa-f]{4}|\\["'\\/bfnrt])/,
    encoded => (encoded === "\\'" ? "'" : JSON.parse(`"${encoded}"`)),
  ],
  [REFERENCE, readReference],
  [
    /(%[0-7][\dA-Fa-f]|%[C-Fc-f][\dA-Fa-f](?:%[89ABab][\dA-Fa-f]){1,3})/,
    querystring.unescape,
  ],
]

/**
 * The text as it is, and decoded in each encoding that it has characters of; in each, the place of its characters in the
 * text as it is. All this also with a space for each `+`, as forms write it, and for each line break, as a log shows it.
 */
export const readingsOf = (text: string) =>
  [...new Set([text, text.replace(/[+\s\u0085]/g, ' ')])].flatMap(one => [
    { text: one, place: (at: number) => at },
    ...ENCODINGS.flatMap(([encoded, read]) =>
      decoded(one.split(encoded), read),
    ),
  ])

/** @param parts of a text; every second one is encoded */
function decoded(parts: string[], read: (encoded: string) => string) {
  if (parts.length === 1) return []
  const places: number[] = []
  let [text, end] = ['', 0]
  for (const [index, part] of parts.entries()) {
    const isEncoded = index % 2 === 1
    const characters = isEncoded ? read(part) : part
    for (let unit = 0; unit < characters.length; unit++)
      places.push(isEncoded ? end : end + unit)
    text += characters
    end += part.length
  }
  return [{ text, place: (at: number) => places[at] ?? end }]
}
