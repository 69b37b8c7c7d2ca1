import { expect, it } from 'vitest'
import { write } from '../../src/lib/sentence.ts'
import { describe, failureOf, parseRetryAfter } from '../../src/service/failure.ts'

const URL_ASKED = new URL('https://service.test/v2/deployments')

it.each([
  ['3', 3000],
  [' 12 ', 12_000],
  ['0', 0],
  ['-3', undefined],
  ['1.5', undefined],
  ['3 seconds', undefined],
  ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms from now', (value, expected) => {
  expect(parseRetryAfter(value, Date.UTC(2026, 0, 1))).toBe(expected)
})

it.each([
  ['https://login.test/path?token=x', 'https://login.test'],
  ['/elsewhere', 'https://service.test'],
  ['http://[broken', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  [undefined, undefined],
])('an error about a redirect to %s names only the origin', (location, origin) => {
  const response = { status: 302, headers: { location }, text: '', truncated: false }
  expect(failureOf(response, URL_ASKED, 0)).toEqual({ kind: 'redirect', status: 302, origin })
})

it.each([
  [102, 'unusable'],
  [300, 'unusable'],
  [304, 'unusable'],
  [308, 'redirect'],
  [399, 'unusable'],
  [400, 'refused'],
  [599, 'refused'],
])('status %i is classified as %s', (status, kind) => {
  expect(failureOf({ status, headers: {}, text: '', truncated: false }, URL_ASKED, 0)).toMatchObject({ kind })
})

it.each([
  ['3', 3000],
  [['4', '5'], 4000],
  [undefined, undefined],
])('a refusal with Retry-After: %j asks for %s ms', (header, retryAfter) => {
  const response = { status: 429, headers: { 'retry-after': header }, text: 'slow down', truncated: false }
  expect(failureOf(response, URL_ASKED, 0, ['X-Api-Key'])).toEqual({
    kind: 'refused',
    status: 429,
    credentials: ['X-Api-Key'],
    said: { text: 'slow down', fields: [] },
    ...(retryAfter !== undefined && { retryAfter }),
  })
})

const broken = { code: 'ECONNRESET', cause: undefined }

it.each([
  ['{"detail": "no key"}', { broken }, 'no key'],
  ['{"detail": "the secret is hal', { broken }, ''],
  ['the secret is hal', { broken }, ''],
  ['the secret is hal', { truncated: true }, ''],
  ['the secret is half', {}, 'the secret is half'],
])('a body that ends early, %s with %j, is quoted as %j', (text, response, said) => {
  const failure = failureOf({ status: 401, headers: {}, text, truncated: false, ...response }, URL_ASKED, 0)
  expect(failure).toMatchObject({ kind: 'refused', status: 401, said: { text: said } })
})

it("a Retry-After date counts from the service's own date", () => {
  const headers = { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }
  const response = { status: 503, headers, text: '', truncated: false }
  expect(failureOf(response, URL_ASKED, Date.UTC(2030, 0, 1))).toMatchObject({ retryAfter: 7000 })
})

it.each([
  ['ECONNRESET', new Error('read ECONNRESET'), 'the connection was reset (ECONNRESET)'],
  ['EPIPE', new Error('write EPIPE'), 'the connection was reset (EPIPE)'],
  ['ENEW', new Error('something new'), 'something new (ENEW)'],
  ['ENEW', undefined, 'the connection failed (ENEW)'],
])('a network failure with code %s and cause %s is described as: %s', (code, cause, text) => {
  expect(write(describe({ kind: 'network', sent: false, code, cause }), value => value)).toBe(text)
})
