import {
  Agent,
  type AgentOptions,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import type { Socket } from 'node:net'
import { connect, type ForwardProxy, type Phase, proxyFor, readProxies } from './connect.ts'
import {
  codeOfNetworkError,
  type HttpRequest,
  type HttpResponse,
  isNetworkFailure,
  type NetworkFailure,
  networkError,
  originOf,
  readBody,
  type Send,
} from './exchange.ts'

export interface Transport {
  send: Send
  close(): Promise<void>
}

interface TransportOptions {
  /** Time for one attempt, from the host look-up to the last byte of the response, in milliseconds. */
  timeout: number
  /** The environment with the proxy variables. */
  env: NodeJS.ProcessEnv
  /**
   * Whether a POST is likely to follow the first GET. If so, its connection is opened in parallel with the first one.
   */
  willPost?: boolean
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

/** How long an early connection can be used, in milliseconds: a service may close an idle one. */
const EARLY_FOR = 2000

/** Error codes of a connection that the other side closed while it was idle. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE'])

/** A connection that is opened before its POST begins. */
interface Early {
  origin: string
  socket: Promise<Socket>
  expired: AbortSignal
}

/**
 * Opens a transport to a service, through the proxies in the environment. Redirects are never followed.
 *
 * GET requests share connections. A POST uses a new connection: on a reused one that the service is closing, it would
 * be unknown whether the POST arrived.
 */
export function openTransport({
  timeout,
  env,
  willPost = false,
  maxBytes = MAX_RESPONSE_BYTES,
}: TransportOptions): Transport {
  const proxies = readProxies(env)
  const shared = openAgent({ keepAlive: true })
  const single = openAgent({ keepAlive: false })
  const closed = new AbortController()
  let early: Early | undefined
  let isFirst = true

  /** Opens the connection for the expected POST. It closes by itself if no POST follows. */
  function beginEarly(url: URL) {
    if (closed.signal.aborted) return
    const expired = AbortSignal.any([closed.signal, AbortSignal.timeout(EARLY_FOR)])
    const socket = connect(url, { proxy: proxyFor(url, proxies), signal: expired, enter: () => {} })
    early = { origin: url.origin, socket, expired }
    const taken = early
    socket.then(
      open => expired.addEventListener('abort', () => early === taken && open.destroy(), { once: true }),
      () => {},
    )
  }

  async function dial(url: URL, signal: AbortSignal, enter: (phase: Phase) => void): Promise<Socket> {
    const options = { proxy: proxyFor(url, proxies), signal, enter }
    const candidate = early?.origin === url.origin && !early.expired.aborted ? early : undefined
    if (!candidate) return connect(url, options)
    early = undefined
    enter('CONNECT')
    const socket = await abortable(candidate.socket, signal).catch(() => undefined)
    return socket && !socket.destroyed ? socket : connect(url, options)
  }

  async function attempt(request: HttpRequest, signal: AbortSignal): Promise<Attempt> {
    signal.throwIfAborted()
    const { url, method } = request
    const proxy = proxyFor(url, proxies)
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), timeout)
    const either = AbortSignal.any([signal, over.signal])
    let phase = 'CONNECT' as Phase
    let reused = false
    const enter = (next: Phase) => {
      phase = next
    }
    const codeOf = (error: unknown) => (over.signal.aborted ? `${phase}_TIMEOUT` : codeOfNetworkError(error))
    try {
      const agent = method === 'GET' ? shared : single
      const open = () =>
        method !== 'GET' ? dial(url, either, enter) : connect(url, { proxy, signal: either, enter })
      const response = await respond(request, { proxy, agent, open, signal: either }, again => {
        reused = again
        phase = 'RESPONSE'
      })
      phase = 'BODY'
      const status = response.statusCode ?? 0
      const bound = status >= 200 && status <= 299 ? maxBytes : Math.min(maxBytes, MAX_ERROR_BYTES)
      const body = await readBody(response, bound)
      signal.throwIfAborted()
      // A body that ends with its connection looks complete when the connection is aborted.
      const broken = over.signal.aborted ? { code: 'BODY_TIMEOUT', cause: body.broken?.cause } : body.broken
      return { answer: { status, headers: response.headers, ...body, ...(broken && { broken }) }, reused }
    } catch (cause) {
      signal.throwIfAborted()
      const sent = phase === 'RESPONSE' || phase === 'BODY'
      const origin = originOf(url)
      return {
        answer: { kind: 'network', sent, code: codeOf(cause), cause, origin, proxy: proxy?.variable },
        reused,
      }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async send(request, signal) {
      // Open it after the connections of all requests that begin now: a service may accept one connection at a time.
      if (willPost && isFirst && request.method === 'GET') setImmediate(beginEarly, request.url)
      isFirst = false
      for (;;) {
        const { answer, reused } = await attempt(request, signal)
        const closedWhileIdle = reused && isNetworkFailure(answer) && CLOSED.has(answer.code)
        if (!closedWhileIdle || request.method !== 'GET') return answer
      }
    },
    async close() {
      closed.abort()
      for (const agent of [shared, single]) agent.destroy()
    },
  }
}

interface Attempt {
  answer: HttpResponse | NetworkFailure
  /** Whether the connection was used before. */
  reused: boolean
}

/** An agent that lets the request open its own connection. */
function openAgent(options: AgentOptions): Agent {
  const agent = new Agent(options)
  agent.createConnection = (options, callback) => {
    const { open } = options as unknown as { open: () => Promise<Socket> }
    open().then(
      socket => callback?.(null, socket),
      error => callback?.(error, null as never),
    )
    return undefined
  }
  agent.getName = options => String((options as { origin?: string } | undefined)?.origin)
  return agent
}

/**
 * Sends a request and waits for the head of its response. Interim responses (1xx) are skipped.
 *
 * @param started called when the request is sent on a connection, with whether the connection was used before
 */
function respond(
  { url, method, headers, body }: HttpRequest,
  {
    proxy,
    agent,
    open,
    signal,
  }: { proxy: ForwardProxy | undefined; agent: Agent; open: () => Promise<Socket>; signal: AbortSignal },
  started: (reused: boolean) => void,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const forwarded = proxy && url.protocol === 'http:'
  const names = new Set(Object.keys(headers).map(name => name.toLowerCase()))
  const options = {
    agent,
    open,
    origin: url.origin,
    method,
    host: url.hostname,
    path: forwarded ? url.origin + url.pathname + url.search : url.pathname + url.search,
    headers: {
      ...(!names.has('host') && { host: url.host }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
      ...(forwarded && proxy.authorization !== undefined && { 'proxy-authorization': proxy.authorization }),
    },
    signal,
    maxHeaderSize: MAX_HEADER_BYTES,
  }
  const outgoing = httpRequest(options as RequestOptions)
  outgoing.once('socket', () => started(outgoing.reusedSocket))
  outgoing.once('response', resolve)
  outgoing.on('error', reject)
  outgoing.once('close', () =>
    reject(networkError('ECONNRESET', 'the connection was closed without a response')),
  )
  outgoing.end(body)
  return promise
}

/** A promise that rejects when the signal aborts. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: either, resolve, reject } = Promise.withResolvers<T>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  promise.then(resolve, reject)
  return either
}
