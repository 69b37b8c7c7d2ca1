import { expect, test } from 'vitest'
import type { DeploymentSeed } from '../sandbox/sandbox.ts'
import { create, posts, sandboxForTest } from './create.ts'
import { created, listed, lists } from './polls.ts'

// The waits of the create action. Their pauses and failed polls are tested in test/deployment.

const shop = { name: 'shop', source: 'internal_template' } as const
type Fields = Record<string, unknown>

const WAITING = { status: 'AWAITING_DATABASE', active_revision_id: null }

test.concurrent.for<[string, Fields, Fields[], string, string[]]>([
  ['ready', {}, [], 'READY', []],
  ['active', {}, [], 'READY', []],
  ['none', WAITING, [], 'AWAITING_DATABASE', []],
  ['ready', WAITING, [{ ...WAITING, status: 'WARMING_UP' }], 'READY', ['AWAITING_DATABASE', 'WARMING_UP']],
  ['ready', { ...WAITING, name: undefined }, [], 'READY', ['AWAITING_DATABASE']],
  ['active', { active_revision_id: null }, [{ active_revision_id: 'another' }], 'READY', []],
])(
  'with wait_for: %s a deployment created with %j and listed with %j ends with the status %s',
  async ([wait_for, response, polls, status, told], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    created(sandbox, response)
    listed(sandbox, ...polls)
    const run = await create(sandbox, { ...shop, wait_for })
    expect(posts(sandbox)).toHaveLength(1)
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true', name: 'shop', status } })
    for (const text of told) expect(run.stdout).toContain(text)
    // The look-up of the name, the search for duplicates (two pages), and the polls.
    expect(lists(sandbox)).toHaveLength(3 + polls.length)
    if (wait_for === 'active') {
      expect(run.outputs['active_revision_id']).toBe(sandbox.deployments[0]?.latest_revision_id)
    }
  },
)

test.concurrent.for<[string, string, Fields, Fields[], string, string[]]>([
  ['ready', '5s', WAITING, [{ status: 'AWAITING_DELETE' }], 'deleted', []],
  [
    'ready',
    '600ms',
    WAITING,
    Array(20).fill({ status: 'WARMING_UP' }),
    'wait_timeout',
    ['WARMING_UP', 'ready'],
  ],
  ['ready', '0', { status: null }, [], 'wait_timeout', ['its last status was no status']],
  ['active', '0', { active_revision_id: null, latest_revision_id: null }, [], 'wait_timeout', ['active']],
])(
  'with wait_for: %s and wait_timeout: %s a deployment created with %j and listed with %j ends as %s',
  async ([wait_for, wait_timeout, response, polls, error_code, told], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    created(sandbox, response)
    listed(sandbox, ...polls)
    const run = await create(sandbox, { ...shop, wait_for, wait_timeout })
    const [deployment] = sandbox.deployments
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code, created: 'true', id: deployment?.id } })
    expect(run.outputs).not.toHaveProperty('http_status')
    expect(run.errors).toHaveLength(1)
    for (const text of [deployment?.id, ...told]) expect(run.errors[0]?.message).toContain(text)
  },
)

test.concurrent('the action also waits for an adopted deployment', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const [deployment] = sandbox.seed({ ...shop, status: 'UNUSED' })
  const id = deployment?.id ?? ''
  listed(sandbox, page => {
    sandbox.update(id, { status: 'READY' })
    return page
  })
  const run = await create(sandbox, { ...shop, wait_for: 'ready' })
  expect(posts(sandbox)).toEqual([])
  expect(run).toMatchObject({ exitCode: 0, outputs: { status: 'READY', created: 'false', id } })
})

test.concurrent.for<[string, DeploymentSeed | undefined]>([
  ['true', undefined],
  ['false', { ...shop, status: 'UNUSED' }],
])(
  'the wait ends if the deployment disappears (created: %s)',
  async ([isCreated, seed], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    if (seed) sandbox.seed(seed)
    else created(sandbox, WAITING)
    let id = ''
    listed(sandbox, page => {
      id = sandbox.deployments[0]?.id ?? ''
      sandbox.remove(id)
      const resources = (page['resources'] as Fields[]).map(item => ({ ...item, ...WAITING }))
      return { ...page, resources }
    })
    const run = await create(sandbox, { ...shop, wait_for: 'ready', wait_timeout: '20s' })
    expect(run.outputs).toMatchObject({ error_code: 'deleted', created: isCreated, id })
    expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining(id)])
  },
)

test.concurrent('a failed run does not wait', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  sandbox.seed(shop)
  const run = await create(sandbox, { ...shop, custom_url: 'https://new.example', wait_for: 'active' })
  expect(run.outputs['error_code']).toBe('differs')
  expect(run.stdout).not.toContain('Wait for the deployment')
})
