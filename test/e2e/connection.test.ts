import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type Run, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

const headersOf = ({ requests }: Sandbox, name: string) => requests.map(({ headers }) => headers[name])

/** All output of a run except its masks. */
const shown = ({ stdout, stderr, summary, outputs }: Run) =>
  stdout.replace(/^::add-mask::.*$/gm, '') + stderr + summary + JSON.stringify(outputs)

const masks = ({ stdout }: Run) =>
  commandsOf(stdout)
    .filter(({ command }) => command === 'add-mask')
    .map(({ message }) => message)

test('without credentials, no credential header is sent', async () => {
  const sandbox = await sandboxForTest()
  await create(sandbox, shop)
  for (const { headers, method } of sandbox.requests) {
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('x-api-key')
    expect(headers['accept']).toBe('application/json')
    expect(headers['user-agent']).toBe('create-deployment-action')
    expect(headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined)
  }
})

test.each([
  ['x-api-key', {}],
  ['x-service-key', { api_key_header: 'X-Service-Key' }],
  ['authorization', { api_key_header: 'Authorization' }],
])('the key is sent in the header %s with every request', async (name, inputs) => {
  const sandbox = await sandboxForTest({ api_key: 'key-of-the-service', api_key_header: name })
  const { integration_id } = sandbox
  const run = await create(sandbox, {
    name: 'shop',
    source: 'repohost',
    integration_id,
    repository: 'acme/shop',
    api_key: ' key-of-the-service ',
    ...inputs,
  })
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  expect(new Set(headersOf(sandbox, name))).toEqual(new Set(['key-of-the-service']))
  expect(sandbox.requests.length).toBeGreaterThanOrEqual(3)
  expect(masks(run)).toContain('key-of-the-service')
  expect(shown(run)).not.toContain('key-of-the-service')
})

test('headers are sent with every request, and their values are never shown', async () => {
  const sandbox = await sandboxForTest({ api_key: 'key-of-the-service' })
  const headers = [
    '  X-Tenant-Id: tenant-of-mine',
    '',
    'X-Gateway-Token:gateway:token=1',
    'Authorization: Basic dXNlcjpwYXNzd29yZA==  ',
  ].join('\n')
  sandbox.script({
    operation: 'create_deployment',
    status: 400,
    body: { detail: 'Got key-of-the-service, gateway:token=1 and dXNlcjpwYXNzd29yZA== here' },
  })
  const run = await create(sandbox, { ...shop, api_key: 'key-of-the-service', headers })
  for (const [name, value] of [
    ['x-api-key', 'key-of-the-service'],
    ['x-tenant-id', 'tenant-of-mine'],
    ['x-gateway-token', 'gateway:token=1'],
    ['authorization', 'Basic dXNlcjpwYXNzd29yZA=='],
  ] as const) {
    expect(new Set(headersOf(sandbox, name))).toEqual(new Set([value]))
  }
  expect(run.outputs['error_code']).toBe('rejected')
  expect(shown(run)).not.toMatch(/key-of-the-service|gateway:token=1|dXNlcjpwYXNzd29yZA/)
  expect(run.errors[0]?.message).toContain('The service said: ***')
})

/** The token service of the runner: returns the same token each time, and records the requests. */
async function tokenService(token: string) {
  const asked: { audience: string | null; authorization: string | undefined }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    const audience = new URL(url, 'http://127.0.0.1').searchParams.get('audience')
    asked.push({ audience, authorization: headers.authorization })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value: token }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    asked,
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'token-to-ask-with',
    },
  }
}

const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZXBvOmFjbWUvc2hvcCJ9.c2lnbmF0dXJl'

test('the OIDC token of the job is requested once, sent with every request, and masked', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const { asked, env } = await tokenService(JWT)
  sandbox.script({ operation: 'create_deployment', status: 403, body: { detail: `No rights for ${JWT}` } })
  const oidc_audience = 'https://deploy.example/a b&c'
  const inputs = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop', oidc_audience }
  const run = await create(sandbox, inputs, { env })
  expect(asked).toEqual([{ audience: oidc_audience, authorization: 'Bearer token-to-ask-with' }])
  expect(new Set(headersOf(sandbox, 'authorization'))).toEqual(new Set([`Bearer ${JWT}`]))
  expect(run.outputs).toMatchObject({ error_code: 'forbidden', http_status: '403' })
  expect(masks(run)).toContain(JWT)
  expect(shown(run)).not.toContain(JWT)
  expect(shown(run)).not.toContain('token-to-ask-with')
})

test('an OIDC token can be combined with an api_key and with headers', async () => {
  const sandbox = await sandboxForTest({ api_key: 'key-of-the-service' })
  const { env } = await tokenService(JWT)
  const inputs = { api_key: 'key-of-the-service', headers: 'X-Tenant-Id: mine', oidc_audience: 'deploy' }
  const run = await create(sandbox, { ...shop, ...inputs }, { env })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(sandbox.requests.at(-1)?.headers).toMatchObject({
    'x-api-key': 'key-of-the-service',
    'x-tenant-id': 'mine',
    authorization: `Bearer ${JWT}`,
  })
})

test('without the permission for an OIDC token, the error names the permission', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...shop, oidc_audience: 'deploy' })
  expect(run.outputs['error_code']).toBe('invalid_input')
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toMatch(/`oidc_audience`.*`id-token: write`/)
  expect(sandbox.requests).toEqual([])
})

test.each([
  ['', '///', ''],
  ['/api-host', '/', '/api-host'],
  ['/a/b.c', '//', '/a/b.c'],
])('a base_url with the path %j and then %j is accepted', async (base_path, slashes, path) => {
  const sandbox = await sandboxForTest({ base_path })
  const { integration_id } = sandbox
  const run = await create(sandbox, {
    name: 'shop',
    source: 'repohost',
    integration_id,
    repository: 'acme/shop',
    base_url: ` ${sandbox.base_url}${slashes} `,
  })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(new Set(sandbox.requests.map(request => request.path))).toEqual(
    new Set([`${path}/v1/integrations/forge/repohost/${integration_id}/repos`, `${path}/v2/deployments`]),
  )
})

test('http beyond loopback is refused, unless it is allowed', async () => {
  const sandbox = await sandboxForTest()
  // An address of this machine that is not a loopback address.
  const base_url = sandbox.base_url.replace('127.0.0.1', '0.0.0.0')
  const refused = await create(sandbox, { ...shop, base_url })
  expect(refused.outputs['error_code']).toBe('invalid_input')
  expect(refused.errors[0]?.message).toMatch(/`base_url`.*allow_http/)
  expect(sandbox.requests).toEqual([])
  const allowed = await create(sandbox, { ...shop, base_url, allow_http: 'true' })
  expect(allowed).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
})

const listQueries = ({ requests }: Sandbox) =>
  requests.filter(({ operation }) => operation === 'list_deployments').map(({ query }) => query)

test.each([
  ['', { limit: '100', offset: '0', name_contains: 'shop&co+1' }],
  ['name: q', { limit: '100', offset: '0', q: 'shop&co+1' }],
  [
    '{"limit": "page[size]", "offset": "skip"}',
    { 'page[size]': '100', skip: '0', name_contains: 'shop&co+1' },
  ],
  ['limit: n\noffset: from\nname: name\nstatus: state\nids: id', { n: '100', from: '0', name: 'shop&co+1' }],
])('the list is requested with the list_parameters %j', async (list_parameters, query) => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { name_contains: 'shop&co+1', list_parameters }, { action: 'list' })
  expect(listQueries(sandbox)).toEqual([query])
  expect(run).toMatchObject({ exitCode: 0, outputs: { count: '0' } })
})
