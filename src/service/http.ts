import { once } from 'node:events'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import {
  type Dispatcher,
  EnvHttpProxyAgent,
  request as requestOnce,
} from 'undici'
import { duration, type Log } from '../base/text.ts'
import { type FailureCause, RequestFailure } from './failure.ts'

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
  log: Log
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
export type Send = (request: HttpRequest) => Promise<HttpResponse>

/** A response is read up to this size. */
const LARGEST_RESPONSE = 64 * 1024 * 1024

/** The first try of one address of a host, in milliseconds. Each failure gives those of its host four times as long. */
const FIRST_TRY = 250
const LONGEST_FIRST_TRY = 64_000

/** Opens the network, through the proxies in the environment. Redirects are never followed. */
export function openHttp(net: Net): Send {
  /** By the time of a first try. */
  const dispatchers: Record<number, Dispatcher> = {}
  /** By the origin. Any failure counts: too long a first try does no harm. */
  const firstTries: Record<string, number> = {}

  return async request => {
    const { url } = request
    const firstTry = firstTries[url.origin] ?? FIRST_TRY
    dispatchers[firstTry] ??= openDispatcher(firstTry, net.timeout)
    const began = net.clock.now()
    const debug = (end: string) =>
      net.log.debug(
        `${request.method} ${addressOf(url)}: ${end}, ${duration(net.clock.now() - began)}`,
      )
    try {
      const answer = await attempt(request, dispatchers[firstTry], net)
      debug(`${answer.status}`)
      return answer
    } catch (error) {
      firstTries[url.origin] = Math.min(4 * firstTry, LONGEST_FIRST_TRY)
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
  try {
    return new EnvHttpProxyAgent({
      connect,
      requestTls: connect,
      proxyTls: connect,
      // The attempt has one time for all phases.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: LARGEST_RESPONSE,
      allowH2: false,
    })
  } catch {
    throw new RequestFailure(
      'unsent',
      'a variable of the environment names a proxy that is no URL',
      { code: 'PROXY_URL', cause: 'proxy' },
    )
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
  const left = Math.max(LEAST_TIME, (request.until ?? Infinity) - clock.now())
  const time = Math.min(timeout, left, LONGEST_TIME)
  const end = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(time))])
  const progress: Progress = { mayBeSent: request.body === undefined }
  try {
    return await unlessAborted(
      sendAndRead(request, dispatcher, end, progress),
      end,
    )
  } catch (error) {
    signal.throwIfAborted()
    const { answer } = progress
    // The status of an error counts, even if its words are lost.
    if (answer && answer.status > 299) return answer
    throw networkFailure(
      error as NodeJS.ErrnoException,
      request.url,
      time,
      progress,
    )
  }
}

/** Resolves to the result of some work, or rejects once the signal aborts, whatever the work does. */
export const unlessAborted = <T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T> =>
  Promise.race([
    work,
    once(signal, 'abort').then(() => Promise.reject(signal.reason)),
  ])

/** Sends a request and reads the whole answer, unless it is to end before. */
async function sendAndRead(
  { method, url, headers, body, onSent }: HttpRequest,
  dispatcher: Dispatcher,
  end: AbortSignal,
  progress: Progress,
): Promise<HttpResponse> {
  // undici reads the body once the connection is up, and writes nothing before.
  function* written() {
    progress.mayBeSent = true
    onSent?.()
    yield body
  }

  const response = await requestOnce(url, {
    method,
    headers: {
      'user-agent': 'create-deployment-action',
      accept: 'application/json',
      ...headers,
      'accept-encoding': 'gzip',
      ...(body && {
        'content-type': 'application/json',
        'content-length': `${Buffer.byteLength(body)}`,
      }),
    },
    body: body ? Readable.from(written()) : null,
    dispatcher,
    signal: end,
  })
  progress.answer = {
    status: response.statusCode,
    headers: response.headers,
    text: '',
  }
  const bytes = Buffer.from(await response.body.arrayBuffer())
  // An answer without a body may name an encoding, too.
  const isZipped =
    bytes.length > 0 &&
    /^(x-)?gzip$/i.test(`${response.headers['content-encoding']}`)
  const text = isZipped
    ? gunzipSync(bytes, { maxOutputLength: LARGEST_RESPONSE })
    : bytes
  return { ...progress.answer, text: `${text}` }
}

/** An attempt that begins late, as on a busy machine, has so much time all the same: else its end would say nothing of the service. */
export const LEAST_TIME = 1000

/** Node's timers take no longer time, in milliseconds. */
const LONGEST_TIME = 2 ** 31 - 1

/**
 * The failure by an error of undici or Node, whatever it is: none of them is a bug of the action.
 *
 * @param time how long the attempt could take, in milliseconds
 */
function networkFailure(
  error: NodeJS.ErrnoException,
  { origin }: URL,
  time: number,
  { mayBeSent, answer }: Progress,
): RequestFailure {
  const code = networkCodeOf(error)
  const facts = {
    code,
    cause: causeOf(code, answer !== undefined),
    status: answer?.status,
  }
  const useless = USELESS[code]
  if (useless) return new RequestFailure('unusable', useless, facts)
  const what = answer
    ? `the response of ${origin} broke off`
    : `the request to ${origin} failed`
  // With several addresses, the reason is that of the first.
  const [first] = error instanceof AggregateError ? error.errors : [error]
  // OpenSSL has a plain reason. Node's message may have an advice of its own, behind a semicolon.
  const reason =
    code === 'TIMEOUT'
      ? `it took longer than ${duration(time)}`
      : (first.reason ?? first.message).replace(/;.*/, '')
  return new RequestFailure(
    // A proxy that refuses a request has passed nothing on.
    mayBeSent && facts.cause !== 'proxy' ? 'lost' : 'unsent',
    `${what}: ${reason} (${code})`,
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
function networkCodeOf(error: NodeJS.ErrnoException): string {
  const status = /^Proxy [\w ]+ \((\d+)\)/.exec(error.message)?.[1]
  if (status) return `PROXY_${status}`
  return error.name === 'TimeoutError' ? 'TIMEOUT' : (error.code ?? error.name)
}

/** Causes by the code of a network failure. The first that fits counts. */
const CAUSES: Partial<Record<FailureCause, RegExp>> = {
  unknown_host: /^(ENOTFOUND|EAI_AGAIN)/,
  proxy: /^(PROXY_|UND_ERR_PRX)/,
  certificate_of_other: /ALTNAME|EXPIRED|NOT_YET_VALID/,
  certificate: /CERT|SELF_SIGNED|^UNABLE_TO_/,
  timeout: /TIMEOUT|TIMEDOUT/,
  other_protocol:
    /^(ERR_SSL_(WRONG_VERSION|PACKET_LENGTH)|EPROTO|HPE_|HTTPParser|UND_ERR_SOCKET)/,
}

/** Why there is no whole answer. What gave a status does speak HTTP. */
export function causeOf(
  code: string,
  isAnswered: boolean,
): FailureCause | undefined {
  const cause = (Object.keys(CAUSES) as FailureCause[]).find(each =>
    CAUSES[each]?.test(code),
  )
  return isAnswered && cause === 'other_protocol' ? undefined : cause
}

/** A URL without its query, which may hold a token. */
export const addressOf = ({ origin, pathname }: URL): string =>
  origin + pathname

/** Whether a text is an http URL with a host. A parser would take the first step of `https:///api` for the host. */
export const hasHost = (text: string): boolean =>
  /^https?:\/\/[^/?#\\\s]\S*$/i.test(text)

/** Whether a request to a URL can be read on its way. */
export const isPlainBeyondLoopback = (url: URL): boolean =>
  url.protocol === 'http:' &&
  !/^((.+\.)?localhost\.?|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
