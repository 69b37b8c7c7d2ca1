import { expect, test } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// Differences between services of this shape. test/service/pages.test.ts reads all dialects of the list.

const shop = { name: 'shop', source: 'internal_template' } as const

type Json = Record<string, unknown>

/** Rewrites every response of the list. */
function rewriteLists(sandbox: Sandbox, rewrite: (page: { resources: Json[]; offset: number }) => unknown) {
  sandbox.script({
    operation: 'list_deployments',
    times: 'forever',
    rewrite: body => rewrite(body as { resources: Json[]; offset: number }),
  })
}

test('a create response may have unknown fields, missing fields and fields of other types', async () => {
  const sandbox = await sandboxForTest()
  const answer = {
    zone: 'b',
    id: 'not a uuid',
    status: 7,
    name: 'shop',
    source_config: { custom_url: 5, region: 'north' },
    secrets: [{ name: 'A', value: 'value of a', version: 3 }, 'B', 4],
    extra: { nested: [1, 'two', null], big: 1e21, 'a key\n': '<b>' },
  }
  sandbox.script({ operation: 'create_deployment', rewrite: () => answer })
  const run = await create(sandbox, { ...shop, secrets: 'A=value of a' })
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  const unknown = { status: '', tenant_id: '', url: '', repo_url: '', image_version: '' }
  expect(run.outputs).toMatchObject({ id: 'not a uuid', name: 'shop', created: 'true', ...unknown })
  expect(run.outputs['deployment']).toBe(JSON.stringify({ ...answer, secrets: ['A', 'B'] }))
})

test.each<[string, Json]>([
  ['unknown fields and an unknown status', { region: 'north', status: 'HIBERNATING', shape: { a: [1] } }],
  ['no optional fields and no status', { secret_references: undefined, status: undefined }],
  ['null', { status: null, secrets: null, latest_revision_id: null, source_config: null }],
])('a listed deployment with %s is adopted', async (_, change) => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed(shop)
  rewriteLists(sandbox, page => ({
    ...page,
    resources: page.resources.map(item => ({ ...item, ...change })),
  }))
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([])
  const outputs = { id: deployment?.id, created: 'false', status: change['status'] ?? '' }
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs })
  expect(run.outputs['deployment']).toBe(JSON.stringify({ ...deployment, ...change, secrets: [] }))
})

test('a service that repeats a page ignores the offset, and the error names list_parameters', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...Array.from({ length: 150 }, (_, index) => ({ name: `shop-${index}` })))
  const run = await create(sandbox, { ...shop, list_parameters: 'offset: skip' })
  expect(posts(sandbox)).toEqual([])
  const outputs = { error_code: 'unexpected_response', http_status: '200', created: 'false' }
  expect(run).toMatchObject({ exitCode: 1, outputs })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining('list_parameters') }])
})
