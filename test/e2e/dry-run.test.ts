import { expect, test } from 'vitest'
import { sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

test('a dry run does everything but the create request, and sets the output request', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const inputs = {
    name: 'shop',
    source: 'repohost',
    integration_id,
    repository: 'acme/shop',
    wait_for: 'active',
  }
  const run = await create(sandbox, { ...inputs, secrets: 'TOKEN=a-value', dry_run: 'true' })
  const operations = sandbox.requests.map(({ operation }) => operation)
  expect(new Set(operations)).toEqual(new Set(['list_deployments', 'list_repositories']))
  const { request = '', report, ...outputs } = run.outputs
  const known = Object.entries(outputs).filter(([, value]) => value !== '')
  expect(Object.fromEntries(known)).toMatchSnapshot()
  expect(JSON.parse(request)).toMatchObject({
    source_revision_config: { repo_ref: 'main' },
    secrets: ['TOKEN'],
  })
  for (const text of [report, run.summary]) expect(text).toContain('Dry run: nothing was created')
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})

test.each([
  ['match', {}, undefined],
  ['match', { custom_url: 'https://new.example' }, 'differs'],
  ['reuse', { custom_url: 'https://new.example' }, undefined],
  ['fail', {}, 'already_exists'],
])(
  'a dry run with if_exists: %s and the fields %j compares the deployment',
  async (if_exists, fields, error_code) => {
    const sandbox = await sandboxForTest()
    const [deployment] = sandbox.seed(SHOP)
    const run = await create(sandbox, { ...SHOP, ...fields, if_exists, dry_run: 'true' })
    expect(posts(sandbox)).toEqual([])
    expect(run.outputs).toMatchObject({ id: deployment?.id, created: 'false', status: 'READY' })
    expect(run.outputs['error_code']).toBe(error_code)
    expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ ...SHOP, source_config: fields })
    expect(JSON.parse(run.outputs['differences'] ?? '')).toHaveLength(Object.keys(fields).length)
    if (error_code) expect(run.summary).toContain('## ❌ Dry run: ')
    expect(run.exitCode).toBe(error_code ? 1 : 0)
  },
)
