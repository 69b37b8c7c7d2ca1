import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import {
  type Dispatcher,
  EnvHttpProxyAgent,
  request as fetchOnce,
} from 'undici'
import type { Redact } from '../report/text.ts'
import { duration } from '../report/text.ts'
import { RequestFailure } from './failure.ts'
import { saidIn } from './said.ts'

/** Time as a parameter, in milliseconds. */
export interface Clock {
  /** Since an arbitrary moment; it never goes back. */
  now(): number
  /** Since the epoch. */
  date(): number
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** Everything outside the process that a request depends on. */
export interface Net {
  clock: Clock
  random: () => number
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Time for one attempt of a request, all phases together, in milliseconds. */
  timeout: number
  redacted: Redact
  log(line: string): void
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
  /** The number of the repeat, from 0: each gives a slow address longer. */
  repeat?: number
  /** When the attempt must end, by the clock. */
  until?: number | undefined
}

/** A response with any status. Its body is decompressed. */
export interface Response {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Makes one attempt of a request. Throws a {@link RequestFailure} without a response, or the reason of the signal. */
export type Exchange = (request: HttpRequest) => Promise<Response>

/** A success. */
export type Answer = Pick<Response, 'status' | 'text'>

/** Makes one attempt of a request. Throws a {@link RequestFailure} without a success, or the reason of the signal. */
export type Send = (request: HttpRequest) => Promise<Answer>

const PROXY_ANSWER = /^Proxy response \((\d+)\)/

/** A response is read up to this size. */
const MOST_BYTES = 64 * 1024 * 1024

/** The first try of one address of a host, in milliseconds. Each repeat of the request gives it four times as long. */
const FIRST_TRY = 250

/** Opens the network, through the proxies in the environment. Redirects are never followed. */
export function openHttp(net: Net): Exchange {
  const dispatchers = new Map<number, Dispatcher>()
  // The try that brought a connection up is long enough for the next request.
  let enough = FIRST_TRY

  return async request => {
    const perAddress = Math.max(enough, FIRST_TRY * 4 ** (request.repeat ?? 0))
    const dispatcher =
      dispatchers.get(perAddress) ?? openDispatcher(perAddress, net)
    dispatchers.set(perAddress, dispatcher)
    const response = await attempt(request, dispatcher, net)
    enough = perAddress
    return response
  }
}

/** Sends requests that need a success. */
export const sendBy =
  (exchange: Exchange, net: Net): Send =>
  async request =>
    readAnswer(await exchange(request), request, net)

function openDispatcher(
  autoSelectFamilyAttemptTimeout: number,
  { env, timeout }: Net,
): Dispatcher {
  // Explicit, so that no variable of the environment can switch it off.
  const connect = {
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout,
    // The last address of a host has all the rest of this time.
    timeout: Math.min(timeout, 20 * autoSelectFamilyAttemptTimeout),
  }
  return new EnvHttpProxyAgent({
    httpProxy: proxyIn(env, 'http_proxy'),
    httpsProxy: proxyIn(env, 'https_proxy'),
    noProxy: env['no_proxy'] || env['NO_PROXY'] || '',
    connect,
    requestTls: connect,
    proxyTls: connect,
    // The attempt has one time for all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: MOST_BYTES,
    maxHeaderSize: 64 * 1024,
    allowH2: false,
  })
}

/** A proxy; one without a scheme is a host. Empty without one, as undici would read the environment of the process. */
function proxyIn(env: NodeJS.ProcessEnv, name: string): string {
  const proxy = env[name] || env[name.toUpperCase()] || ''
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`
}

async function attempt(
  { method, url, headers, body, until = Number.POSITIVE_INFINITY }: HttpRequest,
  dispatcher: Dispatcher,
  net: Net,
): Promise<Response> {
  net.signal.throwIfAborted()
  const began = net.clock.now()
  const time = Math.ceil(
    Math.min(net.timeout, Math.max(0, until - began), LONGEST_TIME),
  )
  const signal = AbortSignal.any([net.signal, AbortSignal.timeout(time)])
  let isSent = false
  let head: Omit<Response, 'text'> | undefined
  // undici reads the body once the connection is up, and writes nothing before.
  function* written() {
    isSent = true
    yield body
  }

  try {
    const response = await fetchOnce(url, {
      method,
      headers: {
        ...headers,
        ...(body && { 'content-length': `${Buffer.byteLength(body)}` }),
      },
      body: body ? Readable.from(written()) : null,
      dispatcher,
      signal,
    })
    head = { status: response.statusCode, headers: response.headers }
    const bytes = Buffer.from(await response.body.arrayBuffer())
    const text = decoded(bytes, response.headers['content-encoding'])
    return { ...head, text }
  } catch (cause) {
    net.signal.throwIfAborted()
    // The status of an error counts, even if its words are lost.
    if (head && head.status > 299) return { ...head, text: '' }
    const spent = net.clock.now() - began
    throw failureOf(cause, { url, status: head?.status, spent, isSent }, net)
  }
}

/** Node's timers take no longer time. */
const LONGEST_TIME = 2 ** 31 - 1

function decoded(bytes: Buffer, encoding: unknown): string {
  if (!/^(x-)?gzip$/i.test(String(encoding)) || bytes.length === 0)
    return bytes.toString()
  return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString()
}

interface Attempt {
  url: URL
  status: number | undefined
  /** In milliseconds. */
  spent: number
  isSent: boolean
}

/** The failure by an error of undici or Node. */
function failureOf(
  cause: unknown,
  { url, status, spent, isSent }: Attempt,
  { env }: Net,
): RequestFailure {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const code = codeOf(error)
  if (code === '') throw cause
  if (status !== undefined && isTooLarge(code))
    return new RequestFailure(
      'unusable',
      'the response is larger than 64 MiB, or not in its content-encoding',
      { code, status, cause },
    )
  const isAnswered = status !== undefined
  const by = proxyIn(env, url.protocol.replace(':', '_proxy')) && ' by a proxy'
  return new RequestFailure(
    isSent || isAnswered ? 'lost' : 'unsent',
    `${isAnswered ? 'no whole response' : 'no response'} from ${url.origin}${by} after ${duration(spent)}: ${reasonIn(error)} (${code})`,
    { code, status, cause },
  )
}

const isTooLarge = (code: string): boolean =>
  /RES_EXCEEDED_MAX_SIZE|ERR_BUFFER_TOO_LARGE|^Z_/.test(code)

/** The code of an error; empty if it is a bug. */
function codeOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'TIMEOUT'
  const [, status] = PROXY_ANSWER.exec(error.message) ?? []
  if (status) return `PROXY_${status}`
  const { code } = error as NodeJS.ErrnoException
  const isMisuse = code === 'UND_ERR_INVALID_ARG'
  return typeof code === 'string' && !isMisuse ? code : ''
}

/** Why a connection failed. With several addresses, the reason is that of the first. */
function reasonIn(error: Error): string {
  if (error.name === 'TimeoutError') return 'the time was over'
  const [first] = error instanceof AggregateError ? error.errors : []
  return error.message || first?.message || 'no reason given'
}

/** The answer to a request, if it is a success. */
function readAnswer(
  { status, headers, text }: Response,
  { url }: HttpRequest,
  { clock, redacted }: Net,
): Answer {
  if (status >= 200 && status < 300) return { status, text }
  const said = saidIn(text, redacted)
  if (status >= 300 && status < 400)
    throw new RequestFailure(
      'unusable',
      `the service answered ${status} and points to ${targetOf(headers, url)}; redirects are not followed`,
      { status, said },
    )
  throw new RequestFailure('refused', `the service answered ${status}`, {
    status,
    said,
    retryAfter: retryAfterIn(headers, clock.date()),
  })
}

/** Where a redirect leads, without the query, which may hold a token. */
export function targetOf(headers: Response['headers'], url: URL): string {
  const location = first(headers['location'])
  const target = location === undefined ? null : URL.parse(location, url.href)
  return target && /^https?:$/.test(target.protocol)
    ? target.origin + target.pathname
    : 'no usable target'
}

const first = (header: string | string[] | undefined): string | undefined =>
  [header].flat()[0]

/** Reads `Retry-After`, in seconds or as a date, as milliseconds from now. */
function retryAfterIn(headers: Response['headers'], now: number): number {
  const text = first(headers['retry-after'])?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // `Date.parse` reads numbers such as -5 as dates.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
