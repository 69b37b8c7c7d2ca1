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

test('a dry run that finds a deployment that differs says once that it deployed nothing', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed({ name: 'shop', source: 'internal_source' })
  const run = await create(sandbox, { name: 'shop', source: 'internal_template', dry_run: 'true' })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', created: 'false' } })
  expect(run.errors[0]?.message).toMatch(/^Dry run: .*differs/)
  expect(run.errors[0]?.message).not.toContain('Nothing was deployed')
})
