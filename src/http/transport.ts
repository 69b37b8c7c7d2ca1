import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import {
  codeOfNetworkError,
  type HttpRequest,
  type HttpResponse,
  originOf,
  type Send,
} from './exchange.ts'
import { readProxy } from './proxies.ts'

interface TransportOptions {
  /** Time for one attempt, from the host look-up to the last byte of the response, in milliseconds. */
  timeout: number
  /** The environment with the proxy variables. */
  env: NodeJS.ProcessEnv
  maxBytes?: number
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
export function openTransport({
  timeout,
  env,
  maxBytes = MAX_RESPONSE_BYTES,
}: TransportOptions): Send {
  // Otherwise V8 optimizes undici's parser in the background, and the process cannot exit before that ends.
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  // By protocol, because the proxy of one is not that of the other.
  const dispatchers = new Map<string, Dispatcher>()

  return async (request, signal) => {
    signal.throwIfAborted()
    const { protocol } = request.url
    const proxy = readProxy(protocol === 'https:' ? 'https' : 'http', env)
    const kept = request.fresh ? undefined : dispatchers.get(protocol)
    const dispatcher = kept ?? openDispatcher(proxy?.uri ?? '', env, timeout)
    dispatchers.set(protocol, dispatcher)

    const timeUp = new AbortController()
    // Unlike that of AbortSignal.timeout, this timer keeps the process: a look-up of a host alone does not.
    const timer = setTimeout(() => timeUp.abort(late()), timeout)
    const either = AbortSignal.any([signal, timeUp.signal])
    const done = await exchange(dispatcher, request, maxBytes, either)
    clearTimeout(timer)

    // The request stays in undici's queue until a connection is up: the next one must not wait behind it.
    if (!done.sent) dispatchers.delete(protocol)
    if (done.error) signal.throwIfAborted()
    // undici frees the connection in the next turn of the event loop: until then a request would open another.
    await setImmediate()

    if (done.head) return responseOf(done, done.head, { maxBytes, timeout })
    const code = codeIn(done.sent ? 'RESPONSE' : 'CONNECT', done.error)
    return {
      kind: 'network',
      sent: done.sent && !code.startsWith('PROXY_'),
      code,
      cause: done.error,
      origin: originOf(request.url),
      proxy: proxy?.variable,
      timeout,
    }
  }
}

const late = () =>
  Object.assign(new Error('the time is over'), { code: 'TIMEOUT' })

/** The code of an error, which names the phase of the attempt if the time was over. */
function codeIn(phase: 'CONNECT' | 'RESPONSE' | 'BODY', error: unknown) {
  const code = codeOfNetworkError(error)
  return code === 'TIMEOUT' ? `${phase}_${code}` : code
}

function responseOf(
  { bytes, error }: Exchange,
  head: Head,
  {
    maxBytes,
    timeout,
  }: Required<Pick<TransportOptions, 'maxBytes' | 'timeout'>>,
): HttpResponse {
  const body = readBody(bytes, head, boundOf(head, maxBytes))

  if (!error) return { ...head, ...body }
  return {
    ...head,
    ...body,
    broken: { code: codeIn('BODY', error), cause: error, timeout },
  }
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

type Head = Pick<HttpResponse, 'status' | 'headers'>

/** How far an attempt got. */
interface Exchange {
  /** Whether a connection was up, and the request written to it. */
  sent: boolean
  head?: Head
  /** The body, up to the chunk that exceeds its bound. */
  bytes: Buffer
  /** About the body, if there is a head. */
  error?: Error | undefined
}

/** Sends a request and reads its response. Interim responses (1xx) are skipped. An abort ends it in any phase. */
async function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, body }: HttpRequest,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Exchange> {
  const { promise, resolve: end } = Promise.withResolvers<Error | undefined>()
  const chunks: Buffer[] = []
  let size = 0
  let sent = false
  let head: Head | undefined

  // undici ignores an abort before the connection is up; the request is then aborted when it would start.
  signal.addEventListener('abort', () => end(signal.reason), { once: true })
  dispatcher.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
    },
    {
      onRequestStart(controller) {
        const abort = () => controller.abort(signal.reason)
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort, { once: true })
        sent = true
      },
      onResponseStart(_, status, headers) {
        if (status >= 200) head = { status, headers }
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk)
        size += chunk.length
        if (!head || size <= boundOf(head, maxBytes)) return
        end(undefined)
        controller.abort(new Error('the rest of the response is not read'))
      },
      onResponseEnd: () => end(undefined),
      onResponseError: (_, error) => end(error),
    },
  )
  const error = await promise
  return { sent, ...(head && { head }), bytes: Buffer.concat(chunks), error }
}

const boundOf = ({ status }: Head, maxBytes: number): number =>
  status > 299 ? Math.min(maxBytes, MAX_ERROR_BYTES) : maxBytes

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer

const identity: Decode = (bytes, { maxOutputLength }) =>
  bytes.subarray(0, maxOutputLength)

/** The encodings that a request asks for, and none. */
const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['', identity],
  ['identity', identity],
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])

/** An encoding that no request asks for. Some services name that of the characters. */
const decodeOther: Decode = (bytes, options) => {
  if (isUtf8(bytes)) return identity(bytes, options)
  throw new Error('an encoding that was not asked for')
}

/**
 * Reads a body as UTF-8, up to a size limit that applies before and after decompression. If the bytes are not in their
 * `content-encoding`, they are read as they are.
 */
function readBody(
  bytes: Buffer,
  { headers }: Head,
  maxBytes: number,
): Pick<HttpResponse, 'text' | 'truncated' | 'broken'> {
  const encoding = String(headers['content-encoding'] ?? '')
  const decode = DECODERS.get(encoding.trim().toLowerCase()) ?? decodeOther
  const truncated = bytes.length > maxBytes

  try {
    const decoded = decode(bytes, { maxOutputLength: maxBytes })
    return { text: new TextDecoder().decode(decoded), truncated }
  } catch (cause) {
    const isTooLong = truncated || cause instanceof RangeError
    if (isTooLong) return { text: '', truncated: true }

    const text = isUtf8(bytes) ? bytes.toString() : ''
    return { text, truncated, broken: { code: 'BODY_ENCODING', cause } }
  }
}
