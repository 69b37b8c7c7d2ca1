import { describe, expect, test } from 'vitest'
import { openSandbox, type SandboxOptions } from '../../src/sandbox/routes.ts'
import { serve } from '../../src/sandbox/server.ts'

// The sandbox by the interface of the service, without its own schemas.

type Json = Record<string, unknown>

const START = Date.parse('2030-01-02T03:04:05.000Z')
const HEAD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const PUSHED = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const SHOP = { owner: 'acme', name: 'shop', url: 'https://git.example/acme/shop' }
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** A sandbox without a server, whose clock the test sets in milliseconds since its start. */
function open(options: SandboxOptions = {}) {
  const clock = { passed: 0 }
  const now = () => START + clock.passed
  const heads = { [SHOP.url]: HEAD }
  const sandbox = openSandbox({ repositories: [SHOP], ready_after: 1000, heads, now, ...options })
  async function send(method: string, path: string, sent?: unknown, headers = {}) {
    const body = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent)
    const request = new Request(`http://sandbox.test${path}`, { method, headers, ...(body && { body }) })
    const response = await sandbox.fetch(request)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined }
  }
  const [{ host_integration_id: integration_id, url: repo_url } = expect.unreachable()] = sandbox.repositories
  /** A request for the sandbox's only repository. */
  const repohost = (name: string, more: Json = {}) =>
    template(name, {
      ...{ source: 'repohost', source_config: { integration_id, repo_url, ...more } },
      source_revision_config: { repo_ref: 'main' },
    })
  const post = (body: unknown) => send('POST', '/v2/deployments', body)
  async function create(body: unknown): Promise<Json> {
    const { status, body: created } = await post(body)
    expect(status).toBe(201)
    return created
  }
  const list = async (query = '') => (await send('GET', `/v2/deployments${query}`)).body
  const names = async (query: string) => (await list(query)).resources.map(({ name }: Json) => name)
  /** The first deployment as it is after so many milliseconds. */
  async function shownAt(passed: number) {
    clock.passed = passed
    return (await list()).resources[0]
  }
  return { ...sandbox, send, repohost, post, create, list, names, shownAt }
}

const template = (name: string, more: Json = {}) => ({
  ...{ name, source: 'internal_template', source_config: {}, source_revision_config: {}, secrets: [] },
  ...more,
})

const image = (name: string, image_uri: string) =>
  template(name, { source: 'external_container', source_revision_config: { image_uri } })

test('a created deployment has all fields of the interface, those that it does not know, and is listed', async () => {
  const { create, repohost, list } = open()
  const secrets = [{ name: 'TOKEN', value: 'hunter2' }]
  const sent = repohost('shop', { build_on_push: true, template_id: 7 })
  const created = await create({ ...sent, secrets, deployment_type: 'dev' })
  const time = '2030-01-02T03:04:05.000Z'
  expect(created).toStrictEqual({
    ...{ name: 'shop', source: 'repohost', secrets, deployment_type: 'dev' },
    source_config: {
      ...{ custom_url: null, resource_spec: null, listener_id: null, listener_config: null },
      ...{ install_command: null, build_command: null, ...sent.source_config },
    },
    source_revision_config: {
      ...{ repo_ref: 'main', graph_config_path: null, image_uri: null, source_tarball_path: null },
      repo_commit_sha: HEAD,
    },
    ...{ secret_references: null, image_version: null, id: UUID, tenant_id: UUID },
    ...{ created_at: time, updated_at: time, status: 'AWAITING_DATABASE' },
    ...{ latest_revision_id: UUID, active_revision_id: null },
  })
  expect(await list()).toEqual({ resources: [created], offset: 1 })
})

test('a deployment is READY, active with its URL, and serves its version, each after ready_after again', async () => {
  const { create, repohost, shownAt, send } = open()
  const { latest_revision_id, id } = await create(repohost('shop'))
  const at = (status: string, active_revision_id: unknown, custom_url: unknown) => ({
    ...{ status, latest_revision_id, active_revision_id },
    source_config: { custom_url },
  })
  expect(await shownAt(999)).toMatchObject(at('AWAITING_DATABASE', null, null))
  expect(await shownAt(1000)).toMatchObject(at('READY', null, null))
  const url = `http://sandbox.test/applications/${id}`
  expect(await shownAt(2000)).toMatchObject(at('READY', latest_revision_id, url))
  await shownAt(2999)
  const path = `/applications/${id}/any/path`
  expect(await send('GET', path)).toMatchObject({ status: 503 })
  await shownAt(3000)
  expect(await send('GET', path)).toMatchObject({ status: 200, body: { name: 'shop', version: 'main', commit: HEAD } })
})

describe('a push', () => {
  /** A deployment that builds main on push, active. */
  async function pushed(push: Json) {
    const sandbox = open()
    const { create, repohost, shownAt, send } = sandbox
    const { id, latest_revision_id: first } = await create(repohost('shop', { build_on_push: true }))
    await create(repohost('other'))
    await shownAt(5000)
    const { body } = await send('POST', '/sandbox/push', { repo_url: SHOP.url, commit: PUSHED, ...push })
    const [newest] = body.resources
    if (newest) expect(newest.latest_revision_id).not.toBe(first)
    const answer = async () => (await send('GET', `/applications/${id}/`)).body?.commit
    return { ...sandbox, first, built: body.resources, newest: newest?.latest_revision_id, answer }
  }

  test('gives the deployments that build this ref on push a new revision, while the older one serves', async () => {
    const { first, built, newest, shownAt, answer } = await pushed({ ref: 'refs/heads/main' })
    const source_revision_config = { repo_commit_sha: PUSHED }
    const shop = { name: 'shop', status: 'READY', active_revision_id: first, source_revision_config }
    expect(built).toMatchObject([shop])
    expect(await shownAt(6999)).toMatchObject({ active_revision_id: first })
    expect(await shownAt(7000)).toMatchObject({ active_revision_id: newest })
    expect(await answer()).toBe(HEAD)
    await shownAt(8000)
    expect(await answer()).toBe(PUSHED)
  })

  test('that fails has a revision that is never active, and the older one serves on', async () => {
    const { first, newest, shownAt, answer } = await pushed({ ref: 'main', fails: true })
    const failed = { latest_revision_id: newest, active_revision_id: first, status: 'READY' }
    expect(await shownAt(3_600_000)).toMatchObject(failed)
    expect(await answer()).toBe(HEAD)
  })

  test('to another ref or repository builds nothing, and its commit is the newest of the repository', async () => {
    const { built, create, repohost } = await pushed({ ref: 'refs/heads/feature' })
    expect(built).toEqual([])
    expect((await pushed({ ref: 'main', repo_url: 'https://git.example/a' })).built).toEqual([])
    const source_revision_config = { repo_commit_sha: PUSHED }
    expect(await create(repohost('later'))).toMatchObject({ source_revision_config })
    // A repository without a known head has a commit all the same.
    const other = open({ heads: {} })
    const { source_revision_config: revision } = await other.create(other.repohost('shop'))
    expect(revision).toMatchObject({ repo_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/) })
  })
})

test('the list has pages of at most 100, of 20 by default, with the offset of the next one', async () => {
  const { create, list, send } = open()
  for (let number = 0; number < 25; number++) await create(template(`shop-${number}`))
  const page = async (query: string) => {
    const { resources, offset } = await list(query)
    return [resources.length, resources[0]?.name, offset]
  }
  expect(await page('')).toEqual([20, 'shop-0', 20])
  expect(await page('?offset=20&limit=100')).toEqual([5, 'shop-20', 25])
  expect(await page('?offset=30')).toEqual([0, undefined, 30])
  for (const wrong of ['limit=101', 'limit=0', 'offset=-1', 'offset=x'])
    expect(await send('GET', `/v2/deployments?${wrong}`)).toMatchObject({ status: 422 })
})

test('the list has filters for a part of the name and for ids, and ignores any other parameter', async () => {
  const { create, repohost, names } = open()
  const { id } = await create(repohost('shop'))
  await create(image('api', 'host:5000/api:v1'))
  await create(image('web', 'web:v2@sha256:0123'))
  await create(image('bare', 'host:5000/bare'))
  const found: Record<string, string[]> = {
    'name_contains=p': ['shop', 'api'],
    [`deployment_ids=${id}`]: ['shop'],
    'deployment_type=dev&color=red': ['shop', 'api', 'web', 'bare'],
  }
  for (const [query, expected] of Object.entries(found)) expect(await names(`?${query}`), query).toEqual(expected)
})

test('the listing of repositories has whole records, with another integration id than its path', async () => {
  const repositories = [
    { ...SHOP, id: 7 },
    { owner: 'me', name: 'site' },
  ]
  const { send, integration_id } = open({ repositories })
  const { body, text } = await send('GET', `/v1/integrations/forge/repohost/${integration_id}/repos`)
  const made = { default_branch: 'main', host_integration_id: UUID }
  const site = { owner: 'me', name: 'site', url: 'https://github.com/me/site', id: 1002 }
  expect(body).toStrictEqual([
    { ...SHOP, id: 7, ...made },
    { ...site, ...made },
  ])
  expect(text).not.toContain(integration_id)
  const other = await send('GET', `/v1/integrations/forge/repohost/${crypto.randomUUID()}/repos`)
  expect(other.status).toBe(404)
})

test('a request that the interface does not allow is refused at its fields, without a value of it', async () => {
  const { post, repohost, names } = open()
  const wrong: [field: string, body: Json][] = [
    ['source', template('shop', { source: 'Repohost' })],
    ['secrets.0.value', template('shop', { secrets: [{ name: 'TOKEN', value: 12345678 }] })],
    ['source_config.integration_id', repohost('shop', { integration_id: 'mine' })],
    ['source_config.build_on_push', repohost('shop', { build_on_push: 'true' })],
  ]
  for (const [field, body] of wrong) {
    const { status, text, body: answer } = await post(body)
    const fields = answer.detail.map(({ path }: { path: unknown[] }) => path.join('.'))
    expect([status, fields]).toEqual([422, [field]])
    expect(text).not.toContain('12345678')
  }
  expect(await post('name: shop')).toMatchObject({ status: 422 })
  expect(await names('')).toEqual([])
})

test('a name is taken once, and a key is required if there is one', async () => {
  const { create, post } = open()
  await create(template('shop'))
  const detail = expect.stringContaining('shop')
  expect(await post(template('shop'))).toMatchObject({ status: 409, body: { detail } })
  const { send } = open({ api_key: 'key' })
  for (const [key, status] of Object.entries({ key: 200, other: 401, '': 401 }))
    expect((await send('GET', '/v2/deployments', undefined, { 'x-api-key': key })).status).toBe(status)
})

describe('faults', () => {
  test('fail, taken and refuse create nothing, each for one create request in turn', async () => {
    const { post, list } = open({ faults: ['fail', 'taken', 'refuse', 'none'] })
    const statuses: number[] = []
    for (const created of [0, 0, 0, 1, 2]) {
      statuses.push((await post(template(`shop-${statuses.length}`))).status)
      expect((await list()).resources).toHaveLength(created)
    }
    expect(statuses).toEqual([503, 409, 422, 201, 201])
  })

  test('an application of unhealthy, at an address of its own, answers 500', async () => {
    const { create, repohost, shownAt, send } = open({ faults: ['unhealthy'] })
    const custom_url = 'https://shop.example'
    const { id, source_config } = await create(repohost('shop', { custom_url }))
    expect(source_config).toMatchObject({ custom_url })
    expect(await shownAt(3000)).toMatchObject({ active_revision_id: UUID })
    expect(await send('GET', `/applications/${id}/`)).toMatchObject({ status: 500, body: { commit: HEAD } })
  })

  test('lose creates, and ends the connection without an answer', async () => {
    const { fetch: answer, names } = open({ faults: ['lose'] })
    const { url, close } = await serve(answer)
    const body = JSON.stringify(template('shop'))
    await expect(fetch(`${url}/v2/deployments`, { method: 'POST', body })).rejects.toThrow()
    close()
    expect(await names('')).toEqual(['shop'])
  })
})
