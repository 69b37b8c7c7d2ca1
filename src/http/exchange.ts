import { errors } from 'undici'
import type { Clock } from '../lib/clock.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'

/** One request, ready for the wire. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string
  /** Whether it goes over a new connection, and not over one that is kept. */
  fresh?: boolean
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
 * An attempt without a response. `sent: false` guarantees that the service did not process the request. `code` is one
 * of this file, of undici or of Node. `origin` is the target of the request, as `https://host:port`; `proxy` is the
 * environment variable of a proxy, if it is set.
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

/** Makes one attempt of one request. A network failure is a value; only an abort of `signal` or a bug throws. */
export type Send = (
  request: HttpRequest,
  signal: AbortSignal,
) => Promise<HttpResponse | NetworkFailure>

/** The origin of a URL with its port, the only part that an error may contain: `https://host:port`. */
export const originOf = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`

type NetworkProblem =
  | 'no_host'
  | 'slow'
  | 'not_tls'
  | 'certificate'
  | 'proxy'
  | 'oidc'
  | 'oidc_unreachable'

type Kind = [
  codes: RegExp,
  says: string,
  problem?: NetworkProblem | undefined,
  retry?: 'permanent',
]

/**
 * What the codes of this project, of undici and of Node mean: the failure as a clause, its problem, and whether a retry
 * would fail the same way. The first match counts. Without a clause the message of the cause is one.
 */
const KINDS: Kind[] = [
  [
    /^(CONNECT_TIMEOUT|ETIMEDOUT)$/,
    'no connection came up in time (DNS, TCP, proxy or TLS)',
  ],
  [/^RESPONSE_TIMEOUT$/, 'no response came in time', 'slow'],
  [/^(BODY_)?TIMEOUT$/, 'no complete response came in time'],
  [
    /^PROXY_AUTHENTICATION$/,
    'the proxy asks for credentials',
    'proxy',
    'permanent',
  ],
  [/^PROXY_REFUSED$/, 'the proxy refused to open a tunnel', 'proxy'],
  [/^UND_ERR_PRX_CONN$/, 'the proxy closed the connection', 'proxy'],
  [
    /^UND_ERR_PRX_TLS$/,
    'the certificate of the proxy is for another host',
    'proxy',
    'permanent',
  ],
  [/^OIDC_TOKEN$/, '', 'oidc', 'permanent'],
  [/^OIDC_UNREACHABLE$/, '', 'oidc_unreachable'],
  [
    /^BODY_ENCODING$/,
    'the response is not in the content-encoding that it names',
    undefined,
    'permanent',
  ],
  [/^NOT_HTTP$/, 'the server there does not speak HTTP/1.1'],
  [
    /^UND_ERR_HEADERS_OVERFLOW$/,
    'the response has more than 64 KiB of headers',
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    'the host name could not be looked up',
    'no_host',
  ],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^E(HOST|NET)UNREACH$/, 'there is no route to the host'],
  [/^(ECONNRESET|EPIPE)$/, 'the connection was reset'],
  [/^UND_ERR_SOCKET$/, 'the connection was closed'],
  [
    /^(EPROTO|ERR_SSL_(WRONG_VERSION|PACKET_LENGTH)_.*)$/,
    'the server there does not speak TLS',
    'not_tls',
  ],
  [/^ERR_SSL_/, 'the TLS handshake failed'],
  [
    /^CERT_(HAS_EXP|NOT_YET)/,
    'its certificate has expired or is not valid yet',
    'certificate',
    'permanent',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    'its certificate is for another host',
    'certificate',
    'permanent',
  ],
  [
    /^CA_FILE$/,
    'NODE_EXTRA_CA_CERTS names no PEM file that can be read',
    'certificate',
    'permanent',
  ],
  [
    /^(CERT|UNABLE_TO)_|SELF_SIGNED/,
    'its certificate is not trusted',
    'certificate',
    'permanent',
  ],
]

const kindOf = (code: string): Kind | undefined =>
  KINDS.find(([codes]) => codes.test(code))

/** The kind of problem behind a network failure, if it has its own advice. */
export const problemOf = ({
  code,
}: NetworkFailure): NetworkProblem | undefined => kindOf(code)?.[2]

/** Whether a retry would fail the same way, such as for an untrusted certificate. */
export const isPermanent = (code: string): boolean =>
  kindOf(code)?.[3] === 'permanent'

/** Describes the failure, with the origin of the request and the variable of a proxy. */
export function describeNetworkFailure({
  code,
  cause,
  origin,
  proxy,
}: NetworkFailure): Sentence {
  const message =
    cause instanceof Error && cause.message !== ''
      ? cause.message
      : 'the connection failed'
  const known = kindOf(code)?.[1]
  const what = say`${known ? words(known) : message} (${code})`
  if (origin === undefined) return what
  const behind =
    proxy === undefined ? words('') : say`, with ${words(proxy)} set`
  return say`no response from ${origin}${behind}: ${what}`
}

/**
 * The code of a network error. Errors without a code, and those about invalid arguments, are bugs.
 *
 * @throws the error, if it is a bug
 */
export function codeOfNetworkError(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return 'NOT_HTTP'
  const { code, message } = error as { code?: unknown; message?: string }
  // undici names the status of a proxy only in the message.
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(message ?? '') ?? []
  if (status !== undefined)
    return status === '407' ? 'PROXY_AUTHENTICATION' : 'PROXY_REFUSED'
  const isMisuse = [TypeError, RangeError, errors.InvalidArgumentError].some(
    bug => error instanceof bug,
  )
  if (isMisuse || typeof code !== 'string') throw error
  return code
}

/** Writes a line to the debug log for each request: method, path, result and duration. */
export function traced(
  send: Send,
  debug: (line: Sentence) => void,
  clock: Clock,
): Send {
  return async (request, signal) => {
    // Notices a cancellation that came while the process was busy.
    await clock.turn()
    const began = clock.now()
    let result = 'aborted'
    try {
      const answer = await send(request, signal)
      result = isNetworkFailure(answer) ? answer.code : String(answer.status)
      return answer
    } finally {
      const took = Math.round(clock.now() - began)
      debug(
        say`${request.method} ${traceable(request.url)}: ${result} after ${took} ms`,
      )
    }
  }
}

/** The path and the names of the query parameters. Values are left out, except small numbers. */
function traceable({ pathname, searchParams }: URL): string {
  const query = [...searchParams].map(
    ([name, value]) => `${name}=${/^\d{1,6}$/.test(value) ? value : '…'}`,
  )
  return query.length === 0 ? pathname : `${pathname}?${query.join('&')}`
}
