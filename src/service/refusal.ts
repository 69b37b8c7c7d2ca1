import { isObject, type JsonObject, parseJson } from '../base/json.ts'
import type { Redact } from '../base/text.ts'
import { cut } from '../base/text.ts'
import { RequestFailure } from './failure.ts'
import {
  addressOf,
  type Exchange,
  type HttpResponse,
  type Net,
} from './http.ts'

// An answer that is no success: what it says, where it points, and when to come again.

/** An exchange that throws a {@link RequestFailure} without a success, too. */
export const sendBy =
  (exchange: Exchange, { clock, redacted }: Net): Exchange =>
  async request => {
    const response = await exchange(request)
    const { status, headers, text } = response
    if (status >= 200 && status < 300) return response
    const said = saidIn(text, redacted)
    if (status >= 300 && status < 400)
      throw new RequestFailure(
        'unusable',
        `${addressOf(request.url)} answered ${status} and points to ${targetOf(headers, request.url)}; redirects are not followed`,
        { status, said, code: 'REDIRECT' },
      )
    const retryAfter = retryAfterIn(headers, clock.date())
    const facts = { status, said, retryAfter }
    const reason = said ? '' : ', without a reason'
    throw new RequestFailure(
      'refused',
      `${addressOf(request.url)} answered ${status}${reason}`,
      facts,
    )
  }

/** Where a redirect leads, without the query, which may hold a token. */
export function targetOf(
  { location }: HttpResponse['headers'],
  { href }: URL,
): string {
  const target =
    typeof location === 'string' ? URL.parse(location, href) : undefined
  return target && /^https?:$/.test(target.protocol)
    ? addressOf(target)
    : 'no usable target'
}

/**
 * Reads `Retry-After`, in seconds or as a date, as milliseconds from now; 0 if it is neither. The clock of the service, which an answer
 * shows, may differ from ours.
 */
function retryAfterIn(headers: HttpResponse['headers'], now: number): number {
  const text = String(headers['retry-after'])
  const seconds = Number(text)
  const since = Date.parse(String(headers['date'])) || now
  const time = Number.isNaN(seconds) ? Date.parse(text) - since : seconds * 1000
  return Number.isNaN(time) ? 0 : time
}

const MOST_CHARACTERS = 1000

/** Words come from so many characters at the start of a body, or of its texts. */
const FIRST_PART = 64 * 1024

/** A key of messages. */
const MESSAGE = /^(detail|message|msg|error|title|description|reason)s?$/

/**
 * What an error body says, as the interface defines none: the messages of JSON, each with the field that it is about, or else the
 * JSON itself; the title of a page; or the text.
 */
export function saidIn(body: string, redacted: Redact): string {
  const json = parseJson(body)
  const messages = new Set(messagesIn(json, openReader(redacted)))
  const words = [...messages].join('; ') || wordsIn(body, json, redacted)
  return cut(words.trim(), MOST_CHARACTERS)
}

function wordsIn(body: string, json: unknown, redacted: Redact): string {
  const start = startOf(body, json, redacted)
  return titleIn(start) ?? start
}

/** The start of a body, of JSON in one line, redacted before anything is taken out of it. */
export function startOf(body: string, json: unknown, redacted: Redact): string {
  const text = json === undefined ? body.trimStart() : lineOf(json, redacted)
  return redacted(text, { length: FIRST_PART })
}

/** Redacts a text of a body. Those behind the first part of all are empty. */
type Read = (text: string) => string

function openReader(redacted: Redact): Read {
  let room = FIRST_PART
  return text => {
    const part = redacted(text, { length: room })
    room = Math.max(0, room - text.length)
    return part
  }
}

/** JSON in one line. Its texts are redacted before they are escaped. */
function lineOf(json: unknown, redacted: Redact): string {
  const read = openReader(redacted)
  return JSON.stringify(json, (_key, part: unknown) =>
    typeof part === 'string' ? read(part) : part,
  )
}

/**
 * The messages in JSON.
 *
 * @param field what they are about, if that is known
 * @param isBelow whether the value stands below a key of messages, where other keys are fields
 */
function messagesIn(
  value: unknown,
  read: Read,
  field = '',
  isBelow = false,
): string[] {
  if (typeof value === 'string') return messageOf(read(value.trim()), field)
  if (Array.isArray(value))
    return value.flatMap(item => messagesIn(item, read, field, true))
  if (!isObject(value)) return []
  const about = fieldIn(value, read)
  const isByField = isBelow && about === '' && areMessages(value)
  const keys = Object.keys(value).filter(key => MESSAGE.test(key))
  if (keys.length > 0 && !isByField)
    return keys.flatMap(key =>
      messagesIn(value[key], read, about || field, true),
    )
  const fields = isBelow ? Object.entries(value) : []
  return fields.flatMap(([name, part]) =>
    messagesIn(part, read, read(name), true),
  )
}

function messageOf(message: string, field: string): string[] {
  if (message === '') return []
  return [field ? `${field}: ${message}` : message]
}

/** Whether a value is a list of texts, or maps fields, whatever they are called, to such values. */
const areMessages = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(item => typeof item === 'string')
    : isObject(value) && Object.values(value).every(areMessages)

/** The field that a message names beside it, such as `source_config.repo_url`; empty if there is none. */
function fieldIn({ loc, path, field }: JsonObject, read: Read): string {
  const steps = [loc ?? path ?? field ?? []].flat()
  const named = steps.filter(step => typeof step !== 'object')
  return read(named.join('.')).replace(/^body\./, '')
}

/**
 * What an HTML page is called; undefined if a text is no page.
 *
 * @param start the redacted start of a body
 */
export function titleIn(start: string): string | undefined {
  if (!/^\s*<(!doctype html|html|head|body|title)\b/i.test(start))
    return undefined
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(start) ?? []
  return title.trim() ? `an HTML page titled "${title.trim()}"` : 'an HTML page'
}
