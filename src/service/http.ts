import { once } from 'node:events'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { type Dispatcher, EnvHttpProxyAgent, request as requestOnce } from 'undici'
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

/** Makes one attempt of a request. Throws a {@link RequestFailure} if no response comes, or the signal's reason if it aborts. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>

/** The largest response that is read, in bytes. */
const LARGEST_RESPONSE = 64 * 1024 * 1024

/** How long one address of a host is tried before the next one, in milliseconds. Each failure makes it four times as long. */
const FIRST_TRY = 250
const LONGEST_FIRST_TRY = 64_000

/** Opens the network, through the proxies in the environment. Redirects are never followed. */
export function openHttp(net: Net): Send {
  /** By the time for which they try one address. */
  const dispatchers: Record<number, Dispatcher> = {}
  /** The time to try one address, by origin. Any failure lengthens it: too long a time does no harm. */
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

/** Opens a dispatcher that uses the proxies in the environment of the process. Times are in milliseconds. */
function openDispatcher(autoSelectFamilyAttemptTimeout: number, timeout: number): Dispatcher {
  // Certificates are checked even if `NODE_TLS_REJECT_UNAUTHORIZED` says otherwise.
  const connect = {
    rejectUnauthorized: true,
    autoSelectFamilyAttemptTimeout,
    // Limits all addresses of a host together; the last one gets the time that is left. It is short at first, so that an attempt
    // soon gives up a silent address, and grows with each failure.
    timeout: Math.min(timeout, 20 * autoSelectFamilyAttemptTimeout),
  }
  try {
    return new EnvHttpProxyAgent({
      connect,
      requestTls: connect,
      proxyTls: connect,
      // `attempt` limits all phases together.
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

/** How far an attempt got, in case it fails. */
interface Progress {
  /** Whether the service may have received the request. A request without a body changes nothing, so it always counts as sent. */
  mayBeSent: boolean
  answer?: HttpResponse
  /** Whether it has less time than `request_timeout`. */
  isShort: boolean
}

/**
 * Makes one attempt, which ends with the answer, the timeout or the signal, whichever comes first. Timeout and signal abort the
 * request, so that one which still waits for a connection is never sent. The race is needed as undici waits for a connection even
 * if its signal aborts.
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
  const progress: Progress = { mayBeSent: request.body === undefined, isShort: time < timeout }
  try {
    return await unlessAborted(sendAndRead(request, dispatcher, end, progress), end)
  } catch (error) {
    signal.throwIfAborted()
    const { answer } = progress
    // An error status counts even if the body is lost.
    if (answer && answer.status > 299) return answer
    throw networkFailure(error as NodeJS.ErrnoException, request.url, time, progress)
  }
}

/** Resolves to the result of some work. Rejects as soon as the signal aborts, even if the work goes on. */
export const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([work, once(signal, 'abort').then(() => Promise.reject(signal.reason))])

/** Sends a request and reads the whole answer. `end` aborts it, and `progress` records how far it got. */
async function sendAndRead(
  { method, url, headers, body, onSent }: HttpRequest,
  dispatcher: Dispatcher,
  end: AbortSignal,
  progress: Progress,
): Promise<HttpResponse> {
  // undici reads the body once the connection is up, and sends nothing before.
  function* written() {
    // Without this, an attempt that is over may still be sent once its tunnel opens.
    end.throwIfAborted()
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
  // An answer may name an encoding even if it has no body.
  const isZipped =
    bytes.length > 0 && /^(x-)?gzip$/i.test(`${response.headers['content-encoding']}`)
  const text = isZipped ? gunzipSync(bytes, { maxOutputLength: LARGEST_RESPONSE }) : bytes
  return { ...progress.answer, text: `${text}` }
}

/**
 * The least time of an attempt, in milliseconds, even if it begins shortly before its deadline, as on a busy machine. A timeout
 * after less time would say nothing about the service.
 */
export const LEAST_TIME = 1000

/** The longest time that Node's timers accept, in milliseconds. */
const LONGEST_TIME = 2 ** 31 - 1

/**
 * Turns any error of undici or Node into a failure: none of these errors is a bug of the action.
 *
 * @param time the timeout of the attempt, in milliseconds
 */
function networkFailure(
  error: NodeJS.ErrnoException,
  { origin }: URL,
  time: number,
  { mayBeSent, isShort, answer }: Progress,
): RequestFailure {
  const code = networkCodeOf(error)
  const facts = {
    code,
    cause: causeOf(code, answer !== undefined),
    status: answer?.status,
    isCut: isShort && code === 'TIMEOUT',
  }
  // As it is, or unpacked. No repeat would make it smaller.
  if (/^(UND_ERR_RES_EXCEEDED_MAX_SIZE|ERR_BUFFER_TOO_LARGE)$/.test(code))
    return new RequestFailure('unusable', `the response of ${origin} is larger than 64 MiB`, facts)
  const what = answer ? `the response of ${origin} broke off` : `the request to ${origin} failed`
  // If several addresses failed, the first one gives the reason.
  const [first] = error instanceof AggregateError ? error.errors : [error]
  // OpenSSL gives a plain `reason`. Node's message may end in advice after a semicolon, which is dropped.
  const reason =
    code === 'TIMEOUT'
      ? `it took longer than ${duration(time)}`
      : (first.reason ?? first.message).replace(/;.*/, '')
  return new RequestFailure(
    // A proxy that refused a request has forwarded nothing.
    mayBeSent && facts.cause !== 'proxy' ? 'lost' : 'unsent',
    `${what}: ${reason} (${code})`,
    facts,
  )
}

/** The code of an error; its name if it has no code, as when an answer is not HTTP. */
function networkCodeOf(error: NodeJS.ErrnoException): string {
  // Such as `Proxy response (407) !== 200 when HTTP Tunneling`.
  const status = /^Proxy [\w ]+ \((\d+)\)/.exec(error.message)?.[1]
  if (status) return `PROXY_${status}`
  return error.name === 'TimeoutError' ? 'TIMEOUT' : (error.code ?? error.name)
}

/** The error codes of each cause. The first cause that matches counts. */
const CAUSES_BY_CODE: Partial<Record<FailureCause, RegExp>> = {
  unknown_host: /^(ENOTFOUND|EAI_AGAIN)/,
  proxy: /^(PROXY_|UND_ERR_PRX)/,
  certificate_of_other: /ALTNAME|EXPIRED|NOT_YET_VALID/,
  certificate: /CERT|SELF_SIGNED|^UNABLE_TO_/,
  timeout: /TIMEOUT|TIMEDOUT/,
  other_protocol: /^(ERR_SSL_(WRONG_VERSION|PACKET_LENGTH)|EPROTO|HPE_|HTTPParser|UND_ERR_SOCKET)/,
}

/** The cause of an error code. It cannot be `other_protocol` once a status came, as the server then speaks HTTP. */
export function causeOf(code: string, isAnswered: boolean): FailureCause | undefined {
  const cause = (Object.keys(CAUSES_BY_CODE) as FailureCause[]).find(each =>
    CAUSES_BY_CODE[each]?.test(code),
  )
  return isAnswered && cause === 'other_protocol' ? undefined : cause
}

/** A URL without its query, which may hold a token. */
export const addressOf = ({ origin, pathname }: URL): string => origin + pathname

/** Whether a text is an http URL with a host. `URL` alone cannot tell: it takes `api` in `https:///api` for the host. */
export const hasHost = (text: string): boolean =>
  /^https?:\/\/[^/?#\\\s]\S*$/i.test(text) && URL.canParse(text)

/** Whether a request to a URL crosses a network without encryption: `http:` to a host other than this machine. */
export const isPlainBeyondLoopback = (url: URL): boolean =>
  url.protocol === 'http:' && !/^((.+\.)?localhost\.?|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
