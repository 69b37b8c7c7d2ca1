import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { LATE } from '../lib/clock.ts'
import {
  codeOfNetworkError,
  type HttpRequest,
  type HttpResponse,
  type NetworkFailure,
  originOf,
  type Send,
} from './exchange.ts'
import { readProxy } from './proxies.ts'

interface TransportOptions {
  /** Time for one attempt, from the host look-up to the last byte of the response, in milliseconds. */
  timeout: number
  /** The environment with the proxy variables. */
  env: NodeJS.ProcessEnv
}

/** The size limit of a response. A list of 100,000 repositories is about 30 MB. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/** The size limit of an error response, which is only shown. Half of a secret in it would not be recognized. */
const MAX_ERROR_BYTES = 8 * 1024 * 1024

/** The size limit of the headers. Gateways set many kilobytes of cookies and policies. */
const MAX_HEADER_BYTES = 64 * 1024

/**
 * Opens a transport, through the proxies in the environment. Redirects are never followed. Connections are kept for a
 * few seconds and do not keep the process.
 */
export function openTransport({ timeout, env }: TransportOptions): Send {
  // Otherwise V8 optimizes undici's parser in the background, and the process cannot exit before that ends.
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  // By protocol, because the proxy of one is not that of the other.
  const dispatchers = new Map<string, Dispatcher>()

  return async (request, signal) => {
    signal.throwIfAborted()
    const { url, fresh } = request
    const { protocol } = url
    const proxy = readProxy(protocol.slice(0, -1), env)
    const kept = fresh ? undefined : dispatchers.get(protocol)
    const dispatcher = kept ?? openDispatcher(proxy?.uri ?? '', env, timeout)
    dispatchers.set(protocol, dispatcher)

    const ended = await exchange(dispatcher, request, timeout, signal)
    // The request stays in undici's queue until a connection is up: the next one must not wait behind it.
    if (ended.phase === 'CONNECT') dispatchers.delete(protocol)
    // undici frees the connection in the next turn of the event loop: until then a request would open another.
    await setImmediate()

    const to = { origin: originOf(url), proxy: proxy?.variable }
    return answerOf(ended, timeout, to, signal)
  }
}

/**
 * The response of an exchange, or why there is none.
 *
 * @throws the signal's reason, if it ended the exchange
 */
function answerOf(
  { phase, response, reason }: Exchange,
  timeout: number,
  to: Pick<NetworkFailure, 'origin' | 'proxy'>,
  signal: AbortSignal,
): HttpResponse | NetworkFailure {
  if (response && reason === ENDED) return response
  const isLate = reason === LATE
  // A status that came in time counts, even if the time of the whole look ended the body.
  if (!response || !isLate) signal.throwIfAborted()
  const code = isLate ? `${phase}_TIMEOUT` : codeOfNetworkError(reason)
  // The time of a look may be over before that of its attempt.
  const isOwnTime = !signal.aborted
  const failure = { code, cause: reason, ...(isOwnTime && { timeout }) }
  if (response) return { ...response, broken: failure }
  const sent = phase !== 'CONNECT' && !code.startsWith('PROXY_')
  return { kind: 'network', sent, ...failure, ...to }
}

/** Explicit, so that no environment variable can disable the verification of certificates. */
const TLS = { rejectUnauthorized: true }

/** @param proxy the URI of the proxy for all hosts but those in `NO_PROXY`; '' without one */
function openDispatcher(
  proxy: string,
  env: NodeJS.ProcessEnv,
  timeout: number,
): Dispatcher {
  const settings = {
    allowH2: false,
    connect: TLS,
    connectTimeout: timeout,
    // Enough for the repositories beside a page of deployments. The POST follows on a connection of theirs.
    connections: 4,
    // The attempt has one timeout for all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
  }
  // Proxies do not pass their settings on to the connections.
  const factory = (origin: string | URL, options: object) =>
    new Pool(origin, { ...settings, ...options })

  return new EnvHttpProxyAgent({
    ...settings,
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy: env['no_proxy'] || env['NO_PROXY'] || '',
    factory,
    clientFactory: factory,
    requestTls: TLS,
    proxyTls: TLS,
  })
}

/** What an attempt waits for: a connection, the response to the request that was written to it, or the response's body. */
type Phase = 'CONNECT' | 'RESPONSE' | 'BODY'

type Head = Pick<HttpResponse, 'status' | 'headers'>

/** How an attempt ended. */
interface Exchange {
  phase: Phase
  response: HttpResponse | undefined
  /** Why it ended: ENDED, LATE, an abort or an error. */
  reason: unknown
}

/** All that is wanted of the response was read. */
const ENDED = new Error('the rest of the response is not read')

/** Sends a request and reads its response. Interim responses (1xx) are skipped. Time and an abort end it in any phase. */
async function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  timeout: number,
  signal: AbortSignal,
): Promise<Exchange> {
  const { method, url, headers, body = null } = request
  const own = new AbortController()
  const over = AbortSignal.any([own.signal, signal])
  const end = (reason: unknown) => own.abort(reason)
  const chunks: Buffer[] = []
  let room = request.maxBytes ?? MAX_RESPONSE_BYTES
  let size = 0
  let phase: Phase = 'CONNECT'
  let head: Head | undefined

  // Unlike that of AbortSignal.timeout, this timer keeps the process: a look-up of a host alone does not.
  const timer = setTimeout(end, timeout, LATE)
  const ended = once(over, 'abort')
  const path = url.pathname + url.search
  dispatcher.dispatch(
    { origin: url.origin, path, method, headers, body },
    {
      onRequestStart(controller) {
        // undici starts it when a connection is up, even if the attempt ended before.
        if (over.aborted) return controller.abort(ENDED)
        over.addEventListener('abort', () => controller.abort(ENDED))
        phase = 'RESPONSE'
      },
      onResponseStart(_, status, headers) {
        if (status < 200) return
        phase = 'BODY'
        head = { status, headers }
        if (status > 299) room = Math.min(room, MAX_ERROR_BYTES)
      },
      onResponseData(_, chunk) {
        chunks.push(chunk)
        size += chunk.length
        if (size > room) end(ENDED)
      },
      onResponseEnd: () => end(ENDED),
      onResponseError: (_, error) => end(error),
    },
  )
  await ended
  clearTimeout(timer)
  const bytes = Buffer.concat(chunks)
  const response = head && { ...head, ...readBody(bytes, head, room) }
  return { phase, response, reason: over.reason }
}

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer

const identity: Decode = (bytes, { maxOutputLength }) =>
  bytes.subarray(0, maxOutputLength)

/** The encodings that a request asks for, and none. */
const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['identity', identity],
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])

/**
 * Reads a body, up to a size limit that applies before and after decompression. If the bytes are not in their
 * `content-encoding`, they are read as they are.
 */
function readBody(
  bytes: Buffer,
  { headers }: Head,
  maxOutputLength: number,
): Omit<HttpResponse, keyof Head> {
  const named = String(headers['content-encoding'] ?? 'identity')
  const encoding = named.trim().toLowerCase()
  const decode = DECODERS.get(encoding) ?? identity
  const truncated = bytes.length > maxOutputLength
  // No decoder takes an empty body.
  if (bytes.length === 0) return { text: '', truncated }

  try {
    const decoded = decode(bytes, { maxOutputLength })
    // An encoding that no request asks for. Some services name that of the characters.
    const fatal = !DECODERS.has(encoding)
    return { text: charactersIn(decoded, headers, fatal), truncated }
  } catch (cause) {
    const isTooLong = truncated || cause instanceof RangeError
    if (isTooLong) return { text: '', truncated: true }

    const text = isUtf8(bytes) ? bytes.toString() : ''
    return { text, truncated, broken: { code: 'BODY_ENCODING', cause } }
  }
}

/** The characters of a body: UTF-8, whatever the response names, or else the charset that it names. */
function charactersIn(
  bytes: Buffer,
  { 'content-type': type }: Head['headers'],
  fatal: boolean,
): string {
  const [, charset] = /;\s*charset="?([^\s;"]+)/i.exec(String(type)) ?? []
  const label = isUtf8(bytes) ? undefined : charset
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return new TextDecoder('utf-8', { fatal }).decode(bytes)
  }
}
