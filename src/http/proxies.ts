import querystring from 'node:querystring'

interface ForwardProxy {
  /** The environment variable that names it. */
  variable: string
  /** `http://user:password@host:port`, percent-encoded; undefined if the value of the variable is no proxy. */
  uri: string | undefined
}

/** What stands before the last `@` is the user and the password, with any characters: people paste them unencoded. */
const PROXY =
  /^(?:(https?):\/\/|(?![a-z][a-z\d+.-]*:\/\/))(?:([^:]*)(?::(.*))?@)?([^@\s/\\?#]*)\/?$/is

/** Reads the variable of a scheme (http, https), in upper or lower case; undefined if none is set. Lower case wins if both are. */
export function readProxy(
  scheme: string,
  env: NodeJS.ProcessEnv,
): ForwardProxy | undefined {
  const lower = `${scheme}_proxy`
  for (const variable of [lower, lower.toUpperCase()]) {
    const value = env[variable]?.trim()
    if (value) return { variable, uri: parseProxy(value) }
  }
  return undefined
}

/** Reads `http://host:port`, `host:port` and `user:password@host:port`. */
function parseProxy(text: string): string | undefined {
  const [, scheme = 'http', user = '', password = '', host = ''] =
    PROXY.exec(text) ?? []
  const url = URL.parse(`${scheme}://${host}`)
  if (!url) return undefined
  url.username = encoded(user)
  url.password = encoded(password)
  return url.href
}

/** Unlike decodeURIComponent, `unescape` keeps a percent sign that is not part of an escape. */
const encoded = (part: string): string =>
  encodeURIComponent(querystring.unescape(part).toWellFormed())
