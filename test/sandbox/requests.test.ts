import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { repohostRequest, templateRequest } from './bodies.ts'
import { list, open, post } from './client.ts'

test('requests are recorded in order of arrival', async () => {
  const sandbox = await open({ base_path: '/api-host' })
  const body = repohostRequest(sandbox, 'shop')
  await fetch(`${sandbox.base_url}/v1/integrations/forge/repohost/${sandbox.integration_id}/repos`)
  await list(sandbox, '?limit=5&name_contains=a%20%26b&limit=6')
  await post(sandbox, body, { 'X-Tenant-Id': 'mine' })
  await fetch(`${sandbox.base_url}/v9/else`, { method: 'DELETE' })

  expect(sandbox.requests).toStrictEqual([
    {
      method: 'GET',
      path: `/api-host/v1/integrations/forge/repohost/${sandbox.integration_id}/repos`,
      query: {},
      headers: expect.any(Object),
      body: null,
      operation: 'list_repositories',
    },
    {
      method: 'GET',
      path: '/api-host/v2/deployments',
      query: { limit: '6', name_contains: 'a &b' },
      headers: expect.objectContaining({ host: new URL(sandbox.base_url).host }),
      body: null,
      operation: 'list_deployments',
    },
    {
      method: 'POST',
      path: '/api-host/v2/deployments',
      query: {},
      headers: expect.objectContaining({ 'content-type': 'application/json', 'x-tenant-id': 'mine' }),
      body,
      operation: 'create_deployment',
    },
    {
      method: 'DELETE',
      path: '/api-host/v9/else',
      query: {},
      headers: expect.any(Object),
      body: null,
      operation: null,
    },
  ])
})

test('refused requests are recorded, with the text of a body that is not JSON', async () => {
  const sandbox = await open({ api_key: 'key' })
  await list(sandbox)
  await post(sandbox, 'not JSON', { 'x-api-key': 'key' })
  expect(sandbox.requests.map(({ operation, body }) => [operation, body])).toEqual([
    ['list_deployments', null],
    ['create_deployment', 'not JSON'],
  ])
})

test('a request has no effect if its client disconnects before the end of the body', async () => {
  const sandbox = await open()
  const socket = connect(Number(new URL(sandbox.base_url).port), '127.0.0.1')
  const head = ['POST /v2/deployments HTTP/1.1', 'Host: sandbox', 'Content-Type: application/json']
  socket.write(`${[...head, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{"name": "shop"`)
  await vi.waitFor(() => expect(sandbox.requests).toHaveLength(1), { timeout: 20_000, interval: 5 })
  socket.destroy()
  expect(await (await list(sandbox)).json()).toMatchObject({ resources: [] })
  expect(sandbox.requests).toMatchObject([{ body: null }, {}])
})

test('dropped requests are recorded with their bodies', async () => {
  const sandbox = await open()
  sandbox.script({ drop: 'before' })
  await expect(post(sandbox, templateRequest('shop'))).rejects.toThrow()
  expect(sandbox.requests).toMatchObject([{ operation: 'create_deployment', body: { name: 'shop' } }])
})

test('on_served reports each request without headers and body', async () => {
  const served: unknown[] = []
  const sandbox = await open({ on_served: line => served.push(line) })
  await list(sandbox, '?limit=0')
  sandbox.script({ status: 503 })
  await list(sandbox)
  sandbox.script({ drop: 'before' })
  await list(sandbox).catch(() => {})
  const line = { method: 'GET', path: '/v2/deployments' }
  expect(served).toStrictEqual([
    { ...line, status: 422 },
    { ...line, status: 503 },
    { ...line, status: null },
  ])
})
