import querystring from 'node:querystring'

/** The part of a URL after its user that may repeat the name, as `https://owner@host/owner/name` does. */
const LONGEST_REST = 1024

/** The users of the URLs in a text, with their passwords. A name that the rest of the URL repeats is public. */
export function* usersIn(text: string): Generator<{ from: number; to: number }> {
  for (const { index, 1: user = '' } of text.matchAll(/:\/\/([^\s"'<>\\/?#]+)@/g)) {
    const from = index + '://'.length
    const to = from + user.length
    if (user.includes(':') || !repeats(text.slice(to + 1, to + LONGEST_REST), user)) yield { from, to }
  }
}

const repeats = (rest: string, user: string) =>
  (rest.split(/[\s"'<>]/, 1)[0] ?? '').toLowerCase().includes(user.toLowerCase())

/** What stands before the user of a URL; slashes may be missing or too many. */
const SCHEME = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]+|https?:|[/\\]{2})/i

/**
 * The user and password in a URL without its scheme. A password may have been pasted as it is and then contain
 * characters that end a host, so all before the last `@` may be the user, unless the part before the path is a host.
 */
function usersOf(text: string): Set<string> {
  const [authority = ''] = text.split(/[/?#\\]/, 1)
  const isHost = /^(\[[^\]]*\]|[^:@]*)(:\d{1,5})?$/.test(authority)
  const readings = [authority, isHost ? '' : text].map(part => /^(.*)@/s.exec(part)?.[1] ?? '')
  return new Set(readings.filter(Boolean))
}

/** The credentials in a value that is a URL: the user, the password and both, as written and decoded. */
export function credentialsOfUrl(url: string): string[] {
  const text = url.replace(SCHEME, '')
  return [...usersOf(text)].flatMap(both => {
    const [user = ''] = both.split(':', 1)
    const password = both.slice(user.length + 1)
    const isPublic = repeats(text.slice(both.length + 1), user)
    return [...(isPublic ? [] : [user]), ...(password === '' ? [] : [both, password])].flatMap(asWritten)
  })
}

/** An absolute URL without its user. */
export function withoutUser(url: string): string {
  const scheme = SCHEME.exec(url)?.[0] ?? ''
  const text = url.slice(scheme.length)
  const [user] = scheme === '' ? [] : usersOf(text)
  return user === undefined ? url : scheme + text.slice(user.length + 1)
}

/** The passwords of the URLs in a text and in its JSON, where a URL may be malformed, with their users. */
export function* passwordsIn(text: string, json?: unknown): Generator<string> {
  if (!text.includes('@')) return
  const urls = text
    .split(/:(?=\/\/|\\\/\\\/)/)
    .slice(1)
    .map(rest => rest.replaceAll('\\/', '/').split(/[\s"'<>]/, 1)[0] ?? '')
  JSON.stringify(json, (key, member) => {
    if (typeof member === 'string' && /url$/i.test(key)) urls.push(member)
    return typeof member === 'object' ? member : undefined
  })
  for (const url of urls) {
    const rest = url.replace(SCHEME, '')
    if (rest.includes(':') && rest.indexOf(':') < rest.lastIndexOf('@')) yield* credentialsOfUrl(url)
  }
}

/** A part of a URL, percent-encoded and not. */
export const asWritten = (part: string): string[] => (part === '' ? [] : [part, querystring.unescape(part)])
