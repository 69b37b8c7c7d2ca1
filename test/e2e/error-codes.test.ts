import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import { selfSigned } from '../sandbox/certificate.ts'
import type { Fault } from '../sandbox/faults.ts'
import type { Sandbox, SandboxOptions } from '../sandbox/sandbox.ts'
import { NOWHERE, posts, sandboxForTest } from './create.ts'
import { createInQuickTime } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const
const LIST = { operation: 'list_deployments' } as const
const POST = { operation: 'create_deployment' } as const
const REPOSITORIES = { operation: 'list_repositories' } as const
const BOTH = {}

const answers = (status: number, body: unknown, more: Fault = {}): Fault => ({ status, body, ...more })
const forever = { times: 'forever' } as const
const later = { headers: { 'retry-after': '2' } }
const toLogin = { headers: { location: '/login' } }
const changed = (field: object): Fault => ({
  rewrite: body => (body as object[]).map(record => ({ ...record, ...field })),
})

/** Faults, the output `error_code`, words of the error, and how often the request is sent. */
const CODES: [where: Fault, fault: Fault, error_code: string, words: string, attempts?: number][] = [
  [LIST, answers(401, { detail: 'Who are you?' }), 'unauthorized', 'Who are you?'],
  [POST, answers(403, { detail: 'Not yours' }), 'forbidden', 'Not yours'],
  [LIST, answers(404, { detail: 'Not Found' }), 'not_found', 'Not Found'],
  [LIST, answers(400, { detail: 'bad query' }), 'rejected', 'set them in `list_parameters`'],
  [POST, answers(451, 'Not here'), 'rejected', 'Not here'],
  [POST, answers(422, { detail: [{ loc: ['body', 'name'], msg: 'too long' }] }), 'rejected', 'too long'],
  [POST, answers(409, { detail: 'Project exists' }), 'conflict', 'lists no deployment named "shop"'],
  [POST, answers(429, {}, { ...forever, ...later }), 'rate_limited', 'run fewer jobs at once', 5],
  [LIST, answers(503, 'Under maintenance', forever), 'unavailable', 'Under maintenance', 5],
  [LIST, answers(200, '<html><title>Welcome</title>'), 'unexpected_response', 'a login or a gateway'],
  [LIST, answers(204, undefined), 'unexpected_response', '204 without a body'],
  [LIST, answers(200, { items: [] }), 'unexpected_response', 'resources'],
  [LIST, answers(200, { resources: [null, {}, { deployment: {} }] }), 'unexpected_response', 'has no list'],
  [LIST, answers(200, { resources: [{ name: 'shop' }], offset: 1 }), 'unexpected_response', 'no id'],
  [LIST, answers(200, { resources: [{ id: 'a1' }] }), 'unexpected_response', 'has a name', 2],
  [LIST, answers(302, undefined, { headers: { location: 'http://[' } }), 'unexpected_response', 'redirect'],
  [LIST, answers(302, { detail: 'Sign in first' }, toLogin), 'unexpected_response', 'Sign in first'],
  [LIST, answers(302, undefined, toLogin), 'unexpected_response', 'No credential was sent.'],
  [LIST, answers(409, { detail: 'Busy' }), 'rejected', 'Busy'],
  [
    REPOSITORIES,
    answers(404, { detail: 'No such' }),
    'not_found',
    'The integration is set in `integration_id`',
  ],
  [REPOSITORIES, answers(200, {}), 'unexpected_response', 'not an array'],
  [REPOSITORIES, answers(200, [null, 1]), 'unexpected_response', 'not an array of records'],
  [REPOSITORIES, changed({ host_integration_id: null }), 'unexpected_response', 'host_integration_id'],
  [BOTH, { drop: 'before', ...forever }, 'unreachable', 'No create request was sent', 5],
  [BOTH, { stall: true, ...forever }, 'unexpected_response', 'BODY_TIMEOUT', 5],
  [BOTH, { half: true, ...forever }, 'unexpected_response', 'could not be read', 5],
]

/** Connections that cannot work. */
const CONNECTIONS: [inputs: Record<string, string>, SandboxOptions, error_code: string, string, number?][] = [
  [{}, { api_key: 'the-right-key' }, 'unauthorized', 'missing or wrong', 401],
  [{ api_key: 'a-wrong-key' }, { api_key: 'the-right-key' }, 'unauthorized', '`X-Api-Key`', 401],
  [{ base_url: NOWHERE }, {}, 'unreachable', 'refused'],
  [{}, { tls: selfSigned() }, 'unreachable', 'NODE_EXTRA_CA_CERTS'],
]

/** Runs a step that fails, and checks its exit code, its outputs and its error message. */
async function failing(
  sandbox: Sandbox,
  inputs: Record<string, string>,
  [error_code, words, http_status]: [string, string, number | undefined],
  created = 'false',
) {
  const run = await createInQuickTime(sandbox, { ...shop, ...inputs })
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { error_code, id: '', created } })
  expect(run.outputs['http_status']).toBe(http_status === undefined ? undefined : String(http_status))
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain(words)

  expect(run.summary).toContain(error_code)
  expect(run.stdout).not.toMatch(/^\s+at /m)
  expect(sandbox.deployments).toEqual([])
  if (created === '') expect(run.stdout + run.summary).not.toMatch(/nothing was created/i)
}

test.each(CODES)(
  'after %j %j the error code is %s',
  async (where, fault, error_code, words, attempts = 1) => {
    const sandbox = await sandboxForTest()
    const { integration_id } = sandbox
    sandbox.script({ ...where, ...fault })
    const status = error_code === 'unreachable' ? undefined : (fault.status ?? 200)
    const repohost = { source: 'repohost', integration_id, repository: 'acme/shop' }
    const inputs = where === REPOSITORIES ? repohost : where === BOTH ? { request_timeout: '300ms' } : {}
    const isChanged = fault.rewrite !== undefined
    await failing(sandbox, inputs, [error_code, words, isChanged ? undefined : status])
    // A refused request is sent again only if the response permits a retry.
    expect(posts(sandbox)).toEqual(where === POST ? Array(attempts).fill(templateRequest('shop')) : [])
    if (where === LIST || where === BOTH) expect(sandbox.requests).toHaveLength(attempts)
  },
)

test('a network failure after an answer is not blamed on base_url', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  sandbox.script({ ...REPOSITORIES, drop: 'before', ...forever, delay: 50 })
  const inputs = { source: 'repohost', integration_id, repository: 'acme/shop' }
  await failing(sandbox, inputs, ['unreachable', 'The service answered before in this run', undefined])
})

test.each(CONNECTIONS)(
  'the inputs %j with %j fail: %s',
  async (inputs, options, error_code, words, status) => {
    const sandbox = await sandboxForTest(options)
    await failing(sandbox, inputs, [error_code, words, status])
    // No request is retried after an untrusted certificate.
    if (options.tls) expect(sandbox.requests).toEqual([])
  },
)

test.each([400, 409, 422])(
  'a look-up that fails after a %i leaves created empty, and names both failures',
  async status => {
    const sandbox = await sandboxForTest()
    sandbox.script({ ...POST, ...answers(status, { detail: 'No good' }) })
    sandbox.script({ ...LIST, times: 1 })
    sandbox.script({ ...LIST, ...answers(403, {}, forever) })
    const words = 'A look-up failed: the service answered 403.\nThe service said: No good'
    await failing(sandbox, {}, ['unknown_outcome', words, status], '')
  },
)
