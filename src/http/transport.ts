import { isUtf8 } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
  const dispatchers = new Map<string, Dispatcher>()
  return async (request, signal) => {
    signal.throwIfAborted()
    const scheme = request.url.protocol === 'https:' ? 'https' : 'http'
    const proxy = readProxy(scheme, env)
    const kept = request.fresh ? undefined : dispatchers.get(scheme)
    // The proxy of one scheme is not that of the other.
    const uris = {
      httpProxy: '',
      httpsProxy: '',
      [`${scheme}Proxy`]: proxy?.uri ?? '',
    }
    const noProxy = env['no_proxy'] || env['NO_PROXY'] || ''
    const dispatcher = kept ?? openDispatcher({ ...uris, noProxy }, timeout)
    dispatchers.set(scheme, dispatcher)
    const over = new AbortController()
    const timer = setTimeout(
      () => over.abort(new Error('the time is over')),
      timeout,
    )
    const either = AbortSignal.any([signal, over.signal])
    const { sent, head, bytes, bound, error } = await exchange(
      dispatcher,
      request,
      maxBytes,
      either,
    )
    clearTimeout(timer)
    if (!sent && dispatchers.get(scheme) === dispatcher) {
      // The request stays in undici's queue until a connection is up: the next one must not wait behind it.
      dispatchers.delete(scheme)
      void dispatcher.close()
    }
    if (error) signal.throwIfAborted()
    // undici frees the connection in the next turn of the event loop: until then a request would open another.
    await setImmediate()
    const codeIn = (phase: string) =>
      over.signal.aborted ? `${phase}_TIMEOUT` : codeOfNetworkError(error)
    if (head) {
      const body = readBody(bytes, head, bound)
      return {
        ...head,
        ...body,
        ...(error && { broken: { code: codeIn('BODY'), cause: error } }),
      }
    }
    const reason = codeIn(sent ? 'RESPONSE' : 'CONNECT')
    const code =
      /UNABLE_TO|SELF_SIGNED/.test(reason) && lacksAuthorities(env)
        ? 'CA_FILE'
        : reason
    const isSent = sent && !code.startsWith('PROXY_')
    const target = { origin: originOf(request.url), proxy: proxy?.variable }
    return { kind: 'network', sent: isSent, code, cause: error, ...target }
  }
}

/** Whether the file with further authorities cannot be read. Node then goes on without it. */
function lacksAuthorities({
  NODE_EXTRA_CA_CERTS: file,
}: NodeJS.ProcessEnv): boolean {
  try {
    return Boolean(file && !new X509Certificate(readFileSync(file, 'utf8')))
  } catch {
    return true
  }
}

/** Explicit, so that no environment variable can disable the verification of certificates. */
const TLS = { rejectUnauthorized: true }

function openDispatcher(
  proxies: EnvHttpProxyAgent.Options,
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
  const tls = { requestTls: TLS, proxyTls: TLS }
  return new EnvHttpProxyAgent({
    ...settings,
    ...proxies,
    factory,
    clientFactory: factory,
    ...tls,
  })
}

/**
 * Sends a request and reads its response. Interim responses (1xx) are skipped. An abort ends it in any phase.
 *
 * @returns how far it got: whether a connection was up and the request written to it, the head of the response, and the
 *   bytes of its body, which exceed their `bound` if there were more. The error is about the body if there is a head
 */
async function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, body }: HttpRequest,
  maxBytes: number,
  signal: AbortSignal,
) {
  const { promise, resolve: end } = Promise.withResolvers<Error | undefined>()
  const chunks: Buffer[] = []
  let [size, sent, bound] = [0, false, maxBytes]
  let head: Pick<HttpResponse, 'status' | 'headers'> | undefined
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
        if (status < 200) return
        head = { status, headers }
        if (status > 299) bound = Math.min(maxBytes, MAX_ERROR_BYTES)
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk)
        size += chunk.length
        if (size <= bound) return
        end(undefined)
        controller.abort(new Error('the rest of the response is not read'))
      },
      onResponseEnd: () => end(undefined),
      onResponseError: (_, error) => end(error),
    },
  )
  const error = await promise
  return { sent, head, bytes: Buffer.concat(chunks), bound, error }
}

const DECODERS: Record<
  string,
  (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer
> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
}

/**
 * Reads a body as UTF-8, up to a size limit that applies before and after decompression. If the bytes are not in their
 * `content-encoding`, they are read as they are.
 */
function readBody(
  bytes: Buffer,
  { headers }: Pick<HttpResponse, 'headers'>,
  maxBytes: number,
): Pick<HttpResponse, 'text' | 'truncated' | 'broken'> {
  const decode =
    DECODERS[String(headers['content-encoding']).trim().toLowerCase()]
  const truncated = bytes.length > maxBytes
  try {
    const decoded =
      decode?.(bytes, { maxOutputLength: maxBytes }) ??
      bytes.subarray(0, maxBytes)
    return { text: new TextDecoder().decode(decoded), truncated }
  } catch (cause) {
    if (truncated || cause instanceof RangeError)
      return { text: '', truncated: true }
    const text = isUtf8(bytes) ? bytes.toString() : ''
    return { text, truncated, broken: { code: 'BODY_ENCODING', cause } }
  }
}
