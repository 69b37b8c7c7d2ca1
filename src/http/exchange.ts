import { errors } from 'undici'
import { type Clock, duration } from '../lib/clock.ts'
import { valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'

/** One request, ready for the wire. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string
  /** Whether it goes over a new connection, and not over one that is kept. */
  fresh?: boolean
  /** The size limit of the response, if it is lower than that of all others. */
  maxBytes?: number
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
 * of this project, of undici or of Node. `origin` is the target of the request, as `https://host:port`; `proxy` is the
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

/** Makes one attempt of one request. A network failure is a value, which has a `kind`; only an abort of `signal` or a bug throws. */
export type Send = (
  request: HttpRequest,
  signal: AbortSignal,
) => Promise<HttpResponse | NetworkFailure>

/** The origin of a URL with its port, the only part that an error may contain: `https://host:port`. */
export const originOf = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`

interface Clause {
  words: string
  codes: RegExp
}

/** What is said of a code; of several, the first that matches. For other codes, it is the message of the cause. */
const CLAUSES: Clause[] = [
  {
    words: 'no connection came up in time (DNS, TCP, proxy or TLS)',
    codes: /^(CONNECT_TIMEOUT|ETIMEDOUT)$/,
  },
  { words: 'the time for an answer was over', codes: /^RESPONSE_TIMEOUT$/ },
  {
    words: 'the time for the whole response was over',
    codes: /^BODY_TIMEOUT$/,
  },
  // Of several requests that one deadline ends, such as the pages of a list.
  { words: 'the time for all answers was over', codes: /^TIMEOUT$/ },
  {
    words: 'the response is not in the content-encoding that it names',
    codes: /^BODY_ENCODING$/,
  },
  { words: 'the server there does not speak HTTP/1.1', codes: /^NOT_HTTP$/ },
  { words: 'the proxy asks for credentials', codes: /^PROXY_AUTHENTICATION$/ },
  { words: 'the proxy refused to open a tunnel', codes: /^PROXY_REFUSED/ },
  {
    words: 'the host name could not be looked up',
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
  },
  { words: 'the connection was refused', codes: /^ECONNREFUSED$/ },
  { words: 'there is no route to the host', codes: /^E(HOST|NET)UNREACH$/ },
  { words: 'the connection was reset', codes: /^(ECONNRESET|EPIPE)$/ },
  {
    words: 'the server there does not speak TLS',
    codes: /^(EPROTO|ERR_SSL_(WRONG_VERSION|PACKET_LENGTH)_.*)$/,
  },
  { words: 'the TLS handshake failed', codes: /^ERR_SSL_/ },
  { words: 'its certificate is not trusted', codes: /^UNABLE_TO_|SELF_SIGNED/ },
]

/** What would fail the same way again: a wrong encoding, credential or certificate. */
const PERMANENT =
  /^(BODY_ENCODING|PROXY_AUTHENTICATION|OIDC_TOKEN)$|^UNABLE_TO_|SELF_SIGNED|^(CERT|ERR_TLS_CERT)_/

/** Whether a retry would fail the same way, such as for an untrusted certificate. */
export const isPermanent = (code: string): boolean => PERMANENT.test(code)

/** Describes the failure, with the origin of the request and the variable of a proxy. */
export function describeNetworkFailure({
  code,
  cause,
  origin,
  proxy,
  timeout,
}: Omit<NetworkFailure, 'kind' | 'sent'>): Sentence {
  const isLate = timeout !== undefined && code.endsWith('_TIMEOUT')
  const limit = isLate ? words(`, after ${duration(timeout)}`) : undefined
  // The host that was looked up in vain. It may be the one of a proxy.
  const host = valueAt(cause, ['hostname'])
  const lookedUp = typeof host === 'string' && say` ${host}`
  const what = say`${clauseOf(code, cause)} (${code}${lookedUp}${limit})`

  if (origin === undefined) return what
  const behind = proxy && say`, with ${words(proxy)} set`
  return say`no response from ${origin}${behind}: ${what}`
}

function clauseOf(code: string, cause: unknown): Sentence | string {
  const known = CLAUSES.find(({ codes }) => codes.test(code))
  if (known) return words(known.words)
  return (cause instanceof Error && cause.message) || 'no reason given'
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

  const isMisuse = error instanceof errors.InvalidArgumentError
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
      result = 'kind' in answer ? answer.code : String(answer.status)
      return answer
    } finally {
      const took = Math.round(clock.now() - began)
      const { method, url } = request
      debug(say`${method} ${traceable(url)}: ${result} after ${took} ms`)
    }
  }
}

/** The path and the query. Values are left out, except small numbers. */
const traceable = ({ pathname, search }: URL): string =>
  pathname + search.replace(/=(?!\d{1,6}(&|$))[^&]*/g, '=…')
