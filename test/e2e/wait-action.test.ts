import { createServer, type ServerResponse } from 'node:http'
import { expect, it, test } from 'vitest'
import { listen } from '../listen.ts'
import type { DeploymentSeed, Sandbox } from '../sandbox/sandbox.ts'
import { sandboxForTest, shown } from './create.ts'
import { createInQuickTime } from './create-in-turn.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const TOKEN = { name: 'TOKEN', value: 'a-secret-of-another-run' }
const LIST = { operation: 'list_deployments', times: 'forever' } as const

/** Runs the built wait action against a sandbox. */
const wait = (sandbox: Sandbox, inputs: Record<string, string>) =>
  createInQuickTime(sandbox, inputs, { action: 'wait' })

it('the wait action finds a deployment by its id or its full name, even if the service ignores filters', async () => {
  const sandbox = await sandboxForTest()
  const others = Array.from({ length: 250 }, (_, index) => ({ name: `shop-${index}` }))
  const { id = '' } =
    sandbox.seed(...others, { name: 'a-shop' }, { name: 'shop', secrets: [TOKEN] }).at(-1) ?? {}
  const ignored = { list_parameters: '{ids: not-known, name: not-known-either}' }
  for (const inputs of [{ id: id.toUpperCase() }, { name: 'shop' }, { id, ...ignored }]) {
    const run = await wait(sandbox, inputs)
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], stderr: '' })
    expect(run.outputs).toMatchObject({ id, name: 'shop', status: 'READY' })
    expect(JSON.parse(run.outputs['deployment'] ?? '')).toMatchObject({ id, secrets: ['TOKEN'] })
    expect(run.summary).toContain('## ✅ Deployment is active')
  }
})

const SHOP = { name: 'shop' }
const STALE = { ...SHOP, active_revision_id: 'older' }

test.each<[code: string, DeploymentSeed[], inputs: Record<string, string>, words: string]>([
  ['not_found', [{ name: 'shop-2' }], { id: ABSENT }, ABSENT],
  ['not_found', [{ name: 'Shop' }], SHOP, 'it lists the deployment "Shop"'],
  ['ambiguous_name', [SHOP, SHOP], SHOP, '`id`'],
  ['deleted', [{ ...SHOP, status: 'AWAITING_DELETE' }], SHOP, ''],
  ['deleted', [{ ...SHOP, status: 'DELETING' }], { ...SHOP, wait_for: 'none' }, ''],
  ['wait_timeout', [STALE], { ...SHOP, wait_timeout: '3s' }, 'READY, newest revision not active'],
  ['unhealthy', [SHOP], { ...SHOP, wait_timeout: '3s', health_url: '/ok' }, 'no usable `custom_url` yet'],
])(
  'a wait fails with %s if the service has %j, and %j is waited for',
  async (error_code, seeds, inputs, words) => {
    const sandbox = await sandboxForTest()
    const seeded = sandbox.seed(...seeds)
    const run = await wait(sandbox, inputs)
    const isOne = seeded.length === 1 && error_code !== 'not_found'
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code, id: isOne ? seeded[0]?.id : '' } })
    expect(run.outputs).not.toHaveProperty('http_status')
    expect(run.errors).toMatchObject([{ message: expect.stringContaining(words) }])
  },
)

test.each<[inputs: Record<string, string>, problem: RegExp]>([
  [{}, /`id`.*is required/s],
  [{ id: ABSENT, name: 'shop' }, /`name`.*remove one/s],
  [{ ...SHOP, wait_for: 'health' }, /`wait_for`.*one of none, ready, active/s],
  [{ ...SHOP, health_url: 'https://user:hunter22@shop.example' }, /`health_url`.*without credentials/s],
])('the wait action refuses %j before any request', async (inputs, problem) => {
  const sandbox = await sandboxForTest()
  const run = await wait(sandbox, inputs)
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'invalid_input' } })
  expect(run.errors).toMatchObject([{ message: expect.stringMatching(problem) }])
  expect(shown(run)).not.toContain('hunter22')
  expect(sandbox.requests).toEqual([])
})

test.each<[code: string, answer: object, words: string]>([
  ['forbidden', { status: 403, body: { detail: 'No' } }, 'The service said: No'],
  ['wait_timeout', { status: 503, body: { detail: 'Maintenance' } }, 'The service said: Maintenance'],
  [
    'wait_timeout',
    { status: 429, headers: { 'retry-after': '90' } },
    'the service answered 429 and asks to try again only in 90 s',
  ],
  ['unreachable', { drop: 'before' }, 'the connection was reset'],
  ['unreachable', { delay: 30_000 }, 'did not answer within `wait_timeout`'],
])(
  'a wait fails with %s, the cause and the id if each look-up ends with %j',
  async (error_code, answer, words) => {
    const sandbox = await sandboxForTest()
    sandbox.script({ ...LIST, ...answer })
    const run = await wait(sandbox, { id: ABSENT, wait_timeout: 'delay' in answer ? '4s' : '60s' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code, id: ABSENT } })
    expect(run.errors).toMatchObject([{ message: expect.stringContaining(words) }])
    expect(run.errors[0]?.message).not.toMatch(/build|logs/)
    if (error_code === 'unreachable')
      expect(run.errors[0]?.message).toContain(new URL(sandbox.base_url).origin)
  },
)

const beginsWith = (status: number) => (response: ServerResponse) => response.writeHead(status).write('{')
let items = 0
const sendsOneItem = (response: ServerResponse) =>
  void setTimeout(
    () => response.end(JSON.stringify({ resources: [{ id: `id-${items++}`, name: 'other' }] })),
    20,
  )

// Time is real: `wait_timeout` must end while the service answers.
test.each<[what: string, answer: (response: ServerResponse) => void, http_status: string, words: string]>([
  ['a 401 whose body does not end', beginsWith(401), '401', 'the service answered 401'],
  ['a 200 whose body does not end', beginsWith(200), '200', 'the service answered 200, but the body'],
  ['a list without an end', sendsOneItem, '200', 'the list of deployments did not end in time'],
])(
  'a wait whose time ends during %s does not say that nothing answered',
  async (_, answer, http_status, words) => {
    const port = await listen(createServer((_, response) => answer(response)))
    const sandbox = await sandboxForTest()
    const run = await wait(sandbox, {
      name: 'shop',
      base_url: `http://127.0.0.1:${port}`,
      wait_timeout: '1s',
    })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'wait_timeout', http_status } })
    expect(run.errors).toMatchObject([{ message: expect.stringContaining(words) }])
    // That is the time of a request, and not of this wait.
    expect(run.stdout).not.toContain('after 30 s')
  },
)
