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
  const none = await list(await sandboxForTest())
  const outputs = { deployments: '[]', ids: '[]', names: '[]', count: '0' }
  expect(none).toMatchObject({ exitCode: 0, outputs, summary: expect.stringContaining('0 deployments') })
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

test.each([
  ['', { limit: '100', offset: '0', name_contains: 'a&b+1', status: 'READY', deployment_ids: TAG }],
  [
    '{"limit": "page[size]", "offset": "skip", "ids": "id_in"}',
    { 'page[size]': '100', skip: '0', name_contains: 'a&b+1', status: 'READY', id_in: TAG },
  ],
  [
    'limit: n\noffset: from\nname: name\nstatus: state\nids: id',
    { n: '100', from: '0', name: 'a&b+1', state: 'READY', id: TAG },
  ],
])('the list is requested with the list_parameters %j', async (list_parameters, query) => {
  const sandbox = await sandboxForTest()
  await list(sandbox, { name_contains: 'a&b+1', status: 'READY', ids: TAG, list_parameters })
  expect(sandbox.requests.map(request => request.query)).toEqual([query])
})

it('the list action warns of filters that the service ignores', async () => {
  const { sandbox } = await openFour()
  // The sandbox does not know these names.
  const run = await list(sandbox, { list_parameters: 'status: state\nids: id_in', status: 'READY', ids: TAG })
  expect(run.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/`status`.*list_parameters/),
    expect.stringMatching(/`ids`.*list_parameters/),
  ])
  expect(run.summary.match(/⚠️.*list_parameters/g)).toHaveLength(2)
})

it('the list action lists 100 deployments by default, and says that there are more', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...numbered(101))
  const run = await list(sandbox)
  expect(json(run, 'names')).toEqual(numbered(100).map(({ name }) => name))
  expect(run.stdout).toContain('there are more than `max_results` lets through')
  expect(run.summary).toMatch(/There are more: .*max_results.* is 100/)
})

it('the list action with max_results: 0 lists each deployment once, in the pages of the service', async () => {
  const sandbox = await sandboxForTest()
  const all = sandbox.seed(...numbered(250))
  // The sandbox ignores the unknown parameter and returns pages of 20.
  const run = await list(sandbox, { max_results: '0', list_parameters: 'limit: page_size' })
  expect(json(run, 'ids')).toEqual(all.map(({ id }) => id))
  expect(json(run, 'deployments')).toHaveLength(250)
  expect(run.summary).toContain('<p>and 150 more</p>')
  expect(run).toMatchObject({ exitCode: 0, outputs: { count: '250' }, warnings: [] })
})

const NOTHING = { deployments: '', ids: '', names: '', count: '' }

it('the list action reports every invalid input and sends nothing', async () => {
  const sandbox = await sandboxForTest()
  const wrong = {
    allow_http: 'yes',
    remote_reconciled: 'maybe',
    deployment_type: 'test',
    ids: '["a,b"]',
    tag_value_ids: '[1]',
    offset: '-1',
    max_results: 'all',
    list_parameters: 'colour: red',
  }
  const run = await list(sandbox, wrong)
  expect(sandbox.requests).toEqual([])
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { ...NOTHING, error_code: 'invalid_input' } })
  const said = run.errors.map(({ message }) => message).join('\n')
  for (const name of Object.keys(wrong)) {
    expect(said).toContain(`Input \`${name}\``)
    expect(run.summary).toContain(name)
  }
})
