import { expect } from 'vitest'
import { RERUN } from '../../src/run/advice.ts'

/** Whether a create request was sent. */
export const SENT = {
  no: /No create request was sent/,
  yes: /A create request was sent|Each create request that was sent|This run created the deployment/,
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

/** The names of the sentences on a rerun that a text has. */
export const rerunsOf = (text: string): string[] =>
  Object.entries(RERUN).flatMap(([name, sentence]) => (text.includes(sentence) ? [name] : []))
