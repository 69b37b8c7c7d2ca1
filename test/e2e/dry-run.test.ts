import { expect, test } from 'vitest'
import { repohostRequest, templateRequest } from '../sandbox/bodies.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

test('a dry run does everything except the create request, and sets the output request', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const run = await create(sandbox, {
    name: 'shop',
    source: 'repohost',
    integration_id,
    repository: 'acme/shop',
    secrets: 'TOKEN=value of the token',
    wait_for: 'active',
    dry_run: 'true',
  })
  expect(sandbox.requests.map(({ operation }) => operation).sort()).toEqual([
    'list_deployments',
    'list_repositories',
  ])
  expect(sandbox.deployments).toEqual([])
  expect(run.outputs).toMatchObject({
    id: '',
    status: '',
    name: 'shop',
    created: 'false',
    url: '',
    tenant_id: '',
    latest_revision_id: '',
    active_revision_id: '',
    repo_url: 'https://github.com/acme/shop',
    repo_ref: 'main',
    repo_commit_sha: '',
    image_version: '',
    deployment: '',
    differences: '[]',
    report: expect.stringContaining('## 🧪 Dry run: nothing was created'),
    request: JSON.stringify({ ...repohostRequest(sandbox, 'shop'), secrets: ['TOKEN'] }),
  })
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
  expect(run.summary).toContain('Dry run')
})

test.each([
  ['match', 'equal', {}, undefined],
  ['reuse', 'equal', {}, undefined],
  ['fail', 'equal', {}, 'already_exists'],
  ['match', 'different', { custom_url: 'https://new.example' }, 'differs'],
  ['reuse', 'different', { custom_url: 'https://new.example' }, undefined],
  ['fail', 'different', { custom_url: 'https://new.example' }, 'already_exists'],
])(
  'a dry run with if_exists: %s compares an existing deployment that is %s',
  async (if_exists, _, inputs, error_code) => {
    const sandbox = await sandboxForTest()
    const [deployment] = sandbox.seed(shop)
    const run = await create(sandbox, { ...shop, ...inputs, if_exists, dry_run: 'true' })
    expect(posts(sandbox)).toEqual([])
    expect(run.outputs).toMatchObject({
      id: deployment?.id,
      created: 'false',
      status: 'READY',
      request: JSON.stringify({ ...templateRequest('shop'), source_config: inputs }),
    })
    expect(run.outputs['error_code']).toBe(error_code)
    expect(JSON.parse(run.outputs['differences'] ?? '')).toEqual(
      Object.entries(inputs).map(([name, requested]) => ({
        path: `source_config.${name}`,
        requested,
        existing: null,
      })),
    )
    expect(run.exitCode).toBe(error_code ? 1 : 0)
    expect(run.errors).toHaveLength(error_code ? 1 : 0)
  },
)
