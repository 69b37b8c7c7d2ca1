import { STATUS_CODES } from 'node:http'
import type { Doing } from '../deployment/facts.ts'
import type { NetworkFailure } from '../http/exchange.ts'
import {
  type Failure,
  OIDC_TOKEN,
  type RefusedFailure,
} from '../service/failure.ts'
import { isRequestKey } from '../service/fields.ts'
import { NOT_PROCESSED, RETRY } from '../service/retry.ts'
import type { Case, Cases, ErrorCode, Meaning } from './errors.ts'

/** What a failed request means. */
export function meaningOfRequest(doing: Doing, failure: Failure): Meaning {
  const known = { about: { doing, failure }, answer: failure }
  if (failure.kind === 'network')
    return { ...known, code: 'unreachable', cases: casesOfNetwork(failure) }
  if (failure.kind === 'unusable') {
    const cases = { request_failed: true, [`${failure.problem}`]: true }
    return { ...known, code: 'unexpected_response', cases }
  }
  const cases = casesOfRefusal(failure, doing)
  return { ...known, code: codeOf(failure.status), cases }
}

/** The advice for problems of the network, by their codes: this project's, undici's and Node's. The first match counts. */
const PROBLEMS = new Map<Case, RegExp>([
  ['slow', /^RESPONSE_TIMEOUT$/],
  ['proxy_credentials', /^PROXY_AUTHENTICATION$/],
  ['proxy_refused', /^PROXY_REFUSED/],
  ['proxy', /^UND_ERR_PRX_/],
  ['oidc', /^OIDC_TOKEN$/],
  ['oidc_unreachable', /^OIDC_UNREACHABLE$/],
  ['no_host', /^(ENOTFOUND|EAI_AGAIN)$/],
  ['reset', /^(ECONNRESET|EPIPE)$/],
  ['not_tls', /^(EPROTO|ERR_SSL_(WRONG_VERSION|PACKET_LENGTH)_.*)$/],
  ['self_signed', /^DEPTH_ZERO_SELF_SIGNED/],
  ['certificate_host', /^ERR_TLS_CERT_ALTNAME/],
  ['certificate_date', /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificate', /^UNABLE_TO_|SELF_SIGNED|^(CERT|ERR_TLS_CERT)_/],
])

function casesOfNetwork({ code, proxy }: NetworkFailure): Cases {
  const [problem] =
    PROBLEMS.entries().find(([, codes]) => codes.test(code)) ?? []
  const isBehindProxy = proxy !== undefined
  return {
    request_failed: true,
    behind_proxy: isBehindProxy,
    [`${problem}`]: true,
    no_host_behind_proxy: isBehindProxy && problem === 'no_host',
  }
}

const CODES: Record<number, ErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
}

/** The error code of a refusal with an HTTP status. */
function codeOf(status: number): ErrorCode {
  const isTransient = status >= 500 || NOT_PROCESSED.has(status)
  return CODES[status] ?? (isTransient ? 'unavailable' : 'rejected')
}

/** The names of what a request was sent with. */
type Sent = Pick<
  NonNullable<RefusedFailure['asked']>,
  'headers' | 'credentials'
>

const NOTHING_SENT: Sent = { headers: [], credentials: [] }

/** Names when to try again, the path that was asked, or what was sent in vain; and the advice that the run allows. */
function casesOfRefusal(refusal: RefusedFailure, { task }: Doing): Cases {
  const { status, asked = NOTHING_SENT, retryAfter } = refusal
  const { credentials } = asked
  const isSigned = credentials.length > 0
  const isMute = saysNothing(refusal)
  const mayBeUnsigned = status === 401 || (status === 403 && isMute)
  return {
    request_refused: true,
    ...(status === 403 && sentWith(asked)),
    // A shorter time was waited between the attempts, and did not help.
    try_later: Number(retryAfter) > RETRY.retryAfterCap,
    refused_credential: status === 401 && isSigned,
    refused_path: [404, 405, 501].includes(status),

    rejected_fields: isAboutOthers(refusal),
    [`${causeOf(task, status, isMute)}`]: true,
    oidc_refused: status === 401 && credentials.join() === OIDC_TOKEN,
    no_credential: !isSigned && mayBeUnsigned,
  }
}

/** What a forbidden request was sent with. */
const sentWith = ({ headers, credentials }: Sent): Cases => ({
  sent_without_credential: true,
  sent_with_credential: credentials.length > 0,
  other_headers_sent: headers.length > 0,
})

/** The case with the advice for a refusal; the more specific first. */
function causeOf(
  task: Doing['task'],
  status: number,
  isMute: boolean,
): Case | undefined {
  const tone = isMute ? 'without words' : 'with words'
  const names = [
    `${task} ${status} ${tone}`,
    `${task} ${status}`,
    `${status} ${tone}`,
    `${status}`,
    `${task} ${codeOf(status)} ${tone}`,
    `${codeOf(status)} ${tone}`,
  ]
  const known = names.find(name => name in CAUSES)
  return known === undefined ? undefined : CAUSES[known]
}

/** The advice for a refusal, by the request, the status and whether the answer has words. */
const CAUSES: Record<string, Case> = {
  'look_up 400': 'query_refused',
  'look_up 400 without words': 'query_refused_without_words',
  'look_up 422': 'query_refused',
  'look_up 422 without words': 'query_refused_without_words',
  'list_deployments 400': 'query_refused',
  'list_deployments 400 without words': 'query_refused_without_words',
  'list_deployments 422': 'query_refused',
  'list_deployments 422 without words': 'query_refused_without_words',
  'list_repositories 404 with words': 'no_integration_with_words',
  'list_repositories 404': 'no_integration',
  // A create comes after a look-up that was answered at the same address, and so does a watch.
  'create 401 with words': 'may_not_create_with_words',
  'create 401': 'may_not_create',
  'create 403 without words': 'create_forbidden_without_words',
  'create 404 with words': 'no_such_part_with_words',
  'create 404': 'no_such_part',
  'create 405 with words': 'not_taken_with_words',
  'create 405': 'not_taken',
  'create 501 with words': 'not_taken_with_words',
  'create 501': 'not_taken',
  'watch 401 with words': 'expired_with_words',
  'watch 401': 'expired',
  'watch 404': 'lost_refused',
  '401 with words': 'unauthorized_with_words',
  '402 with words': 'told',
  // Services use some statuses for several causes, which only words could tell apart.
  '402 without words': 'quota_without_words',
  '407': 'proxy',
  '413': 'too_large',
  'conflict without words': 'conflict_without_words',
  'forbidden without words': 'forbidden_without_words',
  'rate_limited without words': 'limited_without_words',
  'create rejected without words': 'rejected_create_without_words',
  'rejected without words': 'rejected_without_words',
}

/** Whether a refusal gives no reason: its words, or the title of its page, are at most the name of its status. */
function saysNothing({ said, status }: RefusedFailure): boolean {
  const told = letters(said.reason ?? said.text)
  return told === '' || told === letters(STATUS_CODES[status] ?? '')
}

const letters = (text: string): string =>
  text.replace(/[^\p{L}]/gu, '').toLowerCase()

/** Whether a message names other fields than the name: then it is not about a name that is taken. */
function isAboutOthers({ status, said }: RefusedFailure): boolean {
  const known = said.fields.filter(({ path }) => path.some(isRequestKey))
  const names = known.map(({ path }) => path.at(-1))
  const isOfOthers = names.length > 0 && !names.includes('name')
  return isOfOthers && codeOf(status) === 'rejected'
}
