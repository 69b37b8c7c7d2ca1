import { type HttpResponse, isPermanent, type NetworkFailure } from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { isObject, isWalkable, parseJson } from '../lib/json.ts'

/** The service's words on a refusal: a text, and messages about single fields if there are any. */
export interface Said {
  text: string
  fields: { loc: (string | number)[]; msg: string }[]
  /** Whether it was a web page, for example of a gateway. */
  html?: boolean
}

/** A response with an error status. `retryAfter` is in milliseconds. */
interface Refusal {
  kind: 'refused'
  status: number
  said: Said
  retryAfter?: number
}

/** A response that does not match the interface. */
interface Unusable {
  kind: 'unusable'
  status: number
  reason: string
  said: Said
}

/** A redirect, which is never followed. */
interface Redirect {
  kind: 'redirect'
  status: number
  /** The origin of the target; undefined if the response names none, or none of HTTP. */
  origin: string | undefined
}

/** The ways in which a request to the service can fail. */
export type Failure = NetworkFailure | Refusal | Unusable | Redirect

/** The result of an operation of the service; `status` is the HTTP status of the response. */
export type Reply<T> = { ok: true; value: T; status: number } | { ok: false; error: Failure }

const MAX_FIELDS = 50

/** The title of a page is in its first part. */
const HEAD_OF_PAGE = 64 * 1024

/** Statuses that are redirects even without a target. */
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The origin that a redirect points to; undefined if that is no URL of HTTP. */
export function redirectOrigin(location: string | undefined, url: URL): string | undefined {
  const target = location === undefined ? undefined : URL.parse(location, url.href)
  return target && /^https?:$/.test(target.protocol) ? target.origin : undefined
}

/**
 * Turns an unsuccessful response into a failure.
 *
 * @param now the time since the epoch in milliseconds, for a `Retry-After` that is a date in a response that has none
 */
export function failureOf(response: HttpResponse, url: URL, now: number): Refusal | Redirect | Unusable {
  const { status, headers } = response
  const location = first(headers['location'])
  const isRedirect = status >= 300 && status < 400 && (location !== undefined || REDIRECTS.has(status))
  if (isRedirect) return { kind: 'redirect', status, origin: redirectOrigin(location, url) }
  if (status < 400) {
    return unusable(response, `the service answered ${status}, which is neither a success nor an error`)
  }
  // The clocks of the service and the runner may differ, so use the service's `Date` if there is one.
  const date = Date.parse(first(headers['date']) ?? '')
  const retryAfter = parseRetryAfter(first(headers['retry-after']), Number.isNaN(date) ? now : date)
  return {
    kind: 'refused',
    status,
    said: saidIn(response),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

const first = (header: string | string[] | undefined) => [header ?? []].flat()[0]

/** A successful response is never quoted, because it may contain secrets of other deployments. */
export function unusable({ status, text }: HttpResponse, reason: string): Unusable {
  return {
    kind: 'unusable',
    status,
    reason,
    said: { text: '', fields: [], ...(isHtml(text) && { html: true }) },
  }
}

const isHtml = (body: string) => body.trimStart().startsWith('<')

/** Quotes a truncated body only if it can be parsed, because a part of a secret is not redacted. */
function saidIn({ text, truncated, broken }: HttpResponse): Said {
  const isWhole = !truncated && !broken
  return isWhole || parseJson(text) !== undefined ? whatWasSaid(text) : { text: '', fields: [] }
}

/**
 * Reads the message of an error body. Error bodies are not part of the interface; these are the shapes that comparable
 * services use, including problem documents (RFC 9457).
 */
export function whatWasSaid(body: string): Said {
  if (isHtml(body)) return { text: textOfHtml(body), fields: [], html: true }
  const parsed = parseJson(body)
  if (!isObject(parsed) || !isWalkable(parsed))
    return { text: typeof parsed === 'string' ? parsed : body, fields: [] }
  const { detail, message, error, error_description, errors, title } = parsed
  const found = firstSaid([detail, message, error_description, error])
  const list = readSaid(errors)
  if (found && list && found.fields.length === 0) {
    return { text: `${found.text}; ${list.text}`, fields: list.fields }
  }
  return found ?? list ?? readSaid(title) ?? { text: body, fields: [] }
}

function firstSaid(candidates: unknown[]): Said | undefined {
  for (const candidate of candidates) {
    const said = readSaid(candidate)
    if (said) return said
  }
  return undefined
}

function readSaid(said: unknown): Said | undefined {
  if (typeof said === 'string') return said.trim() === '' ? undefined : { text: said, fields: [] }
  if (isObject(said)) {
    return readSaid(said['message'] ?? said['msg'] ?? said['detail']) ?? fieldsByName(said)
  }
  if (!Array.isArray(said) || said.length === 0) return undefined
  const fields = said.slice(0, MAX_FIELDS).flatMap(item => (isObject(item) ? (fieldOf(item) ?? []) : []))
  if (fields.length > 0) return withFields(fields)
  const texts = said.map(item => (typeof item === 'string' ? item : JSON.stringify(item)))
  return { text: texts.join('; '), fields: [] }
}

/** One message of a list, such as `{loc, msg}` or `{field, message}`. */
function fieldOf(item: Record<string, unknown>): Said['fields'][number] | undefined {
  const msg = item['msg'] ?? item['message'] ?? item['detail']
  if (typeof msg !== 'string') return undefined
  const { loc, field } = item
  if (typeof field === 'string' && loc === undefined) return { loc: field.split('.', MOST_STEPS), msg }
  const steps = Array.isArray(loc) ? loc.slice(0, MOST_STEPS) : []
  return { loc: steps.filter(step => typeof step === 'string' || typeof step === 'number'), msg }
}

/** No field of the interface is nested deeper. */
const MOST_STEPS = 20

/** Messages by field name, as ASP.NET sends them: `{"SourceConfig.RepoUrl": ["is not valid"]}`. */
function fieldsByName(said: Record<string, unknown>): Said | undefined {
  const fields = Object.entries(said)
    .slice(0, MAX_FIELDS)
    .flatMap(([name, messages]) => {
      const texts = [messages].flat().filter(text => typeof text === 'string')
      return texts.length > 0 ? [{ loc: stepsOf(name), msg: texts.join(' ') }] : []
    })
  return fields.length > 0 ? withFields(fields) : undefined
}

/** The path in such a name, in snake_case: `$.SourceConfig.RepoUrl` is `source_config`, `repo_url`. */
function stepsOf(name: string): string[] {
  return name
    .split(/[.[\]]/, MOST_STEPS)
    .filter(step => step !== '' && step !== '$')
    .map(step => step.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase())
}

function withFields(fields: Said['fields']): Said {
  const text = fields.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)).join('; ')
  return { text, fields }
}

/** The title of a gateway's page, which is enough for a log line. */
function textOfHtml(body: string): string {
  const head = body.slice(0, HEAD_OF_PAGE)
  const title = textOfElement(head, /<title[\s>]/i) ?? textOfElement(head, /<h1[\s>]/i)
  return title === undefined ? 'an HTML page' : `an HTML page titled "${title}"`
}

/** The text at the beginning of an element, up to the next tag. */
function textOfElement(html: string, tag: RegExp): string | undefined {
  const start = html.search(tag)
  const from = start === -1 ? 0 : html.indexOf('>', start) + 1
  const to = from === 0 ? -1 : html.indexOf('<', from)
  if (to === -1) return undefined
  const text = html.slice(from, to).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/**
 * Reads `Retry-After`, in seconds or as a date, as milliseconds from now.
 *
 * @param now in milliseconds since the epoch
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Every valid date is shorter. `Date.parse` reads numbers such as -5 as dates.
  const isDate = text.length <= 50 && /[a-z]/i.test(text)
  const date = isDate ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Called before each retry, so that the log says why and when it follows. `delay` is in milliseconds. */
export type OnRetry = (retry: { what: string; failure: Failure; delay: number; attempt: number }) => void

export interface RetryContext {
  clock: Clock
  random: () => number
  onRetry: OnRetry
}

/** Limits for the retries of one idempotent request; times in milliseconds. */
export const RETRY = { attempts: 5, base: 500, cap: 20_000, retryAfterCap: 60_000, total: 120_000 }

/** Statuses which say that the service did not process the request, so that it may be retried. */
export const NOT_PROCESSED = new Set([408, 425, 429])

/** Whether to retry an idempotent request after this failure. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'network') return !isPermanent(failure.code)
  return failure.kind === 'refused' && (NOT_PROCESSED.has(failure.status) || failure.status >= 500)
}

/**
 * The delay after attempt number `attempt` (1 is the first), in milliseconds: exponential backoff with full jitter, or
 * the service's `Retry-After` up to a limit.
 */
export function retryDelay(attempt: number, failure: Failure, random: () => number): number {
  if (failure.kind === 'refused' && failure.retryAfter !== undefined) {
    return Math.min(failure.retryAfter, RETRY.retryAfterCap)
  }
  return Math.round(random() * Math.min(RETRY.cap, RETRY.base * 2 ** attempt))
}

/** Retries an idempotent request until it succeeds, fails permanently, or reaches the limits. */
export async function retrying<T>(
  what: string,
  request: () => Promise<Reply<T>>,
  { clock, random, onRetry }: RetryContext,
  signal: AbortSignal,
): Promise<Reply<T>> {
  const deadline = clock.now() + RETRY.total
  for (let attempt = 1; ; attempt++) {
    const reply = await request()
    if (reply.ok || !isTransient(reply.error) || attempt >= RETRY.attempts) return reply
    const delay = retryDelay(attempt, reply.error, random)
    if (clock.now() + delay > deadline) return reply
    onRetry({ what, failure: reply.error, delay, attempt })
    await clock.sleep(delay, signal)
  }
}
