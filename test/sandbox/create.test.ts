import { expect, test } from 'vitest'
import { repohostRequest, templateRequest, wholeRequest } from './bodies.ts'
import { create, jsonOf, open, page, post } from './client.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

test('the response to a create request with the source repohost has all fields', async () => {
  const sandbox = await open()
  const [record] = sandbox.repositories
  const response = await post(sandbox, repohostRequest(sandbox, 'shop'))
  expect(response.status).toBe(201)
  expect(await response.json()).toStrictEqual({
    name: 'shop',
    source: 'repohost',
    source_config: {
      integration_id: record?.host_integration_id,
      repo_url: record?.url,
      build_on_push: null,
      custom_url: null,
      resource_spec: null,
      listener_id: null,
      listener_config: null,
      install_command: null,
      build_command: null,
    },
    source_revision_config: {
      repo_ref: 'main',
      graph_config_path: null,
      image_uri: null,
      source_tarball_path: null,
      repo_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    },
    secrets: [],
    id: expect.stringMatching(uuid),
    tenant_id: sandbox.tenant_id,
    created_at: expect.stringMatching(dateTime),
    updated_at: expect.stringMatching(dateTime),
    status: 'AWAITING_DATABASE',
    latest_revision_id: expect.stringMatching(uuid),
    active_revision_id: null,
    secret_references: null,
    image_version: null,
  })
})

test('a create request with all fields is accepted, and the response repeats them', async () => {
  const sandbox = await open()
  const request = wholeRequest('shop')
  const { source_revision_config, ...rest } = request
  const answer = await create(sandbox, request)
  expect(answer).toMatchObject(rest)
  expect(answer['source_revision_config']).toStrictEqual({
    ...(source_revision_config as object),
    repo_commit_sha: null,
  })
  expect(answer['image_version']).toBe('1.4.2')
})

test('a create request may have null in nullable fields', async () => {
  const sandbox = await open()
  const names = ['build_on_push', 'custom_url', 'resource_spec', 'listener_id', 'listener_config']
  const more = ['integration_id', 'repo_url', 'install_command', 'build_command']
  const revision = ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path']
  const response = await post(sandbox, {
    ...templateRequest('shop'),
    source_config: Object.fromEntries([...names, ...more].map(name => [name, null])),
    source_revision_config: Object.fromEntries(revision.map(name => [name, null])),
    secret_references: null,
  })
  expect(response.status).toBe(201)
})

test.each(['internal_container', 'internal_source', 'internal_template'])(
  'the source %s requires no fields',
  async source => {
    const sandbox = await open()
    const answer = await create(sandbox, { ...templateRequest('shop'), source })
    expect(answer).toMatchObject({
      source,
      image_version: null,
      source_revision_config: { repo_commit_sha: null },
    })
  },
)

test.each([
  ['external_container', 'acme/shop:1.4', '1.4'],
  ['internal_container', 'acme/shop:1.4', '1.4'],
  ['external_container', 'images.example:5000/acme/shop:v2', 'v2'],
  ['external_container', 'images.example:5000/acme/shop', null],
  ['external_container', 'acme/shop:v3@sha256:0123', 'v3'],
  ['external_container', 'acme/shop@sha256:0123', null],
  ['internal_source', 'acme/shop:1.4', null],
])(
  'a deployment of the source %s with the image %s has the image_version %s',
  async (source, image_uri, version) => {
    const sandbox = await open()
    const request = { ...templateRequest('shop'), source, source_revision_config: { image_uri } }
    expect((await create(sandbox, request))['image_version']).toBe(version)
  },
)

test('two deployments have the same tenant and different ids', async () => {
  const sandbox = await open()
  const one = await create(sandbox, repohostRequest(sandbox, 'one'))
  const two = await create(sandbox, repohostRequest(sandbox, 'two'))
  expect(one['tenant_id']).toBe(two['tenant_id'])
  expect(new Set([one['id'], two['id'], one['latest_revision_id'], two['latest_revision_id']]).size).toBe(4)
  expect(one['source_revision_config']).not.toEqual(two['source_revision_config'])
})

test('a created deployment is in the list and in the property `deployments`', async () => {
  const sandbox = await open({ ready_after: 3_600_000 })
  const created = await create(sandbox, wholeRequest('shop'))
  expect(await page(sandbox)).toEqual({ resources: [created], offset: 1 })
  expect(sandbox.deployments).toEqual([created])
})

test('a content type may have parameters', async () => {
  const response = await post(await open(), templateRequest('shop'), {
    'content-type': 'Application/JSON; charset=utf-8',
  })
  expect(response.status).toBe(201)
})

test.each([
  ['conflict', 409],
  ['bad_request', 400],
  ['unprocessable', 422],
] as const)('with taken_names: %s a taken name gets a %i', async (taken_names, status) => {
  const sandbox = await open({ taken_names })
  const { id } = await create(sandbox, templateRequest('shop'))
  const response = await post(sandbox, templateRequest('shop'))
  expect(response.status).toBe(status)
  expect(await jsonOf(response)).toEqual({ detail: 'A deployment named "shop" already exists' })
  expect(sandbox.deployments.map(deployment => deployment.id)).toEqual([id])
})

test('with taken_names: accept a taken name creates a second deployment', async () => {
  const sandbox = await open({ taken_names: 'accept' })
  await create(sandbox, templateRequest('shop'))
  await create(sandbox, templateRequest('shop'))
  expect(sandbox.deployments.map(({ name }) => name)).toEqual(['shop', 'shop'])
})

test('names that differ in case are different names', async () => {
  const sandbox = await open()
  await create(sandbox, templateRequest('shop'))
  expect((await post(sandbox, templateRequest('Shop'))).status).toBe(201)
})
