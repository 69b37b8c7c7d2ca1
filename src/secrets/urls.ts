import querystring from 'node:querystring'
import { partsIn } from '../lib/json.ts'

/** A part of a text. */
export interface Place {
  from: number
  to: number
}

/** A URL in a text, from behind its scheme on. */
interface Url {
  from: number
  rest: string
}

/** What stands before the user of a URL; slashes may be missing or too many. */
const SCHEME = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]+|https?:|[/\\]{2})/i

/** The rest of a URL within a text, up to the end of its word. */
const REST = /:[/\\]{2,}((?:(?!:[/\\]{2})[^\s"'<>])*)/g

/** The user that a parser reads in the rest of a URL, with the password. */
const USER = /^[^/?#\\]+(?=@[^/?#\\])/

/** The same where the password was pasted as it is, with characters that end a host. A URL with a plain host has none. */
const PASTED_USER =
  /^(?!(?:\[[^\]]*\]|[^:@/?#\\]*)(?::\d{1,5})?(?:[/?#\\]|$)).+(?=@)/s

/** The names of fields that hold a URL. */
const URL_FIELD = /url$|^repository$/i

/** The URLs in a field's text. A field of a URL holds one, with or without a scheme. */
function urlsIn(text: string, field: string): Url[] {
  if (URL_FIELD.test(field)) {
    const rest = text.replace(SCHEME, '')
    return [{ from: text.length - rest.length, rest }]
  }
  return Array.from(text.matchAll(REST), ({ index, 0: url, 1: rest = '' }) => ({
    from: index + url.length - rest.length,
    rest,
  }))
}

/** The places of the users, with their passwords, of the URLs in a field's text. */
export function usersIn(text: string, field: string): Place[] {
  const users = urlsIn(text, field).map(({ from, rest }) => {
    const [user = ''] = USER.exec(rest) ?? PASTED_USER.exec(rest) ?? []
    return { from, to: from + user.length }
  })
  // What has no scheme may be a path, such as `git@host:acme/shop`.
  return users.filter(({ from, to }) =>
    from > 0 ? to > from : text.slice(0, to).includes(':'),
  )
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

/** A field's text without the users of its URLs. */
export function withoutUsers(text: string, field: string): string {
  const users = usersIn(text, field)
  const parts = users.map(({ from, to }) => ({ from, to: to + '@'.length }))
  return replaceAt(parts, text, '')
}

/** The users and passwords of the URLs in the texts of a JSON value, as written and decoded. */
export function* credentialsIn(value: unknown): Generator<string> {
  for (const { path, value: text } of partsIn(value)) {
    if (typeof text !== 'string' || !text.includes('@')) continue
    for (const { rest } of urlsIn(text, String(path.at(-1))))
      for (const pattern of [USER, PASTED_USER])
        yield* credentialsOf(rest, pattern)
  }
}

function credentialsOf(rest: string, pattern: RegExp): string[] {
  const [both = ''] = pattern.exec(rest) ?? []
  const [user = ''] = both.split(':', 1)
  const password = both.slice(`${user}:`.length)
  // A name that the rest of the URL repeats is public: https://acme@host/acme/shop
  const after = rest.slice(both.length).toLowerCase()
  const isPublic = after.includes(user.toLowerCase())
  return [...asWritten(isPublic ? '' : user), ...asWritten(password)]
}

/** A part of a URL, percent-encoded and not. */
export const asWritten = (part: string): string[] => [
  part,
  querystring.unescape(part),
]
