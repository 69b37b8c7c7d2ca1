import { expect, it } from 'vitest'
import { hintOf, troubleOf } from '../../src/deployment/outcome.ts'
import { explain } from '../../src/report/errors.ts'
import { type Failure, whatWasSaid } from '../../src/service/failure.ts'

const refused = (status: number, body: unknown): Failure => ({
  kind: 'refused',
  status,
  said: whatWasSaid(typeof body === 'string' ? body : JSON.stringify(body)),
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
  ['a page where the API should be', refused(404, page), 'this does not look like the service'],
  [
    'a page that is a success',
    { kind: 'unusable', status: 200, reason: 'the answer is not JSON', said: whatWasSaid(page) },
    'this does not look like the service',
  ],
  ['a 404 in JSON', refused(404, { detail: 'Not Found' }), 'Check `base_url`'],
  ['a page that forbids', refused(403, page), 'gateway or firewall'],
  ['a missing workspace', refused(403, { detail: 'Requires workspace' }), 'X-Workspace-Id'],
  ['a 403 without words', refused(403, ''), 'name the workspace in the input `headers`'],
  ['a name that is refused', refused(422, about('name')), 'Choose a name that the service accepts'],
  ['the name of something else', refused(422, about('secrets', '0', 'name')), 'as the service asks'],
  ['a proxy that wants credentials', refused(407, ''), 'Check the address and the credentials of the proxy'],
  [
    'a proxy that opens no tunnel',
    network('PROXY_REFUSED'),
    'Check the address and the credentials of the proxy',
  ],
  [
    'a proxy that does not answer',
    network('PROXY_TIMEOUT'),
    'Check the address and the credentials of the proxy',
  ],
  ['an unknown host', network('ENOTFOUND'), 'the host in `base_url`'],
  ['a closed port', network('ECONNREFUSED'), 'host and port'],
  ['no answer', network('RESPONSE_TIMEOUT'), '`request_timeout`'],
  ['plain HTTP', network('ERR_SSL_WRONG_VERSION_NUMBER'), 'plain HTTP'],
  ['a private authority', network('SELF_SIGNED_CERT_IN_CHAIN'), '`NODE_EXTRA_CA_CERTS`'],
  ['an old certificate, or a wrong clock', network('CERT_HAS_EXPIRED'), 'clock'],
  ['a certificate of another', network('ERR_TLS_CERT_ALTNAME_INVALID'), 'that the certificate names'],
  ['no token', network('OIDC_TOKEN'), '`id-token: write`'],
  ['a reset', network('ECONNRESET'), 'a rerun is safe'],
  ['a redirect', { kind: 'redirect', status: 302, origin: 'https://login.test' }, 'login page'],
])('what to do about %s', async (_, failure, advice) => {
  const { next } = await explain(troubleOf('do it', failure))
  expect(next).toContain(advice)
})

it('an error of the service itself hints at nothing', () => {
  expect(hintOf(refused(500, page))).toBe(undefined)
})
