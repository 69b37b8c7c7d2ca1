import querystring from 'node:querystring'
import { isObject } from './json.ts'

/** The user part of a URL before the `@`, and the text after it. */
export interface UrlUser {
  user: string
  password: string | undefined
  rest: string
}

/** The start of a URL. The slashes after `https:` may be missing, and so may a scheme before slashes. */
const START = /^[\s"'<]*(?:https?:[/\\]*|(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,})?/i

const withoutStart = (url: string) => url.slice(START.exec(url)?.[0].length)

/** A host with or without a port. Other text before a path is a user with a password. */
const HOST = /^(\[[^\]]*\]|[^:[]*)(:\d{1,5})?$/

/**
 * The user of a URL such as `https://user:password@host/path`, even if it cannot be parsed; empty if it has none. People
 * paste passwords unencoded, so a password may contain characters that end a host, and an `@` may be part of a password
 * or of a path. If there are two readings, the first is that of a parser.
 */
export function usersOfUrl(value: string): UrlUser[] {
  if (!value.includes('@')) return []
  const text = withoutStart(value)
  const [authority = ''] = text.split(/[/?#]/, 1)
  const end = authority.lastIndexOf('@')
  const hasPassword = end < 0 ? !HOST.test(authority) : authority.slice(0, end).includes(':')
  const ends = new Set([end, hasPassword ? text.lastIndexOf('@') : end])
  return [...ends].filter(at => at > 0).map(at => splitUser(text, 0, at))
}

/** The user of a proxy, `http://user:password@host:port` with or without the scheme: everything before the last `@`. */
export function userOfProxy(value: string): UrlUser | undefined {
  const text = withoutStart(value)
  const at = text.lastIndexOf('@')
  return at > 0 ? splitUser(text, 0, at) : undefined
}

/** A URL with a user within a text, up to the `@`. Its slashes may be escaped as in JSON. */
const WITH_USER = /:(?:\/\/|\\\/\\\/)([^\s"'<>\\/?#]{1,4096})@/g
const WITH_PASSWORD = /:(?:\/\/|\\\/\\\/)([^\s"'<>\\/?#:]{0,4096}:[^\s"'<>\\/?#]{1,4096})@/g

/** The part of the rest of a URL that may repeat its user. */
const LONGEST_REST = 1024

/** The users of all URLs in a text, or only those with a password. */
export function* usersOfUrlsIn(text: string, which: 'all' | 'with password' = 'all'): Generator<UrlUser> {
  if (!text.includes('@')) return
  for (const { 1: both = '', index, 0: url } of text.matchAll(which === 'all' ? WITH_USER : WITH_PASSWORD)) {
    const at = index + url.length - 1
    yield splitUser(text, at - both.length, at)
  }
}

function splitUser(text: string, from: number, at: number): UrlUser {
  const both = text.slice(from, at)
  const rest = text.slice(at + 1)
  const colon = both.indexOf(':')
  if (colon === -1) return { user: both, password: undefined, rest }
  return { user: both.slice(0, colon), password: both.slice(colon + 1), rest }
}

/** The secrets of a URL's user, as written and decoded. A user name that the rest of the URL repeats is public. */
export function secretsOfUser({ user, password, rest }: UrlUser): string[] {
  const [url = ''] = rest.slice(0, LONGEST_REST).split(/[\s"'<>]/, 1)
  const isPublic = url.toLowerCase().includes(user.toLowerCase())
  const parts = [...(isPublic ? [] : [user]), ...(password ? [password, `${user}:${password}`] : [])]
  return [...new Set(parts.flatMap(part => [part, querystring.unescape(part)]))]
}

/** Names of fields with a URL, such as `repo_url`. */
const URL_FIELD = /url$/i

/** Calls `tell` with the URL fields of a JSON value that may contain a user. */
export function eachUrlField(value: unknown, tell: (url: string) => void, levels = 100): void {
  if (levels === 0) return
  if (Array.isArray(value)) for (const item of value) eachUrlField(item, tell, levels - 1)
  if (!isObject(value)) return
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (typeof member !== 'string') eachUrlField(member, tell, levels - 1)
    else if (member.includes('@') && URL_FIELD.test(name)) tell(member)
  }
}

/** The values of query parameters with names of credentials, such as `private_token`, as written and decoded. */
export function secretParametersIn(text: string): string[] {
  const parameters = text.matchAll(/[?&;]([^=?&;#\s]*)=([^&;#\s"'<>\\]+)/g)
  return Array.from(parameters, ([, name = '', value = '']) =>
    /token|secret|key|pass|pwd|auth|sig|cred|session/i.test(name) ? [value, querystring.unescape(value)] : [],
  ).flat()
}

/** A text without the given characters at its end. A regular expression would take quadratic time over those within. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
