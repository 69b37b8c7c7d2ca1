import { isIP } from 'node:net'
import querystring from 'node:querystring'

/** A forward proxy. `variable` is the environment variable that names it. */
export interface ForwardProxy {
  variable: string
  /** `http://host:port` or `https://host:port`. */
  origin: string
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
  const bypass = (env['no_proxy'] || env['NO_PROXY'] || '').toLowerCase().split(/[\s,]+/)
  const proxies: Proxies = { bypass: bypass.filter(Boolean), unreadable: [] }
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
  const [, scheme = 'http', user, address = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:(.*)@)?(.*)$/is.exec(text.trim()) ?? []
  if (!/^https?$/i.test(scheme) || /[\s\\]/.test(address)) return undefined
  const url = URL.parse(`${scheme}://${address}`)
  if (!url || url.hostname === '' || url.port === '0') return undefined
  return { origin: url.origin, ...(user && { authorization: basic(user) }) }
}

function basic(user: string): string {
  const [name = '', ...password] = user.split(':')
  // Unlike decodeURIComponent, this keeps a percent sign that is not part of an escape.
  const parts = [name, password.join(':')].map(part => querystring.unescape(part))
  return `Basic ${Buffer.from(parts.join(':')).toString('base64')}`
}

/** Whether an entry of NO_PROXY matches the host: by name, parent domain or `*`, each with a port or without. */
function isBypassed({ hostname, port, protocol }: URL, bypass: string[]): boolean {
  const host = hostname.replace(/\.$/, '')
  const ownPort = port || (protocol === 'https:' ? '443' : '80')
  return bypass.some(entry => {
    if (entry === '*') return true
    // Any scheme without a port of its own.
    const url = URL.parse(`host://${isIP(entry) === 6 ? `[${entry}]` : entry}`)
    const domain = url?.hostname.replace(/^\*?\./, '')
    if (!domain || (url?.port && url.port !== ownPort)) return false
    return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`))
  })
}
