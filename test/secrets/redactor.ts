import fc from 'fast-check'
import { words } from '../../src/lib/sentence.ts'
import { createRedactor } from '../../src/secrets/redact.ts'

/** A redactor that knows these secrets. */
export function redactorOf(...secrets: string[]) {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.add(secret, words('the value of a secret'))
  return redactor
}

const utf8 = (text: string) => Buffer.from(text, 'utf8')

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Percent-encodes what RFC 3986 reserves too, as the runner does. */
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${Buffer.from(sign).toString('hex').toUpperCase()}`)

/** The forms in which a secret is hidden, by the standard encoders. */
export const FORMS: Record<string, (text: string) => string> = {
  plain: text => text,
  'in JSON': text => JSON.stringify(text).slice(1, -1),
  'in a URL': encodeURIComponent,
  'in a URL with + for a space': text => encodeURIComponent(text).replaceAll('%20', '+'),
  'in a strict URL': strict,
  'in a strict URL with + for a space': text => strict(text).replaceAll('%20', '+'),
  'in a form': text => new URLSearchParams([['a', text]]).toString().slice(2),
  'in HTML': text => text.replace(/[&<>"']/g, sign => HTML[sign] ?? ''),
  'in XML': text => text.replace(/[&<>"']/g, sign => (sign === "'" ? '&apos;' : (HTML[sign] ?? ''))),
  'in base64': text => utf8(text).toString('base64'),
  'in base64url': text => utf8(text).toString('base64url'),
  'in base64 after one byte': text => utf8(`:${text}`).toString('base64').slice(2),
  'in base64url after two bytes': text => utf8(`a:${text}`).toString('base64url').slice(3),
}

const PIECES = String.raw`\ \\ \n \/ \u0041 \x41 % %41 + & &amp; &#x41; &quot; " ' / < > to path`.split(' ')

/** Typical secrets: tokens, passwords of any characters, URLs and texts of several lines. */
export const secret = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 4, maxLength: 60 }),
    fc.string({ minLength: 4, maxLength: 200 }),
    fc.array(fc.constantFrom(...PIECES, ' '), { minLength: 4, maxLength: 12 }).map(pieces => pieces.join('')),
    fc.base64String({ minLength: 8, maxLength: 64 }),
    fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/),
    fc.stringMatching(/^postgres:\/\/[a-z]{4,8}:[!-~]{4,20}@[a-z]{4,8}:5432\/shop$/),
    fc
      .array(fc.string({ minLength: 4, maxLength: 70 }), { minLength: 2, maxLength: 5 })
      .map(lines => lines.join('\n')),
  )
  .filter(value => value.trim().length >= 4)
