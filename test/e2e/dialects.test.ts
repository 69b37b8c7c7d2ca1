import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// What services of this shape do differently. The simulation lives through all dialects of the list.

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

const offsets = ({ requests }: Sandbox) =>
  requests.filter(({ operation }) => operation === 'list_deployments').map(({ query }) => query['offset'])

const names = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `shop-${index}` }))

test.each([200, 202])('a create with the response status %i succeeds', async status => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'create_deployment', status, rewrite: body => body })
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([templateRequest('shop')])
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
  expect(run.outputs).toMatchObject({ id: sandbox.deployments[0]?.id, created: 'true' })
})

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
  [
    'with unknown fields and an unknown status',
    { region: 'north', status: 'HIBERNATING', shape: { a: [1] } },
  ],
  ['without optional fields and a status', { secret_references: undefined, status: undefined }],
  ['with null', { status: null, secrets: null, latest_revision_id: null, source_config: null }],
])('a listed deployment %s is adopted', async (_, change) => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed(shop)
  rewriteLists(sandbox, page => ({
    ...page,
    resources: page.resources.map(item => ({ ...item, ...change })),
  }))
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([])
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  const status = change['status'] ?? ''
  expect(run.outputs).toMatchObject({ id: deployment?.id, created: 'false', status })
  expect(run.outputs['deployment']).toBe(JSON.stringify({ ...deployment, ...change, secrets: [] }))
})

test('list items that are no deployments or no repositories are ignored', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const odd = [null, 'acme/shop', 5, [], {}, { name: 'shop-2' }, { id: 7, name: null }]
  sandbox.seed({ name: 'other' })
  rewriteLists(sandbox, page => ({ ...page, resources: page.resources.flatMap(item => [...odd, item]) }))
  const rewrite = (body: unknown) => [...odd.slice(0, 5), ...(body as object[])]
  sandbox.script({ operation: 'list_repositories', rewrite })
  const inputs = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' }
  expect(await create(sandbox, inputs)).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
})

/** Variants of the `offset` in a response, from the offset of its page. */
const OFFSETS: [string, (own: number) => unknown][] = [
  ['that of the page itself', own => own],
  ['missing', () => undefined],
  ['always 0', () => 0],
  ['a string', own => String(own + 100)],
  ['-1', () => -1],
]

test.each(OFFSETS)(
  'a deployment on the third of three pages is found if the offset in a response is %s',
  async (_, offsetOf) => {
    const sandbox = await sandboxForTest()
    sandbox.seed(...names(230))
    const [deployment] = sandbox.seed(shop)
    sandbox.seed(...names(19))
    rewriteLists(sandbox, ({ resources, offset }) => ({
      resources,
      offset: offsetOf(offset - resources.length),
    }))
    const run = await create(sandbox, shop)
    expect(posts(sandbox)).toEqual([])
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { id: deployment?.id, created: 'false' } })
    // Full pages are followed by pages that begin one item early, two of them ahead.
    expect(offsets(sandbox).toSorted()).toEqual(['0', '198', '250', '297', '99'])
  },
)

test('a service that ignores the limit is paged in its own page size', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...names(50), shop)
  // The sandbox ignores the unknown parameter and returns pages of 20.
  const run = await create(sandbox, { ...shop, list_parameters: 'limit: page_size' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false' } })
  expect(offsets(sandbox)).toEqual(['0', '20', '40', '51'])
})

test('a service that repeats a page ignores the offset, and the error names list_parameters', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...names(150))
  const run = await create(sandbox, { ...shop, list_parameters: 'offset: skip' })
  expect(posts(sandbox)).toEqual([])
  const outputs = { error_code: 'unexpected_response', http_status: '200', created: 'false' }
  expect(run).toMatchObject({ exitCode: 1, outputs })
  expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining('list_parameters')])
})

test('a deployment that is listed on two pages counts once', async () => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed(shop)
  sandbox.seed(...names(120))
  rewriteLists(sandbox, ({ resources, offset }) => {
    const repeats = resources.length > 0 && offset - resources.length === 100
    return { offset, resources: repeats ? [...resources, deployment] : resources }
  })
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([])
  expect(run).toMatchObject({ exitCode: 0, outputs: { id: deployment?.id, created: 'false' } })
})
