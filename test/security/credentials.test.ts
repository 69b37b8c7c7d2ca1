import { expect, it } from 'vitest'
import { runInProcess } from './in-process.ts'
import { echoingService, INPUTS } from './services.ts'

const service = echoingService({ text: () => 'word', scene: 'created', status: 400, dialect: 'plain' })

const masksFor = async (inputs: Record<string, string>, env: NodeJS.ProcessEnv = {}) =>
  (await runInProcess({ ...INPUTS, ...inputs }, service, env)).masks

it.each([
  ['X-Gateway-Token: hidden-value'],
  ['Cookie: hidden-value'],
  ['X-Session-Id: hidden-value'],
  ['X-Client-Secret:hidden-value'],
  ['X-Key-Of-Tenant-Id: hidden-value'],
  ['no header, hidden-value'],
])('the value of %j is a credential', async headers => {
  expect((await masksFor({ headers })).join('\n')).toContain('hidden-value')
})

it.each(['X-Tenant-Id', 'x-workspace-id', 'X-Organization-Id', 'Workspace', 'X-Request-Id', 'User-Agent'])(
  'the value of %s is an identifier, which the service gives back as an output',
  async name => {
    expect(await masksFor({ headers: `${name}: 5b1c2f5e` })).toEqual([])
  },
)

it('a token is masked with its scheme, and without', async () => {
  const masks = await masksFor({ headers: 'Authorization: Bearer hidden-value' })
  expect(masks).toContain('hidden-value')
  expect(masks).toContain('Bearer hidden-value')
})

it("a proxy's password is masked, be it encoded or broken", async () => {
  expect(await masksFor({}, { HTTPS_PROXY: 'http://user:p%40ssword@proxy:8080' })).toContain('p@ssword')
  expect(await masksFor({}, { http_proxy: 'http://user:100%25%zz@proxy:8080' })).toContain('100%%zz')
})

it('credentials are masked though other inputs are wrong', async () => {
  const masks = await masksFor({
    source: 'nonsense',
    api_key: 'hidden-key\nbroken',
    secrets: 'A=hidden-value\nbroken line',
  })
  expect(masks).toContain('hidden-key')
  expect(masks).toContain('hidden-value')
})
