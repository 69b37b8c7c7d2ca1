import { isObject, type JsonObject, parseJson } from '../base/json.ts'
import { cut, type Redact } from '../base/text.ts'
import { RequestFailure } from './failure.ts'
import { addressOf, type HttpResponse, type Net, type Send } from './http.ts'

// An answer that is no success: what it says, where it points, and when to come again.

/** Sends, and throws a {@link RequestFailure} for an answer that is no success, too. */
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
        `${answered} and points to ${targetOf(headers, request.url)}; redirects are not followed`,
        { status, said, cause: 'redirect' },
      )
    throw new RequestFailure(
      'refused',
      said ? answered : `${answered}, without a reason`,
      {
        status,
        said,
        cause: status === 407 ? 'proxy' : undefined,
        retryAfter: retryAfterIn(headers, clock.date()),
      },
    )
  }

/** Where a redirect leads, without the query, which may hold a token. */
export function targetOf(
  { location }: HttpResponse['headers'],
  { href }: URL,
): string {
  const target =
    typeof location === 'string' ? URL.parse(location, href) : undefined
  return target?.protocol.startsWith('http')
    ? addressOf(target)
    : 'no usable target'
}

/** Reads `Retry-After`, in seconds or as a date, as milliseconds from now; 0 if it is neither. */
function retryAfterIn(headers: HttpResponse['headers'], now: number): number {
  const text = String(headers['retry-after'])
  return Number(text) * 1000 || Date.parse(text) - now || 0
}

const MOST_CHARACTERS = 1000

/** Words come from so many characters at the start of a body, or of its messages. */
const FIRST_PART = { length: 64 * 1024 }

/**
 * What an error body says, as the interface defines none: the messages of JSON, each with the field that it is about, or else the
 * JSON itself; the title of a page; or the text.
 */
export function saidIn(body: string, redacted: Redact): string {
  const messages = new Set(messagesIn(parseJson(body), '', false))
  const words =
    // A secret may be wrapped.
    redacted(
      [...messages].filter(Boolean).join('; ').replace(/\s+/g, ' '),
      FIRST_PART,
    ) ||
    (titleIn(body, redacted) ?? startOf(body, redacted))
  // These say nothing.
  return cut(words.trim().replace(/^(\{}|\[]|null|"")$/, ''), MOST_CHARACTERS)
}

/** The start of a body, redacted: of JSON in one line, or else of the text. */
export const startOf = (body: string, redacted: Redact): string =>
  redacted(JSON.stringify(parseJson(body)) ?? body.trimStart(), FIRST_PART)

/** What an HTML page is called, redacted; undefined if a body is no page. */
export function titleIn(body: string, redacted: Redact): string | undefined {
  if (!/^\s*<(!doctype html|html|head|body|title)\b/i.test(body))
    return undefined
  const title = /(?<=<title[^<>]*>)[^<]+/i
    .exec(redacted(body, FIRST_PART))?.[0]
    .trim()
  return title ? `an HTML page titled "${title}"` : 'an HTML page'
}

/** A key of messages. */
const MESSAGE = /^(detail|message|msg|error|title|description|reason)s?$/

/**
 * The messages in JSON, each behind its field.
 *
 * @param field what they are about; empty if that is not known
 * @param isBelow whether the value stands below a key of messages, where other keys are fields
 */
function messagesIn(value: unknown, field: string, isBelow: boolean): string[] {
  if (typeof value === 'string')
    return [field ? `${field}: ${value.trim()}` : value.trim()]
  if (Array.isArray(value))
    return value.flatMap(item => messagesIn(item, field, true))
  if (!isObject(value)) return []
  const about = fieldIn(value)
  const members = Object.entries(value)
  const messages = members.filter(([key]) => MESSAGE.test(key))
  const isByField =
    isBelow && (messages.length === 0 || (!about && areMessages(value)))
  return (isByField ? members : messages).flatMap(([name, part]) =>
    messagesIn(part, isByField ? name : about || field, true),
  )
}

/** Whether a value is a list of texts, or maps fields, whatever they are called, to such values. */
const areMessages = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(item => typeof item === 'string')
    : isObject(value) && Object.values(value).every(areMessages)

/** The field that a message names beside it, such as `source_config.repo_url`; empty if there is none. */
const fieldIn = ({ loc, path, field }: JsonObject): string =>
  [loc ?? path ?? field]
    .flat()
    .filter(step => typeof step !== 'object' && step !== 'body')
    .join('.')
