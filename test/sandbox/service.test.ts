import { describe, expect, test } from 'vitest'
import type { Fault } from '../../src/sandbox/faults.ts'
import { openService, type ServiceOptions } from '../../src/sandbox/service.ts'
import { repohostRequest, templateRequest, WHOLE, withValue } from './bodies.ts'

type Json = Record<string, unknown>
type Headers = Record<string, string>

const JSON_TYPE = { 'content-type': 'application/json' }
const OTHER_ID = '00000000-0000-4000-8000-000000000000'

/** The service of the sandbox, without a server. */
function open(options: ServiceOptions = {}) {
  const service = openService(options)
  const request = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await service.fetch(new Request(`http://sandbox.test${path}`, { method, ...init }))
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) as Json }
  }
  const post = (body: unknown, headers: Headers = {}, path = '/v2/deployments') =>
    request('POST', path, {
      headers: { ...JSON_TYPE, ...headers },
      // A string is sent unchanged.
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    ...service,
    request,
    post,
    get: (path: string, headers: Headers = {}) => request('GET', path, { headers }),
    list: (query = '', headers: Headers = {}) => request('GET', `/v2/deployments${query}`, { headers }),
    /** The fields that a 422 names. */
    async refused(body: unknown) {
      const { status, body: answer } = await post(body)
      return { status, fields: fieldsIn(answer) }
    },
    async create(body: unknown, headers: Headers = {}) {
      const { status, body: made } = await post(body, headers)
      expect([status, made]).toEqual([201, expect.anything()])
      return made
    },
    deployments: () => [...service.workspace.all.values()],
  }
}

/** The places in the findings of a 422, such as `body.name`. */
const fieldsIn = ({ detail }: Json) =>
  (detail as Json[]).map(finding => {
    const text = expect.any(String)
    expect(finding).toStrictEqual({ loc: expect.any(Array), msg: text, type: text })
    return (finding['loc'] as unknown[]).join('.')
  })

const at = (...fields: string[]) => ({ status: 422, fields: fields.map(field => `body.${field}`) })

describe('the create request', () => {
  test.each<[path: string, value: unknown]>([
    ['source', 'Repohost'],
    ['source_config.integration_id', 'mine'],
    ['source_config.build_on_push', 'true'],
    ['source_config.resource_spec', 'small'],
    ['secrets', undefined],
    ['secrets.0.value', null],
    ['id', '0123'],
    ['source_revision_config.repo_commit_sha', null],
    ...['My-shop', 'my shop', 'shop-', 'shop-$TAG', 'shop\n'].map((name): [string, string] => ['name', name]),
  ])('with the %s %j it is refused, at that field', async (path, value) => {
    const { refused, deployments } = open()
    expect(await refused(withValue(WHOLE, path, value))).toEqual(at(path))
    expect(deployments()).toEqual([])
  })

  test('the source decides which fields it takes', async () => {
    const sandbox = open()
    const repohost = repohostRequest(sandbox, 'shop')
    const [integration_id, repo_url] = ['source_config.integration_id', 'source_config.repo_url']
    const references = { secret_references: [{ name: 'A', secret_name: 'b', secret_key: 'c' }] }
    const bare = { ...repohost, source_config: {} }
    const wrong: [Json, string[]][] = [
      [bare, [repo_url]],
      // The integration in the path of the listing differs from the one in its records.
      [withValue(repohost, integration_id, sandbox.integration_id), [repo_url]],
      [withValue(repohost, integration_id, OTHER_ID), [repo_url]],
      [withValue(repohost, repo_url, 'https://git.example/no/such'), [repo_url]],
      [{ ...repohost, ...references }, ['secret_references']],
    ]
    for (const [request, fields] of wrong) expect(await sandbox.refused(request)).toEqual(at(...fields))
    expect(sandbox.deployments()).toEqual([])
    for (const source of ['internal_container', 'internal_source', 'internal_template']) {
      await sandbox.create({ ...templateRequest(source.replace('_', '-')), source })
    }
  })

  test.each(['name: shop', ''])('that is no JSON gets a 400: %j', async body => {
    expect((await open().post(body)).status).toBe(400)
  })
})

describe('the created deployment', () => {
  const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

  test('has all fields of the interface, and is in the list', async () => {
    const now = '2030-01-02T03:04:05.000Z'
    const sandbox = open({ now: () => Date.parse(now) })
    const request = repohostRequest(sandbox, 'shop')
    const made = await sandbox.create(request)
    expect(made).toStrictEqual({
      name: 'shop',
      source: 'repohost',
      source_config: {
        ...{ build_on_push: null, custom_url: null, resource_spec: null, listener_id: null },
        ...{ listener_config: null, install_command: null, build_command: null },
        ...request.source_config,
      },
      source_revision_config: {
        ...{ repo_ref: 'main', graph_config_path: null, image_uri: null, source_tarball_path: null },
        repo_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
      secrets: [],
      id: uuid,
      tenant_id: uuid,
      created_at: now,
      updated_at: now,
      status: 'AWAITING_DATABASE',
      latest_revision_id: uuid,
      active_revision_id: null,
      secret_references: null,
      image_version: null,
    })
    expect((await sandbox.list()).body).toEqual({ resources: [made], offset: 1 })
  })
})

test('an image has a version by its tag, and the list can be filtered by it', async () => {
  const { create, list } = open()
  const images = { v1: 'host:5000/a:v1', v2: 'a:v2@sha256:0123', none: 'host:5000/a' }
  for (const [name, image_uri] of Object.entries(images))
    await create({
      ...templateRequest(name),
      source: 'external_container',
      source_revision_config: { image_uri },
    })
  expect((await list()).body['resources']).toMatchObject(
    ['v1', 'v2', null].map(image_version => ({ image_version })),
  )
  expect((await list('?image_version=v2')).body['resources']).toMatchObject([{ name: 'v2' }])
})

test('a list with unknown values in its query gets a 422 that names all of them', async () => {
  const { status, body } = await open().list('?limit=101&offset=x&deployment_type=foo&remote_reconciled=1')
  const names = ['limit', 'offset', 'remote_reconciled', 'deployment_type'].map(name => `query.${name}`)
  expect([status, fieldsIn(body)]).toEqual([422, names])
})

const reposOf = (id: string) => `/v1/integrations/forge/repohost/${id}/repos`

test('the listing of repositories has whole records of another integration id', async () => {
  const record = {
    ...{ host_integration_id: '0b0b0b0b-1111-4222-8333-444444444444', id: 7, name: 'tool', owner: 'you' },
    ...{ url: 'https://git.example/you/tool.git', default_branch: 'trunk' },
  }
  const sandbox = open({ repositories: [record, { owner: 'me', name: 'site' }] })
  const { text, body } = await sandbox.get(reposOf(sandbox.integration_id.toUpperCase()))
  expect(body).toStrictEqual([
    record,
    {
      ...{ host_integration_id: expect.any(String), id: 1002, name: 'site', owner: 'me' },
      ...{ url: 'https://github.com/me/site', default_branch: 'main' },
    },
  ])
  expect(body).toStrictEqual(sandbox.repositories)
  expect(text).not.toContain(sandbox.integration_id)
  expect(open().repositories).toHaveLength(3)
  const unknown = await sandbox.get(reposOf(OTHER_ID))
  expect([unknown.status, unknown.body]).toEqual([404, { detail: 'Integration not found' }])
})

const START = Date.parse('2030-01-02T03:04:05.000Z')
const COMMIT = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const HEAD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

test('a deployment becomes ready after ready_after and active after twice that time', async () => {
  let time = START
  const { create, list } = open({ now: () => time })
  const made = await create(templateRequest('shop'))
  expect(made).toMatchObject({ status: 'AWAITING_DATABASE', active_revision_id: null })
  const { latest_revision_id } = made
  for (const [passed, status, active_revision_id, second] of [
    [1999, 'AWAITING_DATABASE', null, '05'],
    [2000, 'READY', null, '07'],
    [3999, 'READY', null, '07'],
    [4000, 'READY', latest_revision_id, '09'],
    [9000, 'READY', latest_revision_id, '09'],
  ] as const) {
    time = START + passed
    const updated_at = `2030-01-02T03:04:${second}.000Z`
    expect((await list(`?status=${status}`)).body['resources']).toEqual([
      { ...made, status, active_revision_id, updated_at },
    ])
  }
})

test('a push builds a revision with build_on_push, and the older one serves until it is healthy', async () => {
  let time = START
  const sandbox = open({ now: () => time, ready_after: 1000, applications: true, head_of: () => HEAD })
  const [{ url: repo_url } = { url: '' }] = sandbox.repositories
  const pushed = withValue(repohostRequest(sandbox, 'shop'), 'source_config.build_on_push', true)
  const made = await sandbox.create(pushed)
  await sandbox.create(repohostRequest(sandbox, 'other'))
  const { custom_url } = made['source_config'] as { custom_url: string }
  const path = new URL(custom_url).pathname
  const answer = async () => {
    const { status, body } = await sandbox.get(`${path}/any/path`)
    return [status, body]
  }
  const healthy = (commit: string) => [200, { status: 'ok', name: 'shop', version: 'main', commit }]
  time += 2999
  expect(await answer()).toEqual([503, { status: 'starting' }])
  time += 1
  expect(await answer()).toEqual(healthy(HEAD))
  expect((await sandbox.get(`${path}x`)).status).toBe(404)

  const push = (body: unknown) => sandbox.post(body, {}, '/sandbox/push')
  const built = await push({ repo_url: repo_url.toUpperCase(), ref: 'refs/heads/main', commit: COMMIT })
  const source_revision_config = { repo_commit_sha: COMMIT }
  expect(built.body['resources']).toMatchObject([
    { id: made['id'], active_revision_id: made['latest_revision_id'], source_revision_config },
  ])
  time += 2000
  const [now] = (await sandbox.list('?name_contains=shop')).body['resources'] as Json[]
  expect(now?.['latest_revision_id']).not.toBe(made['latest_revision_id'])
  expect(now?.['active_revision_id']).toBe(now?.['latest_revision_id'])
  expect(await answer()).toEqual(healthy(HEAD))
  time += 1000
  expect(await answer()).toEqual(healthy(COMMIT))
  expect(await sandbox.create(repohostRequest(sandbox, 'later'))).toMatchObject({ source_revision_config })
  expect((await push({ repo_url, ref: 'elsewhere', commit: HEAD })).body).toEqual({ resources: [] })
  expect(fieldsIn((await push({ ref: 1 })).body)).toEqual(['body.repo_url', 'body.ref', 'body.commit'])
})

test('the fault omits keeps to itself what services keep, and writes refs in another form', async () => {
  const sandbox = open({ faults: ['omits', 'omits'] })
  const request = { ...repohostRequest(sandbox, 'shop'), secrets: [{ name: 'A', value: 'hunter2' }] }
  const { source_config, ...made } = await sandbox.create(request)
  expect(made).toMatchObject({
    secrets: [{ name: 'A', value: '********' }],
    source_revision_config: { repo_ref: 'refs/heads/main' },
  })
  for (const field of ['listener_config', 'install_command']) expect(source_config).not.toHaveProperty(field)
  const tagged = withValue(request, 'source_revision_config.repo_ref', 'refs/tags/v1')
  expect(await sandbox.create({ ...tagged, name: 'web' })).toMatchObject({
    source_revision_config: { repo_ref: 'v1' },
  })
})

test('a request may bring an address of its own, and a deleted deployment has none', async () => {
  let time = START
  const faults: Fault[] = ['none', 'deleted']
  const sandbox = open({ now: () => time, ready_after: 1000, applications: true, faults })
  const custom_url = 'https://shop.example'
  const own = await sandbox.create({ ...templateRequest('own'), source_config: { custom_url } })
  expect(own).toMatchObject({ source_config: { custom_url } })
  const gone = await sandbox.create(templateRequest('gone'))
  const { pathname } = new URL((gone['source_config'] as { custom_url: string }).custom_url)
  expect((await sandbox.get(pathname)).status).toBe(503)
  time += 3000
  expect((await sandbox.get(pathname)).status).toBe(404)
})
