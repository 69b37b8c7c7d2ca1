import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import type { Fault } from '../sandbox/faults.ts'
import { create, NOWHERE, posts, type Run, sandboxForTest } from './create.ts'

const shop = { name: 'shop', source: 'internal_template' } as const
const LIST = 'list_deployments'
const POST = 'create_deployment'

/** Permanent faults, and words of their error messages. */
const UNREACHABLE: [string, Fault, string][] = [
  ['connection resets', { drop: 'before' }, 'look up the name'],
  ['responses that end halfway', { half: true }, 'look up the name'],
  ['responses that stall', { stall: true }, 'TIMEOUT'],
]

test.concurrent.for(UNREACHABLE)(
  'a service with %s is unreachable after all retries',
  async ([, fault, told], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    sandbox.script({ ...fault, times: 'forever' })
    expectUnreachable(await create(sandbox, { ...shop, request_timeout: '1s' }), told)
    expect(sandbox.requests).toHaveLength(5)
  },
)

test.concurrent('a service that refuses connections is unreachable after all retries', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const run = await create(sandbox, { ...shop, base_url: NOWHERE })
  expectUnreachable(run, 'refused')
})

function expectUnreachable(run: Run, told: string) {
  expect(run).toMatchObject({ exitCode: 1, stderr: '' })
  expect(run.outputs).toMatchObject({ error_code: 'unreachable', created: 'false', id: '' })
  expect(run.outputs).not.toHaveProperty('http_status')
  expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining(told)])
  expect(run.errors[0]?.message).toContain('rerun is safe')
  expect(run.summary).toContain('unreachable')
}

test.concurrent('a look-up is retried until the service recovers', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  sandbox.script({ operation: LIST, drop: 'before' })
  sandbox.script({ operation: LIST, status: 502, body: '<h1>Bad Gateway</h1>' })
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([templateRequest('shop')])
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
})

test.concurrent('a create request that was not processed is retried and creates one deployment', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const date = new Date(0).toUTCString()
  for (const [status, after] of [
    [408, '0'],
    [425, date],
    [429, '0'],
  ] as const) {
    sandbox.script({ operation: POST, status, headers: { 'Retry-After': after } })
  }
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual(Array(4).fill(templateRequest('shop')))
  expect(sandbox.deployments).toHaveLength(1)
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
})

test.concurrent('a create response that is not JSON leads to a look-up, and the request is not sent twice', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  sandbox.script({ operation: POST, status: 200, body: '<html>Hello</html>', effect: 'before' })
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([templateRequest('shop')])
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { id: sandbox.deployments[0]?.id } })
})
