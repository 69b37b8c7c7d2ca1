import { expect, it, test } from 'vitest'
import type { Sandbox, SandboxOptions } from '../sandbox/sandbox.ts'
import { type Run, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const TAG = '00000000-0000-4000-8000-0000000000a1'

async function openFour(options: SandboxOptions = {}) {
  const sandbox = await sandboxForTest(options)
  const [shop, stock] = sandbox.seed(
    { name: 'shop', source: 'external_container', image_version: '1.0', tag_value_ids: [TAG] },
    { name: 'shop-stock', source: 'repohost', deployment_type: 'prod' },
    { name: 'web', source: 'internal_source', status: 'UNUSED', deployment_type: 'dev_free' },
    { name: 'demo-shop', source: 'external_container', status: 'AWAITING_DELETE' },
  )
  return { sandbox, shop: shop?.id ?? '', stock: stock?.id ?? '' }
}

/** Runs the built list action against a sandbox. */
const list = (sandbox: Sandbox, inputs: Record<string, string> = {}) =>
  create(sandbox, inputs, { action: 'list' })

const json = (run: Run, output: string) => JSON.parse(run.outputs[output] ?? '')
const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `shop-${index}` }))

it('the list action sets outputs that fit a matrix', async () => {
  const { sandbox } = await openFour({ api_key: 'a-good-key' })
  sandbox.update(sandbox.deployments[0]?.id ?? '', { secrets: [{ name: 'A', value: 'hunter2-hunter2' }] })
  const run = await list(sandbox, { api_key: 'a-good-key' })
  expect(run).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [] })
  const { deployments } = sandbox
  expect(json(run, 'deployments')).toEqual(
    deployments.map(deployment => ({ ...deployment, secrets: deployment.secrets.map(({ name }) => name) })),
  )
  expect(json(run, 'ids')).toEqual(deployments.map(({ id }) => id))
  expect(json(run, 'names')).toEqual(['shop', 'shop-stock', 'web', 'demo-shop'])
  expect(run.outputs['count']).toBe('4')
  expect(run.outputs).not.toHaveProperty('error_code')
  expect(JSON.stringify(run)).not.toContain('hunter2')
  expect(run.stdout).toContain('Found 4 deployments')
})

// GitHub counts two bytes for each character.
it.each([
  [520_000, 0],
  [530_000, 1],
])(
  'the list action with %i characters in an output has %i warnings about its size',
  async (length, warnings) => {
    const sandbox = await sandboxForTest()
    sandbox.script({ body: { resources: [{ id: 'an-id', x: 'x'.repeat(length) }], offset: 0 } })
    const run = await list(sandbox)
    expect(run.warnings).toHaveLength(warnings)
    expect(run).toMatchObject({ exitCode: 0, outputs: { count: '1' } })
  },
)

it('the list action sets empty lists if there are no deployments', async () => {
  const run = await list(await sandboxForTest())
  expect(run).toMatchObject({
    exitCode: 0,
    outputs: { deployments: '[]', ids: '[]', names: '[]', count: '0' },
  })
  expect(run.summary).toContain('0 deployments')
})

test.each<[Record<string, string>, string[]]>([
  [{ name: 'shop' }, ['shop']],
  [{ name: 'sho' }, []],
  [{ name_contains: 'shop' }, ['shop', 'shop-stock', 'demo-shop']],
  [{ name: 'shop-stock', name_contains: 'shop' }, ['shop-stock']],
  [{ name: 'shop', name_contains: 'web' }, []],
  [{ status: 'UNUSED' }, ['web']],
  [{ remote_reconciled: 'True' }, ['shop', 'demo-shop']],
  [{ remote_reconciled: 'false' }, ['shop-stock', 'web']],
  [{ tag_value_ids: TAG }, ['shop']],
  [{ image_version: '1.0' }, ['shop']],
  [{ deployment_type: 'prod' }, ['shop-stock']],
  [{ name_contains: 'shop', remote_reconciled: 'true', status: 'AWAITING_DELETE' }, ['demo-shop']],
  [{ offset: '1' }, ['shop-stock', 'web', 'demo-shop']],
  [{ offset: '4' }, []],
  [{ offset: '1', max_results: '2' }, ['shop-stock', 'web']],
  [{ max_results: '4' }, ['shop', 'shop-stock', 'web', 'demo-shop']],
])('the list action with %j lists %j', async (inputs, names) => {
  const { sandbox } = await openFour()
  const run = await list(sandbox, inputs)
  expect(run).toMatchObject({ exitCode: 0, warnings: [] })
  expect(json(run, 'names')).toEqual(names)
})

test.each<[string, (one: string, other: string) => string]>([
  ['commas', (one, other) => `${one}, ${other}`],
  ['lines', (one, other) => `${one}\n${other}\n`],
  ['JSON', (one, other) => JSON.stringify([one, other])],
])('the list action accepts ids separated by %s', async (_, write) => {
  const { sandbox, shop, stock } = await openFour()
  const run = await list(sandbox, { ids: write(shop, stock) })
  expect(json(run, 'ids')).toEqual([shop, stock])
  expect(sandbox.requests[0]?.query['deployment_ids']).toBe(`${shop},${stock}`)
})

it('the list action renames query parameters by list_parameters', async () => {
  const { sandbox } = await openFour()
  const list_parameters = 'status: state\nids: id_in\nlimit: size'
  const run = await list(sandbox, { list_parameters, status: 'READY', ids: TAG })
  expect(sandbox.requests[0]?.query).toMatchObject({ state: 'READY', id_in: TAG, size: '100' })
  // The sandbox ignores these parameters, because it does not know the names.
  expect(run.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/`status`.*list_parameters/),
    expect.stringMatching(/`ids`.*list_parameters/),
  ])
})

it('the list action lists 100 deployments by default, and says that there are more', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...numbered(101))
  const run = await list(sandbox)
  expect(json(run, 'names')).toEqual(numbered(100).map(({ name }) => name))
  expect(run.stdout).toContain('there are more than `max_results` lets through')
  expect(run.summary).toMatch(/There are more: .*max_results.* is 100/)
})

test.each([100, 37])('the list action lists each of 10,000 deployments once, in pages of %i', async size => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...numbered(10_000))
  if (size < 100) {
    sandbox.script({
      operation: 'list_deployments',
      times: 'forever',
      rewrite(body) {
        const { resources, offset } = body as { resources: unknown[]; offset: number }
        const page = resources.slice(0, size)
        return { resources: page, offset: offset - resources.length + page.length }
      },
    })
  }
  const run = await list(sandbox, { max_results: '0' })
  expect(run.exitCode).toBe(0)
  expect(json(run, 'names')).toEqual(numbered(10_000).map(({ name }) => name))
  expect(new Set(json(run, 'ids')).size).toBe(10_000)
  expect(json(run, 'deployments')).toHaveLength(10_000)
  expect(run.outputs['count']).toBe('10000')
  expect(run.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('1 MB')])
})
