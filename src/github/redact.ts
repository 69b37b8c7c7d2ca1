import { parseJson } from '../lib/json.ts'

/** Below this length a value would mask harmless text everywhere. */
export const SHORTEST_MASKED = 4

const MASK = '***'

/** Knows the secrets of a run and removes them from text. */
interface Redactor {
  /** Takes in a secret and returns all forms in which it is masked from now on, none if it is too short. */
  add(secret: string): string[]
  /** The text without any known secret in any form. */
  text(text: string): string
  /** A value as JSON without any known secret, in its keys either. */
  json(value: unknown): string
}

export function createRedactor(): Redactor {
  const forms = new Set<string>()
  let pattern: RegExp | undefined

  function text(input: string): string {
    if (!pattern) return input
    // What a mask joins with its neighbours may be a secret in its turn; each round is shorter.
    const masked = input.replace(pattern, MASK)
    return masked === input ? input : text(masked)
  }

  function members(value: unknown): unknown {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(members)
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), members(member)]))
    }
    const literal = String(value)
    return text(literal) === literal ? value : MASK
  }

  function json(value: unknown): string {
    const plain = JSON.stringify(members(value))
    const masked = text(plain)
    // A secret may also arise across members, such as `","`. Half a document would be worse than none.
    return masked === plain || parseJson(masked) !== undefined ? masked : JSON.stringify(MASK)
  }

  return {
    add(secret) {
      const added = formsOf(secret)
      for (const form of added) forms.add(form)
      const longestFirst = [...forms].sort((a, b) => b.length - a.length)
      pattern =
        longestFirst.length > 0 ? new RegExp(longestFirst.map(RegExp.escape).join('|'), 'g') : undefined
      return added
    },
    text,
    json,
  }
}

/** The forms in which a secret can come back: as it is, line by line, and in the usual encodings. */
export function formsOf(secret: string): string[] {
  if (secret.length < SHORTEST_MASKED) return []
  const lines = secret.split(/\r\n|\r|\n/)
  // A line of white space alone, or of next to nothing, would mask harmless text everywhere.
  const parts = [secret.trim(), ...lines, ...lines.map(line => line.trim())].filter(
    part => part.trim().length >= SHORTEST_MASKED,
  )
  const base64 = Buffer.from(secret, 'utf8').toString('base64')
  const base64url = base64.replaceAll('+', '-').replaceAll('/', '_')
  const forms = new Set([base64, base64url, unpadded(base64), unpadded(base64url)])
  for (const part of new Set([secret, ...parts])) {
    forms.add(part)
    forms.add(jsonEscaped(part))
    forms.add(asciiEscaped(part))
    forms.add(encodeURIComponent(part.toWellFormed()))
    forms.add(percentEncoded(part))
    forms.add(new URLSearchParams({ '': part }).toString().slice(1))
  }
  return [...forms]
}

const unpadded = (base64: string) => base64.replace(/=+$/, '')

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
