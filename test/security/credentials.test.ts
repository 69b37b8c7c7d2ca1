import { expect, it } from 'vitest'
import { openJob } from '../../src/github/job.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { recordingRunner, runInProcess } from './in-process.ts'
import { ACTIONS, echoingService, INPUTS } from './services.ts'

const service = echoingService({ text: () => 'word', scene: 'created', status: 400, dialect: 'plain' })

const masksFor = async (inputs: Record<string, string>, env: NodeJS.ProcessEnv = {}) =>
  (await runInProcess({ ...INPUTS, ...inputs }, service, env)).masks

it('the values of headers with the name of a credential are masked, and of no other', async () => {
  const masked = 'Auth key TOKEN Secret Cookie password Signature Credentials apikey'.split(' ')
  const secret = masked.map(word => `x-my-${word}_1: hidden-${word}`)
  const plain = 'X-Region X-Author X-Keycloak-Realm Prefer X-Workspace-Id X-Session traceparent User-Agent'
  const headers = [...secret, ...plain.split(' ').map(name => `${name}: eu-west-1`)].join('\n')
  expect(await masksFor({ headers })).toEqual(masked.map(word => `hidden-${word}`))
})

const BASIC = Buffer.from('some-user:some-password').toString('base64')

it.each<[Record<string, string>, string[]]>([
  [{ headers: 'no header, hidden-value' }, ['no header, hidden-value']],
  [{ headers: 'Authorization: Bearer hidden-value' }, ['Bearer hidden-value', 'hidden-value']],
  [{ headers: 'Authorization: ApiKey-v1 hidden-value' }, ['hidden-value']],
  [{ headers: 'Authorization: Token  a hidden-value' }, ['a hidden-value', 'hidden-value']],
  [{ headers: `Authorization: Basic ${BASIC}` }, ['some-user', 'some-password', 'some-user:some-password']],
  [
    { headers: 'Authorization: Digest username="some-user", response="hidden-value"' },
    ['some-user', 'hidden-value'],
  ],
  [{ headers: 'Cookie: session=hidden-value; theme="other-value"' }, ['hidden-value', 'other-value']],
  [{ headers: 'Cookie: session=hidden%2Fvalue; theme="other%20value"' }, ['hidden/value', 'other value']],
  [
    { api_key: 'Bearer hidden-value', api_key_header: 'Authorization' },
    ['Bearer hidden-value', 'hidden-value'],
  ],
  [{ repository: 'https://some-user:p@ssw0rd-x@github.com/acme/shop' }, ['some-user', 'p@ssw0rd-x']],
  [{ custom_url: 'https://some-user:some-password@shop.test' }, ['some-user', 'some-password']],
  [{ base_url: 'https://some-user:some-password@service.test' }, ['some-user', 'some-password']],
  [{ build_command: 'curl https://some-user:some-password@hook.test' }, ['some-user', 'some-password']],
  [
    { source: 'nonsense', api_key: 'hidden-key\nbroken', secrets: 'A=hidden-value\nbroken line' },
    ['hidden-key', 'hidden-value'],
  ],
])('the inputs %j mask %j, also if they are invalid', async (inputs, parts) => {
  expect(await masksFor(inputs)).toEqual(expect.arrayContaining(parts))
})

it.each([
  ['http://some-user:p%40ssword@proxy:8080', ['some-user', 'p@ssword', 'p%40ssword']],
  ['http://some-user:100%25%zz@proxy:8080', ['100%%zz', '100%25%zz']],
  ['http://some-user:p@ss/word#1@proxy:99999', ['some-user', 'p@ss/word#1']],
  ['some-user:some-password@proxy:8080', ['some-user', 'some-password']],
  ['http://some-token@proxy', ['some-token']],
])('the proxy %j masks %j, also if it is invalid', async (proxy, parts) => {
  for (const name of ['HTTPS_PROXY', 'http_proxy']) {
    expect(await masksFor({}, { [name]: proxy })).toEqual(expect.arrayContaining(parts))
  }
})

it('the user of a URL is not masked if the path of the URL contains it, and an image has no user', async () => {
  expect(await masksFor({ repository: 'https://acme@bitbucket.org/acme/shop' })).not.toContain('acme')
  expect(await masksFor({ image_uri: 'app:v1.4.2@sha256:0a1b' })).not.toContain('v1.4.2')
})

/** A service with one repository and one deployment, both with a URL. */
function serviceWith(url: string, { method, url: { pathname, searchParams } }: HttpRequest) {
  const repository = { id: 1, owner: 'acme', name: 'shop', url, default_branch: 'main' }
  const record = { host_integration_id: 'an-id', ...repository }
  const source_config = { repo_url: url, custom_url: url }
  const deployment = { id: 'an-id', name: 'shop', source_config, revisions: [{ source_config }] }
  const page = { resources: searchParams.get('offset') === '0' ? [deployment] : [], offset: 0 }
  const created = { ...deployment, id: 'new-id', name: INPUTS.name }
  const answer = pathname.endsWith('/repos') ? [record] : method === 'POST' ? created : page
  return { status: 200, text: JSON.stringify(answer) }
}

/** Everything that the actions show of a URL that the service lists. */
async function shownOf(url: string): Promise<string[]> {
  const shown: string[] = []
  for (const { run, inputs } of [ACTIONS.repositories, ACTIONS.list, ACTIONS.create]) {
    const given = { ...inputs, wait_for: 'none' }
    const written = await runInProcess(given, request => serviceWith(url, request), {}, { run })
    expect(written.succeeded).toBe(true)
    shown.push(written.log, written.summary, ...written.masks, ...Object.values(written.outputs))
  }
  return shown
}

const SCHEMES = ['', '//', 'https:', 'https:/', 'https:\\\\', ' https://', '"https://', 'ssh:x', 'git+ssh://']
const SIGNS = ['/', ' ', '#', '?', '\\', '<', '"', '@', '@/', ':', '1/']

it.each([
  ...SIGNS.map(sign => `https://x:l1sted${sign}p4ss-word@github.com/acme/shop`),
  ...SCHEMES.map(scheme => `${scheme}x:p4ss-word@github.com/acme/shop`),
])('the password of the listed URL %j is hidden, also if the URL cannot be parsed', async url => {
  for (const text of await shownOf(url)) expect(text).not.toMatch(/p4ss-word|l1sted/)
})

it.each([
  'https://host/a-path@b-path',
  'https://github.com:8080/a-path@b-path',
  'https://[::1]:8080/a-path@b-path',
  'git@github.com:acme/shop.git',
  'acme/shop@v1',
])('the listed URL %s, which has no password, is shown', async url => {
  const shown = await shownOf(url)
  expect(shown.filter(text => text.includes(url)).length).toBeGreaterThan(4)
})

it.each([
  ['https://user:pass@host/a@1', 'https://host/a@1'],
  ['https://token@host/a', 'https://host/a'],
  ['user:pass@host/a', 'host/a'],
  ['https://user:pa ss/wd@host/a', 'https://host/a'],
  ['git@host:acme/shop.git', 'git@host:acme/shop.git'],
  ['https://host:8080/a@1', 'https://host:8080/a@1'],
  ['acme/shop@v1', 'acme/shop@v1'],
])('an output has the URL %s as %s, alone and in JSON', (url, shown) => {
  const { runner, written } = recordingRunner()
  openJob(runner).output({ url, config: { repo_url: url, command: 'curl https://user:pass@host/a' } })
  const config = JSON.stringify({ repo_url: shown, command: 'curl https://host/a' })
  expect(written.outputs).toEqual({ url: shown, config })
})
