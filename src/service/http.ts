import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import {
  type Dispatcher,
  EnvHttpProxyAgent,
  request as requestOnce,
} from 'undici'
import { duration, type Redact } from '../base/text.ts'
import { RequestFailure } from './failure.ts'

/** Time as a parameter, in milliseconds. */
export interface Clock {
  /** Since an arbitrary moment; it never goes back. */
  now(): number
  /** Since the epoch. */
  date(): number
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** What a run depends on outside the process. */
export interface Job {
  env: NodeJS.ProcessEnv
  /** Aborted by a signal to the process. */
  signal: AbortSignal
  clock: Clock
  random: () => number
}

/** What a request depends on. */
export interface Net extends Job {
  /** Time for one attempt of a request, all phases together, in milliseconds. */
  timeout: number
  redacted: Redact
  log(line: string): void
  /** Writes a line of the log where debug logging is on. */
  debug(line: string): void
}

export interface HttpRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string
  /** When the attempt must end, by the clock. */
  until?: number | undefined
  /** Called before the body is sent, once a connection is up. */
  onSent?: () => void
}

/** A response with any status. Its body is decompressed. */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Makes one attempt of a request. Throws a {@link RequestFailure} without a response, or the reason of the signal. */
export type Exchange = (request: HttpRequest) => Promise<HttpResponse>

const PROXY_ANSWER = /^Proxy response \((\d+)\)/

/** A response is read up to this size. */
const LARGEST_RESPONSE = 64 * 1024 * 1024

/** The first try of one address of a host, in milliseconds. Each failure gives those of its host four times as long. */
const FIRST_TRY = 250
const MOST_FAILURES = 4

/** Opens the network, through the proxies in the environment. Redirects are never followed. */
export function openHttp(net: Net): Exchange {
  /** By the number of failures. */
  const dispatchers: Dispatcher[] = []
  /** By the origin. Any failure counts: too high a number only makes a first try longer. */
  const failures = new Map<string, number>()

  return async request => {
    const { method, url } = request
    const failed = failures.get(url.origin) ?? 0
    dispatchers[failed] ??= openDispatcher(FIRST_TRY * 4 ** failed, net.timeout)
    const began = net.clock.now()
    const debug = (end: string) =>
      net.debug(
        `${method} ${addressOf(url)}: ${end}, ${duration(net.clock.now() - began)}`,
      )
    try {
      const answer = await attempt(request, dispatchers[failed], net)
      debug(`${answer.status}`)
      return answer
    } catch (error) {
      failures.set(url.origin, Math.min(failed + 1, MOST_FAILURES))
      debug((error as Error).message)
      throw error
    }
  }
}

/** The proxies are those of the process's environment. */
function openDispatcher(
  autoSelectFamilyAttemptTimeout: number,
  timeout: number,
): Dispatcher {
  // Explicit, so that no variable of the environment can switch it off.
  const connect = {
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout,
    // The last address of a host has all the rest of this time. It grows, too, so that a silent address is soon left for the next attempt.
    timeout: Math.min(timeout, 20 * autoSelectFamilyAttemptTimeout),
  }
  const options = {
    connect,
    requestTls: connect,
    proxyTls: connect,
    // The attempt has one time for all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: LARGEST_RESPONSE,
    allowH2: false,
  }
  try {
    return new EnvHttpProxyAgent(options)
  } catch (cause) {
    const message = 'a variable of the environment names a proxy that is no URL'
    throw new RequestFailure('unsent', message, { code: 'PROXY_URL', cause })
  }
}

/** What an attempt has come to, for the case that it fails. */
interface Progress {
  /** Whether the service may have received the request. A request without a body changes nothing, so it always counts as sent. */
  mayBeSent: boolean
  answer?: HttpResponse
}

/**
 * One attempt races three ends: the answer, its time and the signal. The others are aborted, so that a request which still waits for a
 * connection never leaves. undici alone would wait for the connection, whatever the signal says.
 */
async function attempt(
  request: HttpRequest,
  dispatcher: Dispatcher,
  { signal, clock, timeout }: Net,
): Promise<HttpResponse> {
  signal.throwIfAborted()
  const { url, body, until = Infinity } = request
  const began = clock.now()
  const time = Math.min(timeout, Math.max(0, until - began), LONGEST_TIME)
  const end = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(time))])
  const progress: Progress = { mayBeSent: body === undefined }
  try {
    return await unlessAborted(
      exchange(request, dispatcher, end, progress),
      end,
    )
  } catch (error) {
    signal.throwIfAborted()
    const { answer, mayBeSent } = progress
    // The status of an error counts, even if its words are lost.
    if (answer && answer.status > 299) return answer
    const spent = clock.now() - began
    const facts = { url, status: answer?.status, spent, mayBeSent }
    throw networkFailure(error as NodeJS.ErrnoException, facts)
  }
}

/** Resolves to the result of some work, or rejects once the signal aborts, whatever the work does. */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, aborted.promise])
}

/** Sends a request and reads the whole answer, unless it is to end before. */
async function exchange(
  { method, url, headers, body, onSent }: HttpRequest,
  dispatcher: Dispatcher,
  end: AbortSignal,
  progress: Progress,
): Promise<HttpResponse> {
  // undici reads the body once the connection is up, and writes nothing before.
  function* written() {
    end.throwIfAborted()
    progress.mayBeSent = true
    onSent?.()
    yield body
  }

  const response = await requestOnce(url, {
    method,
    headers: { ...USER_AGENT, ...headers, ...(body && headersOf(body)) },
    body: body ? Readable.from(written()) : null,
    dispatcher,
    signal: end,
  })
  const { statusCode: status, headers: answered } = response
  const answer = { status, headers: answered, text: '' }
  progress.answer = answer
  const bytes = Buffer.from(await response.body.arrayBuffer())
  answer.text = decoded(bytes, answered['content-encoding'])
  return answer
}

/** Node's timers take no longer time, in milliseconds. */
const LONGEST_TIME = 2 ** 31 - 1

const USER_AGENT = { 'user-agent': 'create-deployment-action' }

const headersOf = (body: string): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': `${Buffer.byteLength(body)}`,
})

const decoded = (bytes: Buffer, encoding: unknown): string =>
  encoding === 'gzip'
    ? gunzipSync(bytes, { maxOutputLength: LARGEST_RESPONSE }).toString()
    : bytes.toString()

/** What is known of an attempt without an answer. */
interface Lost {
  url: URL
  status: number | undefined
  /** In milliseconds. */
  spent: number
  mayBeSent: boolean
}

/** The failure by an error of undici or Node, whatever it is: none of them is a bug of the action. */
function networkFailure(
  cause: NodeJS.ErrnoException,
  { url, status, spent, mayBeSent }: Lost,
): RequestFailure {
  const code = networkCodeOf(cause)
  const facts = { code, status, cause }
  const useless = USELESS[code]
  if (useless) return new RequestFailure('unusable', useless, facts)
  const what =
    status === undefined
      ? `the request to ${url.origin} failed`
      : `the response of ${url.origin} broke off`
  // With several addresses, the reason is that of the first.
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  // Node's message may have an advice of its own, behind a semicolon.
  const reason = first.message.replace(/;.*/, '')
  return new RequestFailure(
    mayBeSent ? 'lost' : 'unsent',
    `${what} after ${duration(spent)}: ${reason} (${code})`,
    facts,
  )
}

const TOO_LARGE = 'the response is larger than 64 MiB'

/** Responses that would be the same again, by the code of the error. */
const USELESS: Record<string, string> = {
  UND_ERR_RES_EXCEEDED_MAX_SIZE: TOO_LARGE,
  ERR_BUFFER_TOO_LARGE: TOO_LARGE,
  Z_DATA_ERROR: 'the response is not in its content-encoding',
}

/** The code of an error; its name, as bytes that are no HTTP may have none. */
function networkCodeOf({
  name,
  message,
  code = name,
}: NodeJS.ErrnoException): string {
  const [, status] = PROXY_ANSWER.exec(message) ?? []
  if (status) return `PROXY_${status}`
  return name === 'TimeoutError' ? 'TIMEOUT' : code
}

/** A URL without its query, which may hold a token. */
export const addressOf = ({ origin, pathname }: URL): string =>
  origin + pathname
