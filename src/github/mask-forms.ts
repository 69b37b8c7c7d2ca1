import { partsOf } from './redact.ts'

/** The forms of a secret that the runner masks: whole and line by line, plain and in common encodings. */
export function formsOf(secret: string): Set<string> {
  const parts = partsOf(secret)
  if (parts.size === 0) return parts
  const base64 = Buffer.from(secret, 'utf8').toString('base64')
  const unpadded = base64.replace(/={1,2}$/, '')
  const forms = new Set([secret, base64, unpadded, unpadded.replaceAll('+', '-').replaceAll('/', '_')])
  for (const part of new Set([secret, ...parts])) {
    forms.add(part)
    forms.add(jsonEscaped(part))
    forms.add(asciiEscaped(part))
    forms.add(encodeURIComponent(part.toWellFormed()))
    forms.add(percentEncoded(part))
    forms.add(new URLSearchParams({ '': part }).toString().slice(1))
  }
  return forms
}

/** Percent encoding by RFC 3986: `encodeURIComponent` leaves five characters that other encoders escape. */
const percentEncoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** JSON of services that write only ASCII. */
const asciiEscaped = (text: string) =>
  jsonEscaped(text).replace(
    /[\u0080-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
