import { describe, expect, it, type TestContext, vi } from 'vitest'
import type { Fault } from '../sandbox/faults.ts'
import { create, posts, sandboxForTest, startCreate } from './create.ts'

type Finished = TestContext['onTestFinished']

const INPUTS = { name: 'shop', source: 'internal_template' }

/** Runs a create whose create request has a fault. */
async function createUnder(finished: Finished, fault: Fault, inputs: Record<string, string> = {}) {
  const sandbox = await sandboxForTest({}, finished)
  sandbox.script({ operation: 'create_deployment', ...fault })
  const run = await create(sandbox, { ...INPUTS, ...inputs })
  return { run, posts: posts(sandbox).length, ids: sandbox.deployments.map(({ id }) => id) }
}

describe.concurrent('a create request that took effect is not sent again, and the action finds its deployment', () => {
  it.for<[string, Fault, Record<string, string>]>([
    ['reset after the effect', { drop: 'after' }, {}],
    ['half a response', { half: true }, {}],
    ['a stalled response', { stall: true }, { request_timeout: '1s' }],
    ['no response in time', { delay: 3000 }, { request_timeout: '1s' }],
    [
      '502 with HTML after the commit',
      { status: 502, body: '<title>Bad Gateway</title>', effect: 'before' },
      {},
    ],
    ['504 before a commit that comes 3 s later', { status: 504, body: 'timeout', commit_after: 3000 }, {}],
    ['a reset before a commit that comes 3 s later', { commit_after: 3000 }, {}],
    ['a success that is not JSON', { garbage: true, effect: 'before' }, {}],
    ['a success without an id', { status: 201, body: {}, effect: 'before' }, {}],
    ['a success with a blank id', { status: 201, body: { id: ' ', name: 'shop' }, effect: 'before' }, {}],
    ['a 302', { status: 302, headers: { location: '/elsewhere' }, effect: 'before' }, {}],
    ['a 303', { status: 303, headers: { location: '/elsewhere' }, effect: 'before' }, {}],
    ['a reset with if_exists: fail', { drop: 'after' }, { if_exists: 'fail' }],
  ])('%s', async ([_, fault, inputs], { onTestFinished }) => {
    const { run, posts, ids } = await createUnder(onTestFinished, fault, inputs)
    expect(run).toMatchObject({
      exitCode: 0,
      errors: [],
      outputs: { id: ids[0], created: 'true', differences: '[]' },
    })
    expect([posts, ids.length]).toEqual([1, 1])
    expect(run.stdout).toContain('It is not known whether the create request took effect')
  })
})

describe.concurrent('a create request that took no effect is sent again', () => {
  it.for<[string, Fault, number]>([
    [
      'after the Retry-After of a 429',
      { status: 429, headers: { 'retry-after': '0' }, body: { detail: 'slow down' }, times: 2 },
      3,
    ],
    ['after 408', { status: 408, headers: { 'retry-after': '0' } }, 2],
    ['after 425', { status: 425, headers: { 'retry-after': '0' } }, 2],
    ['after a reset and a proof that the request was lost', { drop: 'before' }, 2],
    ['after a 502 and a proof that the request was lost', { status: 502, body: 'Bad Gateway' }, 2],
  ])('%s', async ([_, fault, expected], { onTestFinished }) => {
    const { run, posts, ids } = await createUnder(onTestFinished, fault)
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { id: ids[0], created: 'true' } })
    expect([posts, ids.length]).toEqual([expected, 1])
  })
})

describe.concurrent('an outcome that cannot be determined is reported', () => {
  it('if the look-ups also fail', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    sandbox.script({ operation: 'create_deployment', drop: 'after' })
    sandbox.script({ operation: 'list_deployments', times: 1 })
    sandbox.script({ operation: 'list_deployments', status: 503, body: 'down', times: 'forever' })
    const run = await create(sandbox, INPUTS)
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'unknown_outcome', id: '', created: '', name: 'shop' },
    })
    expect(run.errors).toHaveLength(1)
    expect(run.errors[0]?.message).toMatch(/could not be found out[\s\S]*a rerun is safe/)
    expect(run.summary).toContain('Outcome unknown')
    expect([posts(sandbox).length, sandbox.deployments.length]).toEqual([1, 1])
  })

  it('if the second request is also lost', async ({ onTestFinished }) => {
    const { run, posts, ids } = await createUnder(onTestFinished, { drop: 'before', times: 'forever' })
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'unknown_outcome', id: '', created: '' },
    })
    expect([posts, ids.length]).toEqual([2, 0])
  })

  it('if the response is a success but no deployment appears', async ({ onTestFinished }) => {
    const { run, posts } = await createUnder(onTestFinished, { status: 201, body: {} })
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'unexpected_response', http_status: '201' },
    })
    expect(posts).toBe(1)
  })

  it('if both requests took effect', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({ taken_names: 'accept' }, onTestFinished)
    sandbox.script({ operation: 'create_deployment', drop: 'before' })
    sandbox.script({ operation: 'create_deployment', delay: 5000 })
    const { result } = await startCreate(sandbox, INPUTS)
    // The deployment of the first request appears during the second request.
    await vi.waitFor(() => expect(posts(sandbox)).toHaveLength(2), { timeout: 50_000, interval: 20 })
    sandbox.seed({ name: 'shop', source: 'internal_template' })
    const run = await result
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'duplicate_created', created: 'true' } })
    const ids = sandbox.deployments.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(ids).toContain(run.outputs['id'])
    for (const id of ids) expect(run.errors[0]?.message).toContain(id)
  })
})

it.concurrent('a look-up is retried after each temporary fault', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  for (const fault of [
    { drop: 'before' },
    { half: true },
    { status: 503, body: 'x' },
    { status: 429, headers: { 'retry-after': '0' } },
  ] satisfies Fault[]) {
    sandbox.script({ operation: 'list_deployments', ...fault })
  }
  const run = await create(sandbox, INPUTS)
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(run.stdout.match(/^Could not list deployments: .*; retrying in .* s$/gm)).toHaveLength(4)
})
