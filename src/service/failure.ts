import { describeNetworkFailure, type HttpResponse, type NetworkFailure } from '../http/exchange.ts'
import { parseJson } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { NOTHING_SAID, readSaid, type Said } from './said.ts'

/** A response with an error status. `retryAfter` is in milliseconds. */
interface Refusal {
  kind: 'refused'
  status: number
  said: Said
  retryAfter?: number
  /** The names of the headers of the request that carried a credential. */
  credentials?: string[]
}

/** A response that does not match the interface. */
interface Unusable {
  kind: 'unusable'
  status: number
  reason: Sentence
  said: Said
  /** Whether the pages of the list do not fit together. */
  unpaged?: true
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
 * @param credentials the names of the headers that carried a credential
 */
export function failureOf(
  response: HttpResponse,
  url: URL,
  now: number,
  credentials: string[] = [],
): Refusal | Redirect | Unusable {
  const { status, headers } = response
  const location = first(headers['location'])
  const isRedirect = status >= 300 && status < 400 && (location !== undefined || REDIRECTS.has(status))
  if (isRedirect) return { kind: 'redirect', status, origin: redirectOrigin(location, url) }
  if (status < 400) {
    return unusable(response, say`the service answered ${status}, which is neither a success nor an error`)
  }
  // The clocks of the service and the runner may differ, so use the service's `Date` if there is one.
  const date = Date.parse(first(headers['date']) ?? '')
  const retryAfter = parseRetryAfter(first(headers['retry-after']), Number.isNaN(date) ? now : date)
  return {
    kind: 'refused',
    status,
    said: saidIn(response),
    credentials,
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

const first = (header: string | string[] | undefined) => [header ?? []].flat()[0]

/** A successful response is never quoted, because it may contain secrets of other deployments. */
export function unusable({ status, text }: HttpResponse, reason: Sentence): Unusable {
  return { kind: 'unusable', status, reason, said: { ...NOTHING_SAID, html: readSaid(text).html } }
}

/** Quotes a truncated body only if it can be parsed, because a part of a secret is not redacted. */
function saidIn({ text, truncated, broken }: HttpResponse): Said {
  const isWhole = !truncated && !broken
  return isWhole || parseJson(text) !== undefined ? readSaid(text) : NOTHING_SAID
}

/** A failure in a few words, for a log line. */
export function describe(failure: Failure): Sentence {
  switch (failure.kind) {
    case 'network':
      return describeNetworkFailure(failure)
    case 'refused':
      return say`the service answered ${failure.status}${failure.said.text === '' ? words('') : say` (${failure.said.text})`}`
    case 'redirect':
      return failure.origin === undefined
        ? say`the service answered ${failure.status}, a redirect without a usable target`
        : say`the service answered ${failure.status} and points to ${failure.origin}`
    case 'unusable':
      return failure.reason
  }
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
