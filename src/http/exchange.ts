import { errors } from 'undici'
import { type Clock, duration } from '../lib/clock.ts'
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
  broken?: Pick<NetworkFailure, 'code' | 'cause' | 'timeout'>
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
  /** The time of an attempt, in milliseconds. */
  timeout?: number
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

/** A problem of the network that has its own advice. */
type NetworkProblem =
  | 'no_host'
  | 'slow'
  | 'not_tls'
  | 'certificate'
  | 'self_signed'
  | 'certificate_host'
  | 'certificate_date'
  | 'proxy'
  | 'proxy_credentials'
  | 'proxy_refused'
  | 'oidc'
  | 'oidc_unreachable'

/** What a code means. */
interface Kind {
  codes: RegExp
  /** The failure as a clause. Without it, the message of the cause is one. */
  says?: string
  problem?: NetworkProblem
  /** Whether a retry would fail the same way. */
  isPermanent?: true
}

/** The codes of this project, of undici and of Node that have words or advice of their own. The first match counts. */
const KINDS: Kind[] = [
  {
    codes: /^(CONNECT_TIMEOUT|ETIMEDOUT)$/,
    says: 'no connection came up in time (DNS, TCP, proxy or TLS)',
  },
  {
    codes: /^RESPONSE_TIMEOUT$/,
    says: 'the time for an answer was over',
    problem: 'slow',
  },
  {
    codes: /^BODY_TIMEOUT$/,
    says: 'the time for the whole response was over',
  },
  {
    // Of several requests that one deadline ends, such as the pages of a list.
    codes: /^TIMEOUT$/,
    says: 'the time for all answers was over',
  },
  {
    codes: /^BODY_ENCODING$/,
    says: 'the response is not in the content-encoding that it names',
    isPermanent: true,
  },
  {
    codes: /^NOT_HTTP$/,
    says: 'the server there does not speak HTTP/1.1',
  },
  {
    codes: /^PROXY_AUTHENTICATION$/,
    says: 'the proxy asks for credentials',
    problem: 'proxy_credentials',
    isPermanent: true,
  },
  {
    codes: /^PROXY_REFUSED/,
    says: 'the proxy refused to open a tunnel',
    problem: 'proxy_refused',
  },
  { codes: /^UND_ERR_PRX_/, problem: 'proxy' },
  { codes: /^OIDC_TOKEN$/, problem: 'oidc', isPermanent: true },
  { codes: /^OIDC_UNREACHABLE$/, problem: 'oidc_unreachable' },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    says: 'the host name could not be looked up',
    problem: 'no_host',
  },
  {
    codes: /^ECONNREFUSED$/,
    says: 'the connection was refused',
  },
  {
    codes: /^E(HOST|NET)UNREACH$/,
    says: 'there is no route to the host',
  },
  {
    codes: /^(ECONNRESET|EPIPE)$/,
    says: 'the connection was reset',
  },
  {
    codes: /^(EPROTO|ERR_SSL_(WRONG_VERSION|PACKET_LENGTH)_.*)$/,
    says: 'the server there does not speak TLS',
    problem: 'not_tls',
  },
  {
    codes: /^ERR_SSL_/,
    says: 'the TLS handshake failed',
  },
  {
    codes: /^DEPTH_ZERO_SELF_SIGNED/,
    says: 'its certificate is not trusted',
    problem: 'self_signed',
    isPermanent: true,
  },
  {
    codes: /^UNABLE_TO_|SELF_SIGNED/,
    says: 'its certificate is not trusted',
    problem: 'certificate',
    isPermanent: true,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME/,
    problem: 'certificate_host',
    isPermanent: true,
  },
  {
    codes: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    problem: 'certificate_date',
    isPermanent: true,
  },
  {
    codes: /^(CERT|ERR_TLS_CERT)_/,
    problem: 'certificate',
    isPermanent: true,
  },
]

const kindOf = (code: string): Kind | undefined =>
  KINDS.find(({ codes }) => codes.test(code))

/** The kind of problem behind a network failure, if it has its own advice. */
export const problemOf = ({
  code,
}: NetworkFailure): NetworkProblem | undefined => kindOf(code)?.problem

/** Whether a retry would fail the same way, such as for an untrusted certificate. */
export const isPermanent = (code: string): boolean =>
  kindOf(code)?.isPermanent === true

/** Describes the failure, with the origin of the request and the variable of a proxy. */
export function describeNetworkFailure({
  code,
  cause,
  origin,
  proxy,
  timeout,
}: NetworkFailure): Sentence {
  const isLate = timeout !== undefined && code.endsWith('_TIMEOUT')
  const limit = isLate ? words(`, after ${duration(timeout)}`) : undefined
  const what = say`${clauseOf(code, cause)} (${code}${lookedUp(cause)}${limit})`

  if (origin === undefined) return what
  const behind = proxy && say`, with ${words(proxy)} set`
  return say`no response from ${origin}${behind}: ${what}`
}

function clauseOf(code: string, cause: unknown): Sentence | string {
  const known = kindOf(code)?.says
  if (known !== undefined) return words(known)
  return (cause instanceof Error && cause.message) || 'no reason given'
}

/** The host that was looked up in vain. It may be the one of a proxy. */
function lookedUp(cause: unknown): Sentence | undefined {
  const { hostname } = Object(cause) as { hostname?: string }
  return hostname === undefined ? undefined : say` ${hostname}`
}

/**
 * The code of a network error. Errors without a code, and those about invalid arguments, are bugs.
 *
 * @throws the error, if it is a bug
 */
export function codeOfNetworkError(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return 'NOT_HTTP'

  const { code, message = '' } = error as NodeJS.ErrnoException
  // undici names the status of a proxy only in the message.
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(message) ?? []
  if (status === '407') return 'PROXY_AUTHENTICATION'
  if (status !== undefined) return `PROXY_REFUSED_${status}`

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
      const { method, url } = request
      debug(say`${method} ${traceable(url)}: ${result} after ${took} ms`)
    }
  }
}

/** The path and the names of the query parameters. Values are left out, except small numbers. */
function traceable({ pathname, searchParams }: URL): string {
  const query = Array.from(searchParams, ([name, value]) => {
    const isSmallNumber = /^\d{1,6}$/.test(value)
    return `${name}=${isSmallNumber ? value : '…'}`
  })
  return [pathname, query.join('&')].filter(Boolean).join('?')
}
