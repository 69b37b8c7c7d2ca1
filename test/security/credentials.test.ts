import { expect, it } from 'vitest'
import { runInProcess } from './in-process.ts'
import { echoingService, INPUTS } from './services.ts'

const service = echoingService({ text: () => 'word', scene: 'created', status: 400, dialect: 'plain' })

const masksFor = async (inputs: Record<string, string>, env: NodeJS.ProcessEnv = {}) =>
  (await runInProcess({ ...INPUTS, ...inputs }, service, env)).masks

it.each(['Auth', 'key', 'TOKEN', 'Secret', 'Cookie', 'password', 'Signature', 'Credential'])(
  'the value of a header with %s in its name is masked',
  async word => {
    expect(await masksFor({ headers: `x-my-${word}s-1: hidden-value` })).toEqual(['hidden-value'])
  },
)

it('a line of headers without a name is masked', async () => {
  expect(await masksFor({ headers: 'no header, hidden-value' })).toEqual(['no header, hidden-value'])
})

it.each(['X-Region', 'Accept-Version', 'Prefer', 'X-Workspace-Id', 'X-Session', 'traceparent', 'User-Agent'])(
  'the value of the header %s is plain',
  async name => {
    expect(await masksFor({ headers: `${name}: eu-west-1` })).toEqual([])
  },
)

it.each([
  ['Authorization: Bearer hidden-value', ['Bearer hidden-value', 'hidden-value']],
  ['Authorization: ApiKey-v1 hidden-value', ['hidden-value']],
  ['Authorization: Token  a hidden-value', ['a hidden-value', 'hidden-value']],
  [
    `Authorization: Basic ${Buffer.from('some-user:some-password').toString('base64')}`,
    ['some-user', 'some-password', 'some-user:some-password'],
  ],
  ['Authorization: Digest username="some-user", response="hidden-value"', ['some-user', 'hidden-value']],
  ['Cookie: session=hidden-value; theme="other-value"', ['hidden-value', 'other-value']],
  ['Cookie: session=hidden%2Fvalue; theme="other%20value"', ['hidden/value', 'other value']],
])('each part of the header %j is masked', async (headers, parts) => {
  expect(await masksFor({ headers })).toEqual(expect.arrayContaining(parts))
})

it('the token of an api_key with a scheme is masked without the scheme', async () => {
  const masks = await masksFor({ api_key: 'Bearer hidden-value', api_key_header: 'Authorization' })
  expect(masks).toEqual(expect.arrayContaining(['Bearer hidden-value', 'hidden-value']))
})

it.each([
  ['http://some-user:p%40ssword@proxy:8080', ['some-user', 'p@ssword', 'p%40ssword']],
  ['http://some-user:100%25%zz@proxy:8080', ['100%%zz', '100%25%zz']],
  ['http://some-user:p@ss/word#1@proxy:99999', ['some-user', 'p@ss/word#1']],
  ['some-user:some-password@proxy:8080', ['some-user', 'some-password']],
  ['http://some-token@proxy', ['some-token']],
])(
  'the user and the password of the proxy %j are masked, even if the proxy is invalid',
  async (proxy, parts) => {
    for (const name of ['HTTPS_PROXY', 'http_proxy']) {
      expect(await masksFor({}, { [name]: proxy })).toEqual(expect.arrayContaining(parts))
    }
  },
)

it.each([
  [{ repository: 'https://some-user:p@ssw0rd-x@github.com/acme/shop' }, ['some-user', 'p@ssw0rd-x']],
  [{ custom_url: 'https://some-user:some-password@shop.test' }, ['some-user', 'some-password']],
  [{ base_url: 'https://some-user:some-password@service.test' }, ['some-user', 'some-password']],
  [{ build_command: 'curl https://some-user:some-password@hook.test' }, ['some-user', 'some-password']],
])('the credentials in the URL of %j are masked', async (inputs, parts) => {
  expect(await masksFor(inputs)).toEqual(expect.arrayContaining(parts))
})

it('the user of a URL is not masked if the path of the URL contains it', async () => {
  expect(await masksFor({ repository: 'https://acme@bitbucket.org/acme/shop' })).not.toContain('acme')
})

it('credentials are masked even if other inputs are invalid', async () => {
  const masks = await masksFor({
    source: 'nonsense',
    api_key: 'hidden-key\nbroken',
    secrets: 'A=hidden-value\nbroken line',
  })
  expect(masks).toContain('hidden-key')
  expect(masks).toContain('hidden-value')
})
