import { expect, test } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const repohost = ({ integration_id }: Sandbox) => ({ name: 'shop', source: 'repohost', integration_id })

/** The fields of the request about the repository. */
const sent = (sandbox: Sandbox) =>
  posts(sandbox).map(body => {
    const { source_config, source_revision_config } = body as Record<string, object>
    return { ...source_config, ...source_revision_config }
  })

const copied = ({ repositories }: Sandbox, index = 0) => ({
  integration_id: repositories[index]?.host_integration_id,
  repo_url: repositories[index]?.url,
  repo_ref: repositories[index]?.default_branch,
})

test.each([
  'acme/shop',
  'ACME/Shop',
  'acme/shop.git',
  'acme/shop/',
  '/acme/shop',
  'https://github.com/acme/shop',
  'https://GitHub.com/ACME/shop.git',
  'https://github.com/acme/shop/',
  'https://github.com/acme/shop.git/',
  'http://github.com/acme/shop',
  'https://user@github.com/acme/shop',
  'https://github.com:443/acme/shop',
  'ssh://git@github.com/acme/shop.git',
  'ssh://git@github.com:22/acme/shop.git',
  'git@github.com:acme/shop.git',
  'git@github.com:ACME/shop',
])('the request copies the listed values of %s', async repository => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { ...repohost(sandbox), repository })
  expect(sent(sandbox)).toEqual([copied(sandbox)])
  expect(run.outputs).toMatchObject({ repo_url: 'https://github.com/acme/shop', repo_ref: 'main' })
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})

test.each([
  'group/sub/name',
  'Group/Sub/Name.git',
  'https://git.example/group/sub/name',
  'git@git.example:group/sub/name.git',
  'ssh://git@git.example:2222/group/sub/name.git',
])('a repository in a nested group is found: %s', async repository => {
  const record = { owner: 'group/sub', name: 'name', url: 'https://git.example/group/sub/name' }
  const other = { owner: 'group', name: 'name', url: 'https://git.example/group/name' }
  const sandbox = await sandboxForTest({ repositories: [other, record] })
  const run = await create(sandbox, { ...repohost(sandbox), repository })
  expect(sent(sandbox)).toEqual([copied(sandbox, 1)])
  expect(run.exitCode).toBe(0)
})

test.each([
  'https://github.com/acme/shop.git',
  'git@github.com:acme/shop.git',
  'ssh://git@github.com/acme/shop',
])('a repository with the URL %s is found, and its URL is sent unchanged', async url => {
  const sandbox = await sandboxForTest({ repositories: [{ owner: 'acme', name: 'store', url }] })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'https://github.com/acme/shop' })
  expect(sent(sandbox)).toEqual([{ ...copied(sandbox), repo_url: url }])
  expect(run.outputs['repo_url']).toBe(url)
  expect(run.exitCode).toBe(0)
})

test('the list uses integration_id, and the request uses the host integration of the repository', async () => {
  const sandbox = await sandboxForTest()
  await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  const listings = sandbox.requests.filter(({ operation }) => operation === 'list_repositories')
  expect(listings.map(({ path, query }) => ({ path, query }))).toEqual([
    { path: `/v1/integrations/forge/repohost/${sandbox.integration_id}/repos`, query: {} },
  ])
  expect(sent(sandbox)).toEqual([
    expect.objectContaining({ integration_id: sandbox.repositories[0]?.host_integration_id }),
  ])
  expect(sandbox.repositories[0]?.host_integration_id).not.toBe(sandbox.integration_id)
})

const CONFIG = 'source_config:\n  repo_url: https://github.com/acme/warehouse\n'

test.each([
  ['that of the workflow', {}, '', 'acme/shop', 0],
  ['that of the config file', {}, CONFIG, 'acme/shop', 1],
  ['that of the input', { repository: 'acme-labs/shop' }, CONFIG, 'acme/shop', 2],
  ['that of the input', { repository: 'acme/shop' }, '', 'acme/warehouse', 0],
] as const)('the repository is %s (%j, %j)', async (_, inputs, config, GITHUB_REPOSITORY, index) => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': config || '{}' })
  const run = await create(
    sandbox,
    { ...repohost(sandbox), ...inputs, config: 'deploy.yml' },
    { workspace, env: { GITHUB_REPOSITORY } },
  )
  expect(sent(sandbox)).toEqual([copied(sandbox, index)])
  expect(run.exitCode).toBe(0)
})

test('a missing repository is an error that names the input', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, repohost(sandbox))
  expect(run.outputs['error_code']).toBe('invalid_input')
  expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining('`repository`')])
  expect(sandbox.requests).toEqual([])
  expect(run.exitCode).toBe(1)
})

test('the input repo_ref overrides the default branch', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, {
    ...repohost(sandbox),
    repository: 'acme/shop',
    repo_ref: 'refs/tags/v1',
  })
  expect(sent(sandbox)).toEqual([{ ...copied(sandbox), repo_ref: 'refs/tags/v1' }])
  expect(run.outputs['repo_ref']).toBe('refs/tags/v1')
})

test.each([
  ['left out', {}],
  ['null', { default_branch: null }],
])('no repo_ref is sent if the default branch is %s', async (_, branch) => {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'list_repositories',
    rewrite: body => (body as object[]).map(record => ({ ...record, default_branch: undefined, ...branch })),
  })
  // The service then refuses the request.
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  const { repo_ref: _ref, ...rest } = copied(sandbox)
  expect(sent(sandbox)).toEqual([rest])
  expect(run.outputs).toMatchObject({ error_code: 'rejected', http_status: '422' })
  expect(run.errors[0]?.message).toContain('`repo_ref`')
})

test('a repository that is listed twice counts once', async () => {
  const record = { owner: 'acme', name: 'shop', id: 7 }
  const sandbox = await sandboxForTest({ repositories: [record, { owner: 'acme', name: 'other' }, record] })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  expect(sent(sandbox)).toEqual([copied(sandbox)])
  expect(run.exitCode).toBe(0)
})

test('the action looks a repository up only for repohost', async () => {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, { name: 'shop', source: 'internal_template', repository: 'acme/shop' })
  expect(sandbox.requests.map(({ operation }) => operation)).not.toContain('list_repositories')
  expect(run.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('`repository`')])
  expect(run.exitCode).toBe(0)
})
