import { misspelt } from '../lib/closest.ts'
import { parseJson } from '../lib/json.ts'
import { withoutEnd } from '../lib/text.ts'
import { InvalidValue } from './problem.ts'

/** Booleans of the YAML 1.2 core schema; anything else is an error, never a silent `false`. */
export function parseBoolean(text: string): boolean {
  if (/^(true|True|TRUE)$/.test(text)) return true
  if (/^(false|False|FALSE)$/.test(text)) return false
  throw new InvalidValue('must be true or false')
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** The longest delay of a timer, about 24 days, in milliseconds. A job ends before. */
const LONGEST = 2 ** 31 - 1

/** A duration such as `500ms`, `30s`, `15m`, `2h`, or a bare number of seconds, in milliseconds. */
export function parseDuration(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? []
  if (number === undefined) {
    throw new InvalidValue('must be a duration such as 500ms, 30s, 15m or 2h, or a number of seconds')
  }
  return Math.min(Math.round(Number(number) * UNITS[unit as keyof typeof UNITS]), LONGEST)
}

/** A duration greater than zero, in milliseconds. */
export function parseTimeLimit(text: string): number {
  const ms = parseDuration(text)
  if (ms === 0) throw new InvalidValue('must be longer than 0')
  return ms
}

/** A parser of texts that match a pattern, which returns them as they are. */
const matching = (pattern: RegExp, message: string) => (text: string) => {
  if (!pattern.test(text)) throw new InvalidValue(message)
  return text
}

/** A full commit SHA. An abbreviated one may become ambiguous later. */
export const parseCommit = matching(
  /^([0-9a-f]{40}|[0-9a-f]{64})$/i,
  'must be the full SHA of a commit, 40 hexadecimal digits',
)

/** An absolute http or https URL without a user name or a password. */
function parseUrl(text: string, forms: string, adviceOnUser: string): URL {
  // `URL.parse` silently drops line breaks and tabs, and adds missing slashes.
  const url = /^https?:\/\/[^\s\p{Cc}]*$/iu.test(text) ? URL.parse(text) : null
  if (!url) throw new InvalidValue(`must be an absolute URL such as ${forms}`)
  if (url.username !== '' || url.password !== '') {
    throw new InvalidValue(`must not carry a user name or password${adviceOnUser}`)
  }
  return url
}

/** An absolute http or https URL, or a path that begins with a slash. */
export function parseHealthUrl(text: string): string {
  if (/[\s\p{Cc}]/u.test(text)) throw new InvalidValue('must not contain white space; encode it as %20')
  if (!text.startsWith('/')) {
    parseUrl(text, 'https://host/ok, or a path such as /ok', ': it is asked without credentials')
  }
  return text
}

/** An integer, zero or greater. */
export function parseCount(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw new InvalidValue('must be a whole number, 0 or more')
  }
  return number
}

/** A port to listen on; 0 means any free port. */
export function parsePort(text: string): number {
  const port = parseCount(text)
  if (port > 65_535) throw new InvalidValue('must be a port, 65535 at most')
  return port
}

/**
 * A list of identifiers, separated by commas or white space, or as JSON, the form of other steps' outputs. An empty
 * list is an error, because it would filter nothing.
 */
export function parseIdentifiers(text: string): string[] {
  const items: unknown = text.startsWith('[') ? parseJson(text) : text.split(/[\s,]+/)
  const isValid = Array.isArray(items) && items.every(item => typeof item === 'string' && !item.includes(','))
  const names = isValid ? items.map(item => String(item).trim()).filter(Boolean) : []
  if (names.length > 0) return names
  throw new InvalidValue(
    'must be a comma-separated list, or a JSON list of texts, with at least one identifier',
  )
}

/** @returns a parser that accepts only these words */
export function oneOf<const T extends string>(known: readonly T[]): (text: string) => T {
  return text => {
    const word = known.find(candidate => candidate === text)
    if (word === undefined) throw new InvalidValue(mustBeOneOf(known, text))
    return word
  }
}

/** The error for a text that is none of the known words, with the one that it misspells. */
export function mustBeOneOf(known: readonly string[], text: string): string {
  const meant = misspelt(text, known)
  return `must be one of ${known.join(', ')}${meant === undefined ? '' : `; did you mean \`${meant}\`?`}`
}

/** An absolute http or https URL, without a trailing slash. */
export function parseBaseUrl(text: string): string {
  const url = parseUrl(text, 'https://host or https://host/path', '; use api_key or headers')
  if (url.search !== '' || url.hash !== '') throw new InvalidValue('must not carry a query or a fragment')
  return url.origin + withoutEnd(url.pathname, '/')
}

/** Whether requests to this URL leave the machine unencrypted. The parser writes every IPv4 address with four numbers. */
export function isPlainHttpBeyondLoopback(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^((.+\.)?localhost\.?|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** A valid HTTP header name. */
export const parseHeaderName = matching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of an HTTP header')

/** A header value in printable ASCII: other characters would be sent in one encoding here and another there. */
export const parseHeaderValue = matching(
  /^[\x20-\x7e]*$/,
  'must be printable ASCII: it holds a line break, a letter with an accent or another character',
)
