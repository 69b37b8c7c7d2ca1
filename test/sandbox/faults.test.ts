import { once } from 'node:events'
import { get } from 'node:https'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { templateRequest } from './bodies.ts'
import { selfSigned } from './certificate.ts'
import { create, list, namesOf, open, post, stoppedClock } from './client.ts'
import type { Fault } from './faults.ts'
import { startSandbox } from './sandbox.ts'

test.each<[Fault, number, string[]]>([
  [{ status: 504 }, 504, []],
  [{ status: 504, effect: 'before' }, 504, ['shop']],
  [{ garbage: true }, 200, []],
  [{ garbage: true, effect: 'before' }, 200, ['shop']],
  [{ delay: 1 }, 201, ['shop']],
  [{ delay: 1, status: 503 }, 503, []],
])('a create request under the fault %j gets a %i and leaves %j', async (fault, status, names) => {
  const sandbox = await open()
  sandbox.script(fault)
  const response = await post(sandbox, templateRequest('shop'))
  expect(response.status).toBe(status)
  if (fault.garbage) await expect(response.json()).rejects.toThrow(SyntaxError)
  expect(await namesOf(sandbox)).toEqual(names)
  expect(sandbox.requests).toMatchObject([{ body: { name: 'shop' } }, {}])
})

test.each<[unknown, string | null, string]>([
  [{ detail: 'busy' }, 'application/json', '{"detail":"busy"}'],
  [null, 'application/json', 'null'],
  ['plain', 'text/plain; charset=utf-8', 'plain'],
  [Buffer.from('{"a":1'), null, '{"a":1'],
  [undefined, null, ''],
])('a fault with the body %j has the content type %s', async (body, type, text) => {
  const sandbox = await open()
  sandbox.script({ status: 429, headers: { 'Retry-After': '3' }, ...(body !== undefined && { body }) })
  const response = await list(sandbox)
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('3')
  expect(response.headers.get('content-type')).toBe(type)
  expect(await response.text()).toBe(text)
})

test('a fault can rewrite the response after its effect', async () => {
  const sandbox = await open()
  sandbox.script({ status: 200, rewrite: body => ({ ...(body as object), id: 5, extra: true }) })
  const response = await post(sandbox, templateRequest('shop'))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ name: 'shop', id: 5, extra: true })
  expect(await namesOf(sandbox)).toEqual(['shop'])
})

test('faults apply in order, each to its operation, until they are used up or withdrawn', async () => {
  const sandbox = await open()
  sandbox.script({ operation: 'create_deployment', status: 500 })
  sandbox.script({ operation: 'list_deployments', status: 503, times: 2 })
  sandbox.script({ operation: 'any', status: 418 })
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await list(sandbox)).status)
  expect(statuses).toEqual([503, 503, 418, 200])
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(500)
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(201)
  const withdraw = sandbox.script({ status: 503, times: 'forever' })
  expect((await fetch(`${sandbox.base_url}/else`)).status).toBe(503)
  withdraw()
  expect((await list(sandbox)).status).toBe(200)
})

test('a fault applies without an API key, its effect does not', async () => {
  const clock = stoppedClock(0)
  const sandbox = await open({ api_key: 'key', now: clock.now })
  sandbox.script({ status: 502, effect: 'before' })
  expect((await post(sandbox, templateRequest('shop'))).status).toBe(502)
  sandbox.script({ commit_after: 10 })
  await post(sandbox, templateRequest('shop')).catch(() => {})
  clock.time = 10
  expect(sandbox.deployments).toEqual([])
})

test.each([
  ['before', []],
  ['after', ['shop']],
] as const)('a connection dropped %s the effect leaves the names %j', async (drop, names) => {
  const sandbox = await open()
  sandbox.script({ operation: 'create_deployment', drop })
  const dropped = post(sandbox, templateRequest('shop'))
  await expect(dropped).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
  expect(await namesOf(sandbox)).toEqual(names)
})

test.each(['half', 'stall'] as const)('a %s fault sends half of the response', async kind => {
  const sandbox = await open()
  sandbox.script({ [kind]: true })
  const response = await post(sandbox, templateRequest('shop'))
  expect(response.status).toBe(201)
  const whole = JSON.stringify(sandbox.deployments[0])
  expect(response.headers.get('content-length')).toBe(String(whole.length))
  const received: Buffer[] = []
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      received.push(Buffer.from(chunk))
      // Half of a stalled response is all that ever comes.
      if (kind === 'stall' && Buffer.concat(received).length >= whole.length / 2 - 1) await sandbox.close()
    }
  })()
  await expect(reading).rejects.toThrow('terminated')
  expect(Buffer.concat(received).toString()).toBe(whole.slice(0, whole.length / 2))
})

test('the close of the sandbox ends a delay and idle connections', async () => {
  const sandbox = await startSandbox()
  sandbox.script({ operation: 'create_deployment', delay: 3_600_000 })
  const answer = post(sandbox, templateRequest('shop'))
  answer.catch(() => {})
  while ((await namesOf(sandbox)).length === 0);
  const socket = connect(Number(new URL(sandbox.base_url).port), '127.0.0.1')
  await once(socket, 'connect')
  await Promise.all([sandbox.close(), once(socket, 'close')])
  await expect(answer).rejects.toThrow()
})

test.each<[string, Fault[], string[]]>([
  ['conflict', [{ commit_after: 10 }], ['shop']],
  ['accept', [{ commit_after: 10 }], ['shop', 'shop']],
  ['conflict', [{ status: 504, commit_after: 10 }], ['shop']],
] as const)(
  'with taken_names: %s a late commit under %j after a second request leaves %j',
  async (...row) => {
    const [taken_names, faults, names] = row as ['conflict' | 'accept', Fault[], string[]]
    const clock = stoppedClock(0)
    const sandbox = await open({ now: clock.now, taken_names, ready_after: 100 })
    for (const fault of faults) sandbox.script(fault)
    await post(sandbox, templateRequest('shop')).catch(() => {})
    expect(await namesOf(sandbox)).toEqual([])
    const { id } = await create(sandbox, templateRequest('shop'))
    clock.time = 10
    expect(await namesOf(sandbox)).toEqual(names)
    expect(sandbox.deployments[0]?.id).toBe(id)
  },
)

test('late commits take effect at their times, in the order of their times', async () => {
  const clock = stoppedClock(0)
  const sandbox = await open({ now: clock.now, ready_after: 100 })
  for (const commit_after of [20, 10]) {
    sandbox.script({ commit_after })
    const source_config = { custom_url: `https://${commit_after}.example` }
    await post(sandbox, { ...templateRequest('shop'), source_config }).catch(() => {})
  }
  clock.time = 9
  expect(sandbox.deployments).toEqual([])
  clock.time = 20
  expect(sandbox.deployments).toMatchObject([
    { source_config: { custom_url: 'https://10.example' }, created_at: '1970-01-01T00:00:00.010Z' },
  ])
  clock.time = 110
  expect(await namesOf(sandbox, '?status=READY')).toEqual(['shop'])
})

test('the sandbox speaks HTTPS, and a fault drops a TLS connection', async () => {
  const tls = selfSigned()
  const sandbox = await open({ tls })
  const ask = () => get(`${sandbox.base_url}/v2/deployments`, { ca: tls.cert, agent: false })
  const [response] = await once(ask(), 'response')
  expect(response.statusCode).toBe(200)
  await expect(list(sandbox)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
  sandbox.script({ drop: 'before' })
  const [error] = await once(ask(), 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
})
