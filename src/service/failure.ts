import type { HttpResponse, NetworkFailure } from '../http/exchange.ts'
import { isObject, isWalkable, parseJson } from '../lib/json.ts'

/** What the service said about a refusal: a text, and messages about single fields where it gave such. */
export interface Said {
  text: string
  fields: { loc: (string | number)[]; msg: string }[]
  /** It was a web page, as gateways and other servers send it. */
  html?: boolean
}

/** The service answered, but not with success. `retryAfter` is in milliseconds. */
interface Refusal {
  kind: 'refused'
  status: number
  said: Said
  retryAfter?: number
}

/** An answer that cannot be used: not what the interface promises. */
interface Unusable {
  kind: 'unusable'
  status: number
  reason: string
  said: Said
}

/** The service pointed elsewhere, which is never followed. */
interface Redirect {
  kind: 'redirect'
  status: number
  origin: string
}

/** How a request to the service can fail. */
export type Failure = NetworkFailure | Refusal | Unusable | Redirect

/** The result of an operation of the service; `status` is the HTTP status of the response. */
export type Reply<T> = { ok: true; value: T; status: number } | { ok: false; error: Failure }

const MAX_FIELDS = 50

/**
 * Tells why a response that is not a success failed.
 *
 * @param now the current time, for a `Retry-After` that is a date
 */
export function failureOf(response: HttpResponse, url: URL, now: number): Refusal | Redirect {
  const { status, headers } = response
  const location = [headers['location'] ?? []].flat()[0]
  if (status >= 300 && status < 400) {
    const target = location === undefined ? undefined : URL.parse(location, url.href)
    return { kind: 'redirect', status, origin: target?.origin ?? 'an unnamed place' }
  }
  const retryAfter = parseRetryAfter([headers['retry-after'] ?? []].flat()[0], now)
  return {
    kind: 'refused',
    status,
    said: whatWasSaid(response.text),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

/** A success is not quoted, however odd it is: it may hold the secrets of other deployments. */
export function unusable({ status, text }: HttpResponse, reason: string): Unusable {
  return {
    kind: 'unusable',
    status,
    reason,
    said: { text: '', fields: [], ...(isHtml(text) && { html: true }) },
  }
}

const isHtml = (body: string) => body.trimStart().startsWith('<')

/** Error bodies are not part of the interface; these are the shapes that services of this kind use. */
export function whatWasSaid(body: string): Said {
  if (isHtml(body)) return { text: textOfHtml(body), fields: [], html: true }
  const parsed = parseJson(body)
  if (!isObject(parsed) || !isWalkable(parsed))
    return { text: typeof parsed === 'string' ? parsed : body, fields: [] }
  for (const said of [parsed['detail'], parsed['message'], parsed['error'], parsed['errors']]) {
    const found = readSaid(said)
    if (found) return found
  }
  return { text: body, fields: [] }
}

function readSaid(said: unknown): Said | undefined {
  if (typeof said === 'string' && said.trim() !== '') return { text: said, fields: [] }
  if (isObject(said)) return readSaid(said['message'] ?? said['msg'] ?? said['detail'])
  if (!Array.isArray(said) || said.length === 0) return undefined
  const fields = said.filter(isObject).flatMap(item => {
    const { loc, msg } = item
    if (typeof msg !== 'string') return []
    const path = Array.isArray(loc)
      ? loc.filter(part => typeof part === 'string' || typeof part === 'number')
      : []
    return [{ loc: path, msg }]
  })
  if (fields.length === 0)
    return {
      text: said.map(item => (typeof item === 'string' ? item : JSON.stringify(item))).join('; '),
      fields,
    }
  const shown = fields.slice(0, MAX_FIELDS)
  const text = shown.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)).join('; ')
  return { text, fields: shown }
}

/** A gateway's page: its title says as much as a log line can hold. */
function textOfHtml(body: string): string {
  const title = /<title[^>]*>([^<]+)/i.exec(body)?.[1] ?? /<h1[^>]*>([^<]+)/i.exec(body)?.[1]
  return title === undefined ? 'an HTML page' : `an HTML page titled "${title.replace(/\s+/g, ' ').trim()}"`
}

/** `Retry-After` in both of its forms, seconds and a date, as milliseconds from now. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
