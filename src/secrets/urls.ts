import querystring from 'node:querystring'
import { partsIn } from '../lib/json.ts'

/** A part of a text. */
export interface Span {
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
const REST = /(?![/\\])(?<=:[/\\]{2,})(?:(?!:[/\\]{2})[^\s"'<>])*/g

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
  return Array.from(text.matchAll(REST), ({ index: from, 0: rest }) => ({
    from,
    rest,
  }))
}

/** The places of the users, with their passwords, of the URLs in a field's text. */
export function usersIn(text: string, field: string): Span[] {
  return urlsIn(text, field).flatMap(({ from, rest }) => {
    const [user = ''] = USER.exec(rest) ?? PASTED_USER.exec(rest) ?? []
    // What has no scheme may be a path, such as `git@host:acme/shop`.
    const isUser = from > 0 ? user !== '' : user.includes(':')
    return isUser ? { from, to: from + user.length } : []
  })
}

/** Replaces spans of a text, those that overlap or touch by one mark. */
export function replaceAt(spans: Span[], text: string, mark: string): string {
  let shown = ''
  let end = 0

  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
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
    for (const { rest } of urlsIn(text, String(path.at(-1)))) {
      yield* credentialsOf(rest, USER)
      yield* credentialsOf(rest, PASTED_USER)
    }
  }
}

function credentialsOf(rest: string, pattern: RegExp): string[] {
  const [both = ''] = pattern.exec(rest) ?? []
  const [user = '', password = ''] = both.split(/:(.*)/s)
  // A name that the rest of the URL repeats is public: https://acme@host/acme/shop
  const after = rest.slice(both.length).toLowerCase()
  const isPublic = after.includes(user.toLowerCase())
  return [isPublic ? '' : user, password].flatMap(asWritten)
}

/** A part of a URL, percent-encoded and not. */
export const asWritten = (part: string): string[] => [
  part,
  querystring.unescape(part),
]
