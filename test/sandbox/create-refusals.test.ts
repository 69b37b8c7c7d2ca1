import { expect, test } from 'vitest'
import { type Path, repohostRequest, templateRequest, wholeRequest, withValue } from './bodies.ts'
import { findings, locsOf, open, page, post } from './client.ts'

test.each([
  ['source_config', 'integration_id'],
  ['source_config', 'repo_url'],
  ['source_revision_config', 'repo_ref'],
])('the source repohost requires %s.%s', async (...path) => {
  const sandbox = await open()
  for (const value of [undefined, null]) {
    const response = await post(sandbox, withValue(repohostRequest(sandbox, 'shop'), path, value))
    expect(await findings(response)).toMatchObject([{ loc: ['body', ...path], type: 'missing' }])
  }
})

test('the source external_container requires image_uri', async () => {
  const path = ['source_revision_config', 'image_uri']
  expect(await locsOf(withValue(wholeRequest('shop'), path, undefined))).toEqual([['body', ...path]])
})

test('the source repohost accepts only listed repositories', async () => {
  const sandbox = await open()
  const request = repohostRequest(sandbox, 'shop')
  const integration = ['source_config', 'integration_id']
  const url = ['source_config', 'repo_url']
  const asked = [
    // The integration in the path of the list differs from the one in its records.
    [withValue(request, integration, sandbox.integration_id), integration],
    [withValue(request, url, 'https://git.example/no/such'), url],
  ] as const
  for (const [body, path] of asked) {
    expect(await findings(await post(sandbox, body))).toMatchObject([
      { loc: ['body', ...path], type: 'value_error' },
    ])
  }
  expect(sandbox.deployments).toEqual([])
})

test.each(['repohost', 'internal_container', 'internal_source', 'internal_template'])(
  'the source %s refuses secret_references',
  async source => {
    const sandbox = await open()
    const request = { ...repohostRequest(sandbox, 'shop'), source }
    const references = [{ name: 'A', secret_name: 'b', secret_key: 'c' }]
    const response = await post(sandbox, { ...request, secret_references: references })
    expect((await findings(response)).map(({ loc }) => loc)).toEqual([['body', 'secret_references']])
    expect((await post(sandbox, { ...request, secret_references: null })).status).toBe(201)
  },
)

test('a 422 response has all findings, each with loc, msg and type', async () => {
  const response = await post(await open(), {
    name: 1,
    source: 'repohost',
    source_config: { repo_url: true, resource_spec: { cpu: 'x', cpus: 1 } },
    source_revision_config: {},
    extra: 1,
  })
  const found = await findings(response)
  for (const finding of found) {
    expect(finding).toStrictEqual({
      loc: expect.any(Array),
      msg: expect.any(String),
      type: expect.any(String),
    })
  }
  expect(found.map(({ loc }) => (loc as Path).join('.')).sort()).toEqual([
    'body.extra',
    'body.name',
    'body.secrets',
    'body.source_config.integration_id',
    'body.source_config.repo_url',
    'body.source_config.resource_spec.cpu',
    'body.source_config.resource_spec.cpus',
    'body.source_revision_config.repo_ref',
  ])
})

test('a source_config that is not an object is one finding', async () => {
  const request = withValue(repohostRequest(await open(), 'shop'), ['source_config'], 'text')
  expect(await locsOf(request)).toEqual([['body', 'source_config']])
})

test.each([[[]], ['text'], [5], [null]])('a create request with the body %j is refused', async body => {
  expect(await locsOf(JSON.stringify(body))).toEqual([['body']])
})

test('a number beyond the range of a double is refused', async () => {
  const text = JSON.stringify(wholeRequest('shop')).replace('"cpu":0.5', '"cpu":1e999')
  expect(await locsOf(text)).toEqual([['body', 'source_config', 'resource_spec', 'cpu']])
})

test('a refusal never contains the value of a secret', async () => {
  const sandbox = await open()
  const value = 'hunter2-correct-horse'
  const request = { ...templateRequest('shop'), secrets: [{ name: 'A', value }] }
  const broken = `${JSON.stringify(request).slice(0, -3)} oops`
  const bodies = [
    { ...request, name: { value } },
    { ...request, source: value },
    { ...request, source_config: value },
    { ...request, secrets: value },
    { ...request, secrets: [value] },
    { ...request, secrets: [{ name: value }] },
    { ...request, secrets: [{ name: 'A', value: [value] }] },
    broken,
  ]
  for (const body of bodies) {
    const response = await post(sandbox, body)
    expect([400, 422]).toContain(response.status)
    expect(await response.text()).not.toContain('hunter2')
  }
})

test.each(['{', '', 'name: shop', '{"name": "\u0000'])('the invalid JSON body %j gets a 400', async body => {
  const response = await post(await open(), body)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ detail: 'The body is not valid JSON' })
})

test('a body that is not UTF-8 gets a 400', async () => {
  const sandbox = await open()
  const body = Buffer.from(JSON.stringify(templateRequest('sh\u00f6p')), 'latin1')
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${sandbox.base_url}/v2/deployments`, { method: 'POST', headers, body })
  expect(response.status).toBe(400)
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json5', ''])(
  'the content type %j gets a 415',
  async type => {
    const response = await post(await open(), templateRequest('shop'), { 'content-type': type })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({ detail: expect.any(String) })
  },
)

test('a body of more than 10 MiB gets a 413, and one of 9 MiB a 201', async () => {
  const sandbox = await open()
  const mebibyte = 'x'.repeat(1024 * 1024)
  const request = (size: number) => ({
    ...templateRequest('shop'),
    secrets: [{ name: 'A', value: mebibyte.repeat(size) }],
  })
  const response = await post(sandbox, request(10))
  expect(response.status).toBe(413)
  expect(await response.json()).toEqual({ detail: expect.any(String) })
  expect((await page(sandbox)).resources).toEqual([])
  expect((await post(sandbox, request(9))).status).toBe(201)
})
