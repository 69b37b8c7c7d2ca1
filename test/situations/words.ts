import { expect } from 'vitest'

/** The five sentences on a rerun. */
export const RERUN = {
  safe: /rerun is safe(?!,? (?:but|once))/i,
  after_correction: /rerun is safe, but ends the same way until this is corrected/i,
  repairs_nothing: /rerun is safe, but[^.]* repairs nothing/i,
  once_listed: /rerun is safe once the service lists what it has[^.]*second deployment/i,
  creates_another: /rerun is not safe before this is corrected[^.]*another/i,
} satisfies Record<string, RegExp>

export type Rerun = keyof typeof RERUN

interface Words {
  /** A fact of the advice that no other code's advice has. */
  advice: RegExp
  rerun: Rerun
}

/** What each code says. */
export const CODES = {
  invalid_input: { advice: /correct/i, rerun: 'after_correction' },
  unauthorized: { advice: /check[^.]*`api_key`/i, rerun: 'after_correction' },
  forbidden: { advice: /role|permission/i, rerun: 'after_correction' },
  not_found: { advice: /check[^.]*`base_url`[^.]*(?:id|workspace)/i, rerun: 'after_correction' },
  rejected: {
    advice: /set up what is missing/i,
    rerun: 'after_correction',
  },
  conflict: { advice: /lock|tracing project/i, rerun: 'safe' },
  rate_limited: { advice: /fewer/i, rerun: 'safe' },
  unavailable: { advice: /status page/i, rerun: 'safe' },
  unreachable: { advice: /proxy|network/i, rerun: 'safe' },
  unexpected_response: { advice: /log-?in|gateway/i, rerun: 'after_correction' },
  repository_not_found: { advice: /grant/i, rerun: 'after_correction' },
  ambiguous_repository: { advice: /`repository`[^.]*url/i, rerun: 'after_correction' },
  already_exists: { advice: /`if_exists/i, rerun: 'after_correction' },
  differs: { advice: /new `name`/i, rerun: 'after_correction' },
  ambiguous_name: { advice: /in use[^.]*delete/i, rerun: 'after_correction' },
  duplicate_created: { advice: /`concurrency`/i, rerun: 'after_correction' },
  unknown_outcome: { advice: /look[^.]* in the service/i, rerun: 'once_listed' },
  deleted: { advice: /meant to go/i, rerun: 'safe' },
  wait_timeout: { advice: /`wait_timeout`/i, rerun: 'repairs_nothing' },
  unhealthy: { advice: /application/i, rerun: 'repairs_nothing' },
  cancelled: { advice: /`timeout-minutes`/i, rerun: 'safe' },
  internal: { advice: /report/i, rerun: 'safe' },
} satisfies Record<string, Words>

export type ErrorCode = keyof typeof CODES

/** Whether a create request was sent. */
export const SENT = {
  nothing: /nothing was sent|no (?:create )?request was sent/i,
  no: /no create request was sent/i,
  yes: /(?<!no )create request(?:s)? (?:was|were|had|has)|this run created the deployment/i,
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
