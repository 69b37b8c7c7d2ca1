import { PLACEHOLDERS } from '../deployment/details.ts'
import { misspelt } from '../lib/closest.ts'
import { parseJson } from '../lib/json.ts'
import { withoutSlashes } from '../lib/text.ts'

// Parsers of inputs, which throw an `InvalidValue`.

/** Thrown when a text cannot be parsed. The message has only the action's own words, and never quotes the text. */
export class InvalidValue extends Error {
  override name = 'InvalidValue'
}

/** @throws InvalidValue unless a text is valid */
export function check(isValid: boolean, message: string): asserts isValid {
  if (!isValid) throw new InvalidValue(message)
}

/** @returns a parser of texts in a form, which it does not change */
const inForm =
  (form: RegExp, message: string) =>
  (text: string): string => {
    check(form.test(text), message)
    return text
  }

/** Booleans of the YAML 1.2 core schema; anything else is an error, never a silent `false`. */
export function parseBoolean(text: string): boolean {
  check(
    /^(true|True|TRUE|false|False|FALSE)$/.test(text),
    'must be true or false',
  )
  return text.toLowerCase() === 'true'
}

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** The longest job of a self-hosted runner, in milliseconds. */
const LONGEST = 120 * 3_600_000

/** A duration such as `500ms`, `30s`, `15m`, `2h`, or a bare number of seconds, in milliseconds. */
export function parseDuration(text: string): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text)
  check(
    parts !== null,
    'must be a duration such as 500ms, 30s, 15m or 2h, or a number of seconds',
  )
  const [, number, unit = 's'] = parts
  const ms = Math.round(Number(number) * (UNITS[unit] ?? 1))
  check(ms <= LONGEST, 'must be 120h at most')
  return ms
}

/** A duration greater than zero, in milliseconds. */
export function parseTimeLimit(text: string): number {
  const ms = parseDuration(text)
  check(ms > 0, 'must be longer than 0')
  return ms
}

/** A full commit SHA. An abbreviated one may become ambiguous later. */
export const parseCommit = inForm(
  /^([0-9a-f]{40}|[0-9a-f]{64})$/i,
  'must be the full SHA of a commit, 40 hexadecimal digits',
)

function parseUrl(text: string, forms: string, adviceOnUser: string): URL {
  // `URL.parse` silently drops line breaks and tabs, and adds missing slashes.
  const url = /^https?:\/\/[^\s\p{Cc}]*$/iu.test(text) ? URL.parse(text) : null
  check(url !== null, `must be an absolute URL such as ${forms}`)
  check(
    url.username + url.password === '',
    `must not carry a user name or password${adviceOnUser}`,
  )
  return url
}

/** An absolute http or https URL, or a path that begins with a slash; without a fragment, which no request has. */
export function parseHealthUrl(text: string): string {
  // A URL reads two slashes, of either kind, as the beginning of a host.
  const isPath = /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text)
  const forms =
    'https://host/ok, or a path such as /ok; white space is encoded as %20'
  if (!isPath)
    parseUrl(text, forms, ': the request is sent without credentials')
  return text.replace(/#.*/, '')
}

/** A template of the page of a deployment: an absolute http or https URL with placeholders. */
export function parseDetailsUrl(text: string): string {
  const plain = PLACEHOLDERS.reduce(
    (url, placeholder) => url.replaceAll(placeholder, 'x'),
    text,
  )
  check(
    !/[{}]/.test(plain),
    `may hold the placeholders ${PLACEHOLDERS.join(', ')} and no other`,
  )
  parseUrl(plain, 'https://host/deployments/{id}', '')
  return text
}

/** An absolute http or https URL, without a trailing slash. */
export function parseBaseUrl(text: string): string {
  const url = parseUrl(
    text,
    'https://host or https://host/path',
    '; use api_key or headers',
  )
  check(url.search + url.hash === '', 'must not carry a query or a fragment')
  return url.origin + withoutSlashes(url.pathname)
}

/** Whether requests to this URL leave the machine unencrypted. The parser writes every IPv4 address with four numbers. */
export function isPlainHttpBeyondLoopback(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return (
    protocol === 'http:' &&
    !/^((.+\.)?localhost\.?|127(\.\d+){3}|\[::1\])$/.test(hostname)
  )
}

export const NOT_ONE_STEP =
  'must be one step of a path: neither `.` nor `..`, and without a slash'

/** An id that asks for something else in the path of a request. Other characters are encoded there. */
export const UNSAFE_STEP = /^\.\.?$|[/\\]/

/** An id that becomes one step of a path. */
export function parsePathStep(text: string): string {
  check(!UNSAFE_STEP.test(text), NOT_ONE_STEP)
  return text
}

/** An integer, zero or greater. */
export function parseCount(text: string): number {
  const number = Number(text)
  check(
    /^\d+$/.test(text) && Number.isSafeInteger(number),
    'must be a whole number, 0 or more',
  )
  return number
}

/** A port to listen on; 0 means any free port. */
export function parsePort(text: string): number {
  const port = parseCount(text)
  check(port <= 65_535, 'must be a port, 65535 at most')
  return port
}

/**
 * Identifiers between commas or white space, or as JSON, the form of outputs; with commas between them. An empty list would
 * filter nothing.
 */
export function parseIdentifiers(text: string): string {
  const items: unknown = text.startsWith('[')
    ? parseJson(text)
    : text.split(/[\s,]+/)
  const isList =
    Array.isArray(items) &&
    items.every(item => typeof item === 'string' && !item.includes(','))
  const names = isList ? items.map(item => item.trim()).filter(Boolean) : []
  check(
    names.length > 0,
    'must be a comma-separated or JSON list of texts, with at least one identifier',
  )
  return names.join(',')
}

/** @returns a parser that accepts only these words */
export const oneOf =
  <const T extends string>(known: readonly T[]) =>
  (text: string): T => {
    const word = known.find(candidate => candidate === text)
    check(word !== undefined, mustBeOneOf(known, text))
    return word
  }

/** @returns a parser of lines, or of words on one line, each of which is one of these words */
export const listOf =
  <const T extends string>(known: readonly T[]) =>
  (text: string): T[] =>
    text.split(/[\s,]+/).map(oneOf(known))

/** The error for a text that is none of the known words, with those that it misspells. */
export const mustBeOneOf = (known: readonly string[], text: string): string =>
  `must be one of ${known.join(', ')}${didYouMean(text, known)}`

/** The end of an error about a word that may misspell known ones; '' if it does not. */
export function didYouMean(text: string, known: readonly string[]): string {
  const meant = misspelt(text, known).map(word => `\`${word}\``)
  return meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`
}

/** A name that an environment variable can have. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Headers that frame the message or have a fixed value in the interface. */
const RESERVED =
  /^(content-length|content-type|content-encoding|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i

/** The name of a header that a workflow may set. */
export function parseHeaderName(text: string): string {
  check(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text),
    'must be the name of an HTTP header',
  )
  check(!RESERVED.test(text), "sets a header that is not the workflow's to set")
  return text
}

/** A header value in printable ASCII: other characters would be sent in one encoding here and another there. */
export const parseHeaderValue = inForm(
  /^[\x20-\x7e]*$/,
  'must be printable ASCII: no line break, and no letter with an accent',
)
