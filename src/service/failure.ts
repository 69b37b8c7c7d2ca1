import {
  describeNetworkFailure,
  type HttpRequest,
  type HttpResponse,
  type NetworkFailure,
  type Send,
} from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { Redact } from '../lib/text.ts'
import type { Said } from './said.ts'

/** What an OIDC token is called among the credentials of a request. */
export const OIDC_TOKEN = 'Authorization (OIDC token)'

/** A request, as far as the advice after its answer depends on it. */
export interface SentRequest {
  /** The path of its URL. */
  path: string
  /** The size of its body. */
  bytes: number
  /** The names of the connection's headers without a credential, and of what carried one. */
  headers: string[]
  credentials: string[]
}

/** A response with an error status. `retryAfter` is in milliseconds. */
export interface RefusedFailure {
  kind: 'refused'
  status: number
  said: Said
  retryAfter?: number | undefined
  asked?: SentRequest | undefined
}

/** A redirect, or a success that cannot be used. */
export interface UnusableFailure {
  kind: 'unusable'
  status: number
  reason: Sentence
  /** What a redirect says. A success is never quoted. */
  said?: Said
  /** Of an answer that may be that of a login. */
  asked?: SentRequest | undefined
  /** Set if more is known: a redirect, a body that broke off or is not in its encoding, or a list that cannot be trusted. */
  problem?:
    | 'redirect'
    | 'moved'
    | 'cut_short'
    | 'bad_encoding'
    | 'list_parameters'
    | 'list_repeats'
    | 'list_gap'
    | 'list_late'
}

/** The ways in which a request to the service can fail: the one family of names for this. */
export type Failure = NetworkFailure | RefusedFailure | UnusableFailure

/** The result of an operation of the service. */
export type Reply<T> = Success<T> | Failure

/** A success. Unlike a failure, it has no `kind`. */
export interface Success<T> {
  value: T
  /** The HTTP status of the response. */
  status: number
}

/**
 * Where a response redirects to, as the end of a sentence; undefined for any other response. Of the target's URL the user,
 * the query and the fragment are left out, as they may contain a token.
 */
export function redirectOf(
  { status, headers }: HttpResponse,
  url: URL,
): Sentence | undefined {
  const isRedirect = status >= 300 && status <= 399
  if (!isRedirect) return undefined
  const target = targetOf(headers, url)
  const place = target
    ? say`points to ${target.origin + target.pathname}`
    : words('names no usable target')
  return say` and ${place}, and redirects are not followed`
}

/** Where a `Location` leads to; undefined if nowhere on the web. */
function targetOf(headers: HttpResponse['headers'], url: URL): URL | undefined {
  const location = first(headers['location'])
  const target = location === undefined ? null : URL.parse(location, url.href)
  return target && /^https?:$/.test(target.protocol) ? target : undefined
}

/** What a request is sent with, and its answer is read with. */
interface SendContext {
  send: Send
  clock: Pick<Clock, 'date'>
  redact: Redact
  asked?: SentRequest
}

/** Makes one attempt of a request. Any success is a value, also one that cannot be read. */
export async function answerTo(
  request: HttpRequest,
  context: SendContext,
  signal: AbortSignal,
): Promise<HttpResponse | Failure> {
  const answer = await context.send(request, signal)
  if ('kind' in answer) return answer
  const isSuccess = answer.status >= 200 && answer.status <= 299
  return isSuccess ? answer : failureOf(answer, request.url, context)
}

/** Turns an unsuccessful response into a failure. */
export async function failureOf(
  response: HttpResponse,
  url: URL,
  { clock, redact, asked }: Omit<SendContext, 'send'>,
): Promise<RefusedFailure | UnusableFailure> {
  const { status } = response
  const said = await saidIn(response, redact)
  const redirect = redirectOf(response, url)
  if (redirect) {
    const reason = say`the service answered ${status}${redirect}`
    // The same path on another host: the service has moved.
    const isMoved = targetOf(response.headers, url)?.pathname === url.pathname
    const problem = isMoved ? 'moved' : 'redirect'
    return { kind: 'unusable', status, reason, said, asked, problem }
  }
  const retryAfter = retryAfterOf(response, clock.date())
  return { kind: 'refused', status, said, retryAfter, asked }
}

/** A body that was cut is quoted only if it can be parsed, because a part of a secret is not redacted. */
async function saidIn(
  { text, truncated, broken }: HttpResponse,
  redact: Redact,
): Promise<Said> {
  // Few runs meet an error body.
  const { NOTHING_SAID, readSaid } = await import('./said.ts')
  const isCut = truncated || broken !== undefined
  if (isCut && parseJson(text) === undefined) return NOTHING_SAID
  return readSaid(text, redact)
}

/** A successful response is never quoted, because it may contain secrets of other deployments. */
export const unusable = (
  { status }: Pick<HttpResponse, 'status'>,
  reason: Sentence,
): UnusableFailure => ({
  kind: 'unusable',
  status,
  reason,
})

/** A failure in a few words, for a log line. */
export function describe(failure: Failure): Sentence {
  if (failure.kind === 'network') return describeNetworkFailure(failure)
  if (failure.kind === 'unusable') return failure.reason
  const { status, said } = failure
  return say`the service answered ${status}${said.text && say` (${said.text})`}`
}

/** Reads `Retry-After`, in seconds or as a date, as milliseconds from now. `now` is in milliseconds since the epoch. */
export function retryAfterOf(
  { headers }: Pick<HttpResponse, 'headers'>,
  now: number,
): number | undefined {
  const text = first(headers['retry-after'])?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // `Date.parse` reads numbers such as -5 as dates.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** The value of a header, or the first one. */
export const first = (header: string | string[] | undefined) =>
  [header].flat()[0]
