import { once } from 'node:events'
import { request as requestOverTls } from 'node:https'
import { expect, test, vi } from 'vitest'
import { startSandbox } from '../../src/sandbox/server.ts'
import { templateRequest } from './bodies.ts'
import { selfSigned } from './certificate.ts'
import { list, namesOf, open, post, stoppedClock } from './client.ts'

test.each([
  ['before', []],
  ['after', ['shop']],
] as const)('a fault that drops the connection %s the effect leaves the names %j', async (drop, names) => {
  const sandbox = await open()
  sandbox.script({ drop })
  await expect(post(sandbox, templateRequest('shop'))).rejects.toMatchObject({
    cause: { code: 'ECONNRESET' },
  })
  expect(await namesOf(sandbox, '')).toEqual(names)
})

test('a fault drops a TLS connection', async () => {
  const tls = selfSigned()
  const sandbox = await open({ tls })
  sandbox.script({ drop: 'before' })
  const request = requestOverTls(`${sandbox.base_url}/v2/deployments`, { ca: tls.cert, agent: false }).end()
  const [error] = await once(request, 'error').catch(reason => [reason])
  expect(error).toMatchObject({ code: 'ECONNRESET' })
})

test('a half fault sends half of the response and closes the connection', async () => {
  const sandbox = await open()
  sandbox.script({ half: true })
  const response = await post(sandbox, templateRequest('shop'))
  expect(response.status).toBe(201)
  const whole = JSON.stringify(sandbox.deployments[0])
  expect(response.headers.get('content-length')).toBe(String(whole.length))
  const received: Buffer[] = []
  const reading = async () => {
    for await (const chunk of response.body ?? []) received.push(Buffer.from(chunk))
  }
  await expect(reading()).rejects.toThrow('terminated')
  expect(Buffer.concat(received).toString()).toBe(whole.slice(0, whole.length / 2))
})

test('a stall fault sends half of the response and nothing else until the sandbox closes', async () => {
  const sandbox = await open()
  sandbox.script({ stall: true })
  const response = await post(sandbox, templateRequest('shop'))
  const whole = JSON.stringify(sandbox.deployments[0])
  const reader = response.body?.getReader()
  const first = await reader?.read()
  expect(Buffer.from(first?.value ?? []).toString()).toBe(whole.slice(0, whole.length / 2))
  const more = reader?.read()
  const nothing = vi.fn()
  more?.catch(() => {}).finally(nothing)
  expect(await namesOf(sandbox, '')).toEqual(['shop'])
  expect(nothing).not.toHaveBeenCalled()
  await sandbox.close()
  await expect(more).rejects.toThrow('terminated')
})

test('a delayed request takes effect before the delay, and the close of the sandbox ends the delay', async () => {
  const served = vi.fn()
  const sandbox = await startSandbox({ on_served: served })
  sandbox.script({ delay: 3_600_000 })
  const answer = post(sandbox, templateRequest('shop'))
  answer.catch(() => {})
  await vi.waitFor(() => expect(sandbox.deployments).toMatchObject([{ name: 'shop' }]), { timeout: 20_000 })
  expect(served).not.toHaveBeenCalled()
  await sandbox.close()
  await expect(answer).rejects.toThrow()
  await vi.waitFor(() => expect(served.mock.lastCall).toMatchObject([{ status: null }]), { timeout: 20_000 })
})

test('commit_after drops the connection and creates the deployment at its time', async () => {
  const clock = stoppedClock(0)
  const sandbox = await open({ now: clock.now, ready_after: 100 })
  sandbox.script({ operation: 'create_deployment', commit_after: 1000 })
  await expect(post(sandbox, templateRequest('shop'))).rejects.toMatchObject({
    cause: { code: 'ECONNRESET' },
  })
  clock.time = 999
  expect(await namesOf(sandbox, '')).toEqual([])
  expect(sandbox.deployments).toEqual([])
  clock.time = 1000
  expect(sandbox.deployments).toMatchObject([
    { name: 'shop', status: 'AWAITING_DATABASE', created_at: '1970-01-01T00:00:01.000Z' },
  ])
  expect(await namesOf(sandbox, '')).toEqual(['shop'])
  clock.time = 1100
  expect(await namesOf(sandbox, '?status=READY')).toEqual(['shop'])
})

test('commit_after can be combined with a response', async () => {
  const clock = stoppedClock(0)
  const sandbox = await open({ now: clock.now })
  sandbox.script({ status: 504, commit_after: 10 })
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(504)
  expect(await namesOf(sandbox, '')).toEqual([])
  clock.time = 10
  expect(await namesOf(sandbox, '')).toEqual(['shop'])
})

test.each([
  ['conflict', ['shop']],
  ['accept', ['shop', 'shop']],
] as const)(
  'with taken_names: %s a late commit after a second create request leaves the names %j',
  async (taken_names, names) => {
    const clock = stoppedClock(0)
    const sandbox = await open({ now: clock.now, taken_names })
    sandbox.script({ commit_after: 10 })
    await post(sandbox, templateRequest('shop')).catch(() => {})
    const second = await post(sandbox, templateRequest('shop'))
    expect(second.status).toBe(201)
    const { id } = (await second.json()) as { id: string }
    clock.time = 10
    expect(await namesOf(sandbox, '')).toEqual(names)
    expect(sandbox.deployments[0]?.id).toBe(id)
  },
)

test('two late commits take effect in the order of their times', async () => {
  const clock = stoppedClock(0)
  const sandbox = await open({ now: clock.now, taken_names: 'conflict' })
  for (const commit_after of [20, 10]) {
    sandbox.script({ commit_after })
    await post(sandbox, {
      ...templateRequest('shop'),
      source_config: { custom_url: `https://${commit_after}.example` },
    }).catch(() => {})
  }
  clock.time = 20
  expect(sandbox.deployments).toMatchObject([{ source_config: { custom_url: 'https://10.example' } }])
})

test('commit_after has no effect for a request that is refused', async () => {
  const clock = stoppedClock(0)
  const sandbox = await open({ now: clock.now, api_key: 'key' })
  sandbox.script({ commit_after: 10 })
  await post(sandbox, templateRequest('shop')).catch(() => {})
  clock.time = 10
  expect(sandbox.deployments).toEqual([])
})

test('a dropped connection does not affect other connections', async () => {
  const sandbox = await open()
  sandbox.script({ operation: 'create_deployment', drop: 'before' })
  const [dropped, ...lists] = await Promise.allSettled([
    post(sandbox, templateRequest('shop')),
    ...Array.from({ length: 10 }, () => list(sandbox)),
  ])
  expect(dropped.status).toBe('rejected')
  expect(lists.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))
})
