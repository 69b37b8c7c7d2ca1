import { describe, expect, test } from 'vitest'
import { CreateRequest } from '../../src/sandbox/schemas.ts'
import { CreateDeploymentRequest } from '../../src/service/requests.ts'
import { repohostRequest, templateRequest } from './bodies.ts'
import { create, type Json, locsOf, open, page, post } from './client.ts'
import { fieldsOf, keysOf, READ_ONLY, REQUEST, WHOLE, withValue } from './interface.ts'

/** Values that are not of a type. */
const WRONG: Record<string, unknown[]> = {
  string: [1, null],
  enum: ['Repohost', null],
  uuid: ['mine', '66666666-7777-4888-9999-aaaaaaaaaaag', 7],
  boolean: ['true', 1],
  integer: [1.5, '1', null],
  number: ['0.5', true],
  object: ['{}', []],
  array: [{}, 'text'],
}

describe('the create request', () => {
  test('the schemas of the sandbox and of the client have the fields of the interface', () => {
    const readOnly = Object.fromEntries(READ_ONLY.map(path => [path, 'never read-only']))
    expect(fieldsOf(CreateRequest)).toEqual({ ...REQUEST, ...readOnly })
    // To the client an id is any text.
    const texts = Object.entries(REQUEST).map(([path, field]) => [path, field.replace('uuid', 'string')])
    expect(fieldsOf(CreateDeploymentRequest)).toMatchObject(Object.fromEntries(texts))
  })

  test('with every field it is accepted, and the response repeats them', async () => {
    const sandbox = await open()
    expect(await create(sandbox, WHOLE)).toMatchObject(WHOLE)
  })

  test('with a field of a wrong type it is refused, at that field', async () => {
    const sandbox = await open()
    for (const [path, field] of Object.entries(REQUEST)) {
      const [type = '', rule] = field.split(' ')
      const keys = keysOf(path)
      for (const value of WRONG[type] ?? []) {
        if (value === null && rule === 'nullable') continue
        const response = await post(sandbox, withValue(WHOLE, keys, value))
        expect(await locsOf(response), `${path}: ${value}`).toEqual([['body', ...keys]])
      }
      if (rule !== 'required' || typeof keys.at(-1) === 'number') continue
      const response = await post(sandbox, withValue(WHOLE, keys, undefined))
      expect(await locsOf(response), path).toEqual([['body', ...keys]])
    }
    expect(sandbox.deployments).toEqual([])
  })

  test('it may have null in a nullable field and leave out a field that is not required', async () => {
    const sandbox = await open()
    const nullable = Object.entries(REQUEST).filter(([, field]) => field.endsWith('nullable'))
    const request = nullable.reduce(
      (before, [path]) => withValue(before, keysOf(path), null),
      templateRequest('nulls'),
    )
    expect(await create(sandbox, request)).toMatchObject({ source_config: { resource_spec: null } })
    expect(await create(sandbox, templateRequest('none'))).toMatchObject({
      source_config: { repo_url: null },
    })
  })

  test.each(READ_ONLY)('with the read-only field %s it is refused', async path => {
    const sandbox = await open()
    for (const value of ['0123', null]) {
      const response = await post(sandbox, withValue(templateRequest('shop'), keysOf(path), value))
      expect(await locsOf(response)).toEqual([['body', ...keysOf(path)]])
    }
  })

  test.each(['My-shop', 'my shop', 'shop-', 'shop-$TAG', ' shop', 'shop\n', '\u00c4rger'])(
    'with the name %j it is refused',
    async name => {
      expect(await locsOf(await post(await open(), templateRequest(name)))).toEqual([['body', 'name']])
    },
  )

  test('the source decides which fields it needs', async () => {
    const sandbox = await open()
    const repohost = repohostRequest(sandbox, 'shop')
    const integration_id = ['source_config', 'integration_id']
    const repo_url = ['source_config', 'repo_url']
    const repo_ref = ['source_revision_config', 'repo_ref']
    const image = { ...templateRequest('shop'), source: 'external_container' }
    const references = { secret_references: [{ name: 'A', secret_name: 'b', secret_key: 'c' }] }
    const elsewhere = '00000000-0000-4000-8000-000000000000'
    const refused: [Json, (string | number)[][]][] = [
      [{ ...repohost, source_config: {}, source_revision_config: {} }, [integration_id, repo_url, repo_ref]],
      [withValue(repohost, integration_id, null), [integration_id]],
      // The integration in the path of the listing differs from the one in its records.
      [withValue(repohost, integration_id, sandbox.integration_id), [integration_id]],
      [withValue(repohost, integration_id, elsewhere), [integration_id]],
      [withValue(repohost, repo_url, 'https://git.example/no/such'), [repo_url]],
      [image, [['source_revision_config', 'image_uri']]],
      [{ ...repohost, ...references }, [['secret_references']]],
      [{ ...templateRequest('shop'), ...references }, [['secret_references']]],
    ]
    for (const [request, paths] of refused) {
      const locs = await locsOf(await post(sandbox, request))
      expect(locs).toEqual(paths.map(path => ['body', ...path]))
    }
    expect(sandbox.deployments).toEqual([])
    for (const source of ['internal_container', 'internal_source', 'internal_template']) {
      await create(sandbox, { ...templateRequest(source.replace('_', '-')), source })
    }
  })

  test.each<[string, string | Buffer, number]>([
    ['is not JSON', 'name: shop', 400],
    ['is empty', '', 400],
    ['is not UTF-8', Buffer.from('{"name": "sh\u00f6p"}', 'latin1'), 400],
    ['is a list', '[]', 422],
    ['is null', 'null', 422],
    [
      'has a number beyond the range of a double',
      JSON.stringify(WHOLE).replace(/"cpu":[\d.]+/, '"cpu":1e999'),
      422,
    ],
  ])('whose body %s is refused', async (_title, body, status) => {
    expect((await post(await open(), body)).status).toBe(status)
  })

  test.each([
    ['text/plain', 415],
    ['application/json5', 415],
    ['Application/JSON; charset=utf-8', 201],
  ])('with the content type %s it gets a %i', async (type, status) => {
    const response = await post(await open(), templateRequest('shop'), { 'content-type': type })
    expect(response.status).toBe(status)
  })

  test('a refusal never contains the value of a secret', async () => {
    const sandbox = await open()
    const value = 'hunter2-correct-horse'
    const request = { ...templateRequest('shop'), secrets: [{ name: 'A', value }] }
    const bodies = [
      { ...request, name: { value } },
      { ...request, name: `${value} ` },
      { ...request, source: value },
      { ...request, source_config: value },
      { ...request, secrets: [value] },
      { ...request, secrets: [{ name: 'A', value: [value] }] },
      `${JSON.stringify(request).slice(0, -3)} oops`,
    ]
    for (const body of bodies) {
      const response = await post(sandbox, body)
      expect([400, 422]).toContain(response.status)
      expect(await response.text()).not.toContain('hunter2')
    }
  })
})

describe('the created deployment', () => {
  const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)

  test('has all fields of the interface, and is in the list', async () => {
    const sandbox = await open({ ready_after: 3_600_000 })
    const request = repohostRequest(sandbox, 'shop')
    const made = await create(sandbox, request)
    expect(made).toStrictEqual({
      name: 'shop',
      source: 'repohost',
      source_config: {
        ...{ build_on_push: null, custom_url: null, resource_spec: null, listener_id: null },
        ...{ listener_config: null, install_command: null, build_command: null },
        ...(request['source_config'] as Json),
      },
      source_revision_config: {
        ...{ repo_ref: 'main', graph_config_path: null, image_uri: null, source_tarball_path: null },
        repo_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
      secrets: [],
      id: uuid,
      tenant_id: sandbox.tenant_id,
      created_at: time,
      updated_at: time,
      status: 'AWAITING_DATABASE',
      latest_revision_id: uuid,
      active_revision_id: null,
      secret_references: null,
      image_version: null,
    })
    expect(await page(sandbox)).toEqual({ resources: [made], offset: 1 })
    expect(sandbox.deployments).toEqual([made])
  })

  test.each([
    ['external_container', 'acme/shop:1.4', '1.4'],
    ['internal_container', 'images.example:5000/acme/shop:v2', 'v2'],
    ['external_container', 'images.example:5000/acme/shop', null],
    ['external_container', 'acme/shop:v3@sha256:0123', 'v3'],
    ['external_container', 'acme/shop@sha256:0123', null],
    ['internal_source', 'acme/shop:1.4', null],
  ])('of the source %s with the image %s has the image_version %s', async (source, image_uri, version) => {
    const request = { ...templateRequest('shop'), source, source_revision_config: { image_uri } }
    expect((await create(await open(), request))['image_version']).toBe(version)
  })
})
