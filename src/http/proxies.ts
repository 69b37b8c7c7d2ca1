import querystring from 'node:querystring'

interface ForwardProxy {
  /** The environment variable that names it. */
  variable: string
  /** `http://user:password@host:port`, percent-encoded; undefined if the value of the variable is no proxy. */
  uri: string | undefined
}

/** What stands before the last `@` is the user and the password, with any characters: people paste them unencoded. */
const PROXY =
  /^(?:(https?):\/\/|(?![a-z][a-z\d+.-]*:\/\/))(?:(.*)@)?([^@\s/\\?#]*)\/?$/is

/** Reads the variable of a scheme (http, https), in upper or lower case; undefined if none is set. Lower case wins if both are. */
export function readProxy(
  scheme: string,
  env: NodeJS.ProcessEnv,
): ForwardProxy | undefined {
  const names = [`${scheme}_proxy`, `${scheme}_proxy`.toUpperCase()]
  const variable = names.find(name => env[name]?.trim())

  if (variable === undefined) return undefined
  return { variable, uri: parseProxy(env[variable] ?? '') }
}

/** Reads `http://host:port`, `host:port` and `user:password@host:port`. */
function parseProxy(text: string): string | undefined {
  const [, scheme = 'http', credentials = '', host = ''] =
    PROXY.exec(text.trim()) ?? []
  const url = URL.parse(`${scheme}://${host}`)
  if (!url) return undefined

  const [user = ''] = credentials.split(':', 1)
  url.username = encoded(user)
  url.password = encoded(credentials.slice(`${user}:`.length))
  return url.href
}

/** Unlike decodeURIComponent, `unescape` keeps a percent sign that is not part of an escape. */
const encoded = (part: string): string =>
  encodeURIComponent(querystring.unescape(part).toWellFormed())
