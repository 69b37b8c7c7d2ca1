import { errors } from 'undici'
import { describe, expect, it } from 'vitest'
import {
  codeOfNetworkError,
  describeNetworkFailure,
  isPermanent,
  problemOf,
} from '../../src/http/exchange.ts'
import { write } from '../../src/lib/sentence.ts'

const failure = (code: string, more: { origin?: string; proxy?: string; cause?: unknown } = {}) => ({
  kind: 'network' as const,
  sent: false,
  code,
  cause: undefined,
  ...more,
})

describe('a network failure is described', () => {
  const origin = 'https://service.test:443'

  it.each<[string, Parameters<typeof failure>[1], string]>([
    ['ECONNREFUSED', { origin }, `no response from ${origin}: the connection was refused (ECONNREFUSED)`],
    [
      'PROXY_REFUSED',
      { origin, proxy: 'HTTPS_PROXY' },
      `no response from ${origin} through the proxy of HTTPS_PROXY: the proxy refused to open a tunnel (PROXY_REFUSED)`,
    ],
    ['NOT_HTTP', {}, 'the server there does not speak HTTP/1.1 (NOT_HTTP)'],
    ['ENEW', { cause: new Error('something new') }, 'something new (ENEW)'],
    ['ENEW', {}, 'the connection failed (ENEW)'],
    [
      'OIDC_TOKEN',
      { cause: new Error('the runner gave no OIDC token: it answered 403') },
      'the runner gave no OIDC token: it answered 403 (OIDC_TOKEN)',
    ],
  ])('with the code $0 as: $2', (code, more, text) => {
    expect(write(describeNetworkFailure(failure(code, more)), value => value)).toBe(text)
  })
})

it.each([
  ['CONNECT_TIMEOUT', 'slow', false],
  ['PROXY_AUTHENTICATION', 'proxy', true],
  ['RESPONSE_TIMEOUT', 'slow', false],
  ['BODY_TIMEOUT', 'slow', false],
  ['CERT_HAS_EXPIRED', 'certificate', true],
  ['CERT_REVOKED', 'certificate', true],
  ['ECONNRESET', undefined, false],
])('the code %s has the problem %s; permanent: %s', (code, problem, permanent) => {
  expect([problemOf(failure(code)), isPermanent(code)]).toEqual([problem, permanent])
})

it.each([
  ['an error without a code', new Error('a bug')],
  [
    'an error with ERR_INVALID_ARG_TYPE',
    Object.assign(new TypeError('a bug'), { code: 'ERR_INVALID_ARG_TYPE' }),
  ],
  ['an error with UND_ERR_INVALID_ARG', new errors.InvalidArgumentError('invalid a header')],
  ['a string', 'a bug'],
])('%s is not a network error and is thrown again', (_, error) => {
  let thrown: unknown
  try {
    codeOfNetworkError(error)
  } catch (caught) {
    thrown = caught
  }
  expect(thrown).toBe(error)
})
