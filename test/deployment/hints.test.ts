import { expect, it } from 'vitest'
import { hintOf, runFailure } from '../../src/deployment/outcome.ts'
import { words } from '../../src/lib/sentence.ts'
import { explain } from '../../src/report/errors.ts'
import type { Failure } from '../../src/service/failure.ts'
import { readSaid } from '../../src/service/said.ts'

const refused = (status: number, body: unknown): Failure => ({
  kind: 'refused',
  status,
  said: readSaid(typeof body === 'string' ? body : JSON.stringify(body)),
})
const network = (code: string, message = ''): Failure => ({
  kind: 'network',
  sent: false,
  code,
  cause: new Error(message),
})
const page = '<!doctype html><title>Welcome</title>'
const about = (...loc: string[]) => ({ detail: [{ loc: ['body', ...loc], msg: 'No good' }] })

it.each<[string, Failure, string]>([
  ['an HTML page with status 404', refused(404, page), 'this does not look like the service'],
  [
    'an HTML page with status 200',
    { kind: 'unusable', status: 200, reason: words('the answer is not JSON'), said: readSaid(page) },
    'this does not look like the service',
  ],
  ['a JSON response with status 404', refused(404, { detail: 'Not Found' }), 'Check `base_url`'],
  ['an HTML page with status 403', refused(403, page), 'gateway or firewall'],
  ['a 403 for a missing workspace', refused(403, { detail: 'Requires workspace' }), 'X-Workspace-Id'],
  ['a 403 without a body', refused(403, ''), 'name the workspace in the input `headers`'],
  ['a 422 for the name', refused(422, about('name')), 'Choose a name that the service accepts'],
  ['a 422 for the name of a secret', refused(422, about('secrets', '0', 'name')), 'as the service asks'],
  [
    'a proxy that requires credentials',
    refused(407, ''),
    'Check the address and the credentials of the proxy',
  ],
  [
    'a proxy that refuses the tunnel',
    network('PROXY_REFUSED'),
    'Check the address and the credentials of the proxy',
  ],
  [
    'a proxy that closes the connection',
    network('UND_ERR_PRX_CONN'),
    'Check the address and the credentials of the proxy',
  ],
  ['an unknown host', network('ENOTFOUND'), 'the host in `base_url`'],
  ['a refused connection', network('ECONNREFUSED'), 'host and port'],
  ['a response timeout', network('RESPONSE_TIMEOUT'), '`request_timeout`'],
  ['a server that speaks plain HTTP', network('ERR_SSL_WRONG_VERSION_NUMBER'), 'plain HTTP'],
  ['a certificate of a private authority', network('SELF_SIGNED_CERT_IN_CHAIN'), '`NODE_EXTRA_CA_CERTS`'],
  ['an expired certificate', network('CERT_HAS_EXPIRED'), 'clock'],
  ['a certificate of another host', network('ERR_TLS_CERT_ALTNAME_INVALID'), 'that the certificate names'],
  ['a missing OIDC token', network('OIDC_TOKEN'), '`id-token: write`'],
  ['a reset connection', network('ECONNRESET'), 'a rerun is safe'],
  ['a redirect', { kind: 'redirect', status: 302, origin: 'https://login.test' }, 'login page'],
])('the advice for $0 contains: $2', async (_, failure, advice) => {
  const { next } = await explain(runFailure(words('do it'), failure))
  expect(next).toContain(advice)
})

it('an HTML page with status 500 has no hint', () => {
  expect(hintOf(refused(500, page))).toBe(undefined)
})
