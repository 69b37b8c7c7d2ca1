import { isObject, type JsonObject, parseJson } from '../base/json.ts'
import { cut, type Redact } from '../base/text.ts'
import { type FailureCause, RequestFailure } from './failure.ts'
import { addressOf, type HttpResponse, type Net, type Send } from './http.ts'

// Reads an answer that is no success: its message, the target of a redirect, and `Retry-After`.

/** Wraps `send`, so that it also throws a {@link RequestFailure} for an answer that is no success. */
export const onlySuccess =
  (send: Send, { clock, log }: Net): Send =>
  async request => {
    const response = await send(request)
    const { status, headers, text } = response
    if (status < 300) return response
    const answered = `${addressOf(request.url)} answered ${status}`
    const said = saidIn(text, log.redacted)
    if (status < 400)
      throw new RequestFailure(
        'unusable',
        `${answered} and points to ${targetOf(response, request.url, log.redacted)}; redirects are not followed`,
        { status, said, cause: 'redirect' },
      )
    throw new RequestFailure('refused', said ? answered : `${answered}, without a reason`, {
      status,
      said,
      cause: CAUSES_BY_STATUS[status],
      retryAfter: retryAfterIn(headers, clock.date()),
    })
  }

/** What a status says about the cause. `not_taken`: whatever answers does not take a request of this form or size. */
const CAUSES_BY_STATUS: Record<number, FailureCause> = {
  402: 'plan',
  405: 'not_taken',
  407: 'proxy',
  411: 'not_taken',
  413: 'not_taken',
  414: 'not_taken',
  415: 'not_taken',
}

/** Where a redirect leads, redacted, and without the query, which may hold a token. */
export function targetOf({ headers }: HttpResponse, { href }: URL, redacted: Redact): string {
  const { location } = headers
  // Redact it before it is parsed, which changes the text, and may cut a secret.
  const target = typeof location === 'string' ? URL.parse(redacted(location), href) : undefined
  return target?.protocol.startsWith('http') ? addressOf(target) : 'no usable target'
}

/** Reads `Retry-After`, in seconds or as a date, as milliseconds from now; 0 if it is neither. */
function retryAfterIn(headers: HttpResponse['headers'], now: number): number {
  const text = String(headers['retry-after'])
  return Number(text) * 1000 || Date.parse(text) - now || 0
}

const MOST_CHARACTERS = 1000

/** A text for people is made from this many characters at the start of a body, or of its joined messages. */
const FIRST_PART = { length: 64 * 1024 }

/** Redacts the start of a text, as it is, and again with escapes of JSON decoded, as any character of a secret may be escaped. */
const partOf = (text: string, redacted: Redact): string =>
  redacted(
    redacted(text, FIRST_PART).replace(/\\(u[\da-fA-F]{4}|\/)/g, sign => JSON.parse(`"${sign}"`)),
  )

/**
 * What an error body says, redacted. The interface defines no error body, so this takes what it finds: the messages in JSON, each
 * with its field; else the title of an HTML page; else the JSON or text itself.
 */
export function saidIn(body: string, redacted: Redact): string {
  const messages = new Set(messagesIn(parseJson(body), '', false))
  const words =
    partOf(
      // Redacted as they are, and then with white space collapsed, as a message may wrap a secret.
      redacted([...messages].filter(Boolean).join('; '), FIRST_PART).replace(/\s+/g, ' '),
      redacted,
    ) ||
    (titleIn(body, redacted) ?? startOf(body, redacted))
  // An empty value says nothing.
  return cut(words.trim().replace(/^(\{}|\[]|null|"")$/, ''), MOST_CHARACTERS)
}

/** The start of a body, redacted. JSON is put on one line. */
export const startOf = (body: string, redacted: Redact): string =>
  partOf(JSON.stringify(parseJson(body)) ?? body.trimStart(), redacted)

/** Describes an HTML page by its title, redacted; undefined if the body is not an HTML page. */
export function titleIn(body: string, redacted: Redact): string | undefined {
  if (!/^\s*<(!doctype html|html|head|body|title)\b/i.test(body)) return undefined
  const title = /(?<=<title[^<>]*>)[^<]+/i.exec(partOf(body, redacted))?.[0].trim()
  return title ? `an HTML page titled "${title}"` : 'an HTML page'
}

/** A key whose value holds messages. */
const MESSAGE = /^(detail|message|msg|error|title|description|reason)s?$/

/**
 * The messages in JSON, each after its field: `name: is taken`.
 *
 * @param field the field that the messages are about; empty if it is unknown
 * @param isBelow whether the value is below a key such as `errors`
 */
function messagesIn(value: unknown, field: string, isBelow: boolean): string[] {
  if (typeof value === 'string') return [field ? `${field}: ${value.trim()}` : value.trim()]
  if (Array.isArray(value)) return value.flatMap(item => messagesIn(item, field, true))
  if (!isObject(value)) return []
  const members = Object.entries(value)
  if (areKeysFields(value, isBelow))
    return members.flatMap(([name, part]) => messagesIn(part, name, true))
  const about = fieldIn(value) || field
  return members
    .filter(([key]) => MESSAGE.test(key))
    .flatMap(([, part]) => messagesIn(part, about, true))
}

/** Whether the keys of an object are fields, and their values messages about these. */
function areKeysFields(value: JsonObject, isBelow: boolean): boolean {
  const keys = Object.keys(value)
  const messages = keys.filter(key => MESSAGE.test(key))
  if (messages.length === 0 && isBelow) return true
  // A field may be called `title`. At the top it has another field beside it, as `errors` alone holds messages.
  const isField = isBelow || messages.length < keys.length
  return isField && fieldIn(value) === '' && areMessages(value)
}

/** Whether a value is a list of texts, or an object whose members all are such values: `{"title": ["is too long"]}`. */
const areMessages = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(item => typeof item === 'string')
    : isObject(value) && Object.values(value).every(areMessages)

/** The field that an object names next to its message, such as `source_config.repo_url`; empty if there is none. */
const fieldIn = ({ loc, path, field }: JsonObject): string =>
  [loc ?? path ?? field]
    .flat()
    .filter(step => typeof step !== 'object' && step !== 'body')
    .join('.')
