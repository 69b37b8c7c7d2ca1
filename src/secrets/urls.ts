import querystring from 'node:querystring'

/** What stands before the user of a URL; slashes may be missing or too many. */
const SCHEME = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]+|https?:|[/\\]{2})/i

const URL_FIELD = /url$|^repository$/i

const firstWord = (text: string) => text.split(/[\s"'<>]/, 1)[0] ?? ''

/** The users, with their passwords, that a URL without its scheme may have; the first one is what a parser reads. */
function usersOf(text: string): string[] {
  const [authority = ''] = text.split(/[/?#\\]/, 1)
  const isHost = /^(\[[^\]]*\]|[^:@]*)(:\d{1,5})?$/.test(authority)
  // A password may have been pasted as it is, with characters that end a host.
  const whole = isHost ? '' : (/^(.*)@/s.exec(text)?.[1] ?? '')
  const parsed = /^(.*)@./s.exec(authority)?.[1] ?? ''
  return [parsed, whole].filter(Boolean)
}

/** A part of a text. */
export interface Place {
  from: number
  to: number
}

/** The places of the users, with their passwords, of the URLs in a text. */
export function* usersIn(text: string): Generator<Place> {
  const [before = '', ...urls] = text.split('://')
  let from = before.length
  for (const url of urls) {
    from += '://'.length
    const [user] = usersOf(firstWord(url))
    if (user !== undefined) yield { from, to: from + user.length }
    from += url.length
  }
}

/** Replaces places of a text, those that overlap or touch by one mark. */
export function replaceAt(places: Place[], text: string, mark: string): string {
  let [shown, end] = ['', 0]
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    if (from > end || end === 0) shown += text.slice(end, from) + mark
    end = Math.max(end, to)
  }
  return shown + text.slice(end)
}

/** A URL without its user. One without a scheme may be a path, such as `git@host:acme/shop`. */
export function withoutUser(url: string): string {
  const scheme = SCHEME.exec(url)?.[0] ?? ''
  const rest = url.slice(scheme.length)
  const [user = ''] = usersOf(rest)
  return user && (scheme || user.includes(':'))
    ? scheme + rest.slice(user.length + '@'.length)
    : url
}

/** A field's text without the users of its URLs. */
export function withoutUsers(text: string, field: string): string {
  const shown = URL_FIELD.test(field) ? withoutUser(text) : text
  const users = Array.from(usersIn(shown), ({ from, to }) => ({
    from,
    to: to + '@'.length,
  }))
  return replaceAt(users, shown, '')
}

/** The credentials in a value that is a URL: the user, the password and both, as written and decoded. */
export function credentialsOfUrl(url: string): string[] {
  const text = url.replace(SCHEME, '')
  return usersOf(text).flatMap(both => {
    const [user = ''] = both.split(':', 1)
    const password = both.slice(user.length + 1)
    // A name that the rest of the URL repeats is public: https://acme@host/acme/shop
    const rest = text.slice(both.length + 1).toLowerCase()
    const isPublic = rest.includes(user.toLowerCase())
    return [
      ...(isPublic ? [] : [user]),
      ...(password === '' ? [] : [both, password]),
    ].flatMap(asWritten)
  })
}

/** The credentials of the URLs in the texts of a value. A field of a URL may hold one that cannot be parsed. */
export function credentialsIn(value: unknown): string[] {
  const found: string[] = []
  JSON.stringify(value, (field, member) => {
    if (typeof member !== 'string')
      return typeof member === 'object' ? member : undefined
    if (URL_FIELD.test(field)) found.push(...credentialsOfUrl(member))
    const [, ...urls] = member.split('://')
    for (const url of urls)
      found.push(...credentialsOfUrl(`//${firstWord(url)}`))
    return undefined
  })
  return found
}

/** A part of a URL, percent-encoded and not. */
export const asWritten = (part: string): string[] =>
  part === '' ? [] : [part, querystring.unescape(part)]
