import { expect, it } from 'vitest'
import type { Doing } from '../../src/deployment/end.ts'
import { say, write } from '../../src/lib/sentence.ts'
import { type Failure, failureOf, unusable } from '../../src/service/failure.ts'
import { explain } from '../../src/verdict/catalogue.ts'
import { wordsOfRequest } from '../../src/verdict/failed-requests.ts'

const response = (status: number, text: string, headers = {}) => ({ status, text, headers, truncated: false })
const SENT = { path: '/v2/deployments', headers: ['X-Api-Key', 'X-Tenant-Id'], credentials: ['X-Api-Key'] }
const READ = { url: new URL('https://service.test/'), now: 0, redact: String }
const refused = (status: number, body = '', operation: 'list' | 'repositories' | 'create' = 'create') =>
  failureOf(response(status, body), { ...READ, asked: { ...SENT, operation } })
const network = (code: string): Failure => ({ kind: 'network', sent: false, code, cause: new Error('') })
const page = '<!doctype html><title>Welcome</title>'
const redirect = response(302, '', { location: 'https://login.test' })

const CREATING: Doing = { task: 'create', name: 'shop' }
const LISTING: Doing = { task: 'list_deployments' }
const REPOSITORIES: Doing = { task: 'list_repositories', integration_id: 'an-id' }

it.each<[string, Failure, string, Doing?]>([
  ['an HTML page with status 404', refused(404, page, 'list'), 'must not be that of the web page', LISTING],
  ['an HTML page with status 200', unusable(response(200, page), say`not JSON`), 'not of the web page'],
  ['an HTML page with status 500', refused(500, page), 'failed on every attempt'],
  ['a list that is not found', refused(404, '{"detail": "Not Found"}', 'list'), 'Check `base_url`', LISTING],
  ['a create that is not found', refused(404, '{"detail": "Not Found"}'), 'ids in it, such as `listener_id`'],
  [
    'repositories that are not found',
    refused(404, '{}', 'repositories'),
    'Check `integration_id`',
    REPOSITORIES,
  ],
  ['a 408 on each attempt', refused(408), 'failed on every attempt'],
  ['a create that is not allowed', refused(405, '{"detail": "Method Not Allowed"}'), 'check `base_url`'],
  ['a 402', refused(402), 'A limit of the account or the plan'],
  ['a 429 with words', refused(429, '{"detail": "Quota exceeded"}'), 'Act on the message'],
  ['a 429 without words', refused(429), 'a limit of the account'],
  ['a 403 without a body', refused(403), 'a missing or wrong workspace'],
  ['a 403 of a gateway', refused(403, page), 'a gateway or firewall'],
  ['a 422 for a body', refused(422, '{"detail": "No good"}'), 'as the service asks'],
  ['a 422 without a body', refused(422), 'gave no reason'],
  ['a 422 for a query', refused(422, '{"detail": "No good"}', 'list'), '`list_parameters`', LISTING],
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
])('the advice for $0 contains: $2', (_, failure, advice, doing = CREATING) => {
  const { code, cause } = wordsOfRequest(doing, failure)
  expect(explain(code, cause).next).toContain(advice)
})

it.each([
  [401, 'answered 401 and refused what was sent in `X-Api-Key`'],
  [403, 'answered 403 to a request with `X-Api-Key`. `X-Tenant-Id` was sent: check its value'],
  [404, 'answered 404 to /v2/deployments'],
  [405, 'answered 405 to /v2/deployments'],
  [408, 'answered 408'],
])('the error for status %i ends: %s', (status, end) => {
  expect(write(wordsOfRequest(CREATING, refused(status)).what)).toBe(
    `Could not create the deployment "shop": the service ${end}`,
  )
})
