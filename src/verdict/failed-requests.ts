import { STATUS_CODES } from 'node:http'
import type { Doing } from '../deployment/facts.ts'
import type { NetworkFailure } from '../http/exchange.ts'
import type { Sentence } from '../lib/sentence.ts'
import {
  describe,
  type Failure,
  OIDC_TOKEN,
  type RefusedFailure,
  type SentRequest,
} from '../service/failure.ts'
import { isRequestKey } from '../service/fields.ts'
import { NOT_PROCESSED, RETRY } from '../service/retry.ts'
import { phraseOfError } from './error-facts.ts'
import prose from './errors.json' with { type: 'json' }
import type { ErrorCode, ErrorKey, Meaning } from './errors.ts'
import { held, lastOf } from './phrases.ts'

/**
 * What a failed request means.
 *
 * @param isAnswered whether the service answered another request of the run
 */
export function meaningOfRequest(
  doing: Doing,
  failure: Failure,
  isAnswered = false,
): Meaning {
  const isRefused = failure.kind === 'refused'
  const answer = isRefused ? refusalInWords(failure) : describe(failure)
  return {
    key: keyOf(failure, doing, isAnswered),
    variant: isRefused ? toneOf(failure) : undefined,
    about: { doing, failure, answer },
    answer: failure,
  }
}

/** The entry for a failed request. */
function keyOf(failure: Failure, doing: Doing, isAnswered: boolean): ErrorKey {
  if (failure.kind === 'network') return keyOfNetwork(failure, isAnswered)
  if (failure.kind === 'refused') return keyOfRefusal(failure, doing)
  const { problem } = failure
  return problem ? `unexpected_response.${problem}` : 'unexpected_response'
}

/** The cases of problems of the network, by their codes: this project's, undici's and Node's. The first match counts. */
const PROBLEMS = new Map<ErrorKey, RegExp>([
  ['unreachable.slow', /^RESPONSE_TIMEOUT$/],
  ['unreachable.late', /^TIMEOUT$/],
  ['unreachable.proxy_credentials', /^PROXY_AUTHENTICATION$/],
  ['unreachable.proxy_refused', /^PROXY_REFUSED/],
  ['unreachable.proxy', /^UND_ERR_PRX_/],
  ['unreachable.oidc', /^OIDC_TOKEN$/],
  ['unreachable.oidc_unreachable', /^OIDC_UNREACHABLE$/],
  ['unreachable.no_host', /^(ENOTFOUND|EAI_AGAIN)$/],
  ['unreachable.reset', /^(ECONNRESET|EPIPE)$/],
  [
    'unreachable.not_tls',
    /^(EPROTO|ERR_SSL_(WRONG_VERSION|PACKET_LENGTH)_.*)$/,
  ],
  ['unreachable.self_signed', /^DEPTH_ZERO_SELF_SIGNED/],
  ['unreachable.certificate_host', /^ERR_TLS_CERT_ALTNAME/],
  ['unreachable.certificate_date', /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/],
  ['unreachable.certificate', /^UNABLE_TO_|SELF_SIGNED|^(CERT|ERR_TLS_CERT)_/],
])

function keyOfNetwork(
  { code, proxy }: NetworkFailure,
  isAnswered: boolean,
): ErrorKey {
  const [problem] =
    PROBLEMS.entries().find(([, codes]) => codes.test(code)) ?? []
  const isNoHost = problem === 'unreachable.no_host'
  const isOfAddress = !problem || isNoHost || problem === 'unreachable.reset'
  const isBehindProxy = proxy !== undefined
  return lastOf<ErrorKey>({
    unreachable: true,
    'unreachable.behind_proxy': isBehindProxy,
    ...(problem && { [problem]: true }),
    'unreachable.no_host_behind_proxy': isBehindProxy && isNoHost,
    'unreachable.answered_before': isAnswered && isOfAddress,
  })
}

const CODES: Record<number, ErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
}

/** The error code of a refusal with an HTTP status. */
function codeOf(status: number): ErrorCode {
  const isTransient = status >= 500 || NOT_PROCESSED.has(status)
  return CODES[status] ?? (isTransient ? 'unavailable' : 'rejected')
}

const NOTHING_SENT: SentRequest = {
  path: '',
  bytes: 0,
  headers: [],
  credentials: [],
}

/** The entry for a refusal; the more specific last. */
function keyOfRefusal(refusal: RefusedFailure, { task }: Doing): ErrorKey {
  const { status, asked = NOTHING_SENT } = refusal
  const { credentials } = asked
  const code = codeOf(status)
  const tone = toneOf(refusal)
  const isUnsigned = credentials.length === 0
  const special = CASES[`${task} ${status}`] ?? CASES[status]
  return lastOf<ErrorKey>({
    [code]: true,
    'rejected.create': code === 'rejected' && task === 'create',
    'rejected.fields': isAboutOthers(refusal),
    ...(special && { [special]: true }),
    'unauthorized.oidc_refused':
      status === 401 && credentials.join() === OIDC_TOKEN,
    'unauthorized.no_credential': status === 401 && isUnsigned,
    'forbidden.no_credential': status === 403 && isUnsigned && tone === 'mute',
  })
}

/** Cases of refusals, by the request and the status, or by the status. */
const CASES: Record<string, ErrorKey> = {
  'look_up 400': 'rejected.query',
  'look_up 422': 'rejected.query',
  'list_deployments 400': 'rejected.query',
  'list_deployments 422': 'rejected.query',
  'list_repositories 404': 'not_found.no_integration',
  // A create comes after a look-up that was answered at the same address, and so does a watch.
  'create 401': 'unauthorized.may_not_create',
  'create 403': 'forbidden.create',
  'create 404': 'not_found.no_such_part',
  'create 405': 'rejected.not_taken',
  'create 409': 'conflict',
  'create 413': 'rejected.too_large',
  'watch 401': 'unauthorized.expired',
  'watch 404': 'not_found.lost',
  402: 'rejected.quota',
  407: 'rejected.proxy',
}

/** Whether a refusal gives a reason. If not, its words, or the title of its page, are at most the name of its status. */
function toneOf({ said, status }: RefusedFailure): 'told' | 'mute' {
  const told = letters(said.reason ?? said.text)
  const name = letters(STATUS_CODES[status] ?? '')
  return ['', name].includes(told) ? 'mute' : 'told'
}

const letters = (text: string): string =>
  text.replace(/[^\p{L}]/gu, '').toLowerCase()

/** Whether a message names other fields than the name. */
function isAboutOthers({ status, said }: RefusedFailure): boolean {
  const known = said.fields.filter(({ path }) => path.some(isRequestKey))
  const names = known.map(({ path }) => path.at(-1))
  const isOfOthers = names.length > 0 && !names.includes('name')
  return isOfOthers && codeOf(status) === 'rejected'
}

/** A refusal with the path that was asked, what was sent in vain, or when to try again. */
function refusalInWords(failure: RefusedFailure): Sentence {
  const { status, retryAfter, asked = NOTHING_SENT } = failure
  const { credentials, headers } = asked
  const isSigned = credentials.length > 0
  const isForbidden = status === 403
  const flags = {
    plain: true,
    without_credential: isForbidden,
    with_credential: isForbidden && isSigned,
    other_headers: isForbidden && headers.length > 0,
    // A shorter time was waited between the attempts, and did not help.
    try_later: Number(retryAfter) > RETRY.retryAfterCap,
    refused_credential: status === 401 && isSigned,
    path: [404, 405, 501].includes(status),
  }
  return phraseOfError(held(prose.answers, flags), { failure })
}
