import { errors } from 'undici'
import { expect, it } from 'vitest'
import {
  codeOfNetworkError,
  describeNetworkFailure,
  isPermanent,
  type NetworkFailure,
  problemOf,
} from '../../src/http/exchange.ts'
import { write } from '../../src/lib/sentence.ts'

const origin = 'https://service.test:443'
const oidc = 'the runner gave no OIDC token: it answered 403'

it.each<[code: string, more: Partial<NetworkFailure>, text: string, problem?: string, permanent?: true]>([
  ['ECONNREFUSED', { origin }, `no response from ${origin}: the connection was refused`],
  [
    'PROXY_REFUSED',
    { origin, proxy: 'HTTPS_PROXY' },
    `no response from ${origin}, with HTTPS_PROXY set: the proxy refused to open a tunnel`,
    'proxy',
  ],
  ['PROXY_AUTHENTICATION', {}, 'the proxy asks for credentials', 'proxy', true],
  [
    'CERT_HAS_EXPIRED',
    { cause: new Error('certificate has expired') },
    'certificate has expired',
    'certificate_date',
    true,
  ],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', {}, 'its certificate is not trusted', 'certificate', true],
  ['RESPONSE_TIMEOUT', {}, 'no response came in time', 'slow'],
  ['ECONNRESET', {}, 'the connection was reset'],
  ['ENEW', { cause: new Error('something new') }, 'something new'],
  ['ENEW', {}, 'no reason given'],
  ['OIDC_TOKEN', { cause: new Error(oidc) }, oidc, 'oidc', true],
])('the network failure %s with %j is described as: %s', (code, more, text, problem, permanent) => {
  const failure: NetworkFailure = { kind: 'network', sent: false, code, cause: undefined, ...more }
  expect(write(describeNetworkFailure(failure), value => value)).toBe(`${text} (${code})`)
  expect([problemOf(failure), isPermanent(code)]).toEqual([problem, permanent === true])
})

it.each([
  ['an error without a code', new Error('a bug')],
  ['an invalid argument of Node', Object.assign(new TypeError('a bug'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['an invalid argument of undici', new errors.InvalidArgumentError('a bug')],
])('%s is not a network error and is thrown again', (_, error) => {
  expect(() => codeOfNetworkError(error)).toThrow(error)
})
