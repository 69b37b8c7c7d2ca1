import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import { create, posts, sandboxForTest } from './create.ts'
import { created, listed, lists } from './polls.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

test.concurrent.for(['ready', 'active'])(
  'the action does not wait for a deployment that is already %s',
  async (wait_for, { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const run = await create(sandbox, { ...shop, wait_for })
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { status: 'READY', created: 'true' } })
    // The first is the look-up of the name, the others are the search for duplicates.
    expect(lists(sandbox)).toHaveLength(3)
  },
)

test.concurrent('without wait_for the action does not wait for a status', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { status: 'AWAITING_DATABASE', active_revision_id: null })
  const run = await create(sandbox, shop)
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { status: 'AWAITING_DATABASE' } })
  expect(run.outputs['active_revision_id']).toBe('')
  expect(lists(sandbox)).toHaveLength(3)
})

test.concurrent('the wait for ready continues after an unknown status and a failed poll', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const waiting = { active_revision_id: null }
  created(sandbox, { ...waiting, status: 'AWAITING_DATABASE' })
  listed(sandbox, { ...waiting, status: 'WARMING_UP' })
  sandbox.script({ operation: 'list_deployments', status: 502, body: '<title>Bad Gateway</title>' })
  const run = await create(sandbox, { ...shop, wait_for: 'ready' })
  expect(posts(sandbox)).toEqual([templateRequest('shop')])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], stderr: '' })
  expect(run.outputs).toMatchObject({
    status: 'READY',
    created: 'true',
    id: sandbox.deployments[0]?.id,
    active_revision_id: sandbox.deployments[0]?.active_revision_id,
  })
  expect(JSON.parse(run.outputs['deployment'] ?? '')).toMatchObject({ status: 'READY' })
  for (const part of ['AWAITING_DATABASE', 'WARMING_UP', 'READY', '502']) expect(run.stdout).toContain(part)
  expect(lists(sandbox).slice(1)).toHaveLength(4)
  expect(run.summary).toContain('READY')
})

test.concurrent('the wait finds a deployment by its id if the response to the create request has no name', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { status: 'AWAITING_DATABASE', name: undefined })
  sandbox.seed({ name: 'another', status: 'READY' })
  const run = await create(sandbox, { ...shop, wait_for: 'ready' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { status: 'READY', created: 'true', name: 'shop' } })
})

test.concurrent('the wait for active continues after the status READY', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { active_revision_id: null })
  listed(sandbox, { active_revision_id: 'another' })
  const run = await create(sandbox, { ...shop, wait_for: 'active' })
  const [deployment] = sandbox.deployments
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  expect(run.outputs['active_revision_id']).toBe(deployment?.latest_revision_id)
  expect(lists(sandbox)).toHaveLength(4)
})

test.concurrent('the action also waits for an adopted deployment', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const [deployment] = sandbox.seed({ ...shop, status: 'UNUSED' })
  listed(sandbox, page => {
    sandbox.update(deployment?.id ?? '', { status: 'READY' })
    return page
  })
  const run = await create(sandbox, { ...shop, wait_for: 'ready' })
  expect(posts(sandbox)).toEqual([])
  expect(run).toMatchObject({
    exitCode: 0,
    outputs: { status: 'READY', created: 'false', id: deployment?.id },
  })
})

test.concurrent('the wait continues until the service lists the deployment', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { status: 'AWAITING_DATABASE' })
  const nothing = (page: object) => ({ ...page, resources: [] })
  listed(sandbox, nothing, nothing)
  const run = await create(sandbox, { ...shop, wait_for: 'ready' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { status: 'READY' } })
})
