import querystring from 'node:querystring'
import { partsIn } from '../lib/json.ts'

/** A part of a text. */
export interface Place {
  from: number
  to: number
}

/** What stands before the user of a URL; slashes may be missing or too many. */
const SCHEME = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]+|https?:|[/\\]{2})/i

/** The user that a parser reads in a URL without its scheme, with the password. */
const USER = /^[^/?#\\]+(?=@[^/?#\\])/

/** The same where the password was pasted as it is, with characters that end a host. A URL with a plain host has none. */
const PASTED_USER =
  /^(?!(?:\[[^\]]*\]|[^:@/?#\\]*)(?::\d{1,5})?(?:[/?#\\]|$)).+(?=@)/s

const WORD_END = /[\s"'<>]/

/** The names of fields that hold a URL. */
const URL_FIELD = /url$|^repository$/i

/** The user, with the password, of a URL without its scheme; '' if there is none. */
function userOf(url: string): string {
  const user = USER.exec(url) ?? PASTED_USER.exec(url)
  return user?.[0] ?? ''
}

/** The URLs of a text without their schemes, each up to the end of its word, with their places. */
function urlsIn(text: string) {
  if (!text.includes('@')) return []
  const starts = Array.from(
    text.matchAll(/:[/\\]{2,}/g),
    ({ 0: begin, index }) => index + begin.length,
  )

  return starts.map((from, index) => {
    const [url = ''] = text.slice(from, starts[index + 1]).split(WORD_END, 1)
    return { from, url }
  })
}

/** The places of the users, with their passwords, of the URLs in a text. */
export function usersIn(text: string): Place[] {
  const users = urlsIn(text).map(({ from, url }) => ({
    from,
    to: from + userOf(url).length,
  }))
  return users.filter(({ from, to }) => to > from)
}

/** Replaces places of a text, those that overlap or touch by one mark. */
export function replaceAt(places: Place[], text: string, mark: string): string {
  let shown = ''
  let end = 0

  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    const isApart = from > end || end === 0
    if (isApart) shown += text.slice(end, from) + mark
    end = Math.max(end, to)
  }
  return shown + text.slice(end)
}

/** A URL without its user. One without a scheme may be a path, such as `git@host:acme/shop`. */
export function withoutUser(url: string): string {
  const scheme = SCHEME.exec(url)?.[0] ?? ''
  const rest = url.slice(scheme.length)
  const user = userOf(rest)

  const isUser = user !== '' && (scheme !== '' || user.includes(':'))
  return isUser ? scheme + rest.slice(`${user}@`.length) : url
}

/** A field's text without the users of its URLs. */
export function withoutUsers(text: string, field: string): string {
  if (URL_FIELD.test(field)) return withoutUser(text)

  const users = usersIn(text).map(({ from, to }) => ({
    from,
    to: to + '@'.length,
  }))
  return replaceAt(users, text, '')
}

/** The credentials in a value that is a URL: the user and the password, as written and decoded. */
export function credentialsOfUrl(url: string): string[] {
  const rest = url.replace(SCHEME, '')

  return [USER, PASTED_USER].flatMap(pattern => {
    const [both = ''] = pattern.exec(rest) ?? []
    const [user = ''] = both.split(':', 1)
    const password = both.slice(`${user}:`.length)
    // A name that the rest of the URL repeats is public: https://acme@host/acme/shop
    const after = rest.slice(both.length).toLowerCase()
    const isPublic = after.includes(user.toLowerCase())

    return [...(isPublic ? [] : asWritten(user)), ...asWritten(password)]
  })
}

/** The credentials of the URLs in the texts of a JSON value. A field of a URL may hold one that cannot be parsed. */
export function* credentialsIn(value: unknown): Generator<string> {
  for (const { path, value: text } of partsIn(value)) {
    if (typeof text !== 'string' || !text.includes('@')) continue

    const isUrl = URL_FIELD.test(String(path.at(-1)))
    const urls = isUrl ? [text] : urlsIn(text).map(({ url }) => url)
    for (const url of urls) yield* credentialsOfUrl(url)
  }
}

/** A part of a URL, percent-encoded and not. */
export const asWritten = (part: string): string[] => [
  part,
  querystring.unescape(part),
]
