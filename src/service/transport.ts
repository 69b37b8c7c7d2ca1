import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { Dispatcher, EnvHttpProxyAgent } from 'undici'
import requestBy from 'undici/lib/api/api-request.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import { openConnector, VERIFIED } from './connector.ts'

/** One request, ready for the wire. */
export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
}

/** An answer with any status. `text` is decompressed; `truncated` says that it went beyond the size bound. */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  truncated: boolean
}

/** No usable answer came. `sent: false` proves that not one byte of the request left this machine. */
export interface NetworkFailure {
  kind: 'network'
  sent: boolean
  code: string
  cause: unknown
}

export function isNetworkFailure(answer: object): answer is NetworkFailure {
  return 'kind' in answer && answer.kind === 'network'
}

/** Makes one attempt of one request. A failure of the network is a value; only an abort of `signal` throws. */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse | NetworkFailure>

export interface Transport {
  /** Begins to open connections for the first requests to a service; where a proxy is in between, it does nothing. */
  warm(url: URL, count: number): void
  send: Send
  close(): Promise<void>
}

/**
 * The most requests at a time. A connection is free again a moment after its answer only: without this bound, the
 * request that follows at once would wait for a new one.
 */
const SIDE_BY_SIDE = 2

/** A list of 100,000 repositories is about 30 MB. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/**
 * Opens pooled connections to the service, through the proxies that the environment names (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`). Redirects are never followed.
 *
 * @param timeout time for one attempt, from connecting to the last byte of the answer, in milliseconds
 */
export function openTransport({
  timeout,
  env,
  maxBytes = MAX_RESPONSE_BYTES,
}: {
  timeout: number
  env: NodeJS.ProcessEnv
  maxBytes?: number
}): Transport {
  const connector = openConnector(timeout)
  // Where HTTP/2 may be spoken, undici lets all other requests wait for the first connection.
  const options = { headersTimeout: timeout, bodyTimeout: timeout, allowH2: false }
  const proxies = proxiesOf(env)
  const agent = proxies
    ? openProxyAgent(proxies, { ...options, connect: { timeout } })
    : Promise.resolve(new Agent({ ...options, connect: connector.connect, connections: SIDE_BY_SIDE }))
  return {
    warm(url, count) {
      if (!proxies) connector.warm(url, count)
    },
    send: async (request, signal) => attempt(await agent, request, signal, timeout, maxBytes),
    async close() {
      connector.close()
      await (await agent).destroy()
    },
  }
}

type ProxyOptions = EnvHttpProxyAgent.Options

/** The proxies that the environment names; undefined where it names none, as most do. */
function proxiesOf(env: NodeJS.ProcessEnv): ProxyOptions | undefined {
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? ''
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? ''
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy } : undefined
}

async function openProxyAgent(proxies: ProxyOptions, options: ProxyOptions): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici')
  return new EnvHttpProxyAgent({
    ...proxies,
    ...options,
    connect: { ...options.connect, ...VERIFIED },
    requestTls: VERIFIED,
    proxyTls: VERIFIED,
  })
}

async function attempt(
  agent: Dispatcher,
  request: HttpRequest,
  signal: AbortSignal,
  timeout: number,
  maxBytes: number,
): Promise<HttpResponse | NetworkFailure> {
  signal.throwIfAborted()
  const timer = AbortSignal.timeout(timeout)
  const either = AbortSignal.any([signal, timer])
  let sent = false
  const noticing: Dispatcher = agent.compose(noticeStart(() => (sent = true)))
  try {
    const { statusCode, headers, body } = await requestBy.call(noticing, {
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal: either,
    })
    const { text, truncated } = await readText(body, headers['content-encoding'], maxBytes)
    return { status: statusCode, headers, text, truncated }
  } catch (cause) {
    signal.throwIfAborted()
    const code = timer.aborted ? 'TIMEOUT' : codeOf(cause)
    return { kind: 'network', sent, code, cause }
  }
}

/** undici calls `onRequestStart` when a connection is up (TLS and proxy tunnel included), just before it writes. */
function noticeStart(started: () => void): Dispatcher.DispatcherComposeInterceptor {
  return dispatch => (options, handler) => {
    const { onRequestStart } = handler
    handler.onRequestStart = (controller, context) => {
      started()
      onRequestStart?.call(handler, controller, context)
    }
    return dispatch(options, handler)
  }
}

/** Reads a body as UTF-8, decompressed, and stops at the bound: a small answer may inflate to gigabytes. */
async function readText(
  body: Readable,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> {
  const decoded = decode(body, encoding)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of decoded) {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) break
    }
  } finally {
    body.destroy()
  }
  const bytes = Buffer.concat(chunks)
  return { text: new TextDecoder().decode(bytes.subarray(0, maxBytes)), truncated: size > maxBytes }
}

/** An encoding that is not known is left as it is: the bytes will not read as JSON, and that is reported. */
function decode(body: Readable, encoding: string | string[] | undefined): Readable {
  const names = [encoding ?? []].flat().join(',').split(',')
  return names
    .map(name => DECODERS[name.trim().toLowerCase()])
    .filter(decoder => decoder !== undefined)
    .reverse()
    .reduce<Readable>((stream, decoder) => {
      const next = decoder() as unknown as Readable & NodeJS.WritableStream
      stream.on('error', error => next.destroy(error))
      return stream.pipe(next)
    }, body)
}

const codeOf = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'UNKNOWN'
