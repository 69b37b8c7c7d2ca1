import querystring from 'node:querystring'

interface ForwardProxy {
  /** The environment variable that names it. */
  variable: string
  /** `http://user:password@host:port`, percent-encoded; undefined if the value of the variable is no proxy. */
  uri: string | undefined
}

/** Reads the variable of a scheme, in upper or lower case; undefined if none is set. Lower case wins if both are. */
export function readProxy(
  scheme: 'http' | 'https',
  env: NodeJS.ProcessEnv,
): ForwardProxy | undefined {
  const names = [`${scheme}_proxy`, `${scheme}_proxy`.toUpperCase()]
  const variable = names.find(name => env[name]?.trim())
  return variable === undefined
    ? undefined
    : { variable, uri: parseProxy(env[variable] ?? '') }
}

/**
 * Reads `http://host:port`, `host:port` and `user:password@host:port`. Everything before the last `@` is the user and
 * the password, with any characters: people paste passwords unencoded.
 */
function parseProxy(text: string): string | undefined {
  const [, scheme = 'http', user = '', address = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:(.*)@)?(.*)$/is.exec(text.trim()) ?? []
  if (!/^https?$/i.test(scheme) || /[\s\\]/.test(address)) return undefined
  const url = URL.parse(`${scheme}://${address}`)
  if (!url || url.hostname === '' || url.port === '0') return undefined
  const [name = '', ...password] = user.split(':')
  // Unlike decodeURIComponent, this keeps a percent sign that is not part of an escape.
  const parts = [name, password.join(':')].map(part =>
    querystring.unescape(part).toWellFormed(),
  )
  return `${url.protocol}//${parts.map(encodeURIComponent).join(':')}@${url.host}`
}
