import { describe, expect, it } from 'vitest'
import { NOWHERE } from '../harness/listen.ts'
import type { Service } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE, read, repositoryOrder, saidOf } from '../orders.ts'

const KEY = 'key-of-the-service'

/** The different values of a header in all requests. */
const valuesOf = ({ requests }: Service, name: string) => [...new Set(requests.map(({ headers }) => headers[name]))]

describe.concurrent('the headers of requests', () => {
  test('hold api_key as api_key_header says, and it is masked', async ({ serve, create }) => {
    const service = await serve()
    const all = { ...repositoryOrder(service), api_key_header: 'X-Service-Key', api_key: KEY }
    const { masks, shown, exitCode } = await create(service, all)
    expect(exitCode).toBe(0)
    expect(service.of('repositories')).toHaveLength(1)
    expect(valuesOf(service, 'x-service-key')).toEqual([KEY])
    // No other credential is sent.
    for (const name of ['authorization', 'x-api-key', 'cookie']) expect(valuesOf(service, name)).toEqual([undefined])
    expect(masks).toContain(KEY)
    expect(shown).not.toContain(KEY)
  })

  test('combine api_key and lines of headers', async ({ serve, create }) => {
    const service = await serve({ api_key: KEY })
    const lines = '  X-Tenant-Id: acme\n\nX-Gateway-Token:gate:way=1\r\nAuthorization: Basic dXNlcjpwYXNz  \n'
    const inputs = { ...IMAGE, api_key: KEY, headers: `${lines}accept: application/x` }
    expect(await create(service, inputs)).toMatchObject({ exitCode: 0 })
    const expected = { authorization: 'Basic dXNlcjpwYXNz', accept: 'application/x' }
    const others = { 'x-tenant-id': 'acme', 'x-gateway-token': 'gate:way=1' }
    for (const [name, value] of Object.entries({ ...expected, ...others }))
      expect(valuesOf(service, name)).toEqual([value])
  })

  it.for(['headers', 'health_headers'])('are masked by their names, whole and without a scheme: %s', async input => {
    const words = 'auth authorization key APIKEY token Secret cookie password signature credential credentials'
    const secret = words
      .split(' ')
      .map((word, index) => (index % 2 ? `X_My_${word}_1: Bearer hidden-${word}` : `${word}-X: hidden-${word}`))
    const plain = 'X-Region X-Author X-Keycloak-Realm X-Workspace-Id X-Tokens traceparent'.split(' ')
    const headers = [...secret, ...plain.map(name => `${name}: eu-west-1`)].join('\n')
    const { masks, problems } = await read({ ...IMAGE, health_url: '/ok', [input]: headers })
    expect(problems).toEqual([])
    expect(masks).toEqual(expect.arrayContaining(words.split(' ').map(word => `hidden-${word}`)))
    expect(masks).toContain('Bearer hidden-APIKEY')
    const all = { ...IMAGE, api_key: KEY, headers: 'Cookie: a=b1', oidc_audience: 'a' }
    const { connection } = await read(all, { ACTIONS_ID_TOKEN_REQUEST_URL: NOWHERE })
    expect(connection?.hasCredential).toBe(true)
    expect(masks).not.toContain('eu-west-1')
  })

  it.for([
    ['http://user:pa55word@host:3128', 'pa55word'],
    ['http://user:pa%3A55w@host/p@th', 'pa%3A55w', 'pa:55w'],
    ['user:pa55word@host:3128', 'pa55word'],
    ['http:user:pa55word@host', 'pa55word'],
    ['http://user:pa/5%5w#@ord@host', 'pa/5%5w#@ord'],
    ['socks5://a@corp:pa55word@host', 'pa55word'],
    ['http://user@host:3128'],
    ['host:3128'],
  ])('are masked with the password of a proxy, %j', async ([address = '', ...passwords]) => {
    for (const name of ['HTTP_PROXY', 'https_proxy', 'ALL_PROXY']) {
      const { masks, redacted } = await read({ ...IMAGE, name: '' }, { [name]: address })
      expect(masks).toEqual(expect.arrayContaining(passwords))
      expect(passwords.map(text => redacted(text))).toEqual(passwords.map(() => '***'))
      if (passwords.length === 0) expect(masks).toEqual([])
    }
  })

  it.for<Record<string, string>>([
    { api_key: KEY, headers: 'x-api-key: other' },
    { api_key: KEY, api_key_header: 'X-A', headers: 'x-a: other' },
    { api_key: KEY, api_key_header: 'authorization', oidc_audience: 'shop' },
    { headers: 'AUTHORIZATION: Bearer other', oidc_audience: 'shop' },
  ])('given twice are refused: %j', async inputs => {
    const { problems } = await read({ ...IMAGE, ...inputs }, { ACTIONS_ID_TOKEN_REQUEST_URL: NOWHERE })
    expect(problems).toHaveLength(1)
    expect(saidOf(problems)).toMatch(/headers|api_key_header|oidc_audience/)
  })
})
