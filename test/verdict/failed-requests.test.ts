import { expect, it } from 'vitest'
import type { Doing } from '../../src/deployment/facts.ts'
import { write } from '../../src/lib/sentence.ts'
import { type Failure, failureOf } from '../../src/service/failure.ts'
import { explain } from '../../src/verdict/errors.ts'
import { meaningOfRequest } from '../../src/verdict/failed-requests.ts'
import { templateRequest } from '../sandbox/bodies.ts'

const response = (status: number, text: string, headers = {}) => ({ status, text, headers, truncated: false })
const SENT = { path: '/v2/deployments', bytes: 0, headers: ['X-Tenant-Id'], credentials: ['X-Api-Key'] }
const SERVICE = new URL('https://service.test/')
const READ = { clock: { date: () => 0 }, redact: String }
const refused = (status: number, body = '') =>
  failureOf(response(status, body), SERVICE, { ...READ, asked: SENT })
const network = (code: string): Failure => ({ kind: 'network', sent: false, code, cause: new Error('') })
const behindProxy = (code: string): Failure => ({ ...network(code), proxy: 'HTTPS_PROXY' }) as Failure
const page = '<!doctype html><h1>Welcome</h1>'
const redirect = response(302, '', { location: 'https://login.test/sign-in' })

const moved = response(302, '', { location: `https://moved.test${SERVICE.pathname}` })

const DETAIL = '{"detail": "No good"}'

const CREATING: Doing = { task: 'create', name: 'shop' }
const LISTING: Doing = { task: 'list_deployments' }
const REPOSITORIES: Doing = { task: 'list_repositories', integration_id: 'an-id' }

it.each<[string, Failure | Promise<Failure>, advice: string, isSilent: boolean, Doing?]>([
  ['an HTML page with status 500', refused(500, page), 'unavailable mute', false],
  ['a create that is not found', refused(404), 'not_found.no_such_part mute', false],
  ['a create that is not found, with words', refused(404, DETAIL), 'not_found.no_such_part told', false],
  ['a create refused with 401 and words', refused(401, DETAIL), 'unauthorized.may_not_create told', false],
  ['repositories that are not found', refused(404), 'not_found.no_integration mute', false, REPOSITORIES],
  ['a 408 on each attempt', refused(408), 'unavailable mute', false],
  ['a create that is not allowed', refused(405), 'rejected.not_taken mute', false],
  ['a create that is not allowed, with words', refused(405, DETAIL), 'rejected.not_taken told', false],
  ['a 402 with words', refused(402, DETAIL), 'rejected.quota told', false],
  ['a 402', refused(402), 'rejected.quota mute', true],
  ['a 413', refused(413), 'rejected.too_large mute', false],
  ['a list refused with 413', refused(413), 'rejected mute', true, LISTING],
  ['a list refused with 405', refused(405), 'rejected mute', true, LISTING],
  ['a list refused with 409', refused(409), 'rejected mute', true, LISTING],
  ['a 409 whose words are its name', refused(409, '{"detail": "Conflict"}'), 'conflict mute', true],
  ['a 409', refused(409), 'conflict mute', true],
  ['a 429', refused(429), 'rate_limited mute', true],
  ['a 403', refused(403), 'forbidden mute', true, LISTING],
  ['a 403 of a number alone', refused(403, '{"error":{"code":403}}'), 'forbidden mute', true, LISTING],
  ['a 403 of a gateway to a create', refused(403, page), 'forbidden.create mute', true],
  ['a 401 with words', refused(401, DETAIL), 'unauthorized told', false, LISTING],
  ['a 422 for a body, without words', refused(422), 'rejected.create mute', true],
  ['a 422 for a query', refused(422, DETAIL), 'rejected.query told', false, LISTING],
  ['a proxy that requires credentials', refused(407), 'rejected.proxy mute', false],
  ['a proxy that refuses the tunnel', network('PROXY_REFUSED_403'), 'unreachable.proxy_refused', false],
  ['a proxy that closes the connection', network('UND_ERR_PRX_CONN'), 'unreachable.proxy', false],
  ['an unknown host', network('ENOTFOUND'), 'unreachable.no_host', false],
  ['a response timeout', network('RESPONSE_TIMEOUT'), 'unreachable.slow', false],
  ['a server that speaks plain HTTP', network('ERR_SSL_WRONG_VERSION_NUMBER'), 'unreachable.not_tls', false],
  ['a private authority', network('SELF_SIGNED_CERT_IN_CHAIN'), 'unreachable.certificate', false],
  ['an unknown authority', network('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'unreachable.certificate', false],
  ['no answer behind a proxy', behindProxy('ECONNREFUSED'), 'unreachable.behind_proxy', false],
  ['an unknown host behind a proxy', behindProxy('ENOTFOUND'), 'unreachable.no_host_behind_proxy', false],
  ['a self-signed certificate', network('DEPTH_ZERO_SELF_SIGNED_CERT'), 'unreachable.self_signed', false],
  ['an expired certificate', network('CERT_HAS_EXPIRED'), 'unreachable.certificate_date', false],
  ['another host', network('ERR_TLS_CERT_ALTNAME_INVALID'), 'unreachable.certificate_host', false],
  ['a missing OIDC token', network('OIDC_TOKEN'), 'unreachable.oidc', false],
  ['a token service that is down', network('OIDC_UNREACHABLE'), 'unreachable.oidc_unreachable', false],
  ['a redirect', failureOf(redirect, SERVICE, READ), 'unexpected_response.redirect', false],
  ['a service that has moved', failureOf(moved, SERVICE, READ), 'unexpected_response.moved', false],
])('the advice for $0 is that of $2', async (_, failure, advice, isSilent, doing = CREATING) => {
  const meaning = meaningOfRequest(doing, await failure)
  const { key, variant } = meaning
  expect([key, variant].filter(Boolean).join(' ')).toBe(advice)
  const { next, code } = explain(meaning, variant ? [variant] : [], {
    request: templateRequest('shop'),
  })
  expect(code).toBe(key.split('.')[0])
  // Only then does the advice name causes.
  expect(write(next).includes('gave no reason beyond its status')).toBe(isSilent)
})
