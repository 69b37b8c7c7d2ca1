import { expect, test } from 'vitest'
import { templateRequest } from '../sandbox/bodies.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

const queries = ({ requests }: Sandbox) =>
  requests.filter(({ operation }) => operation === 'list_deployments').map(({ query }) => query)

const names = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `shop-${index}` }))

test.each(['shop-2', 'my-shop', 'sho', 'workshop'])(
  'a deployment named %j does not take the name',
  async name => {
    const sandbox = await sandboxForTest()
    // The list contains it although the filter excludes it, because a service may ignore the filter.
    const resources = sandbox.seed({ ...shop, name })
    sandbox.script({ operation: 'list_deployments', body: { resources, offset: 0 } })
    const run = await create(sandbox, shop)
    expect(posts(sandbox)).toEqual([templateRequest('shop')])
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  },
)

test.each(['Shop', 'SHOP', ' shop', 'shop\n'])(
  'a deployment named %j counts as the name "shop", changed by the service',
  async name => {
    const sandbox = await sandboxForTest()
    const [deployment] = sandbox.seed({ ...shop, name })
    const run = await create(sandbox, shop)
    expect(posts(sandbox)).toEqual([])
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', id: deployment?.id } })
    expect(JSON.parse(run.outputs['differences'] ?? '')).toEqual([
      { path: 'name', requested: 'shop', existing: name },
    ])
    const reused = await create(sandbox, { ...shop, if_exists: 'reuse' })
    expect(reused).toMatchObject({ exitCode: 0, outputs: { created: 'false', id: deployment?.id } })
    expect(reused.warnings[0]?.message).toContain('name')
  },
)

test.each([
  ['no id', {}],
  ['a fraction as its id', { id: 7.5 }],
  ['a blank id', { id: ' ' }],
])('a deployment with the name and %s is not skipped', async (_, item) => {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'list_deployments',
    body: { resources: [{ name: 'shop', ...item }], offset: 0 },
  })
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([])
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unexpected_response' } })
  expect(run.errors[0]?.message).toContain('has no id')
})

test('the name is found on the third page of 250', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...names(230))
  const [deployment] = sandbox.seed(shop)
  sandbox.seed(...names(19))
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([])
  expect(run).toMatchObject({ exitCode: 0, outputs: { id: deployment?.id, created: 'false' } })
  expect(queries(sandbox)).toEqual(['0', '100', '200', '250'].map(offset => ({ limit: '100', offset })))
})

test('a second deployment of the name on the last page is found', async () => {
  const sandbox = await sandboxForTest()
  const [first] = sandbox.seed(shop)
  sandbox.seed(...names(248))
  const [last] = sandbox.seed(shop)
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs['error_code']).toBe('ambiguous_name')
  expect(run.errors[0]?.message).toContain(first?.id)
  expect(run.errors[0]?.message).toContain(last?.id)
})

test('the look-up of a free name reads the list to its end', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...names(250))
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([templateRequest('shop')])
  // The search for duplicates reads it once more.
  const before = ['0', '100', '200', '250']
  expect(queries(sandbox).map(({ offset }) => offset)).toEqual([...before, '0', '100', '200', '251'])
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
})

/** Another run creates the deployment between this run's look-up and its request. */
function raced(sandbox: Sandbox) {
  const [deployment] = sandbox.seed(shop)
  sandbox.script({ operation: 'list_deployments', body: { resources: [], offset: 0 } })
  return deployment
}

test.each([
  ['conflict', 'match', {}, 'false', undefined],
  ['bad_request', 'match', {}, 'false', undefined],
  ['unprocessable', 'reuse', {}, 'false', undefined],
  ['conflict', 'match', { custom_url: 'https://new.example' }, 'false', 'differs'],
  ['bad_request', 'fail', {}, 'false', 'already_exists'],
] as const)(
  'a name that another run takes (%s), with if_exists: %s and %j, gives created: %s and error_code: %s',
  async (taken_names, if_exists, more, ...told) => {
    const sandbox = await sandboxForTest({ taken_names })
    const deployment = raced(sandbox)
    const run = await create(sandbox, { ...shop, ...more, if_exists })
    expect(posts(sandbox)).toHaveLength(1)
    const { id, created, error_code } = run.outputs
    expect([id, created, error_code]).toEqual([deployment?.id, ...told])
    expect(run.exitCode).toBe(error_code ? 1 : 0)
    expect(run.errors).toHaveLength(error_code ? 1 : 0)
    expect(sandbox.deployments).toHaveLength(1)
  },
)

test('the error names both deployments that other runs created after the look-up', async () => {
  const sandbox = await sandboxForTest()
  const first = raced(sandbox)
  const [second] = sandbox.seed(shop)
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toHaveLength(1)
  expect(run.outputs['error_code']).toBe('ambiguous_name')
  expect(run.errors[0]?.message).toContain(first?.id)
  expect(run.errors[0]?.message).toContain(second?.id)
})
