import querystring from 'node:querystring'

/** The part of a URL before the `@`, and what follows it. */
export interface UrlUser {
  user: string
  password: string | undefined
  rest: string
}

const withoutScheme = (url: string) => url.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')

/**
 * The user of a value that is meant as a URL, also where it cannot be parsed, such as
 * `https://user:password@host/path`. Undefined where it has none.
 */
export function userOfUrl(value: string): UrlUser | undefined {
  const text = withoutScheme(value)
  const [authority = ''] = text.split(/[/?#]/, 1)
  // People paste passwords as they are: with signs that should end the host.
  const goesOn = !authority.includes('@') && /:\D/.test(authority)
  return beforeLastAt(text, goesOn ? text.length : authority.length)
}

/** The user of a proxy, `http://user:password@host:port` or without the scheme: whatever stands before the last `@`. */
export function userOfProxy(value: string): UrlUser | undefined {
  const text = withoutScheme(value)
  return beforeLastAt(text, text.length)
}

function beforeLastAt(text: string, length: number): UrlUser | undefined {
  const at = text.lastIndexOf('@', length - 1)
  return at > 0 ? splitUser(text.slice(0, at), text.slice(at + 1)) : undefined
}

/** The users of all URLs in a text; a slash may be escaped as in JSON. */
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

/** What is to be masked of a URL's user: as it is written, and decoded. A user whom the URL names again is public. */
export function secretsOfUser({ user, password, rest }: UrlUser): string[] {
  const isPublic = rest.toLowerCase().includes(user.toLowerCase())
  const parts = [...(isPublic ? [] : [user]), ...(password ? [password, `${user}:${password}`] : [])]
  return parts.flatMap(part => [part, querystring.unescape(part)])
}

/** The values of query parameters that are named like credentials, such as `private_token`; as written, and decoded. */
export function secretParametersIn(text: string): string[] {
  const parameters = text.matchAll(/[?&;]([^=?&;#\s]*)=([^&;#\s"'<>\\]+)/g)
  return Array.from(parameters, ([, name = '', value = '']) =>
    /token|secret|key|pass|pwd|auth|sig|cred|session/i.test(name) ? [value, querystring.unescape(value)] : [],
  ).flat()
}
