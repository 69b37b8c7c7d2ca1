import type { Received } from '../service/client.ts'
import type { Failure, Said } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'

/** A circumstance of a failure by which more can be advised than its `error_code` tells. */
export type Hint =
  | 'not_the_service'
  | 'blocked'
  | 'workspace'
  | 'name_refused'
  | 'integration'
  | 'redirect'
  | 'host_unknown'
  | 'nothing_listens'
  | 'slow'
  | 'not_tls'
  | 'certificate_untrusted'
  | 'certificate_dates'
  | 'certificate_host'
  | 'proxy'
  | 'oidc'
  | 'question'

/** What the code of a network failure hints at. */
const NETWORK_HINTS: Record<string, Hint> = {
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  ECONNREFUSED: 'nothing_listens',
  EHOSTUNREACH: 'nothing_listens',
  ENETUNREACH: 'nothing_listens',
  TIMEOUT: 'slow',
  ETIMEDOUT: 'slow',
  UND_ERR_CONNECT_TIMEOUT: 'slow',
  UND_ERR_HEADERS_TIMEOUT: 'slow',
  UND_ERR_BODY_TIMEOUT: 'slow',
  EPROTO: 'not_tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not_tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  CERT_HAS_EXPIRED: 'certificate_dates',
  CERT_NOT_YET_VALID: 'certificate_dates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_host',
  OIDC_TOKEN: 'oidc',
}

/** What a failure hints at, if it is more than its status says. */
export function hintOf(failure: Failure): Hint | undefined {
  switch (failure.kind) {
    case 'network':
      // This is how a proxy's refusal of a tunnel is told.
      if (failure.cause instanceof Error && /^Proxy response/.test(failure.cause.message)) return 'proxy'
      return NETWORK_HINTS[failure.code]
    case 'redirect':
      return 'redirect'
    case 'unusable':
      return failure.said.html ? 'not_the_service' : undefined
    case 'refused':
      return hintOfRefusal(failure.status, failure.said)
  }
}

function hintOfRefusal(status: number, said: Said): Hint | undefined {
  if (status === 407) return 'proxy'
  if (status === 404 && said.html) return 'not_the_service'
  if (status === 403 && said.html) return 'blocked'
  if (status === 403 && /workspace|tenant|organi[sz]ation/i.test(said.text)) return 'workspace'
  if (status !== 400 && status !== 422) return undefined
  return said.fields.some(({ loc }) => loc.length <= 2 && loc.at(-1) === 'name') ? 'name_refused' : undefined
}

/** Why a run failed, as the output `error_code` names it. */
export type ErrorCode =
  | 'invalid_input'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rejected'
  | 'name_taken'
  | 'already_exists'
  | 'differs'
  | 'ambiguous_name'
  | 'repository_not_found'
  | 'ambiguous_repository'
  | 'rate_limited'
  | 'unavailable'
  | 'unreachable'
  | 'unknown_outcome'
  | 'duplicate_created'
  | 'unexpected_response'
  | 'wait_timeout'
  | 'deleted'
  | 'cancelled'
  | 'internal'

/** A failed run: what failed, what the service said, and what may help more than the code's own advice. */
export interface Trouble {
  code: ErrorCode
  what: string
  said?: Said
  hint?: Hint | undefined
  status?: number
  cause?: unknown
}

/** How a run ended. */
export type Outcome =
  | { result: 'created' | 'adopted'; deployment: Received<Deployment> }
  | { result: 'dry_run' }
  | Failed
export interface Failed {
  result: 'failed'
  trouble: Trouble
}

export const failed = (trouble: Trouble): Failed => ({ result: 'failed', trouble })

/** @param doing what was being done, as in "could not …" */
export function troubleOf(doing: string, failure: Failure): Trouble {
  const hint = hintOf(failure)
  switch (failure.kind) {
    case 'network':
      return {
        code: 'unreachable',
        what: `Could not ${doing}: ${describe(failure)}`,
        hint,
        cause: failure.cause,
      }
    case 'refused':
      return {
        code: codeOfStatus(failure.status),
        what: `Could not ${doing}: the service answered ${failure.status}`,
        said: failure.said,
        hint,
        status: failure.status,
      }
    case 'redirect':
      return {
        code: 'unexpected_response',
        what: `Could not ${doing}: ${describe(failure)}, and redirects are not followed`,
        hint,
        status: failure.status,
      }
    case 'unusable':
      return {
        code: 'unexpected_response',
        what: `Could not ${doing}: ${failure.reason}`,
        said: failure.said,
        hint,
        status: failure.status,
      }
  }
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'rejected'
}

/** A failure in a few words, for a log line. */
export function describe(failure: Failure): string {
  switch (failure.kind) {
    case 'network':
      return describeNetwork(failure.code, failure.cause)
    case 'refused':
      return `the service answered ${failure.status}${failure.said.text === '' ? '' : ` (${failure.said.text})`}`
    case 'redirect':
      return `the service answered ${failure.status} and points to ${failure.origin}`
    case 'unusable':
      return failure.reason
  }
}

const UNTRUSTED = 'its certificate is not trusted'

const NETWORK: Record<string, string> = {
  OIDC_TOKEN: 'the runner gave no OIDC token',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  TIMEOUT: 'no complete answer came in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came up in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer came in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stalled',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_ABORTED: 'the connection was aborted',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there does not speak TLS',
}

function describeNetwork(code: string, cause: unknown): string {
  const known = NETWORK[code]
  if (known !== undefined) return `${known} (${code})`
  const message = cause instanceof Error && cause.message !== '' ? cause.message : 'the connection failed'
  return code === 'UNKNOWN' ? message : `${message} (${code})`
}
