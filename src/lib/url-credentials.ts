import querystring from 'node:querystring'

/** The user part of a URL before the `@`, and the rest after it. */
export interface UrlUser {
  user: string
  password: string | undefined
  rest: string
}

const withoutScheme = (url: string) => url.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')

/**
 * The user of a URL such as `https://user:password@host/path`, even if it cannot be parsed. Undefined if it has none.
 */
export function userOfUrl(value: string): UrlUser | undefined {
  const text = withoutScheme(value)
  const [authority = ''] = text.split(/[/?#]/, 1)
  // People paste passwords unencoded, with characters that would end the host.
  const goesOn = !authority.includes('@') && /:\D/.test(authority)
  return beforeLastAt(text, goesOn ? text.length : authority.length)
}

/** The user of a proxy, `http://user:password@host:port` with or without the scheme: everything before the last `@`. */
export function userOfProxy(value: string): UrlUser | undefined {
  const text = withoutScheme(value)
  return beforeLastAt(text, text.length)
}

function beforeLastAt(text: string, length: number): UrlUser | undefined {
  const at = text.lastIndexOf('@', length - 1)
  return at > 0 ? splitUser(text.slice(0, at), text.slice(at + 1)) : undefined
}

/** The users of all URLs in a text; slashes may be escaped as in JSON. */
export function usersOfUrlsIn(text: string): UrlUser[] {
  if (!text.includes('@')) return []
  const urls = text.matchAll(/:(?:\/\/|\\\/\\\/)([^\s"'<>\\/?#]{1,1024})@([^\s"'<>]{0,1024})/g)
  return Array.from(urls, ([, user = '', rest = '']) => splitUser(user, rest))
}

function splitUser(text: string, rest: string): UrlUser {
  const colon = text.indexOf(':')
  if (colon === -1) return { user: text, password: undefined, rest }
  return { user: text.slice(0, colon), password: text.slice(colon + 1), rest }
}

/** The secrets of a URL's user, as written and decoded. A user name that the rest of the URL repeats is public. */
export function secretsOfUser({ user, password, rest }: UrlUser): string[] {
  const isPublic = rest.toLowerCase().includes(user.toLowerCase())
  const parts = [...(isPublic ? [] : [user]), ...(password ? [password, `${user}:${password}`] : [])]
  return parts.flatMap(part => [part, querystring.unescape(part)])
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
