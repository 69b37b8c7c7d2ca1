import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import { selfSigned } from '../sandbox/certificate.ts'
import type { Fault } from '../sandbox/faults.ts'
import { create, posts, type Run, sandboxForTest } from './create.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

/** Checks the exit code, the outputs and the error message of a failed run. */
function expectFailure(
  run: Run,
  error_code: string,
  http_status: number | undefined,
  ...told: (string | RegExp)[]
) {
  expect(run.exitCode).toBe(1)
  expect(run.stderr).toBe('')
  expect(run.outputs).toMatchObject({ error_code, id: '' })
  if (error_code !== 'unknown_outcome') expect(run.outputs['created']).toBe('false')
  expect(run.outputs['http_status']).toBe(http_status === undefined ? undefined : String(http_status))
  expect(run.errors).toHaveLength(1)
  for (const text of told) expect(run.errors[0]?.message).toMatch(text)
  // The last line says what to do next.
  expect(run.errors[0]?.message.split('\n').length).toBeGreaterThanOrEqual(2)
  expect(run.summary).toContain(error_code)
  expect(run.stdout).not.toMatch(/^\s+at /m)
}

const LIST = 'list_deployments'
const POST = 'create_deployment'
const immediately = { 'Retry-After': '0' }

/** Faults and their error codes. */
const CODES: [string, number | undefined, string, Fault][] = [
  ['unauthorized', 401, 'Who are you?', { operation: LIST, status: 401, body: { detail: 'Who are you?' } }],
  ['unauthorized', 401, 'Who are you?', { operation: POST, status: 401, body: { detail: 'Who are you?' } }],
  [
    'forbidden',
    403,
    'requires workspace',
    { operation: LIST, status: 403, body: { detail: 'requires workspace' } },
  ],
  ['forbidden', 403, 'Not yours', { operation: POST, status: 403, body: { detail: 'Not yours' } }],
  ['not_found', 404, 'Not Found', { operation: LIST, status: 404, body: { detail: 'Not Found' } }],
  ['not_found', 404, 'No listener', { operation: POST, status: 404, body: { detail: 'No listener' } }],
  [
    'rejected',
    400,
    'PORT is reserved',
    { operation: POST, status: 400, body: { detail: 'PORT is reserved' } },
  ],
  ['rejected', 400, 'bad query', { operation: LIST, status: 400, body: { detail: 'bad query' } }],
  ['rejected', 402, 'Pay first', { operation: POST, status: 402, body: { detail: 'Pay first' } }],
  ['rejected', 405, 'Not allowed', { operation: POST, status: 405, body: 'Not allowed' }],
  ['rejected', 413, 'Too large', { operation: POST, status: 413, body: 'Too large' }],
  ['rejected', 418, 'I am a teapot', { operation: POST, status: 418, body: { detail: 'I am a teapot' } }],
  [
    'rejected',
    422,
    'too long',
    { operation: POST, status: 422, body: { detail: [{ loc: ['body', 'name'], msg: 'too long' }] } },
  ],
  ['rejected', 451, 'For legal reasons', { operation: LIST, status: 451, body: 'For legal reasons' }],
  ['conflict', 409, 'taken', { operation: POST, status: 409, body: { detail: 'The name is taken' } }],
  ['rejected', 400, 'exists', { operation: POST, status: 400, body: { detail: 'The project exists' } }],
  [
    'rate_limited',
    429,
    'Slow down',
    { operation: LIST, status: 429, times: 'forever', headers: immediately, body: { detail: 'Slow down' } },
  ],
  [
    'rate_limited',
    429,
    'Slow down',
    { operation: POST, status: 429, times: 'forever', headers: immediately, body: { detail: 'Slow down' } },
  ],
  [
    'unavailable',
    503,
    'Under maintenance',
    { operation: LIST, status: 503, times: 'forever', headers: immediately, body: 'Under maintenance' },
  ],
  [
    'unavailable',
    500,
    'oops',
    { operation: LIST, status: 500, times: 'forever', headers: immediately, body: { error: 'oops' } },
  ],
  ['unexpected_response', 200, 'not JSON', { operation: LIST, body: '<html><title>Welcome</title></html>' }],
  ['unexpected_response', 200, 'not JSON', { operation: LIST, garbage: true }],
  ['unexpected_response', 204, 'not JSON', { operation: LIST, status: 204 }],
  ['unexpected_response', 200, 'resources', { operation: LIST, body: [] }],
  ['unexpected_response', 200, 'resources', { operation: LIST, body: { items: [] } }],
  ['unexpected_response', 200, 'resources', { operation: LIST, body: null }],
  [
    'unexpected_response',
    200,
    'no id',
    { operation: LIST, body: { resources: [{ name: 'shop' }], offset: 1 } },
  ],
  [
    'unexpected_response',
    200,
    'larger',
    {
      operation: LIST,
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      body: gzipSync(Buffer.alloc(80 * 1024 * 1024, ' ')),
    },
  ],
]

// A run waits if the effect of a POST is unknown. These tests wait at the same time.
test.concurrent.for(CODES)(
  'the error code is %s for the status %s with the message %j',
  async ([error_code, status, told, fault], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    sandbox.script(fault)
    const run = await create(sandbox, shop)
    expectFailure(run, error_code, status, told)
    expect(sandbox.deployments).toEqual([])
    // A refused request is sent again only if the response permits a retry.
    const attempts = fault.times === 'forever' ? 5 : 1
    const body = templateRequest('shop')
    expect(posts(sandbox)).toEqual(fault.operation === POST ? Array(attempts).fill(body) : [])
  },
)

test.concurrent('a request without the key of the sandbox is unauthorized', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({ api_key: 'the-right-key' }, onTestFinished)
  const [without, wrong] = await Promise.all([
    create(sandbox, shop),
    create(sandbox, { ...shop, api_key: 'a-wrong-key' }),
  ])
  for (const run of [without, wrong]) expectFailure(run, 'unauthorized', 401, 'missing or wrong', 'api_key')
})

test.concurrent('a base_url with a wrong path is an error that names base_url', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const run = await create(sandbox, { ...shop, base_url: `${sandbox.base_url}/elsewhere` })
  expectFailure(run, 'not_found', 404, 'base_url')
})

test.concurrent('a name that is taken by an unlisted object is an error that names possible causes', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  sandbox.script({ operation: POST, status: 409, body: { detail: 'Project exists' } })
  const run = await create(sandbox, shop)
  expectFailure(run, 'conflict', 409, '"shop"', 'Project exists', 'Nothing was created')
})

test.concurrent.for([301, 302, 303, 307, 308])(
  'a redirect with %i is not followed, and its origin is named',
  async (status, { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const target = await sandboxForTest({}, onTestFinished)
    const location = `${target.base_url}/v2/deployments?token=of-the-target`
    for (const operation of [LIST, POST] as const) {
      sandbox.script({ operation, status, headers: { location } })
      const run = await create(sandbox, { ...shop, api_key: 'key-of-the-service' })
      // The service may have created the deployment before it redirected.
      const isUnknown = operation === POST
      expectFailure(run, isUnknown ? 'unknown_outcome' : 'unexpected_response', status, target.base_url)
      expect(run.outputs['created']).toBe(isUnknown ? '' : 'false')
      expect(run.stdout + run.summary).not.toContain('of-the-target')
    }
    expect(target.requests).toEqual([])
    expect(sandbox.deployments).toEqual([])
  },
)

test.concurrent.for<[string, Record<string, string>]>([
  ['a relative target', { location: '/login' }],
  ['no target', {}],
  ['a target that is no URL', { location: 'http://[' }],
])('a redirect with %s is an unexpected response', async ([_, headers], { onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  sandbox.script({ operation: LIST, status: 302, headers })
  expectFailure(await create(sandbox, shop), 'unexpected_response', 302, 'redirect')
})

test.concurrent('a request is not retried after an untrusted certificate', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({ tls: selfSigned() }, onTestFinished)
  expectFailure(await create(sandbox, shop), 'unreachable', undefined, 'certificate')
  expect(sandbox.requests).toEqual([])
})
