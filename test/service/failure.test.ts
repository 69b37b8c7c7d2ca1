import { expect, it } from 'vitest'
import { type Sentence, write } from '../../src/lib/sentence.ts'
import { describe, failureOf } from '../../src/service/failure.ts'

const URL_OF_LIST = new URL('https://service.test/v2/deployments')
const READ = { clock: { date: () => 0 }, redact: String }
const response = { status: 429, headers: {}, text: '', truncated: false }
const text = (sentence: Sentence) => write(sentence, value => value)

it.each([
  ['3', 3000],
  [['4', '5'], 4000],
  ['-3', undefined],
  ['1.5', undefined],
  ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms from now', async (value, retryAfter) => {
  const clock = { date: () => Date.parse('Thu, 01 Jan 2026 00:00:00 GMT') }
  const late = { ...response, headers: { 'retry-after': value } }
  const failure = await failureOf(late, URL_OF_LIST, { ...READ, clock })
  expect(failure).toMatchObject({ retryAfter })
})

it.each([
  ['https://login.test/path?token=x', 'answered 302 and points to https://login.test/path, and'],
  ['/elsewhere', 'answered 302 and points to https://service.test/elsewhere, and'],
  ['https://user:token@login.test/a?b#c', 'answered 302 and points to https://login.test/a, and'],
  ['javascript:alert(1)', 'answered 302 and names no usable target, and'],
  [undefined, 'answered 302 and names no usable target, and'],
])('an error about a redirect to %s names its origin and path', async (location, says) => {
  const failure = await failureOf({ ...response, status: 302, headers: { location } }, URL_OF_LIST, READ)
  expect(text(describe(failure))).toBe(`the service ${says} redirects are not followed`)
})

it('an error of a look-up names the host, which may be that of a proxy', () => {
  const cause = Object.assign(new Error('getaddrinfo'), { hostname: 'proxy.test' })
  const origin = 'https://service.test:443'
  const failure = { kind: 'network' as const, sent: false, code: 'ENOTFOUND', cause, origin }
  expect(text(describe(failure))).toContain('(ENOTFOUND proxy.test)')
})

const broken = { code: 'ECONNRESET', cause: undefined }

it.each([
  ['{"detail": "no key"}', { broken }, 'no key'],
  ['{"detail": "the secret is hal', { broken }, ''],
  ['the secret is hal', { broken }, ''],
  ['the secret is hal', { truncated: true }, ''],
  ['the secret is half', {}, 'the secret is half'],
])('a body that ends early, %s with %j, is quoted as %j', async (text, end, said) => {
  const failure = await failureOf({ ...response, status: 401, text, ...end }, URL_OF_LIST, READ)
  expect(failure).toMatchObject({ kind: 'refused', status: 401, said: { text: said } })
})
