import { expect, test } from 'vitest'
import { repohostRequest, templateRequest } from './bodies.ts'
import { create, jsonOf, list, locsOf, open, page, post, stoppedClock } from './client.ts'
import type { Sandbox } from './sandbox.ts'

const START = Date.parse('2030-01-02T03:04:05.000Z')

test.each([
  ['limit=0', ['limit']],
  ['limit=101', ['limit']],
  ['limit=', ['limit']],
  ['offset=-1', ['offset']],
  ['deployment_type=Dev', ['deployment_type']],
  ['remote_reconciled=1', ['remote_reconciled']],
  ['limit=ten&offset=x&deployment_type=foo', ['limit', 'offset', 'deployment_type']],
])('a list with the query %s gets a 422 for %j', async (query, names) => {
  const response = await list(await open(), `?${query}`)
  expect(await locsOf(response)).toEqual(names.map(name => ['query', name]))
})

const repositories = (sandbox: Sandbox, integration_id = sandbox.integration_id) =>
  fetch(`${sandbox.base_url}/v1/integrations/forge/repohost/${integration_id}/repos`)

test('the listing of repositories has whole records of another integration id', async () => {
  const record = {
    host_integration_id: '0b0b0b0b-1111-4222-8333-444444444444',
    ...{
      id: 7,
      name: 'tool',
      owner: 'you',
      url: 'https://git.example/you/tool.git',
      default_branch: 'trunk',
    },
  }
  const sandbox = await open({ repositories: [record, { owner: 'me', name: 'site' }] })
  const response = await repositories(sandbox, sandbox.integration_id.toUpperCase())
  const listed = await response.json()
  expect(listed).toStrictEqual([
    record,
    {
      ...{ host_integration_id: expect.any(String), id: 1002, name: 'site', owner: 'me' },
      ...{ url: 'https://github.com/me/site', default_branch: 'main' },
    },
  ])
  expect(listed).toStrictEqual(sandbox.repositories)
  expect(JSON.stringify(listed)).not.toContain(sandbox.integration_id)
  expect(await (await repositories(await open())).json()).toHaveLength(3)
  expect(await (await repositories(await open({ repositories: [] }))).json()).toEqual([])
})

test('the listing of an unknown integration gets a 404, and of one that is no UUID a 422', async () => {
  const sandbox = await open()
  const unknown = await repositories(sandbox, '00000000-0000-4000-8000-000000000000')
  expect([unknown.status, await unknown.json()]).toEqual([404, { detail: 'Integration not found' }])
  expect(await locsOf(await repositories(sandbox, 'mine'))).toEqual([['path', 'integration_id']])
})

test('a deployment becomes ready after ready_after and active after twice that time', async () => {
  const clock = stoppedClock(START)
  const sandbox = await open({ now: clock.now })
  const made = await create(sandbox, templateRequest('shop'))
  expect(made).toMatchObject({ status: 'AWAITING_DATABASE', active_revision_id: null })
  const { latest_revision_id } = made
  const expected = [
    [1999, 'AWAITING_DATABASE', null, '05'],
    [2000, 'READY', null, '07'],
    [3999, 'READY', null, '07'],
    [4000, 'READY', latest_revision_id, '09'],
    [9000, 'READY', latest_revision_id, '09'],
  ] as const
  for (const [passed, status, active_revision_id, second] of expected) {
    clock.time = START + passed
    const updated_at = `2030-01-02T03:04:${second}.000Z`
    const { resources } = await page(sandbox, `?status=${status}`)
    expect(resources).toEqual([{ ...made, status, active_revision_id, updated_at }])
    expect(sandbox.deployments).toEqual(resources)
  }
})

const COMMIT = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const HEAD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

test('a push builds a revision with build_on_push, and the older one serves until it is healthy', async () => {
  const clock = stoppedClock(START)
  const sandbox = await open({ now: clock.now, ready_after: 1000, applications: true, head_of: () => HEAD })
  const [{ url: repo_url } = { url: '' }] = sandbox.repositories
  const made = await create(sandbox, repohostRequest(sandbox, 'shop', { build_on_push: true }))
  await create(sandbox, repohostRequest(sandbox, 'other'))
  const { custom_url } = made['source_config'] as { custom_url: string }
  const answer = async () => {
    const response = await fetch(`${custom_url}/any/path`)
    return [response.status, await response.json()]
  }
  const healthy = (commit: string) => [200, { status: 'ok', name: 'shop', version: 'main', commit }]
  clock.time += 2999
  expect(await answer()).toEqual([503, { status: 'starting' }])
  clock.time += 1
  expect(await answer()).toEqual(healthy(HEAD))
  expect((await fetch(`${custom_url}x`)).status).toBe(404)

  const push = (body: unknown) =>
    fetch(`${sandbox.base_url}/sandbox/push`, { method: 'POST', body: JSON.stringify(body) })
  const pushed = await push({ repo_url: repo_url.toUpperCase(), ref: 'refs/heads/main', commit: COMMIT })
  expect(await jsonOf(pushed)).toMatchObject({
    resources: [
      {
        ...{ id: made['id'], status: 'READY', active_revision_id: made['latest_revision_id'] },
        source_revision_config: { repo_commit_sha: COMMIT },
      },
    ],
  })
  clock.time += 2000
  const [now] = sandbox.deployments
  expect(now?.latest_revision_id).not.toBe(made['latest_revision_id'])
  expect(now?.active_revision_id).toBe(now?.latest_revision_id)
  expect(await answer()).toEqual(healthy(HEAD))
  clock.time += 1000
  expect(await answer()).toEqual(healthy(COMMIT))
  expect(await create(sandbox, repohostRequest(sandbox, 'later'))).toMatchObject({
    source_revision_config: { repo_commit_sha: COMMIT },
  })
  expect(sandbox.push({ repo_url, ref: 'elsewhere', commit: HEAD })).toEqual([])
  const refused = await push({ ref: 1 })
  expect(await locsOf(refused)).toEqual(['repo_url', 'ref', 'commit'].map(name => ['body', name]))
})

test('requests with another X-Tenant-Id see another workspace', async () => {
  const sandbox = await open()
  const tenant_id = 'abcdefab-1111-4222-8333-444444444444'
  await create(sandbox, templateRequest('shop'))
  const other = await create(sandbox, templateRequest('shop'), { 'X-Tenant-Id': tenant_id })
  const third = await create(sandbox, templateRequest('shop'), { 'X-Tenant-Id': 'third' })
  expect(other['tenant_id']).toBe(tenant_id)
  expect(new Set([sandbox.tenant_id, third['tenant_id'], tenant_id]).size).toBe(3)
  expect(await page(sandbox, '', { 'X-Tenant-Id': 'third' })).toMatchObject({ resources: [third] })
  expect(sandbox.deployments).toHaveLength(1)
})

test('every route requires the API key, in its header', async () => {
  const sandbox = await open({ api_key: 'open sesame' })
  for (const headers of [{}, { 'X-Api-Key': 'open' }, { Authorization: 'Bearer open sesame' }]) {
    for (const path of ['/v2/deployments', '/v1/integrations/forge/repohost/x/repos', '/', '/v3/any']) {
      expect((await fetch(sandbox.base_url + path, { headers })).status, path).toBe(401)
    }
    expect((await post(sandbox, templateRequest('shop'), headers)).status).toBe(401)
  }
  await create(sandbox, templateRequest('shop'), { 'x-api-key': 'open sesame' })
  const renamed = await open({ api_key: 'Bearer 1', api_key_header: 'Authorization' })
  expect((await list(renamed, '', { 'x-api-key': 'Bearer 1' })).status).toBe(401)
  expect((await list(renamed, '', { authorization: 'Bearer 1' })).status).toBe(200)
})

test('an unknown route gets a 404', async () => {
  const sandbox = await open()
  const unknown = ['/', '/v2', '/v2/deployments/', '/v2/deployments/x', '/v1/deployments', '/V2/deployments']
  for (const path of unknown) {
    const response = await fetch(sandbox.base_url + path)
    expect([path, response.status, await response.json()]).toEqual([path, 404, { detail: 'Not Found' }])
  }
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    expect((await fetch(`${sandbox.base_url}/v2/deployments`, { method })).status).toBe(404)
  }
})
