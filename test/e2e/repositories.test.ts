import { expect, it, test } from 'vitest'
import { create, sandboxForTest } from './create.ts'

const STEP = { action: 'repositories' }
const NOTHING = { repositories: '', count: '' }

it('the repositories action lists the repositories as the service sent them', async () => {
  const sandbox = await sandboxForTest({ api_key: 'a-good-key' })
  sandbox.script({
    operation: 'list_repositories',
    rewrite: body => (body as object[]).map(record => ({ ...record, topics: ['<b>', null] })),
  })
  const { integration_id } = sandbox
  const run = await create(sandbox, { api_key: 'a-good-key', integration_id }, STEP)
  expect(run).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [] })
  expect(Object.keys(run.outputs).sort()).toEqual(['count', 'repositories'])
  expect(JSON.parse(run.outputs['repositories'] ?? '')).toEqual(
    sandbox.repositories.map(record => ({ ...record, topics: ['<b>', null] })),
  )
  expect(run.outputs['count']).toBe('3')
  expect(run.stdout).toContain('can see 3 repositories')
  expect(run.summary).toContain('## 📋 3 repositories')
  expect(run.summary).toContain('https://github.com/acme/shop')
  expect(sandbox.requests).toHaveLength(1)
})

it('the repositories action sets an empty list if there are no repositories', async () => {
  const sandbox = await sandboxForTest({ repositories: [] })
  const run = await create(sandbox, { integration_id: sandbox.integration_id }, STEP)
  expect(run).toMatchObject({ exitCode: 0, outputs: { repositories: '[]', count: '0' } })
})

it('the repositories action lists 3,000 repositories and shows some in the summary', async () => {
  const repositories = Array.from({ length: 3000 }, (_, index) => ({ owner: 'acme', name: `s-${index}` }))
  const sandbox = await sandboxForTest({ repositories })
  const run = await create(sandbox, { integration_id: sandbox.integration_id }, STEP)
  expect(JSON.parse(run.outputs['repositories'] ?? '')).toEqual(sandbox.repositories)
  expect(run.summary).toMatch(/and 2,\d{3} more/)
})

test.each([
  [401, 'unauthorized', 'No credential was sent'],
  [404, 'not_found', 'integration_id'],
  [422, 'rejected', 'Not for you'],
])(
  'the repositories action fails if the service refuses the list with %i',
  async (status, error_code, word) => {
    const sandbox = await sandboxForTest()
    sandbox.script({ status, body: { detail: 'Not for you' } })
    const run = await create(sandbox, { integration_id: sandbox.integration_id }, STEP)
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { ...NOTHING, error_code, http_status: String(status) },
    })
    expect(run.errors).toHaveLength(1)
    expect(run.errors[0]?.message).toContain('Not for you')
    expect(run.errors[0]?.message).toContain(word)
  },
)

test('integration_id is required', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { integration_id: '' }, STEP)
  expect(sandbox.requests).toEqual([])
  expect(run).toMatchObject({ exitCode: 1, outputs: { ...NOTHING, error_code: 'invalid_input' } })
  expect(run.errors.map(error => error.message)).toEqual([
    expect.stringContaining('Input `integration_id`: is required'),
  ])
})
