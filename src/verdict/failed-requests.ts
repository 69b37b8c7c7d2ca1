import { STATUS_CODES } from 'node:http'
import type { Doing } from '../deployment/end.ts'
import { type NetworkFailure, problemOf } from '../http/exchange.ts'
import { duration } from '../lib/clock.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import {
  describe,
  type Failure,
  OIDC_TOKEN,
  type RefusedFailure,
} from '../service/failure.ts'
import { isRequestKey } from '../service/fields.ts'
import { NOT_PROCESSED } from '../service/retry.ts'
import type { Cause, ErrorCode } from './catalogue.ts'
import { named, quoted, targeted } from './phrases.ts'

/** The words of a failed request, and the advice for its cause. */
interface RequestWords {
  code: ErrorCode
  what: Sentence
  cause: Cause | undefined
}

/** What a failed request means. */
export function wordsOfRequest(doing: Doing, failure: Failure): RequestWords {
  const could = say`Could not ${inWords(doing)}`
  if (failure.kind === 'network') {
    const what = say`${could}: ${describe(failure)}`
    return { code: 'unreachable', what, cause: networkCause(failure) }
  }
  if (failure.kind === 'unusable') {
    const what = say`${could}: ${describe(failure)}`
    const isPaging = failure.problem === 'list_parameters'
    const cause = isPaging ? 'paging' : failure.problem
    return { code: 'unexpected_response', what, cause }
  }
  const answered = say`the service answered ${failure.status}${whatWasRefused(failure)}`
  return {
    code: codeOf(failure.status),
    what: say`${could}: ${answered}`,
    cause: causeOf(failure, doing),
  }
}

function networkCause(failure: NetworkFailure): Cause | undefined {
  const problem = problemOf(failure)
  if (failure.proxy === undefined) return problem
  return problem === 'no_host'
    ? 'no_host_behind_proxy'
    : (problem ?? 'behind_proxy')
}

function inWords(doing: Doing): Sentence {
  switch (doing.task) {
    case 'look_up':
      return say`look up ${targeted(doing.target)}`
    case 'list_deployments':
      return words('list deployments')
    case 'list_repositories':
      return say`list the repositories of integration ${doing.integration_id}`
    case 'create':
      return say`create the deployment "${doing.name}"`
    case 'watch':
      return say`look for the ${named(doing.deployment)}`
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
export function codeOf(status: number): ErrorCode {
  const isTransient = status >= 500 || NOT_PROCESSED.has(status)
  return CODES[status] ?? (isTransient ? 'unavailable' : 'rejected')
}

/** Whether a refusal gives no reason: it says nothing, or is a page whose title is at most its status. */
function isMute({ said, status }: RefusedFailure): boolean {
  const page = PAGE.exec(said.text)
  if (!page) return said.text === ''
  const title = letters(page[1] ?? '')
  return title === '' || title === letters(STATUS_CODES[status] ?? '')
}

const PAGE = /^an HTML page(?: titled "(.*)")?/

const letters = (text: string): string =>
  text.replace(/[^\p{L}]/gu, '').toLowerCase()

/** The advice that what the run knows allows. */
function causeOf(refusal: RefusedFailure, { task }: Doing): Cause | undefined {
  if (lacksCredential(refusal)) return 'no_credential'
  const { status, asked } = refusal
  const isOidcAlone = asked?.credentials.join() === OIDC_TOKEN
  if (status === 401 && isOidcAlone) return 'oidc_refused'
  const known = BY_TASK[`${task} ${status}`]
  if (known === 'list_parameters' && isMute(refusal))
    return 'list_parameters_without_words'
  if (known) return known
  if (!isMute(refusal)) return BY_STATUS[status] ?? causeIn(refusal)
  return (
    WITHOUT_WORDS[`${task} ${status}`] ??
    WITHOUT_WORDS[status] ??
    WITHOUT_WORDS_BY_CODE[codeOf(status)]
  )
}

/** Whether no credential was sent, and nothing else explains the refusal. */
function lacksCredential(refusal: RefusedFailure): boolean {
  const { status, asked } = refusal
  if (asked?.credentials.length !== 0) return false
  return status === 401 || (status === 403 && isMute(refusal))
}

/** A message that names other fields than the name is not about a name that is taken. */
function causeIn({ status, said }: RefusedFailure): Cause | undefined {
  const known = said.fields.filter(({ path }) => path.some(isRequestKey))
  const names = known.map(({ path }) => path.at(-1))
  const isOfOthers = names.length > 0 && !names.includes('name')
  return isOfOthers && codeOf(status) === 'rejected'
    ? 'rejected_fields'
    : undefined
}

const BY_STATUS: Record<number, Cause> = {
  401: 'unauthorized_with_words',
  402: 'quota',
  407: 'proxy',
}

/** A create comes after a look-up that was answered at the same address, and so does a watch. */
const BY_TASK: Record<string, Cause> = {
  'look_up 400': 'list_parameters',
  'look_up 422': 'list_parameters',
  'list_deployments 400': 'list_parameters',
  'list_deployments 422': 'list_parameters',
  'list_repositories 404': 'no_integration',
  'create 401': 'expired',
  'create 404': 'no_such_part',
  'create 405': 'not_taken',
  'create 501': 'not_taken',
  'watch 401': 'expired',
  'watch 404': 'answered_before',
}

/** Statuses that services use for several causes, which only words could tell apart. */
const WITHOUT_WORDS: Record<string, Cause> = {
  'create 403': 'create_forbidden_without_words',
  402: 'quota_without_words',
  407: 'proxy',
}

const WITHOUT_WORDS_BY_CODE: Partial<Record<ErrorCode, Cause>> = {
  forbidden: 'forbidden_without_words',
  rate_limited: 'limited_without_words',
  conflict: 'conflict_without_words',
  rejected: 'rejected_without_words',
}

/** Names when to try again, the path that was asked, or the headers that were sent in vain. */
function whatWasRefused({
  status,
  asked,
  retryAfter,
}: RefusedFailure): Sentence {
  if (!asked) return say``
  const { path, headers, credentials } = asked
  if ([404, 405, 501].includes(status)) return say` to ${path}`
  if (status === 401 && credentials.length > 0)
    return say` and refused what was sent in ${quoted(credentials)}`
  if (retryAfter)
    return say` and asks to try again in ${words(duration(retryAfter))}`
  return status === 403 ? whatWasSent(headers, credentials) : say``
}

function whatWasSent(headers: string[], credentials: string[]): Sentence {
  const others = headers.filter(name => !credentials.includes(name))
  const sent =
    credentials.length > 0
      ? say`with ${quoted(credentials)}`
      : words('without a credential')
  const more =
    others.length > 0 && say`. ${quoted(others)} was sent: check its value`
  return say` to a request ${sent}${more}`
}
