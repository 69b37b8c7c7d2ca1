import { expect, test } from 'vitest'
import { templateRequest } from './bodies.ts'
import { create, list, namesOf, open, page, post } from './client.ts'

test('a fault with a status replaces the operation', async () => {
  const sandbox = await open()
  sandbox.script({
    operation: 'create_deployment',
    status: 502,
    headers: { 'Content-Type': 'text/html', 'Retry-After': '3' },
    body: '<h1>Bad Gateway</h1>',
  })
  const response = await post(sandbox, templateRequest('shop'))
  expect(response.status).toBe(502)
  expect(response.headers.get('content-type')).toBe('text/html')
  expect(response.headers.get('retry-after')).toBe('3')
  expect(await response.text()).toBe('<h1>Bad Gateway</h1>')
  expect(sandbox.deployments).toEqual([])
})

test.each([
  ['none', []],
  ['before', ['shop']],
] as const)('after a fault with the effect %s the list has the names %j', async (effect, names) => {
  const sandbox = await open()
  sandbox.script({ status: 504, effect })
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(504)
  expect(await namesOf(sandbox, '')).toEqual(names)
})

test.each([
  [{ detail: 'busy' }, 'application/json', '{"detail":"busy"}'],
  [null, 'application/json', 'null'],
  ['plain', 'text/plain; charset=utf-8', 'plain'],
  [Buffer.from('{"a":1'), null, '{"a":1'],
  [undefined, null, ''],
])('a fault with the body %j has the content type %s', async (body, type, text) => {
  const sandbox = await open()
  sandbox.script({ status: 429, ...(body !== undefined && { body }) })
  const response = await list(sandbox)
  expect(response.status).toBe(429)
  expect(response.headers.get('content-type')).toBe(type)
  expect(await response.text()).toBe(text)
})

test('a fault can be a redirect', async () => {
  const sandbox = await open()
  sandbox.script({ status: 307, headers: { location: 'https://elsewhere.example/' } })
  const response = await fetch(`${sandbox.base_url}/v2/deployments`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([307, 'https://elsewhere.example/'])
})

test('a fault can rewrite the response after its effect', async () => {
  const sandbox = await open()
  sandbox.script({ status: 200, rewrite: body => ({ ...(body as object), id: 5, extra: true }) })
  const response = await post(sandbox, templateRequest('shop'))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ name: 'shop', id: 5, extra: true })
  expect(await namesOf(sandbox, '')).toEqual(['shop'])
  sandbox.script({ rewrite: () => [] })
  const rewritten = await post(sandbox, templateRequest('web'))
  expect([rewritten.status, await rewritten.json()]).toEqual([201, []])
})

test('a garbage fault is a 200 that is not JSON', async () => {
  const sandbox = await open()
  sandbox.script({ garbage: true })
  const response = await list(sandbox)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  await expect(response.json()).rejects.toThrow(SyntaxError)
})

test.each([
  ['none', 0],
  ['before', 1],
] as const)('a garbage fault with the effect %s creates %i deployments', async (effect, count) => {
  const sandbox = await open()
  sandbox.script({ garbage: true, effect })
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(200)
  expect(sandbox.deployments).toHaveLength(count)
})

test('faults apply in order, each to its operation', async () => {
  const sandbox = await open()
  sandbox.script({ operation: 'create_deployment', status: 500 })
  sandbox.script({ operation: 'list_deployments', status: 503, times: 2 })
  sandbox.script({ operation: 'any', status: 418 })
  const repos = `${sandbox.base_url}/v1/integrations/forge/repohost/${sandbox.integration_id}/repos`
  expect((await list(sandbox)).status).toBe(503)
  expect((await list(sandbox)).status).toBe(503)
  expect((await fetch(repos)).status).toBe(418)
  expect((await list(sandbox)).status).toBe(200)
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(500)
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(201)
})

test('a fault for one operation does not change the others', async () => {
  const sandbox = await open()
  sandbox.script({ operation: 'list_repositories', status: 500, times: 'forever' })
  const repos = `${sandbox.base_url}/v1/integrations/forge/repohost/${sandbox.integration_id}/repos`
  expect((await list(sandbox)).status).toBe(200)
  expect((await fetch(`${sandbox.base_url}/else`)).status).toBe(404)
  for (let count = 0; count < 5; count += 1) expect((await fetch(repos)).status).toBe(500)
})

test('a fault can be withdrawn', async () => {
  const sandbox = await open()
  const withdraw = sandbox.script({ status: 503, times: 'forever' })
  expect((await list(sandbox)).status).toBe(503)
  withdraw()
  expect((await list(sandbox)).status).toBe(200)
})

test('a fault applies without an API key, its effect does not', async () => {
  const sandbox = await open({ api_key: 'key' })
  sandbox.script({ status: 502, effect: 'before' })
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(502)
  expect(sandbox.deployments).toEqual([])
})

test.each([
  { status: 500, drop: 'after' },
  { half: true, stall: true },
  { garbage: true, body: 'x' },
  { rewrite: () => 1, body: 'x' },
  { drop: 'after', commit_after: 5 },
  { status: 500, effect: 'before', commit_after: 5 },
] as const)('the contradictory fault %j is refused', async fault => {
  const sandbox = await open()
  expect(() => sandbox.script(fault)).toThrow('A fault')
})

test('a fault with a delay does not change the response', async () => {
  const sandbox = await open()
  sandbox.script({ delay: 1 })
  expect(await create(sandbox, templateRequest('shop'))).toMatchObject({ name: 'shop' })
  sandbox.script({ delay: 1, status: 503 })
  expect((await list(sandbox)).status).toBe(503)
  expect((await page(sandbox)).resources).toHaveLength(1)
})
