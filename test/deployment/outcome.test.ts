import { expect, it } from 'vitest'
import { explain } from '../../src/deployment/errors.ts'
import { runFailure } from '../../src/deployment/outcome.ts'
import { say, write } from '../../src/lib/sentence.ts'
import { type Failure, failureOf, unusable } from '../../src/service/failure.ts'

const response = (status: number, text: string, headers = {}) => ({ status, text, headers, truncated: false })
const SENT = { path: '/v2/deployments', headers: ['X-Api-Key', 'X-Tenant-Id'], credentials: ['X-Api-Key'] }
const READ = { url: new URL('https://service.test/'), now: 0, redact: String }
const refused = (status: number, body = '', operation: 'list' | 'repositories' | 'create' = 'create') =>
  failureOf(response(status, body), { ...READ, asked: { ...SENT, operation } })
const network = (code: string): Failure => ({ kind: 'network', sent: false, code, cause: new Error('') })
const page = '<!doctype html><title>Welcome</title>'
const redirect = response(302, '', { location: 'https://login.test' })

it.each<[string, Failure, string]>([
  ['an HTML page with status 404', refused(404, page, 'list'), 'must not be that of the web page'],
  ['an HTML page with status 200', unusable(response(200, page), say`not JSON`), 'not of the web page'],
  ['an HTML page with status 500', refused(500, page), 'failed on every attempt'],
  ['a list that is not found', refused(404, '{"detail": "Not Found"}', 'list'), 'Check `base_url`'],
  ['a create that is not found', refused(404, '{"detail": "Not Found"}'), 'ids in it, such as `listener_id`'],
  ['repositories that are not found', refused(404, '{}', 'repositories'), 'Check `integration_id`'],
  ['a 408 on each attempt', refused(408), 'failed on every attempt'],
  ['a create that is not allowed', refused(405, '{"detail": "Method Not Allowed"}'), 'check `base_url`'],
  ['a 402', refused(402), 'A limit of the account or the plan'],
  ['a 429 because of a limit', refused(429, '{"detail": "Quota exceeded"}'), 'A limit of the account'],
  ['a 403 without a body', refused(403), 'A missing or wrong workspace'],
  ['a 403 of a gateway', refused(403, page), 'A web page: a gateway or firewall'],
  ['a 422 for a body', refused(422, '{"detail": "No good"}'), 'as the service asks'],
  ['a 422 without a body', refused(422), 'No reason was given'],
  ['a 422 for a query', refused(422, '{"detail": "No good"}', 'list'), '`list_parameters`'],
  ['a proxy that requires credentials', refused(407), 'the credentials of the proxy'],
  ['a proxy that refuses the tunnel', network('PROXY_REFUSED'), 'the credentials of the proxy'],
  ['a proxy that closes the connection', network('UND_ERR_PRX_CONN'), 'the credentials of the proxy'],
  ['an unknown host', network('ENOTFOUND'), 'cannot resolve the host'],
  ['a response timeout', network('RESPONSE_TIMEOUT'), '`request_timeout`'],
  ['a server that speaks plain HTTP', network('ERR_SSL_WRONG_VERSION_NUMBER'), 'plain HTTP'],
  ['a certificate of a private authority', network('SELF_SIGNED_CERT_IN_CHAIN'), '`NODE_EXTRA_CA_CERTS`'],
  ['an authority whose file cannot be read', network('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'PEM file'],
  ['an expired certificate', network('CERT_HAS_EXPIRED'), 'clock'],
  ['a certificate of another host', network('ERR_TLS_CERT_ALTNAME_INVALID'), 'the host in `base_url`'],
  ['a missing OIDC token', network('OIDC_TOKEN'), '`id-token: write`'],
  ['a token service that is down', network('OIDC_UNREACHABLE'), 'Nothing was sent to the service'],
  ['a redirect', failureOf(redirect, READ), 'If it leads to a login'],
])('the advice for $0 contains: $2', (_, failure, advice) => {
  expect(explain(runFailure(say`do it`, failure)).next).toContain(advice)
})

it.each([
  [401, 'answered 401 and refused what was sent in `X-Api-Key`'],
  [403, 'answered 403 to a request with `X-Api-Key`. `X-Tenant-Id` was sent: check its value'],
  [404, 'answered 404 to /v2/deployments'],
  [405, 'answered 405 to /v2/deployments'],
  [408, 'answered 408'],
])('the error for status %i ends: %s', (status, end) => {
  expect(write(runFailure(say`do it`, refused(status)).what)).toBe(`Could not do it: the service ${end}`)
})
