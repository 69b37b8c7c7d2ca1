import querystring from 'node:querystring'

/** What stands before the user of a URL; slashes may be missing or too many. */
const SCHEME = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]+|https?:|[/\\]{2})/i

/** The users, with their passwords, that a URL without its scheme may have; the first one is what a parser reads. */
function usersOf(text: string): string[] {
  const [authority = ''] = text.split(/[/?#\\]/, 1)
  const isHost = /^(\[[^\]]*\]|[^:@]*)(:\d{1,5})?$/.test(authority)
  // A password may have been pasted as it is, with characters that end a host.
  const whole = isHost ? '' : (/^(.*)@/s.exec(text)?.[1] ?? '')
  const parsed = /^(.*)@./s.exec(authority)?.[1] ?? ''
  return [parsed, whole].filter(Boolean)
}

/** Replaces the users, with their passwords, of the URLs in a text. An empty replacement takes the `@` too. */
export const replaceUsers = (text: string, by: (user: string) => string): string =>
  text
    .split('://')
    .map((part, index) => {
      const [user] = index === 0 || !part.includes('@') ? [] : usersOf(part.split(/[\s"'<>]/, 1)[0] ?? '')
      return user === undefined ? part : replaced(part, user, by(user))
    })
    .join('://')

const replaced = (url: string, user: string, by: string) =>
  by + url.slice(user.length + (by === '' ? '@'.length : 0))

/** A URL without its user. One without a scheme may be a path, such as `git@host:acme/shop`. */
export function withoutUser(url: string): string {
  const scheme = SCHEME.exec(url)?.[0] ?? ''
  const [user] = usersOf(url.slice(scheme.length))
  if (user === undefined || !(scheme || user.includes(':'))) return replaceUsers(url, () => '')
  return scheme + replaced(url.slice(scheme.length), user, '')
}

/** A field's text without the users of its URLs. */
export const withoutUsers = (text: string, field: string): string => {
  if (!text.includes('@')) return text
  return /url$/i.test(field) ? withoutUser(text) : replaceUsers(text, () => '')
}

/** The credentials in a value that is a URL: the user, the password and both, as written and decoded. */
export function credentialsOfUrl(url: string): string[] {
  const text = url.replace(SCHEME, '')
  return usersOf(text).flatMap(both => {
    const [user = ''] = both.split(':', 1)
    const password = both.slice(user.length + 1)
    // A name that the rest of the URL repeats is public: https://acme@host/acme/shop
    const isPublic = text
      .slice(both.length + 1)
      .toLowerCase()
      .includes(user.toLowerCase())
    return [...(isPublic ? [] : [user]), ...(password === '' ? [] : [both, password])].flatMap(asWritten)
  })
}

/** The credentials of the URLs in a text. */
export const credentialsIn = (text: string): string[] =>
  text
    .split('://')
    .slice(1)
    .flatMap(url => credentialsOfUrl(`//${url.split(/[\s"'<>]/, 1)[0]}`))

/** The credentials of the fields of a JSON value that are URLs with passwords, also of URLs that cannot be parsed. */
export function passwordsIn(json: unknown): string[] {
  const found: string[] = []
  JSON.stringify(json, (key, member) => {
    const url = typeof member === 'string' && /url$/i.test(key) ? member.replace(SCHEME, '') : ''
    if (usersOf(url).some(user => user.includes(':'))) found.push(...credentialsOfUrl(url))
    return typeof member === 'object' ? member : undefined
  })
  return found
}

/** A part of a URL, percent-encoded and not. */
export const asWritten = (part: string): string[] => (part === '' ? [] : [part, querystring.unescape(part)])
