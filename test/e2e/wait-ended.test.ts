import { expect, test } from 'vitest'
import { create, sandboxForTest } from './create.ts'
import { created, listed, lists } from './polls.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

test.concurrent('two revisions that are both null are not active', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { active_revision_id: null, latest_revision_id: null })
  const run = await create(sandbox, { ...shop, wait_for: 'active', wait_timeout: '0' })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'wait_timeout', created: 'true' } })
})

test.concurrent('the wait ends if the deployment is being deleted', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { status: 'AWAITING_DATABASE' })
  listed(sandbox, { status: 'AWAITING_DELETE' })
  const run = await create(sandbox, { ...shop, wait_for: 'ready' })
  expect(run.exitCode).toBe(1)
  expect(run.outputs).toMatchObject({
    error_code: 'deleted',
    status: 'AWAITING_DELETE',
    created: 'true',
    id: sandbox.deployments[0]?.id,
  })
  expect(run.outputs).not.toHaveProperty('http_status')
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain(sandbox.deployments[0]?.id)
  expect(run.summary).toContain('after the deployment was created')
})

test.concurrent('the wait ends if the deployment disappears', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { status: 'AWAITING_DATABASE' })
  let id = ''
  listed(sandbox, page => {
    const [item] = page['resources'] as Record<string, unknown>[]
    id = String(item?.['id'])
    sandbox.remove(id)
    return { ...page, resources: [{ ...item, status: 'AWAITING_DATABASE' }] }
  })
  const run = await create(sandbox, { ...shop, wait_for: 'ready', wait_timeout: '20s' })
  expect(run.outputs).toMatchObject({ error_code: 'deleted', created: 'true', id })
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain(id)
  expect(run.exitCode).toBe(1)
})

test.concurrent('the wait ends if an adopted deployment disappears before the first poll', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const [deployment] = sandbox.seed({ ...shop, status: 'UNUSED' })
  let requests = 0
  sandbox.script({
    operation: 'list_deployments',
    times: 'forever',
    rewrite: page => {
      requests += 1
      // The look-up sends two requests: for the page, and for the empty page after it.
      if (requests === 2) sandbox.remove(deployment?.id ?? '')
      return page
    },
  })
  const run = await create(sandbox, { ...shop, wait_for: 'ready', wait_timeout: '5s' })
  expect(run.outputs).toMatchObject({ error_code: 'deleted', created: 'false', id: deployment?.id })
  expect(run.exitCode).toBe(1)
})

test.concurrent('a wait that times out shows the last status', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { status: 'AWAITING_DATABASE' })
  listed(sandbox, { status: 'WARMING_UP' }, { status: 'WARMING_UP' }, { status: 'WARMING_UP' })
  const run = await create(sandbox, { ...shop, wait_for: 'ready', wait_timeout: '600ms' })
  const [deployment] = sandbox.deployments
  expect(run.exitCode).toBe(1)
  expect(run.outputs).toMatchObject({
    error_code: 'wait_timeout',
    status: 'WARMING_UP',
    created: 'true',
    id: deployment?.id,
  })
  expect(run.errors).toHaveLength(1)
  for (const part of [deployment?.id, 'WARMING_UP', 'ready', 'wait_timeout']) {
    expect(run.errors[0]?.message).toContain(part)
  }
  expect(run.summary).toContain('WARMING_UP')
  expect(sandbox.deployments).toHaveLength(1)
})

test.concurrent('an error says that the deployment has no status if the service sends none', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { status: null, active_revision_id: null })
  const run = await create(sandbox, { ...shop, wait_for: 'ready', wait_timeout: '0' })
  expect(run.outputs).toMatchObject({ error_code: 'wait_timeout', status: '' })
  expect(run.errors[0]?.message).toContain('its last status was no status')
})

test.concurrent('with wait_timeout 0, the action does not wait', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  created(sandbox, { status: 'AWAITING_DATABASE' })
  const run = await create(sandbox, { ...shop, wait_for: 'ready', wait_timeout: '0' })
  expect(run.outputs).toMatchObject({
    error_code: 'wait_timeout',
    status: 'AWAITING_DATABASE',
    created: 'true',
  })
  expect(lists(sandbox)).toHaveLength(3)
})

test.concurrent('a failed run does not wait', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  sandbox.seed(shop)
  const run = await create(sandbox, { ...shop, custom_url: 'https://new.example', wait_for: 'active' })
  expect(run.outputs['error_code']).toBe('differs')
  expect(run.stdout).not.toContain('Wait for the deployment')
})
