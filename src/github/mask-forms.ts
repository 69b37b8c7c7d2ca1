import { partsOf } from './redact.ts'

/** The forms of a secret that the runner is told of: whole and line by line, as they are and in usual encodings. */
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

/** As RFC 3986 has it: `encodeURIComponent` leaves five signs that others encode. */
const percentEncoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** JSON as services write it that keep to ASCII. */
const asciiEscaped = (text: string) =>
  jsonEscaped(text).replace(
    /[\u0080-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
