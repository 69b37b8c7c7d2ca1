import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import { selfSigned } from '../sandbox/certificate.ts'
import type { Fault } from '../sandbox/faults.ts'
import type { SandboxOptions } from '../sandbox/sandbox.ts'
import { create, NOWHERE, posts, type Run, sandboxForTest } from './create.ts'

const shop = { name: 'shop', source: 'internal_template' } as const
const LIST = { operation: 'list_deployments' } as const
const POST = { operation: 'create_deployment' } as const
const BOTH = {}

/** Checks the exit code, the outputs and the error message of a failed run. */
function expectFailure(run: Run, error_code: string, http_status: number | undefined, words: string) {
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { error_code, id: '' } })
  if (error_code !== 'unknown_outcome') expect(run.outputs['created']).toBe('false')
  expect(run.outputs['http_status']).toBe(http_status === undefined ? undefined : String(http_status))
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain(words)
  // The last line says what to do next.
  expect(run.errors[0]?.message.split('\n').length).toBeGreaterThanOrEqual(2)
  expect(run.summary).toContain(error_code)
  expect(run.stdout).not.toMatch(/^\s+at /m)
}

const answers = (status: number, body: unknown, more: Fault = {}): Fault => ({ status, body, ...more })
const forever = { times: 'forever' } as const

/** Faults, the output `error_code`, words of the error, and how often the request is sent. */
const CODES: [where: Fault, fault: Fault, error_code: string, words: string, attempts?: number][] = [
  [LIST, answers(401, { detail: 'Who are you?' }), 'unauthorized', 'Who are you?'],
  [POST, answers(401, { detail: 'Who are you?' }), 'unauthorized', 'Who are you?'],
  [LIST, answers(403, { detail: 'requires workspace' }), 'forbidden', 'requires workspace'],
  [POST, answers(403, { detail: 'Not yours' }), 'forbidden', 'Not yours'],
  [LIST, answers(404, { detail: 'Not Found' }), 'not_found', 'Not Found'],
  [POST, answers(404, { detail: 'No listener' }), 'not_found', 'No listener'],
  [LIST, answers(400, { detail: 'bad query' }), 'rejected', 'bad query'],
  [POST, answers(400, { detail: 'PORT is reserved' }), 'rejected', 'PORT is reserved'],
  [POST, answers(413, 'Too large'), 'rejected', 'Too large'],
  [POST, answers(422, { detail: [{ loc: ['body', 'name'], msg: 'too long' }] }), 'rejected', 'too long'],
  [LIST, answers(451, 'For legal reasons'), 'rejected', 'For legal reasons'],
  [POST, answers(409, { detail: 'Project exists' }), 'conflict', 'lists no deployment named "shop"'],
  [LIST, answers(429, { detail: 'Slow down' }, forever), 'rate_limited', 'Slow down', 5],
  [POST, answers(429, { detail: 'Slow down' }, forever), 'rate_limited', 'Slow down', 5],
  [LIST, answers(503, 'Under maintenance', forever), 'unavailable', 'Under maintenance', 5],
  [LIST, answers(500, { error: 'oops' }, forever), 'unavailable', 'oops', 5],
  [LIST, answers(200, '<html><title>Welcome</title></html>'), 'unexpected_response', 'not JSON'],
  [LIST, answers(204, undefined), 'unexpected_response', 'not JSON'],
  [LIST, { garbage: true }, 'unexpected_response', 'not JSON'],
  [LIST, answers(200, []), 'unexpected_response', 'resources'],
  [LIST, answers(200, { items: [] }), 'unexpected_response', 'resources'],
  [LIST, answers(200, { resources: [{ name: 'shop' }], offset: 1 }), 'unexpected_response', 'no id'],
  [LIST, answers(302, undefined), 'unexpected_response', 'redirect'],
  [LIST, answers(302, undefined, { headers: { location: 'http://[' } }), 'unexpected_response', 'redirect'],
  [BOTH, { drop: 'before', ...forever }, 'unreachable', 'look up the name', 5],
  [BOTH, { half: true, ...forever }, 'unreachable', 'look up the name', 5],
  [BOTH, { stall: true, ...forever }, 'unreachable', 'TIMEOUT', 5],
]

// A run waits before a retry and if the effect of a POST is unknown. These tests wait at the same time.
test.concurrent.for(CODES)(
  'after the fault %j %j the error code is %s',
  async ([where, fault, error_code, words, attempts = 1], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    sandbox.script({ ...where, ...fault })
    const isReached = error_code !== 'unreachable'
    const run = await create(sandbox, { ...shop, ...(!isReached && { request_timeout: '1s' }) })
    const status = isReached ? (fault.status ?? 200) : undefined
    expectFailure(run, error_code, status, words)
    expect(sandbox.deployments).toEqual([])
    // A refused request is sent again only if the response permits a retry.
    const isPost = where.operation === 'create_deployment'
    expect(posts(sandbox)).toEqual(isPost ? Array(attempts).fill(templateRequest('shop')) : [])
    if (!isPost) expect(sandbox.requests).toHaveLength(attempts)
  },
)

/** Connections that cannot work, and the error. */
const CONNECTIONS: [
  what: string,
  SandboxOptions,
  inputs: Record<string, string>,
  string,
  number | undefined,
  string,
][] = [
  ['no key', { api_key: 'the-right-key' }, {}, 'unauthorized', 401, 'missing or wrong'],
  [
    'a wrong key',
    { api_key: 'the-right-key' },
    { api_key: 'a-wrong-key' },
    'unauthorized',
    401,
    '`X-Api-Key`',
  ],
  ['a port where nothing listens', {}, { base_url: NOWHERE }, 'unreachable', undefined, 'refused'],
  ['an untrusted certificate', { tls: selfSigned() }, {}, 'unreachable', undefined, 'NODE_EXTRA_CA_CERTS'],
]

test.concurrent.for(CONNECTIONS)(
  '%s is an error',
  async ([, options, inputs, error_code, status, words], { onTestFinished }) => {
    const sandbox = await sandboxForTest(options, onTestFinished)
    expectFailure(await create(sandbox, { ...shop, ...inputs }), error_code, status, words)
    // No request is retried after an untrusted certificate.
    if (options.tls) expect(sandbox.requests).toEqual([])
  },
)

test.concurrent('a base_url with a wrong path is an error that names base_url', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const run = await create(sandbox, { ...shop, base_url: `${sandbox.base_url}/elsewhere` })
  expectFailure(run, 'not_found', 404, 'base_url')
})
