import {
  describeNetworkFailure,
  type HttpResponse,
  type NetworkFailure,
} from '../http/exchange.ts'
import { parseJson } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import { NOTHING_SAID, readSaid, type Said } from './said.ts'

/** A request that the service refused, as far as the advice depends on it. */
interface Asked {
  operation: 'list' | 'repositories' | 'create'
  /** The path of its URL. */
  path: string
  /** The names of the headers of the connection, and of those that carried a credential. */
  headers: string[]
  credentials: string[]
}

/** A response with an error status. `retryAfter` is in milliseconds. */
export interface Refusal {
  kind: 'refused'
  status: number
  said: Said
  retryAfter?: number | undefined
  asked?: Asked | undefined
}

/** A redirect, or a success that cannot be used. */
interface Unusable {
  kind: 'unusable'
  status: number
  reason: Sentence
  /** Set if more is known: a redirect, or a list whose parameters may have other names. */
  problem?: 'redirect' | 'list_parameters'
}

/** The ways in which a request to the service can fail. */
export type Failure = NetworkFailure | Refusal | Unusable

/** The result of an operation of the service; `status` is the HTTP status of the response. */
export type Reply<T> =
  | { ok: true; value: T; status: number }
  | { ok: false; error: Failure }

/**
 * Where a response redirects to, as the end of a sentence; undefined for any other response. Only the origin of the
 * target is named, because its path may contain a token.
 */
export function redirectOf(
  { status, headers }: HttpResponse,
  url: URL,
): Sentence | undefined {
  if (status < 300 || status > 399) return undefined
  const target = URL.parse(first(headers['location']) ?? 'none:', url.href)
  const isUsable = target && /^https?:$/.test(target.protocol)
  const to = isUsable
    ? say` and points to ${target.origin}`
    : say`, a redirect without a usable target`
  return say`${to}, and redirects are not followed`
}

/**
 * Turns an unsuccessful response into a failure.
 *
 * @param now the time since the epoch in milliseconds
 */
export function failureOf(
  response: HttpResponse,
  url: URL,
  now: number,
  asked?: Asked,
): Refusal | Unusable {
  const { status, text, truncated, broken } = response
  const to = redirectOf(response, url)
  if (to)
    return {
      kind: 'unusable',
      status,
      reason: say`the service answered ${status}${to}`,
      problem: 'redirect',
    }
  // A body that was cut is quoted only if it can be parsed, because a part of a secret is not redacted.
  const isWhole = !(truncated || broken) || parseJson(text) !== undefined
  const said = isWhole ? readSaid(text) : NOTHING_SAID
  return {
    kind: 'refused',
    status,
    said,
    retryAfter: retryAfterOf(response, now),
    asked,
  }
}

/** A successful response is never quoted, because it may contain secrets of other deployments. */
export const unusable = (
  { status }: Pick<HttpResponse, 'status'>,
  reason: Sentence,
): Unusable => ({
  kind: 'unusable',
  status,
  reason,
})

/** A failure in a few words, for a log line. */
export function describe(failure: Failure): Sentence {
  switch (failure.kind) {
    case 'network':
      return describeNetworkFailure(failure)
    case 'refused':
      return say`the service answered ${failure.status}${failure.said.text === '' ? say`` : say` (${failure.said.text})`}`
    case 'unusable':
      return failure.reason
  }
}

/** Reads `Retry-After`, in seconds or as a date, as milliseconds from now. `now` is in milliseconds since the epoch. */
export function retryAfterOf(
  { headers }: Pick<HttpResponse, 'headers'>,
  now: number,
): number | undefined {
  const text = first(headers['retry-after'])?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Every valid date is shorter. `Date.parse` reads numbers such as -5 as dates.
  const date =
    text.length <= 50 && /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const first = (header: string | string[] | undefined) =>
  [header ?? []].flat()[0]
