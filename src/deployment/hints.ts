import type { Failure, Said } from '../service/failure.ts'

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
const NETWORK: Record<string, Hint> = {
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
      return NETWORK[failure.code]
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
