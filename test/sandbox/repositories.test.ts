import { expect, test } from 'vitest'
import type { Sandbox } from '../../src/sandbox/server.ts'
import { open } from './client.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function repositories(sandbox: Sandbox, integration_id: string) {
  return fetch(`${sandbox.base_url}/v1/integrations/forge/repohost/${integration_id}/repos`)
}

test('the list of repositories is an array of records with all fields', async () => {
  const sandbox = await open()
  const response = await repositories(sandbox, sandbox.integration_id)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const records = (await response.json()) as unknown[]
  expect(records).toHaveLength(3)
  for (const record of records) {
    expect(record).toStrictEqual({
      host_integration_id: expect.stringMatching(uuid),
      id: expect.any(Number),
      name: expect.any(String),
      owner: expect.any(String),
      url: expect.stringMatching(/^https:/),
      default_branch: expect.any(String),
    })
  }
  expect(records).toStrictEqual(sandbox.repositories)
})

test('the integration in a record differs from the one in the path', async () => {
  const sandbox = await open()
  expect(sandbox.repositories.map(record => record.host_integration_id)).not.toContain(sandbox.integration_id)
})

test('records are returned as configured, and missing fields have defaults', async () => {
  const record = {
    host_integration_id: '0b0b0b0b-1111-4222-8333-444444444444',
    id: 7,
    name: 'tool',
    owner: 'you',
    url: 'https://git.example/you/tool.git',
    default_branch: 'trunk',
  }
  const sandbox = await open({ repositories: [record, { owner: 'me', name: 'site' }] })
  const response = await repositories(sandbox, sandbox.integration_id)
  expect(await response.json()).toMatchObject([record, { owner: 'me', name: 'site', default_branch: 'main' }])
})

test('the list of repositories may be empty', async () => {
  const sandbox = await open({ repositories: [] })
  const response = await repositories(sandbox, sandbox.integration_id)
  expect([response.status, await response.json()]).toEqual([200, []])
})

test('the integration_id can be configured and matches in any case', async () => {
  const integration_id = 'abcdefab-1111-4222-8333-444444444444'
  const sandbox = await open({ integration_id })
  expect(sandbox.integration_id).toBe(integration_id)
  expect((await repositories(sandbox, integration_id)).status).toBe(200)
  expect((await repositories(sandbox, integration_id.toUpperCase())).status).toBe(200)
})

test('an unknown integration gets a 404', async () => {
  const response = await repositories(await open(), '00000000-0000-4000-8000-000000000000')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ detail: 'Integration not found' })
})

test('an integration that is not a UUID gets a 422', async () => {
  const response = await repositories(await open(), 'my-integration')
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    detail: [{ loc: ['path', 'integration_id'], type: 'uuid_parsing' }],
  })
})
