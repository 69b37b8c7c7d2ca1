import { expect } from 'vitest'

/** The five sentences on a rerun. */
export const RERUN = {
  safe: /rerun is safe(?!,? (?:but|once))/i,
  after_correction: /rerun is safe, but[^.]* until this is corrected/i,
  repairs_nothing: /rerun is safe, but[^.]* repairs nothing/i,
  once_listed: /rerun is safe once the service lists what it has[^.]*second deployment/i,
  creates_another: /rerun is not safe before this is corrected[^.]*another/i,
} satisfies Record<string, RegExp>

export type Rerun = keyof typeof RERUN

/** One fact of each code's advice that no other code's advice has. */
export const ADVICE = {
  invalid_input: /correct/i,
  unauthorized: /check[^.]*`api_key`/i,
  forbidden: /role|permission/i,
  not_found: /check[^.]*`base_url`[^.]*(?:id|workspace)/i,
  rejected: /what the service said|message of the service|words|the service names/i,
  conflict: /lock|tracing project/i,
  rate_limited: /fewer/i,
  unavailable: /status page/i,
  unreachable: /proxy|network/i,
  unexpected_response: /log-?in|gateway/i,
  repository_not_found: /grant/i,
  ambiguous_repository: /`repository`[^.]*url/i,
  already_exists: /`if_exists/i,
  differs: /new `name`/i,
  ambiguous_name: /delete/i,
  duplicate_created: /`concurrency`/i,
  unknown_outcome: /look[^.]* in the service/i,
  deleted: /who deletes/i,
  wait_timeout: /`wait_timeout`/i,
  unhealthy: /application/i,
  cancelled: /`timeout-minutes`/i,
  internal: /report/i,
} satisfies Record<string, RegExp>

export type ErrorCode = keyof typeof ADVICE

/** Whether a create request was sent. */
export const SENT = {
  no: /no create request was sent/i,
  yes: /(?<!no )create request(?:s)? (?:was|were|had|has)/i,
}

/** Checks that a text has all facts, each behind the one before. */
export function expectInOrder(text: string, facts: (RegExp | string)[]): void {
  let rest = text
  for (const fact of facts) {
    const [found] = typeof fact === 'string' ? [rest.includes(fact) ? fact : ''] : (fact.exec(rest) ?? [''])
    expect(found, `${String(fact)} in its place in:\n${text}`).not.toBe('')
    rest = rest.slice(rest.indexOf(found) + found.length)
  }
}

/** The sentences on a rerun that a text has. */
export const rerunsOf = (text: string): string[] =>
  Object.entries(RERUN).flatMap(([name, sentence]) => (sentence.test(text) ? [name] : []))
