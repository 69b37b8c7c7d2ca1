import { request as httpRequest } from 'node:http'
import { BlockList, connect as connectTcp, isIP, type Socket } from 'node:net'
import querystring from 'node:querystring'
import { networkError, portOf } from './exchange.ts'

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

/** A forward proxy. `variable` is the environment variable that names it. */
export interface ForwardProxy {
  variable: string
  protocol: 'http:' | 'https:'
  /** Without the brackets of an IPv6 address. */
  hostname: string
  port: number
  /** The value of `Proxy-Authorization`, if the proxy has a user. */
  authorization?: string
}

/** The proxies in the environment, by URL scheme. */
interface Proxies {
  'http:'?: ForwardProxy
  'https:'?: ForwardProxy
  /** The entries of NO_PROXY. */
  bypass: string[]
  /** Variables with a value that is not a valid proxy. */
  unreadable: string[]
}

/** Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case. Lower case wins if both are set. */
export function readProxies(env: NodeJS.ProcessEnv): Proxies {
  const proxies: Proxies = {
    bypass: (env['no_proxy'] || env['NO_PROXY'] || '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    unreadable: [],
  }
  for (const scheme of ['http', 'https'] as const) {
    const variable = [`${scheme}_proxy`, `${scheme}_proxy`.toUpperCase()].find(name => env[name]?.trim())
    if (variable === undefined) continue
    const proxy = parseProxy(env[variable] ?? '')
    if (proxy) proxies[`${scheme}:`] = { variable, ...proxy }
    else proxies.unreadable.push(variable)
  }
  return proxies
}

/** The proxy for a request; undefined for a direct connection. */
export function proxyFor(url: URL, proxies: Proxies): ForwardProxy | undefined {
  const proxy = url.protocol === 'https:' ? proxies['https:'] : proxies['http:']
  return proxy && !isBypassed(url, proxies.bypass) ? proxy : undefined
}

/**
 * Reads `http://host:port`, `host:port` and `user:password@host:port`. Everything before the last `@` is the user and
 * the password, with any characters: people paste passwords unencoded.
 */
function parseProxy(text: string): Omit<ForwardProxy, 'variable'> | undefined {
  const [, scheme = 'http', rest = ''] =
    /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/)?(.*)$/is.exec(schemed(text.trim())) ?? []
  const protocol = `${scheme.toLowerCase()}:`
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  const at = rest.lastIndexOf('@')
  const address = rest.slice(at + 1)
  const url = /[\s\\]/.test(address) ? null : URL.parse(`${protocol}//${address}`)
  if (!url || url.hostname === '' || url.port === '0') return undefined
  return {
    protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (protocol === 'https:' ? 443 : 80),
    ...(at > 0 && { authorization: basic(rest.slice(0, at)) }),
  }
}

/** Adds `http://` to a value without a scheme: `proxy:8080` would parse as the scheme `proxy`. */
const schemed = (text: string) => (text.includes('://') ? text : `http://${text}`)

function basic(userinfo: string): string {
  const colon = userinfo.indexOf(':')
  const parts = colon === -1 ? [userinfo, ''] : [userinfo.slice(0, colon), userinfo.slice(colon + 1)]
  // Unlike decodeURIComponent, this keeps a percent sign that is not part of an escape.
  return `Basic ${Buffer.from(parts.map(part => querystring.unescape(part)).join(':')).toString('base64')}`
}

/** Whether an entry of NO_PROXY matches the host: by name, parent domain, network of its address, or `*`. */
function isBypassed({ hostname, port, protocol }: URL, bypass: string[]): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const ownPort = port || (protocol === 'https:' ? '443' : '80')
  return bypass.some(entry => {
    if (entry === '*') return true
    if (isWithin(host, entry)) return true
    const { name, only } = splitPort(entry)
    if (only !== undefined && only !== ownPort) return false
    const domain = name.replace(/^\*?\./, '')
    return domain !== '' && (host === domain || (!isIP(host) && host.endsWith(`.${domain}`)))
  })
}

/** The host of an entry, and its port if there is one. An IPv6 address may be in brackets. */
function splitPort(entry: string): { name: string; only: string | undefined } {
  if (isIP(entry)) return { name: entry, only: undefined }
  const [, bracketed, name = entry, only] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  return { name: bracketed ?? name, only }
}

/** Whether an address is in a network such as `10.0.0.0/8`. */
function isWithin(host: string, entry: string): boolean {
  const [network = '', bits = ''] = entry.split('/')
  const version = isIP(host)
  if (version === 0 || version !== isIP(network) || !/^\d{1,3}$/.test(bits)) return false
  if (Number(bits) > (version === 4 ? 32 : 128)) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, Number(bits), family)
  return list.check(host, family)
}
