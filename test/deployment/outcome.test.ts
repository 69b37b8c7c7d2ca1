import { expect, it } from 'vitest'
import { explain } from '../../src/deployment/errors.ts'
import { runFailure } from '../../src/deployment/outcome.ts'
import { say } from '../../src/lib/sentence.ts'
import { type Failure, failureOf, unusable } from '../../src/service/failure.ts'

const response = (status: number, text: string, headers = {}) => ({ status, text, headers, truncated: false })
const refused = (status: number, body = '', query = '') =>
  failureOf(response(status, body), new URL(`https://service.test/${query}`), 0, String, ['X-Api-Key'])
const network = (code: string): Failure => ({ kind: 'network', sent: false, code, cause: new Error('') })
const page = '<!doctype html><title>Welcome</title>'
const redirect = response(302, '', { location: 'https://login.test' })

it.each<[string, Failure, string]>([
  ['an HTML page with status 404', refused(404, page), 'this does not look like the service'],
  [
    'an HTML page with status 200',
    unusable(response(200, page), say`not JSON`),
    'this does not look like the service',
  ],
  ['an HTML page with status 500', refused(500, page), 'failed on every attempt'],
  ['a 404 for a query', refused(404, '{"detail": "Not Found"}', '?limit=1'), 'Check `base_url`'],
  ['a 404 for a create', refused(404, '{"detail": "Not Found"}'), 'something that the request names'],
  ['a 404 for the repositories', refused(404, '{}', 'v1/i/repos'), 'Check `integration_id`'],
  ['a 402', refused(402), 'a limit of the account or the plan'],
  ['a 429', refused(429), 'a limit of the account or the plan'],
  ['an HTML page with status 403', refused(403, page), 'gateway or firewall'],
  ['a 403 without a body', refused(403), '`X-Workspace-Id: …`, in `headers`'],
  ['a 422 for a body', refused(422, '{"detail": "No good"}'), 'as the service asks'],
  ['a 422 for a query', refused(422, '{"detail": "No good"}', '?limit=1'), 'input `list_parameters`'],
  ['a proxy that requires credentials', refused(407), 'the credentials of the proxy'],
  ['a proxy that refuses the tunnel', network('PROXY_REFUSED'), 'the credentials of the proxy'],
  ['a proxy that closes the connection', network('UND_ERR_PRX_CONN'), 'the credentials of the proxy'],
  ['an unknown host', network('ENOTFOUND'), 'the host in `base_url`'],
  ['a refused connection', network('ECONNREFUSED'), 'host and port'],
  ['a response timeout', network('RESPONSE_TIMEOUT'), '`request_timeout`'],
  ['a server that speaks plain HTTP', network('ERR_SSL_WRONG_VERSION_NUMBER'), 'plain HTTP'],
  ['a certificate of a private authority', network('SELF_SIGNED_CERT_IN_CHAIN'), '`NODE_EXTRA_CA_CERTS`'],
  ['an expired certificate', network('CERT_HAS_EXPIRED'), 'clock'],
  ['a certificate of another host', network('ERR_TLS_CERT_ALTNAME_INVALID'), 'the host in `base_url`'],
  ['a missing OIDC token', network('OIDC_TOKEN'), '`id-token: write`'],
  ['a token service that is down', network('OIDC_UNREACHABLE'), 'nothing was sent to the service'],
  ['a reset connection', network('ECONNRESET'), 'run again later'],
  ['a redirect', failureOf(redirect, new URL('https://service.test'), 0, String), 'login page'],
])('the advice for $0 contains: $2', (_, failure, advice) => {
  expect(explain(runFailure(say`do it`, failure)).next).toContain(advice)
})
