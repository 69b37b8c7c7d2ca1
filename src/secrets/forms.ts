import { withoutEnd } from '../lib/text.ts'

// The forms in which a secret is hidden: those in which GitHub's runner hides a mask, and those of common encoders.

/** The same in every form but base64. */
const PLAIN = /^[\w.-]*$/

/** The forms in which a service may return a text: as it is, and each encoded once. */
export const formsOf = (text: string): Set<string> =>
  new Set([text, ...inBase64(text), ...(PLAIN.test(text) ? [] : encodedForms(text.toWellFormed()))])

function* encodedForms(text: string): Generator<string> {
  // On a command line, in an expression, and without quotes around it.
  yield* [text, text.replaceAll('"', '\\"'), text.replaceAll("'", "''"), text.replace(/^"(.{4,})"$/s, '$1')]
  yield* inJson(text)
  yield* inUrls(text)
  if (/[&<>"'\x80-\uffff]/.test(text)) yield* inHtml(text)
}

/** As JavaScript, PHP, Python and Go write it in JSON. */
function* inJson(text: string): Generator<string> {
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replace(/[^\0-\x7f]/g, inUnicode)
  for (const form of [json, ascii]) yield* [form, form.replaceAll('/', '\\/')]
  yield json.replace(/[<>&\u2028\u2029]/g, inUnicode)
}

const inUnicode = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** As JavaScript, .NET and Python write it in a URL, and PHP and browsers in a form. */
function* inUrls(text: string): Generator<string> {
  const part = encodeURIComponent(text)
  const strict = part.replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = strict.replaceAll('~', '%7E')
  const others = [encodeURI(text), strict.replaceAll('%2F', '/'), form.replaceAll('%2A', '*')]
  for (const url of [part, strict, form, ...others]) {
    for (const spaced of [url, url.replaceAll('%20', '+')]) {
      yield* [spaced, spaced.replace(/%../g, sign => sign.toLowerCase())]
    }
  }
}

const decimal = (sign: string) => `&#${sign.codePointAt(0)};`
const hexadecimal = (sign: string) => `&#x${sign.codePointAt(0)?.toString(16)};`

/** As encoders of HTML and XML write it. They differ in quotes. */
function* inHtml(text: string): Generator<string> {
  const named = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  for (const quote of ['"', '&quot;', '&#34;']) {
    for (const apostrophe of ["'", '&apos;', '&#39;', '&#039;', '&#x27;']) {
      const html = named.replaceAll('"', quote).replaceAll("'", apostrophe)
      yield* [html, html.replace(/[^\0-\x7f]/gu, decimal)]
    }
  }
  for (const number of [decimal, hexadecimal]) {
    const html = text.replace(/[&<>"']/g, number)
    yield* [html, html.replace(/[^\0-\x7f]/gu, number)]
  }
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
    const own = [encoded.slice(first, last), encoded.slice(first), withoutEnd(encoded.slice(first), '=')]
    for (const form of [...own, bytes.subarray(before).toString('base64')]) {
      yield* [form, form.replaceAll('+', '-').replaceAll('/', '_')]
    }
  }
}
