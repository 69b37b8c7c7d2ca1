import { expect, it } from 'vitest'
import { sandboxForTest } from './create.ts'
import { createInTurn } from './create-in-turn.ts'

const STEP = { action: 'repositories' }
const NOTHING = { repositories: '', count: '' }

it('the repositories action lists the repositories as the service sent them', async () => {
  const sandbox = await sandboxForTest({ api_key: 'a-good-key' })
  const more = (body: unknown) => (body as object[]).map(record => ({ ...record, topics: ['<b>', null] }))
  sandbox.script({ operation: 'list_repositories', rewrite: more })
  const { integration_id, repositories } = sandbox
  const run = await createInTurn(sandbox, { api_key: 'a-good-key', integration_id }, STEP)
  expect(run).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [] })
  expect(run.outputs).toEqual({ repositories: JSON.stringify(more(repositories)), count: '3' })
  expect(run.stdout).toContain('can see 3 repositories')
  expect(run.summary).toContain('## 📋 3 repositories')
  expect(run.summary).toContain('https://github.com/acme/shop')
  expect(sandbox.requests).toHaveLength(1)
})

it.each([0, 3000])('all of %i repositories are listed, and some shown in the summary', async count => {
  const repositories = Array.from({ length: count }, (_, index) => ({ owner: 'acme', name: `s-${index}` }))
  const sandbox = await sandboxForTest({ repositories })
  const run = await createInTurn(sandbox, { integration_id: sandbox.integration_id }, STEP)
  expect(run).toMatchObject({ exitCode: 0, outputs: { count: String(count) } })
  expect(JSON.parse(run.outputs['repositories'] ?? '')).toEqual(sandbox.repositories)
  const granted = expect.stringContaining('granted no repository')
  expect(run.warnings.map(({ message }) => message)).toEqual(count > 0 ? [] : [granted])
  if (count === 0) expect(run.summary).toContain('⚠️')
  if (count > 0) expect(run.summary).toMatch(/and 2,\d{3} more/)
})

it.each([
  ['', 'is required'],
  ['..', 'must be one step'],
  ['a/b', 'must be one step'],
])('the id %j is refused before any request', async (integration_id, words) => {
  const sandbox = await sandboxForTest()
  const run = await createInTurn(sandbox, { integration_id }, STEP)
  expect(run).toMatchObject({ exitCode: 1, outputs: { ...NOTHING, error_code: 'invalid_input' } })
  expect(run.errors).toMatchObject([{ message: expect.stringContaining(`\`integration_id\`: ${words}`) }])
  expect(sandbox.requests).toEqual([])
})
