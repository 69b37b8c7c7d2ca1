import { STATUS_CODES } from 'node:http'
import type { Doing } from '../deployment/facts.ts'
import { type NetworkFailure, problemOf } from '../http/exchange.ts'
import {
  type Failure,
  OIDC_TOKEN,
  type RefusedFailure,
} from '../service/failure.ts'
import { isRequestKey } from '../service/fields.ts'
import { NOT_PROCESSED } from '../service/retry.ts'
import type { Case, ErrorCode, Meaning } from './errors.ts'

/** What a failed request means. */
export function meaningOfRequest(doing: Doing, failure: Failure): Meaning {
  const about = { doing, failure }
  switch (failure.kind) {
    case 'network': {
      const cases = ['request_failed', ...casesOfNetwork(failure)] as const
      return { code: 'unreachable', cases, about }
    }
    case 'unusable': {
      const cases = ['request_failed', failure.problem] as const
      return { code: 'unexpected_response', cases, about }
    }
    case 'refused': {
      const cases = [...whatWasRefused(failure), causeOf(failure, doing)]
      const other_headers = otherHeaders(failure)
      const code = codeOf(failure.status)
      return { code, cases, about: { ...about, other_headers } }
    }
  }
}

/** Behind a proxy, the host may be known to the proxy alone. */
function casesOfNetwork(failure: NetworkFailure): Meaning['cases'] {
  const problem = problemOf(failure)
  if (failure.proxy === undefined) return [problem]
  const isUnknown = problem === 'no_host'
  return ['behind_proxy', isUnknown ? 'no_host_behind_proxy' : problem]
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

/** Names the path that was asked, the headers that were sent in vain, or when to try again. */
function whatWasRefused(failure: RefusedFailure): Case[] {
  const { status, asked, retryAfter } = failure
  if (!asked) return ['refused']
  const isAnonymous = asked.credentials.length === 0
  if ([404, 405, 501].includes(status)) return ['refused', 'refused_path']
  if (status === 401 && !isAnonymous) return ['refused', 'refused_credential']
  if (retryAfter) return ['refused', 'try_later']
  if (status !== 403) return ['refused']
  const sent = isAnonymous ? 'sent_without_credential' : 'sent_with_credential'
  const isMore = otherHeaders(failure).length > 0
  return ['refused', sent, ...(isMore ? ['other_headers_sent' as const] : [])]
}

/** The headers of the connection that carried no credential. */
const otherHeaders = ({ asked }: RefusedFailure): string[] =>
  asked?.headers.filter(name => !asked.credentials.includes(name)) ?? []

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
  'create 401 with words': 'expired_with_words',
  'create 401': 'expired',
  'create 403 without words': 'create_forbidden_without_words',
  'create 404 with words': 'told',
  'create 404': 'no_such_part',
  'create 405 with words': 'not_taken_with_words',
  'create 405': 'not_taken',
  'create 501 with words': 'not_taken_with_words',
  'create 501': 'not_taken',
  'watch 401 with words': 'expired_with_words',
  'watch 401': 'expired',
  'watch 404': 'answered_before',
  '401 with words': 'unauthorized_with_words',
  '402 with words': 'told',
  // Services use some statuses for several causes, which only words could tell apart.
  '402 without words': 'quota_without_words',
  '407': 'proxy',
  '413 with words': 'too_large',
  '413 without words': 'too_large_without_words',
  'conflict without words': 'conflict_without_words',
  'forbidden without words': 'forbidden_without_words',
  'rate_limited without words': 'limited_without_words',
  'rejected without words': 'rejected_without_words',
}

/** The advice that what the run knows allows. */
function causeOf(refusal: RefusedFailure, { task }: Doing): Case | undefined {
  const { status, asked } = refusal
  const isMute = saysNothing(refusal)
  const isAnonymous = asked?.credentials.length === 0
  if (isAnonymous && (status === 401 || (status === 403 && isMute)))
    return 'no_credential'
  if (status === 401 && asked?.credentials.join() === OIDC_TOKEN)
    return 'oidc_refused'
  const tone = isMute ? 'without words' : 'with words'
  const name = [
    `${task} ${status} ${tone}`,
    `${task} ${status}`,
    `${status} ${tone}`,
    `${status}`,
    `${codeOf(status)} ${tone}`,
  ].find(name => name in CAUSES)
  if (name !== undefined) return CAUSES[name]
  return isAboutOthers(refusal) ? 'rejected_fields' : undefined
}

/** Whether a refusal gives no reason: its words, or the title of its page, are at most the name of its status. */
function saysNothing({ said, status }: RefusedFailure): boolean {
  const page = PAGE.exec(said.text)
  const told = letters(page ? (page[1] ?? '') : said.text)
  return told === '' || told === letters(STATUS_CODES[status] ?? '')
}

const PAGE = /^an HTML page(?: titled "(.*)")?/

const letters = (text: string): string =>
  text.replace(/[^\p{L}]/gu, '').toLowerCase()

/** Whether a message names other fields than the name: then it is not about a name that is taken. */
function isAboutOthers({ status, said }: RefusedFailure): boolean {
  const known = said.fields.filter(({ path }) => path.some(isRequestKey))
  const names = known.map(({ path }) => path.at(-1))
  const isOfOthers = names.length > 0 && !names.includes('name')
  return isOfOthers && codeOf(status) === 'rejected'
}
