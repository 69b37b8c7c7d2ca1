import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { listen } from '../listen.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type Run, sandboxForTest, shown } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const SHOP = { name: 'shop', source: 'internal_template' } as const

/** The inputs for a create from a repository, which sends each kind of request. */
const fromRepository = ({ integration_id }: Sandbox) => ({
  ...{ name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' },
})

/** The different values that a header had in all requests. */
const valuesOf = ({ requests }: Sandbox, name: string) => [
  ...new Set(requests.map(({ headers }) => headers[name])),
]

const masks = ({ stdout }: Run) =>
  commandsOf(stdout).flatMap(({ command, message }) => (command === 'add-mask' ? [message] : []))

test('without credentials none is sent, and headers of the workflow replace those of the action', async () => {
  const sandbox = await sandboxForTest()
  await create(sandbox, SHOP)
  const types = sandbox.requests.map(({ method, headers }) => [method, headers['content-type']])
  expect(types).toContainEqual(['POST', 'application/json'])
  expect(types).toContainEqual(['GET', undefined])
  for (const name of ['authorization', 'x-api-key']) expect(valuesOf(sandbox, name)).toEqual([undefined])
  expect(valuesOf(sandbox, 'accept')).toEqual(['application/json'])
  expect(valuesOf(sandbox, 'user-agent')).toEqual(['create-deployment-action'])
  const other = await sandboxForTest()
  await create(other, { ...SHOP, headers: 'user-agent: deploy-bot\nACCEPT: application/vnd.service+json' })
  expect(valuesOf(other, 'user-agent')).toEqual(['deploy-bot'])
  expect(valuesOf(other, 'accept')).toEqual(['application/vnd.service+json'])
})

const KEY = 'key-of-the-service'

test.each([
  ['x-api-key', {}],
  ['x-service-key', { api_key_header: 'X-Service-Key' }],
  ['authorization', { api_key_header: 'Authorization' }],
])('the key is sent in the header %s with every request, and is masked', async (name, inputs) => {
  const sandbox = await sandboxForTest({ api_key: KEY, api_key_header: name })
  const run = await create(sandbox, { ...fromRepository(sandbox), api_key: ` ${KEY} `, ...inputs })
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  expect(valuesOf(sandbox, name)).toEqual([KEY])
  expect(masks(run)).toContain(KEY)
  expect(shown(run)).not.toContain(KEY)
})

test('headers are sent with every request, and their values are never shown', async () => {
  const sandbox = await sandboxForTest({ api_key: KEY })
  const headers = [
    '  X-Tenant-Id: tenant-of-mine',
    '',
    'X-Gateway-Token:gateway:token=1',
    'Authorization: Basic dXNlcjpwYXNzd29yZA==  ',
  ].join('\n')
  const detail = `Got ${KEY}, gateway:token=1 and dXNlcjpwYXNzd29yZA== here`
  sandbox.script({ operation: 'create_deployment', status: 400, body: { detail } })
  const run = await create(sandbox, { ...SHOP, api_key: KEY, headers })
  expect(valuesOf(sandbox, 'x-api-key')).toEqual([KEY])
  expect(valuesOf(sandbox, 'x-tenant-id')).toEqual(['tenant-of-mine'])
  expect(valuesOf(sandbox, 'x-gateway-token')).toEqual(['gateway:token=1'])
  expect(valuesOf(sandbox, 'authorization')).toEqual(['Basic dXNlcjpwYXNzd29yZA=='])
  expect(run.outputs['error_code']).toBe('rejected')
  expect(shown(run)).not.toMatch(/key-of-the-service|gateway:token=1|dXNlcjpwYXNzd29yZA/)
  expect(run.errors[0]?.message).toContain('The service said: Got ***, *** and *** here')
})

const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZXBvOmFjbWUvc2hvcCJ9.c2lnbmF0dXJl'

/** The token service of the runner: returns the same token each time, and records the requests. */
async function tokenService() {
  const asked: { audience: string | null; authorization: string | undefined }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    const audience = new URL(url, 'http://127.0.0.1').searchParams.get('audience')
    asked.push({ audience, authorization: headers.authorization })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value: JWT }))
  })
  const env = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${await listen(server, onTestFinished)}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'token-to-ask-with',
  }
  return { asked, env }
}

test('the OIDC token of the job is requested once, sent with every request beside a key and headers, and masked', async () => {
  const sandbox = await sandboxForTest({ api_key: KEY })
  const { asked, env } = await tokenService()
  sandbox.script({ operation: 'create_deployment', status: 403, body: { detail: `No rights for ${JWT}` } })
  const oidc_audience = 'https://deploy.example/a b&c'
  const others = { api_key: KEY, headers: 'X-Tenant-Id: mine', oidc_audience }
  const run = await create(sandbox, { ...fromRepository(sandbox), ...others }, { env })
  expect(asked).toEqual([{ audience: oidc_audience, authorization: 'Bearer token-to-ask-with' }])
  expect(valuesOf(sandbox, 'authorization')).toEqual([`Bearer ${JWT}`])
  expect(valuesOf(sandbox, 'x-api-key')).toEqual([KEY])
  expect(valuesOf(sandbox, 'x-tenant-id')).toEqual(['mine'])
  expect(run.outputs).toMatchObject({ error_code: 'forbidden', http_status: '403' })
  expect(masks(run)).toContain(JWT)
  for (const secret of [JWT, 'token-to-ask-with']) expect(shown(run)).not.toContain(secret)
})

test.each([
  ['', '///', ''],
  ['/a/b.c', '/', '/a/b.c'],
])('a base_url with the path %j and then %j is accepted', async (base_path, slashes, path) => {
  const sandbox = await sandboxForTest({ base_path })
  const base_url = ` ${sandbox.base_url}${slashes} `
  const run = await create(sandbox, { ...fromRepository(sandbox), base_url })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect([...new Set(sandbox.requests.map(request => request.path))].sort()).toEqual([
    `${path}/v1/integrations/forge/repohost/${sandbox.integration_id}/repos`,
    `${path}/v2/deployments`,
  ])
})
