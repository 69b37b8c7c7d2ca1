import { BlockList, isIP } from 'node:net'
import querystring from 'node:querystring'

/** A forward proxy. `variable` is the environment variable that names it. */
export interface ForwardProxy {
  variable: string
  protocol: 'http:' | 'https:'
  /** Without the brackets of an IPv6 address. */
  hostname: string
  port: number
  /** The value of `Proxy-Authorization`, where the proxy was given with a user. */
  authorization?: string
}

/** The proxies that an environment names, for requests of each scheme. */
interface Proxies {
  'http:'?: ForwardProxy
  'https:'?: ForwardProxy
  /** The entries of NO_PROXY. */
  bypass: string[]
  /** Variables whose value cannot be read as a proxy. */
  unreadable: string[]
}

/** Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case: the lower case counts where both are set. */
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

/** The proxy that a request goes through; undefined where it goes straight to its origin. */
export function proxyFor(url: URL, proxies: Proxies): ForwardProxy | undefined {
  const proxy = url.protocol === 'https:' ? proxies['https:'] : proxies['http:']
  return proxy && !isBypassed(url, proxies.bypass) ? proxy : undefined
}

/**
 * Reads `http://host:port`, `host:port` and `user:password@host:port`. All before the last `@` is the user and the
 * password, whatever signs they hold: people paste passwords as they are.
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

/** A value without a scheme is one of `http`: `proxy:8080` would read as the scheme `proxy`. */
const schemed = (text: string) => (text.includes('://') ? text : `http://${text}`)

function basic(userinfo: string): string {
  const colon = userinfo.indexOf(':')
  const parts = colon === -1 ? [userinfo, ''] : [userinfo.slice(0, colon), userinfo.slice(colon + 1)]
  // Unlike decodeURIComponent this leaves a percent sign that begins no escape as it is.
  return `Basic ${Buffer.from(parts.map(part => querystring.unescape(part)).join(':')).toString('base64')}`
}

/** Whether an entry of NO_PROXY names the host: itself, a domain above it, a network of its address, or `*`. */
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

/** An entry's host, and the port after it if there is one. An IPv6 address may stand in brackets. */
function splitPort(entry: string): { name: string; only: string | undefined } {
  if (isIP(entry)) return { name: entry, only: undefined }
  const [, bracketed, name = entry, only] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  return { name: bracketed ?? name, only }
}

/** Whether an address lies in a network such as `10.0.0.0/8`. */
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
