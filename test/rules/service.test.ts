import { expect, it } from 'vitest'
import { healthUrlOf } from '../../src/deployment/health.ts'
import type { Goal } from '../../src/inputs/order.ts'
import { idOf, named, readDeployment } from '../../src/service/deployment.ts'
import { hasNoEffect, isTransient, isUnprocessed, RequestFailure } from '../../src/service/failure.ts'
import { causeOf, type HttpRequest, type HttpResponse } from '../../src/service/http.ts'
import { retrying } from '../../src/service/operations.ts'
import { onlySuccess } from '../../src/service/refusal.ts'
import { withToken } from '../../src/service/token.ts'
import { virtualClock } from '../simulation/clock.ts'
import { openAction } from '../simulation/world.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString()
const { net } = openAction(() => Promise.reject(), virtualClock(), AbortSignal.any([])).service

type Kind = RequestFailure['kind']
// biome-ignore format: a table
it.for<[kind: Kind, status: number | undefined, code: string, is: string]>([
  ['unsent', undefined, 'ECONNREFUSED', 'without effect, transient, unprocessed'],
  ['unsent', undefined, 'CERT_HAS_EXPIRED', 'without effect'],
  ['unsent', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'without effect'],
  ['unsent', undefined, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'without effect'],
  ['unsent', undefined, 'PROXY_407', 'without effect'],
  ['unsent', undefined, 'PROXY_URL', 'without effect'],
  ['lost', undefined, 'TIMEOUT', 'transient'],
  ['lost', 201, 'ECONNRESET', 'transient'],
  ['unusable', 200, 'OTHER_SERVICE', ''],
  ['unusable', 302, 'REDIRECT', ''],
  ...[400, 401, 404, 409, 422, 499].map((status): [Kind, number, string, string] => ['refused', status, '', 'without effect']),
  ['refused', 408, '', 'transient'],
  ['refused', 425, '', 'without effect, transient, unprocessed'],
  ['refused', 429, '', 'without effect, transient, unprocessed'],
  ['refused', 500, '', 'transient'],
  ['refused', 600, '', 'transient'],
])('a failure, %s %s %s, is: %s', ([kind, status, code, is]) => { const failure = new RequestFailure(kind, 'it failed', { status, code, cause: causeOf(code, false) })
  // Without a token the request was not sent.
  expect(hasNoEffect(new RequestFailure(kind, '', { status, cause: 'no_token' }))).toBe(true)
  const found = { 'without effect': hasNoEffect, transient: isTransient, unprocessed: isUnprocessed }
  expect(Object.entries(found).flatMap(([what, holds]) => (holds(failure) ? [what] : [])).join(', ')).toBe(is)
})

// biome-ignore format: a table
it.for<[status: number, headers: Record<string, string>, text: string, failure: object | undefined]>([
  [200, {}, 'yes', undefined], [299, {}, '', undefined],
  [300, { location: '/login?ticket=1' }, '', { kind: 'unusable', cause: 'redirect', message: 'https://a.example/login;' }],
  [399, { location: 'http://b.example/x#y' }, 'Gone', { kind: 'unusable', said: 'Gone', message: 'http://b.example/x;' }],
  [302, {}, '', { kind: 'unusable', message: 'no usable target' }],
  [302, { location: '/pass?word' }, '', { kind: 'unusable', message: 'https://a.example/***;' }],
  [302, { location: 'mailto:a@b.example' }, '', { kind: 'unusable', message: 'no usable target' }],
  [400, {}, '', { kind: 'refused', status: 400, said: '', retryAfter: 0, message: 'without a reason' }], [407, {}, '', { cause: 'proxy' }], [402, {}, '', { cause: 'plan' }], [415, {}, '', { cause: 'not_taken' }],
  [400, { 'retry-after': 'soon' }, '{"detail":"no"}', { kind: 'refused', said: 'no', retryAfter: 0, message: 'https://a.example/path answered 400' }],
  [429, { 'retry-after': '7' }, '', { retryAfter: 7000 }], [429, { 'retry-after': inSeconds(7) }, '', { retryAfter: 7000 }],
])('an answer %i with %j and %j is a failure: %j', async ([status, headers, text, expected]) => { const clock = { ...virtualClock(), date: () => NOW }
  const send = onlySuccess(async () => ({ status, headers, text }), { ...net, clock })
  net.log.mask('pass?word', '')
  const url = new URL('https://a.example/path?token=1')
  const failure = await send({ method: 'GET', url, headers: {} }).then(() => undefined, error => error)
  const { message = '', ...facts } = (expected ?? {}) as { message?: string }
  if (expected === undefined) return expect(failure).toBe(undefined)
  expect(failure).toMatchObject(facts)
  expect(failure.message).toContain(message)
  expect(failure.message).not.toMatch(/token|ticket/)
  expect(failure.message.includes('without a reason')).toBe(status >= 400 && text === '')
})

// biome-ignore format: a table
it.for<[retryAfter: number, repeats: object, seconds: number[]]>([
  [0, {}, [0, 0.75, 2.25, 5.25, 11.25]], [0, { repeats: 1 }, [0, 0.75]], [1000, {}, [0, 1, 2.5, 5.5, 11.5]], [50_000, {}, [0, 50, 100]],
  [3_600_000, {}, [0, 60]], [0, { until: 3250 }, [0, 0.75, 2.25]], [0, { until: 3249 }, [0, 0.75]], [0, { isRetried: () => false }, [0]],
])('with Retry-After %i ms and %j, attempts begin after these seconds: %j', async ([retryAfter, repeats, seconds]) => {
  const clock = virtualClock()
  const times: number[] = []
  const failure = new RequestFailure('refused', 'it failed', { status: 503, retryAfter })
  const once = () => { times.push(clock.now() / 1000)
    return Promise.reject(failure)
  }
  const all = { task: 'do it', isRetried: () => true, ...repeats }
  await expect(clock.run(retrying(once, all, { ...net, clock }))).rejects.toBe(failure)
  expect(times).toEqual(seconds)
})

it('of attempts of which the last one was cut, the one before says why they failed', async () => {
  const left = [new RequestFailure('lost', 'it failed'), new RequestFailure('lost', 'it was cut', { isCut: true })]
  const [clock, limits] = [virtualClock(), { task: 'do it', isRetried: () => true, repeats: 1 }]
  const end = retrying(() => Promise.reject(left.shift()), limits, { ...net, clock })
  await expect(clock.run(end)).rejects.toThrow('it failed')
})

const [OLD, NEW] = [{ active_revision_id: 'old' }, { latest_revision_id: 'new' }]
// biome-ignore format: a table
it.for<[sent: object, id: string, words: string, state: string]>([
  [{ id: 'a', name: 'shop' }, 'a', 'deployment "shop" (a)', 'status unknown, newest revision not shown'],
  [{ id: ' a ' }, 'a', 'deployment a', 'status unknown, newest revision not shown'],
  [{ id: 7, status: 'READY', ...NEW }, '7', 'deployment 7', 'status READY, newest revision inactive, none is shown to serve'],
  [{ id: 'a', latest_revision_id: `${'A1'.repeat(4)}-A1A1-A1A1-A1A1-${'A1'.repeat(6)}`, active_revision_id: `${'a1'.repeat(4)}-a1a1-a1a1-a1a1-${'a1'.repeat(6)}` }, 'a', 'deployment a', 'status unknown, newest revision active'],
  [{ id: 'a', ...NEW, ...OLD }, 'a', 'deployment a', 'status unknown, newest revision inactive, an older one (old) serves'],
  [{ id: 'a', ...NEW, ...OLD, source_revision_config: { repo_commit_sha: 'c' } }, 'a', 'deployment a',
    'status unknown, newest revision (commit c) inactive, an older one (old) serves'],
  [{ id: 'a', ...NEW, source_revision_config: { repo_commit_sha: 'c' } }, 'a', 'deployment a', 'status unknown, newest revision (commit c) inactive, none is shown to serve'],
])('%j is read as the id %s, in words %s, in the state: %s', ([sent, id, words, state]) => {
  const read = readDeployment(sent) ?? expect.unreachable()
  expect([read.id, named(read), read.state]).toEqual([id, words, state])
})

it('an item without an id is no deployment, and a name alone has words', () => {
  expect([{}, { id: '' }, { id: ' ' }, { id: 1.5 }, { id: null }, [{ id: 'a' }]].map(idOf)).toEqual(Array(6).fill(''))
  expect([{}, { id: ' ' }, null, 'a'].map(readDeployment)).toEqual(Array(4).fill(undefined))
  expect(named({ name: 'shop', id: '' })).toBe('deployment "shop"')
})

// biome-ignore format: a table
it.for([
  ['/ok', 'shop.example', 'https://shop.example/ok'], ['/ok?a=1', 'HTTP://shop.example/base//', 'http://shop.example/base/ok?a=1'],
  ['/ok', 'https://shop.example/base?b=1#c', 'https://shop.example/base/ok'], ['/ok', 'https://shop.example:8443', 'https://shop.example:8443/ok'],
  ['https://a.example/b?c', '', 'https://a.example/b?c'], ['/ok', '', undefined], ['/ok', 'shop.example:8443', 'https://shop.example:8443/ok'],
  ['/ok', 'two words', undefined], ['/ok', 'https:///api', undefined], ['/ok', 'http:/shop.example', undefined],
  ['/ok', 'ftp://files.example', undefined],
] as const)('the health at %s of a deployment at %j is asked for at %s', ([health_url, custom_url, url]) => {
  const deployment = readDeployment({ id: 'a', source_config: { custom_url } }) ?? expect.unreachable()
  expect(healthUrlOf({ health_url } as Goal, deployment)?.href).toBe(url)
})

const NO_TOKEN = { cause: 'no_token' }
const STATUS = (status: number) => ({ status })
// biome-ignore format: a table
it.for<[tokens: (number | string)[], answers: number[], minutes: number, sent: string, end: object | undefined]>([
  [['a'], [], 0, 'a a', undefined], [['a', 'b'], [], 2.9, 'a a', undefined], [['a', 'b'], [], 3, 'a b', undefined],
  [['a', 'b'], [401], 0, 'a b b', undefined], [['a', 'b', 'c'], [401, 200, 401], 0, 'a b b c', undefined],
  [['a', 'b'], [401, 401], 0, 'a b', { kind: 'refused', status: 401, cause: undefined }],
  [['a', 'b'], [403], 0, 'a', { kind: 'refused', status: 403, cause: undefined }],
  ...[400, 401, 403, 404].map((status): [number[], [], 0, '', object] => [[status], [], 0, '', { ...NO_TOKEN, ...STATUS(status), endsRun: true }]),
  ...[408, 429, 500].map((status): [number[], [], 0, '', object] => [[status], [], 0, '', { ...NO_TOKEN, kind: 'refused', ...STATUS(status), said: 'why', endsRun: false }]),
  [[''], [], 0, '', { ...NO_TOKEN, kind: 'unusable', ...STATUS(200) }], [['a', 403], [], 3, 'a', { ...NO_TOKEN, kind: 'refused', ...STATUS(403), endsRun: false }],
  [['a', 401], [], 3, 'a', { ...NO_TOKEN, kind: 'refused', ...STATUS(401) }],
  [['a', 503], [], 3, 'a', { ...NO_TOKEN, kind: 'refused', ...STATUS(503) }], [['a', ''], [], 3, 'a', { ...NO_TOKEN, kind: 'unusable' }],
  [['a', 404], [401], 0, 'a', { ...NO_TOKEN, kind: 'refused', ...STATUS(404) }],
])('of the tokens %j, and the answers %j to two requests %d minutes apart, those are sent: %s', async row => {
  const [tokens, answers, minutes, sent, end] = row
  const [clock, used, masked] = [virtualClock(), [] as string[], [] as string[]]
  async function send({ url, headers }: HttpRequest): Promise<HttpResponse> {
    const isForToken = url.href === 'https://runner.example/token?v=1&audience=a+b'
    if (!isForToken) used.push(`${headers['authorization']}`)
    const answer = (isForToken ? tokens : answers).shift() ?? 200
    if (Number(answer) > 299) throw new RequestFailure('refused', 'no', { status: Number(answer), said: 'why' })
    return { status: 200, headers: {}, text: isForToken ? JSON.stringify({ value: answer }) : '' }
  }
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://runner.example/token?v=1' }
  const request = { method: 'GET', url: new URL('https://a.example'), headers: { a: 'b' } }
  const both = async () => { const sendWithToken = withToken('a b', send, { ...net, clock, env }, token => masked.push(token))
    await sendWithToken(request)
    await clock.sleep(minutes * 60_000, net.signal)
    await sendWithToken(request)
  }
  const failure = await clock.run(both().then(() => undefined, error => error))
  expect(used.map(header => header.replace('Bearer ', '')).join(' ')).toBe(sent)
  expect([...new Set(masked)]).toEqual(expect.arrayContaining([...new Set(sent.split(' ').filter(Boolean))]))
  if (end) expect(failure).toMatchObject(end)
  else expect(failure).toBe(undefined)
})

it.each([500, 1500])(
  'a signal %d ms after a 401 leaves the refusal, which tells that the request had no effect',
  async ms => {
    const [clock, ending] = [virtualClock(), new AbortController()]
    const denied = new RequestFailure('refused', 'no', { status: 401 })
    async function send({ url }: HttpRequest): Promise<HttpResponse> {
      // A token takes a second.
      if (url.host !== 'a.example') await clock.sleep(1000, ending.signal)
      if (url.host !== 'a.example') return { status: 200, headers: {}, text: '{"value":"a"}' }
      clock.after(ms, () => ending.abort())
      throw denied
    }
    const env = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://runner.example/token' }
    const sendWithToken = withToken('a', send, { ...net, clock, env, signal: ending.signal }, () => {})
    const request = { method: 'POST', url: new URL('https://a.example'), headers: {} }
    await expect(clock.run(sendWithToken(request))).rejects.toBe(denied)
  },
)
