import { errors } from 'undici'

/** One request, ready for the wire. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string
}

/**
 * A response with any status. Its body is decompressed; `truncated` means that it exceeded the size limit. `broken` is
 * the reason why the body could not be read to its end; the status is still valid.
 */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  truncated: boolean
  broken?: { code: string; cause: unknown }
}

/**
 * An attempt without a response. `sent: false` guarantees that no byte of the request left this machine. `code` is one
 * of network-errors.ts or of Node. `origin` is the target of the request, as `https://host:port`; `proxy` is the
 * environment variable that names the proxy.
 */
export interface NetworkFailure {
  kind: 'network'
  sent: boolean
  code: string
  cause: unknown
  origin?: string
  proxy?: string | undefined
}

export function isNetworkFailure(answer: object): answer is NetworkFailure {
  return 'kind' in answer && answer.kind === 'network'
}

/** The origin of a URL with its port, the only part that an error may contain: `https://host:port`. */
export const originOf = (url: URL): string => `${url.protocol}//${url.hostname}:${portOf(url)}`

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Makes one attempt of one request. A network failure is a value; only an abort of `signal` or a bug throws. */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse | NetworkFailure>

/** A kind of network failure with its own advice. */
export type NetworkProblem =
  | 'host_unknown'
  | 'nothing_listens'
  | 'slow'
  | 'not_tls'
  | 'certificate_untrusted'
  | 'certificate_dates'
  | 'certificate_host'
  | 'proxy'
  | 'oidc'

interface Entry {
  /** The failure, as a clause. */
  says: string
  problem?: NetworkProblem
  /** A retry would fail the same way. */
  permanent?: true
  /** Append the message of the cause, which is this project's own text. */
  withCause?: true
}

const slow = (says: string): Entry => ({ says, problem: 'slow' })
const NO_ROUTE: Entry = { says: 'there is no route to the host', problem: 'nothing_listens' }
const RESET: Entry = { says: 'the connection was reset' }
const NOT_TLS: Entry = { says: 'the server there does not speak TLS', problem: 'not_tls' }
const UNTRUSTED: Entry = {
  says: 'its certificate is not trusted',
  problem: 'certificate_untrusted',
  permanent: true,
}

/** Every code that this project gives to a network failure, and the codes of Node with a description. */
const CODES: Record<string, Entry> = {
  CONNECT_TIMEOUT: slow('no connection came up in time (DNS, TCP, proxy or TLS)'),
  RESPONSE_TIMEOUT: slow('no response came in time'),
  BODY_TIMEOUT: slow('the response did not end in time'),
  TIMEOUT: slow('no complete response came in time'),
  PROXY_REFUSED: { says: 'the proxy refused to open a tunnel', problem: 'proxy' },
  UND_ERR_PRX_CONN: { says: 'the proxy closed the connection', problem: 'proxy' },
  UND_ERR_PRX_TLS: { says: "the proxy's certificate is for another host", problem: 'proxy', permanent: true },
  PROXY_AUTHENTICATION: { says: 'the proxy asks for other credentials', problem: 'proxy', permanent: true },
  OIDC_TOKEN: { says: 'the runner gave no OIDC token', problem: 'oidc', permanent: true, withCause: true },
  OIDC_UNREACHABLE: { says: 'the runner gave no OIDC token', withCause: true },
  NOT_HTTP: { says: 'the server there does not speak HTTP/1.1' },
  UND_ERR_HEADERS_OVERFLOW: { says: 'the headers of the response are larger than 64 KiB' },
  BODY_ENCODING: { says: 'the response is not in the content-encoding that it names', permanent: true },
  ENOTFOUND: { says: 'the host name is not known', problem: 'host_unknown' },
  EAI_AGAIN: { says: 'the host name could not be looked up', problem: 'host_unknown' },
  ECONNREFUSED: { says: 'the connection was refused', problem: 'nothing_listens' },
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ETIMEDOUT: slow('no connection came up in time'),
  ECONNRESET: RESET,
  UND_ERR_SOCKET: RESET,
  EPIPE: RESET,
  EPROTO: NOT_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: {
    says: 'its certificate has expired',
    problem: 'certificate_dates',
    permanent: true,
  },
  CERT_NOT_YET_VALID: {
    says: 'its certificate is not valid yet',
    problem: 'certificate_dates',
    permanent: true,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    says: 'its certificate is for another host',
    problem: 'certificate_host',
    permanent: true,
  },
}

/** Families of codes, by prefix. */
const FAMILIES: [string, Entry][] = [
  ['ERR_SSL_', { says: 'the TLS handshake failed' }],
  ['CERT_', UNTRUSTED],
]

function entryOf(code: string): Entry | undefined {
  return CODES[code] ?? FAMILIES.find(([start]) => code.startsWith(start))?.[1]
}

/** The kind of problem behind a network failure, if it has its own advice. */
export const problemOf = ({ code }: NetworkFailure): NetworkProblem | undefined => entryOf(code)?.problem

/** Whether a retry would fail the same way, such as for an untrusted certificate. */
export const isPermanent = (code: string): boolean => entryOf(code)?.permanent === true

/** Describes the failure, with the origin of the request and the proxy if there is one. */
export function describeNetworkFailure({ code, cause, origin, proxy }: NetworkFailure): string {
  const entry = entryOf(code)
  const what = `${entry?.says ?? messageOf(cause)}${entry?.withCause ? `: ${messageOf(cause)}` : ''} (${code})`
  if (origin === undefined) return what
  return `no response from ${origin}${proxy === undefined ? '' : ` through the proxy of ${proxy}`}: ${what}`
}

const messageOf = (cause: unknown) =>
  cause instanceof Error && cause.message !== '' ? cause.message : 'the connection failed'

/** A network error with a code. */
export const networkError = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code })

/** undici's codes for a wrong use of it. */
const MISUSES = ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']

/**
 * The code of a network error. Errors without a code, and those about invalid arguments, are bugs.
 *
 * @throws the error, if it is a bug
 */
export function codeOfNetworkError(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return 'NOT_HTTP'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // undici tells the status of a proxy only in the message.
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(error instanceof Error ? error.message : '') ?? []
  if (status !== undefined) return status === '407' ? 'PROXY_AUTHENTICATION' : 'PROXY_REFUSED'
  const isMisuse = error instanceof TypeError || error instanceof RangeError || MISUSES.includes(String(code))
  if (typeof code !== 'string' || isMisuse) throw error
  return code
}
