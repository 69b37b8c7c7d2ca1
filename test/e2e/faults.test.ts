import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it, test } from 'vitest'
import { listen } from '../listen.ts'
import type { Fault } from '../sandbox/faults.ts'
import type { SandboxOptions } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInQuickTime as create } from './create-in-turn.ts'

// Faults as they are on the wire. The simulation proves, for all schedules, what must follow from them.

const SHOP = { name: 'shop', source: 'internal_template' } as const
const POST = { operation: 'create_deployment' } as const
const LIST = { operation: 'list_deployments' } as const

/** Runs a create whose create request has a fault, in a service with one other deployment. */
async function createUnder(
  fault: Fault,
  inputs: Record<string, string> = {},
  options: SandboxOptions = {},
  env = {},
) {
  const sandbox = await sandboxForTest(options)
  const [other] = sandbox.seed({ name: 'other' })
  sandbox.script({ ...POST, ...fault })
  const run = await create(sandbox, { ...SHOP, ...inputs }, { env })
  const ids = sandbox.deployments.map(({ id }) => id).filter(id => id !== other?.id)
  return { run, ids, posts: posts(sandbox).length, other: other?.id }
}

const brief = { request_timeout: '300ms' }

test.each<[string, Fault, Record<string, string>?]>([
  ['reset after the effect', { drop: 'after' }],
  ['half a response', { half: true }],
  ['a stalled response', { stall: true }, brief],
  ['no response in time', { delay: 1500 }, brief],
  ['502 with HTML after the commit', { status: 502, body: '<title>Bad Gateway</title>', effect: 'before' }],
  ['504 before a commit that comes later', { status: 504, body: 'timeout', commit_after: 200 }],
  ['a reset before a commit that comes later', { commit_after: 200 }],
  ['a success that is not JSON', { status: 200, body: '{"\0<!--', effect: 'before' }],
  ['a success without a body', { status: 201, effect: 'before' }],
  ['a success that has no body', { status: 204, effect: 'before' }],
  ['a success without an id', { status: 201, body: {}, effect: 'before' }],
  ['a redirect', { status: 303, headers: { location: '/elsewhere' }, effect: 'before' }],
  ['a reset with if_exists: fail', { drop: 'after' }, { if_exists: 'fail' }],
])('a create request that took effect is not sent again after %s', async (_, fault, inputs) => {
  // A service that commits late needs its time.
  const env = fault.commit_after ? { TEST_JUMPS: '' } : {}
  const { run, ids, posts } = await createUnder(fault, inputs, {}, env)
  const outputs = { id: ids[0], created: 'true', differences: '[]' }
  expect({ posts, count: ids.length, ...run }).toMatchObject({
    ...{ posts: 1, count: 1, exitCode: 0, errors: [], outputs },
  })
  expect(run.stdout).toContain('It is not known whether the create request took effect')
})

const works = { ...LIST, rewrite: (page: unknown) => page }

test.each([
  ['create', SHOP],
  ['list', {}],
  ['wait', { name: 'shop', wait_for: 'ready' }],
])('the %s action reads the list although every second request fails', async (action, inputs) => {
  const sandbox = await sandboxForTest()
  sandbox.seed(SHOP, { name: 'other' })
  for (let n = 0; n < 18; n++) sandbox.script(n % 2 ? works : { ...LIST, status: 500 })
  expect(await create(sandbox, inputs, { action })).toMatchObject({ exitCode: 0, errors: [] })
})

it('a page that fails until the check for duplicates ends is its reason, and not the time', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed({ name: 'first' }, { name: 'second' })
  for (const fault of [works, works, works, { ...LIST, status: 500, times: 'forever' } as const])
    sandbox.script(fault)
  const run = await create(sandbox, SHOP)
  expect(run.exitCode).toBe(0)
  expect(run.warnings[0]?.message).toContain('as the list could not be read: the service answered 500')
})

it('a deployment that only the first look after a second lost answer shows leaves the outcome unknown', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed({ name: 'other' })
  // Two requests for each look: one before, four between the create requests, and one after them.
  sandbox.script({ ...works, times: 12 })
  sandbox.script({ ...LIST, status: 503, times: 'forever' })
  sandbox.script({ ...POST, drop: 'before' })
  sandbox.script({ ...POST, drop: 'after' })
  const { outputs } = await create(sandbox, SHOP)
  const { id } = sandbox.deployments.at(-1) ?? {}
  expect([posts(sandbox).length, outputs]).toMatchObject([
    2,
    { error_code: 'unknown_outcome', id, created: '' },
  ])
})

const now = { headers: { 'retry-after': '0' } }

test.each<[string, Fault, number]>([
  ['each 429', { status: 429, ...now, body: { detail: 'slow down' }, times: 2 }, 3],
  ['408', { status: 408, ...now }, 2],
  ['425', { status: 425, ...now }, 2],
  ['a reset and a proof that it was lost', { drop: 'before' }, 2],
  ['a 502 and a proof that it was lost', { status: 502, body: 'Bad Gateway' }, 2],
])('a create request that took no effect is sent again after %s', async (_, fault, expected) => {
  const { run, ids, posts } = await createUnder(fault)
  const outputs = { id: ids[0], created: 'true' }
  expect({ posts, count: ids.length, ...run }).toMatchObject({
    ...{ posts: expected, count: 1, exitCode: 0, errors: [], outputs },
  })
})

test('a create whose connection never comes up says that no create request was sent', async () => {
  const server = createServer((_, response) => {
    server.close()
    response.setHeader('connection', 'close').end('{"resources": []}')
  })
  const base_url = `http://127.0.0.1:${await listen(server)}`
  const run = await create(await sandboxForTest(), { ...SHOP, base_url })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unreachable', created: 'false' } })
  expect(run.errors[0]?.message).toContain('No create request was sent.')
})

test('a deployment that appears after two create requests without an answer is reported with both', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ ...POST, status: 503 })
  sandbox.script({ ...POST, drop: 'after' })
  const run = await create(sandbox, SHOP)
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(run.warnings[0]?.message).toMatch(
    /Two create requests had no usable answer: .*503, and then .*connection/,
  )
})

test('a second create request that is refused is not said to be without an answer', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ ...POST, drop: 'before' })
  sandbox.script({ ...POST, status: 401, body: { detail: 'The key is expired' } })
  const run = await create(sandbox, SHOP)
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unknown_outcome', created: '' } })
  const message = run.errors[0]?.message ?? ''
  expect(message).toMatch(/no usable answer: .*reset.* A second one failed too: the service answered 401/)
  expect(message).toContain('The second was refused.')
})

test('create requests that were turned away are counted beside one without an answer', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ ...POST, status: 503 })
  sandbox.script({ ...POST, status: 429, headers: { 'retry-after': '0' }, times: 'forever' })
  const run = await create(sandbox, SHOP)
  const message = run.errors[0]?.message ?? ''
  expect(run.outputs['error_code']).toBe('unknown_outcome')
  expect(message).toContain('One create request was sent. Besides, the service turned 5 others away')
})

test('two deployments of two lost create requests fail the run, also if one is listed later', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ ...POST, status: 502 })
  sandbox.script({ ...POST, drop: 'after' })
  let looks = 0
  const rewrite = (page: unknown) => {
    // The first deployment is listed long after the second.
    if (sandbox.deployments.length === 1 && ++looks === 2) sandbox.seed({ ...SHOP, id: LATE })
    return page
  }
  sandbox.script({ ...LIST, times: 'forever', rewrite })
  const run = await create(sandbox, SHOP)
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'duplicate_created' } })
  for (const { id } of sandbox.deployments) expect(run.errors[0]?.message).toContain(id)
})

const LATE = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'

const changed = (fields: object) => ({ rewrite: (body: unknown) => ({ ...(body as object), ...fields }) })
const CREATED = { created: 'true' }
const [GZIP, BROTLI] = [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'br' }]
const ZIPPED = gzipSync('{"detail": "no key"}')
const UNUSABLE = { ...CREATED, error_code: 'unexpected_response' }
const UNAUTHORIZED = { error_code: 'unauthorized', http_status: '401', created: 'false', id: '' }
const UNKNOWN = { error_code: 'unexpected_response', http_status: '201', created: '', id: '' }

test.each<[string, Fault, Record<string, unknown>]>([
  ['a 401 that is not in gzip', { status: 401, headers: GZIP, body: '{}' }, UNAUTHORIZED],
  ['a 401 that is not in brotli', { status: 401, headers: BROTLI, body: '{}' }, UNAUTHORIZED],
  ['a 401 in gzip that is cut short', { status: 401, headers: GZIP, body: ZIPPED, half: true }, UNAUTHORIZED],
  ['a 401 that is cut short', { status: 401, body: 'a long text', half: true }, UNAUTHORIZED],
  ['a 201 that is not in its encoding', { headers: GZIP, ...changed({}) }, CREATED],
  ['a 201 with the name null', changed({ name: null }), CREATED],
  ['a 201 without a name', changed({ name: undefined }), CREATED],
  ['a 201 with the name billing', changed({ name: 'billing' }), { ...UNUSABLE, created: '' }],
  ['a 201 with the name Shop', changed({ name: 'Shop' }), UNUSABLE],
  ['a 201 without an id for a deployment that never appears', { status: 201, body: {} }, UNKNOWN],
  ['an empty 201 for a deployment that never appears', { status: 201 }, UNKNOWN],
  [
    'half a 201 for a deployment that never appears',
    { status: 201, body: '{"id": "x"}', half: true },
    UNKNOWN,
  ],
])('after %s the create request is not sent again', async (what, fault, outputs) => {
  const { run, ids, posts } = await createUnder(fault, {}, { taken_names: 'accept' })
  expect(run.outputs).toMatchObject({ id: ids[0], ...outputs })
  const failures = outputs['error_code'] === undefined ? 0 : 1
  expect([posts, run.exitCode, run.errors.length]).toEqual([1, failures, failures])
  // A rerun finds a name that only differs in case or white space.
  expect(run.stdout.includes('A rerun is not safe')).toBe(/name billing/.test(what))
  if (outputs !== UNKNOWN) return
  expect(run.errors[0]?.message).toContain('A rerun is safe once the service lists what it has')
  expect(run.stdout).not.toContain('nothing was created')
})

it.each([
  ['match', 'differs', undefined],
  ['reuse', undefined, undefined],
  ['match', 'deleted', 'DELETING'],
])(
  'nothing shows who created a deployment that appears after a lost response and does not match (%s, %s)',
  async (if_exists, error_code, status) => {
    const sandbox = await sandboxForTest()
    sandbox.script({ ...POST, drop: 'before' })
    const others = {
      ...SHOP,
      ...(status ? { status: status as 'UNKNOWN' } : { source_config: { build_command: 'make all' } }),
    }
    sandbox.script({ operation: 'list_deployments', body: { resources: [], offset: 0 } })
    const [other] = sandbox.seed(others)
    const run = await create(sandbox, { ...SHOP, build_command: 'make', if_exists })
    expect(run.outputs).toMatchObject({ id: other?.id, created: '', ...(error_code && { error_code }) })
    expect([posts(sandbox).length, run.exitCode]).toEqual([1, error_code ? 1 : 0])
    expect(run.stdout + run.summary).not.toMatch(/nothing was deployed|Deployment adopted\n/i)
  },
)

it('an answer with the id of a listed deployment does not offer that for deletion', async () => {
  const sandbox = await sandboxForTest()
  const [known] = sandbox.seed({ ...SHOP, name: 'billing' })
  sandbox.script({ ...POST, ...changed({ id: known?.id, name: 'billing' }) })
  const run = await create(sandbox, SHOP)
  expect(run.outputs).toMatchObject({ error_code: 'unexpected_response', id: known?.id })
  expect(run.errors[0]?.message).toContain('belonged to another deployment before')
  expect(run.errors[0]?.message).not.toContain('delete')
})

it('a new deployment that is being deleted fails the run', async () => {
  const sandbox = await sandboxForTest()
  const rewrite = (body: unknown) =>
    sandbox.update((body as { id: string }).id, { status: 'AWAITING_DELETE' })
  sandbox.script({ ...POST, rewrite })
  const run = await create(sandbox, SHOP)
  const outputs = { error_code: 'deleted', created: 'true', status: 'AWAITING_DELETE' }
  expect(run).toMatchObject({ exitCode: 1, outputs })
})

it('a difference that the service shows only during the wait causes the warning too', async () => {
  const sandbox = await sandboxForTest()
  const inactive = changed({ active_revision_id: null }).rewrite
  const lists = (rewrite: (item: unknown) => unknown) => (page: unknown) => ({
    resources: (page as { resources: object[] }).resources.map(rewrite),
  })
  sandbox.script({ ...POST, rewrite: inactive })
  sandbox.script({ ...LIST, times: 3, rewrite: lists(inactive) })
  const other = changed({ source_config: { custom_url: 'https://other.example' } }).rewrite
  sandbox.script({ ...LIST, times: 'forever', rewrite: lists(other) })
  const run = await create(sandbox, { ...SHOP, custom_url: 'https://shop.example', wait_for: 'active' })
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
  expect(run.warnings).toMatchObject([{ message: expect.stringContaining('not as requested') }])
  expect(JSON.parse(run.outputs['differences'] ?? '')).toHaveLength(1)
})
