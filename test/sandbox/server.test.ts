import { once } from 'node:events'
import { get } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src/sandbox/server.ts'
import { templateRequest } from './bodies.ts'
import { selfSigned } from './certificate.ts'
import { list, open, page, post } from './client.ts'

const routes = ['/v2/deployments', '/v1/integrations/forge/repohost/x/repos', '/', '/v3/anything']

test('the sandbox listens on loopback at a free port', async () => {
  const [one, two] = [await open(), await open()]
  expect(one.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(one.base_url).not.toBe(two.base_url)
})

test('the port can be configured, and a port in use is refused', async () => {
  const first = await open()
  const port = Number(new URL(first.base_url).port)
  await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await first.close()
  expect((await open({ port })).base_url).toBe(first.base_url)
})

test('every route requires the API key', async () => {
  const sandbox = await open({ api_key: 'open sesame' })
  const wrong: Record<string, string>[] = [
    {},
    { 'X-Api-Key': '' },
    { 'X-Api-Key': 'open' },
    { Authorization: 'Bearer open sesame' },
  ]
  for (const headers of wrong) {
    for (const path of routes) {
      const response = await fetch(sandbox.base_url + path, { headers })
      expect([path, response.status]).toEqual([path, 401])
      expect(await response.json()).toEqual({ detail: expect.any(String) })
    }
    expect((await post(sandbox, templateRequest('shop'), headers)).status).toBe(401)
  }
  expect(sandbox.deployments).toEqual([])
  expect((await post(sandbox, templateRequest('shop'), { 'x-api-key': 'open sesame' })).status).toBe(201)
})

test('the header of the API key can be configured', async () => {
  const sandbox = await open({ api_key: 'Bearer 123', api_key_header: 'Authorization' })
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${sandbox.base_url}/v2/deployments`, { headers })).status
  expect(await ask({ 'x-api-key': 'Bearer 123' })).toBe(401)
  expect(await ask({ authorization: 'Bearer 123' })).toBe(200)
})

test('requests need no API key if the sandbox has none', async () => {
  expect((await list(await open({ api_key: '' }))).status).toBe(200)
})

test('an unknown route gets a 404', async () => {
  const sandbox = await open()
  const unknown = ['/', '/v2', '/v2/deployments/', '/v2/deployments/x', '/v1/deployments', '/V2/deployments']
  for (const path of unknown) {
    const response = await fetch(sandbox.base_url + path)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.json()).toEqual({ detail: 'Not Found' })
  }
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    expect((await fetch(`${sandbox.base_url}/v2/deployments`, { method })).status).toBe(404)
  }
})

test.each(['/api-host', '/api-host/', '/a/b'])('the base path %s is required', async base_path => {
  const sandbox = await open({ base_path })
  const origin = new URL(sandbox.base_url).origin
  expect(sandbox.base_url).toBe(origin + base_path.replace(/\/$/, ''))
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(201)
  expect((await page(sandbox)).resources).toHaveLength(1)
  const repos = `${sandbox.base_url}/v1/integrations/forge/repohost/${sandbox.integration_id}/repos`
  expect((await fetch(repos)).status).toBe(200)
  expect((await fetch(`${origin}/v2/deployments`)).status).toBe(404)
})

test('the sandbox speaks HTTPS with a key and a certificate', async () => {
  const tls = selfSigned()
  const sandbox = await open({ tls })
  expect(sandbox.base_url).toMatch(/^https:/)
  const request = get(`${sandbox.base_url}/v2/deployments`, { ca: tls.cert, agent: false })
  const [response] = await once(request, 'response')
  expect(JSON.parse(await text(response))).toEqual({ resources: [], offset: 0 })
  await expect(list(sandbox)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
})

test.each([undefined, selfSigned()])('close ends idle connections', async tls => {
  const sandbox = await startSandbox({ tls })
  const socket = connect(Number(new URL(sandbox.base_url).port), '127.0.0.1')
  await once(socket, 'connect')
  if (tls === undefined) await list(sandbox)
  const ended = once(socket, 'close')
  await Promise.all([sandbox.close(), ended])
  await sandbox.close()
  await expect(list(sandbox)).rejects.toThrow()
})
