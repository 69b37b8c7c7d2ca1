import { request as httpRequest } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { portOf } from './exchange.ts'
import { networkError } from './network-errors.ts'
import type { ForwardProxy } from './proxies.ts'

/** The phase of an attempt. Each has its own timeout code in network-errors.ts. */
export type Phase = 'LOOKUP' | 'CONNECT' | 'PROXY' | 'TLS' | 'RESPONSE' | 'BODY'

interface ConnectOptions {
  proxy: ForwardProxy | undefined
  signal: AbortSignal
  /** Called when a phase begins. */
  enter(phase: Phase): void
}

/**
 * Opens a connection for requests to an origin: by TCP and TLS, and through a proxy's tunnel if an https origin is
 * behind one. An abort of the signal ends it in any phase.
 */
export async function connect(url: URL, { proxy, signal, enter }: ConnectOptions): Promise<Socket> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const hop = proxy ?? { protocol: url.protocol, hostname, port: portOf(url) }
  const tcp = await openTcp(hop, signal, enter)
  const first = hop.protocol === 'https:' ? await secure(tcp, hop.hostname, signal, enter) : tcp
  if (!proxy || url.protocol === 'http:') return first
  const tunnel = await openTunnel(first, `${url.hostname}:${portOf(url)}`, proxy, signal, enter)
  return secure(tunnel, hostname, signal, enter)
}

function openTcp(
  { hostname, port }: { hostname: string; port: number },
  signal: AbortSignal,
  enter: (phase: Phase) => void,
): Promise<Socket> {
  enter(isIP(hostname) ? 'CONNECT' : 'LOOKUP')
  const socket = connectTcp({ host: hostname, port, noDelay: true })
  socket.once('lookup', () => enter('CONNECT'))
  return ready(socket, 'connect', signal)
}

function secure(
  socket: Socket,
  hostname: string,
  signal: AbortSignal,
  enter: (phase: Phase) => void,
): Promise<Socket> {
  enter('TLS')
  // A built-in module loads synchronously. Runs over plain http do not load it.
  const { connect: connectTls } = process.getBuiltinModule('node:tls')
  const secured = connectTls({
    socket,
    servername: isIP(hostname) ? '' : hostname,
    host: hostname,
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that no environment variable can disable certificate verification.
    rejectUnauthorized: true,
  })
  return ready(secured, 'secureConnect', signal)
}

/** Waits until a socket is connected. Destroys it on a failure or an abort. */
async function ready<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  // This listener stays, because an idle connection may also fail.
  socket.on('error', reject)
  socket.once('close', () => reject(networkError('ECONNRESET', 'the connection was closed before it was up')))
  socket.once(event, () => resolve(socket))
  try {
    return await promise
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function openTunnel(
  socket: Socket,
  target: string,
  { authorization }: ForwardProxy,
  signal: AbortSignal,
  enter: (phase: Phase) => void,
): Promise<Socket> {
  enter('PROXY')
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const asking = httpRequest({
    createConnection: () => socket,
    method: 'CONNECT',
    path: target,
    headers: {
      host: target,
      connection: 'keep-alive',
      ...(authorization !== undefined && { 'proxy-authorization': authorization }),
    },
    signal,
  })
  asking.once('connect', ({ statusCode = 0 }, tunnel, head) => {
    if (head.length > 0) tunnel.unshift(head)
    if (statusCode >= 200 && statusCode <= 299) return resolve(tunnel as Socket)
    const code = statusCode === 407 ? 'PROXY_AUTHENTICATION' : 'PROXY_REFUSED'
    reject(networkError(code, `the proxy answered ${statusCode}`))
  })
  asking.on('error', reject)
  asking.once('close', () => reject(networkError('ECONNRESET', 'the proxy closed the connection')))
  asking.end()
  try {
    return await promise
  } catch (error) {
    socket.destroy()
    throw error
  }
}
