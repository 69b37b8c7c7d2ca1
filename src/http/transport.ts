import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { readBody } from './body.ts'
import {
  codeOfNetworkError,
  type HttpRequest,
  type HttpResponse,
  type NetworkFailure,
  networkError,
  originOf,
  type Send,
} from './exchange.ts'
import { type ForwardProxy, proxyFor, readProxies } from './proxies.ts'

export interface Transport {
  send: Send
  close(): Promise<void>
}

interface TransportOptions {
  /** Time for one attempt, from the host look-up to the last byte of the response, in milliseconds. */
  timeout: number
  /** The environment with the proxy variables. */
  env: NodeJS.ProcessEnv
  maxBytes?: number
}

/** The size limit of a response. A list of 100,000 repositories is about 30 MB. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/**
 * The size limit of an error response, which is only shown. It must fit whole secrets, because half of one is not
 * recognized.
 */
const MAX_ERROR_BYTES = 8 * 1024 * 1024

/** The size limit of the headers. Gateways set many kilobytes of cookies and policies. */
const MAX_HEADER_BYTES = 64 * 1024

/** Opens a transport to a service, through the proxies in the environment. Redirects are never followed. */
export function openTransport({ timeout, env, maxBytes = MAX_RESPONSE_BYTES }: TransportOptions): Transport {
  // Otherwise V8 optimizes undici's parser in the background, and the process cannot exit before that ends.
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  const proxies = readProxies(env)
  const opened = new Set<Dispatcher>()
  const current = new Map<string | undefined, Dispatcher>()

  function dispatcherFor(proxy: ForwardProxy | undefined): Dispatcher {
    const dispatcher = current.get(proxy?.variable) ?? openDispatcher(proxy, timeout)
    current.set(proxy?.variable, dispatcher)
    opened.add(dispatcher)
    return dispatcher
  }

  async function attempt(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | NetworkFailure> {
    const proxy = proxyFor(request.url, proxies)
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(new Error('the time is over')), timeout)
    const either = AbortSignal.any([signal, over.signal])
    const { sent, head, bytes, error } = await exchange(dispatcherFor(proxy), request, either, maxBytes)
    clearTimeout(timer)
    // Without a connection, the request stays in undici's queue: the next request must not wait behind it.
    if (!sent) current.delete(proxy?.variable)
    if (error) signal.throwIfAborted()
    const phase = head ? 'BODY' : sent ? 'RESPONSE' : 'CONNECT'
    const codeOf = (error: Error) => (over.signal.aborted ? `${phase}_TIMEOUT` : codeOfNetworkError(error))
    if (!head) {
      const code = codeOf(error)
      const isAnswered = sent && !code.startsWith('PROXY_')
      return {
        kind: 'network',
        sent: isAnswered,
        code,
        cause: error,
        origin: originOf(request.url),
        proxy: proxy?.variable,
      }
    }
    const broken = error && { code: codeOf(error), cause: error }
    const body = readBody(bytes, head, boundOf(head, maxBytes))
    return { ...head, ...body, ...(broken && { broken }) }
  }

  return {
    async send(request, signal) {
      signal.throwIfAborted()
      const answer = await attempt(request, signal)
      // undici frees the connection in the next turn of the event loop: until then a request would open another.
      await setImmediate()
      return answer
    },
    async close() {
      await Promise.all([...opened].map(dispatcher => dispatcher.destroy()))
    },
  }
}

/** Explicit, so that no environment variable can disable the verification of certificates. */
const TLS = { rejectUnauthorized: true }

function openDispatcher(proxy: ForwardProxy | undefined, timeout: number): Dispatcher {
  const settings = {
    allowH2: false,
    connect: TLS,
    connectTimeout: timeout,
    // Enough for two look-ups at the same time, and one of them is the POST's later.
    connections: 2,
    // The attempt has a timeout for all of its phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Explicit, so that no environment variable can choose another parser.
    useMilo: false,
  }
  if (!proxy) return new Agent(settings)
  // The connections of a ProxyAgent have none of its settings by themselves.
  const factory = (origin: string | URL, options: object) => new Pool(origin, { ...settings, ...options })
  return new ProxyAgent({
    ...settings,
    ...{ uri: proxy.origin, requestTls: TLS, proxyTls: TLS, factory, clientFactory: factory },
    ...(proxy.authorization !== undefined && { token: proxy.authorization }),
  })
}

type Head = Pick<HttpResponse, 'status' | 'headers'>

/** How far a request got. With a head, the error is about the body. */
type Exchanged = { sent: boolean } & (
  | { head: Head; bytes: Buffer; error?: Error | undefined }
  | { head?: undefined; bytes?: undefined; error: Error }
)

/**
 * Sends a request and reads its response, up to the size limit and one byte more. Interim responses (1xx) are skipped.
 * An abort ends it in any phase.
 */
async function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, body }: HttpRequest,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Exchanged> {
  const { promise, resolve: end } = Promise.withResolvers<Error | undefined>()
  const chunks: Buffer[] = []
  let sent = false
  let head: Head | undefined
  let room = maxBytes
  signal.addEventListener('abort', () => end(signal.reason), { once: true })
  dispatcher.dispatch(
    { origin: url.origin, path: url.pathname + url.search, method, headers, body: body ?? null },
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
        room = boundOf(head, maxBytes)
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk)
        room -= chunk.length
        if (room >= 0) return
        end(undefined)
        controller.abort(new Error('the response is too large'))
      },
      onResponseEnd: () => end(undefined),
      onResponseError: (_, error) => end(error),
    },
  )
  const error = await promise
  if (head) return { sent, head, bytes: Buffer.concat(chunks), error }
  return { sent, error: error ?? networkError('NOT_HTTP', 'the response has no head') }
}

const boundOf = ({ status }: Head, maxBytes: number) =>
  status >= 200 && status <= 299 ? maxBytes : Math.min(maxBytes, MAX_ERROR_BYTES)
