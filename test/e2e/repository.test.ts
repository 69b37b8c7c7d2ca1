import { expect, test } from 'vitest'
import type { Sandbox, SandboxOptions } from '../sandbox/sandbox.ts'
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

const ON_GITHUB = { id: 7, owner: 'acme', name: 'shop', url: 'https://github.com/acme/shop' }
const ELSEWHERE = { owner: 'acme', name: 'shop', url: 'https://git.example/acme/shop' }
const GROUPED = { owner: 'group/sub', name: 'name', url: 'git@git.example:group/sub/name.git' }
const LISTED = [
  { owner: 'group', name: 'name', url: 'https://git.example/group/name' },
  ON_GITHUB,
  GROUPED,
  ELSEWHERE,
  ON_GITHUB,
]

// The record of acme/shop is listed twice and counts once. How a repository is recognized is tested in test/deployment.
test.each([
  ['https://GitHub.com/ACME/shop.git', 1],
  ['Group/Sub/Name.git', 2],
])('the request copies the listed values of %s', async (repository, index) => {
  const sandbox = await sandboxForTest({ repositories: LISTED })
  const run = await create(sandbox, { ...repohost(sandbox), repository })
  expect(sent(sandbox)).toEqual([copied(sandbox, index)])
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  expect(run.outputs).toMatchObject({ repo_url: LISTED[index]?.url, repo_ref: 'main' })
})

const CONFIG = 'source_config:\n  repo_url: https://github.com/acme/warehouse\n'

test.each([
  ['that of the workflow', {}, '', 'acme/shop', 0],
  ['that of the config file', {}, CONFIG, 'acme/shop', 1],
  ['that of the input', { repository: 'acme-labs/shop' }, CONFIG, 'acme/shop', 2],
] as const)('the repository is %s (%j, %j)', async (_, inputs, config, GITHUB_REPOSITORY, index) => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': config || '{}' })
  const step = { workspace, env: { GITHUB_REPOSITORY } }
  const run = await create(sandbox, { ...repohost(sandbox), ...inputs, config: 'deploy.yml' }, step)
  expect(sent(sandbox)).toEqual([copied(sandbox, index)])
  expect(run.exitCode).toBe(0)
})

test.each([
  ['refs/tags/v1', 'main', 'refs/tags/v1'],
  ['refs/heads/feature/a', 'main', 'feature/a'],
  ['feature/a', 'refs/heads/main', 'feature/a'],
  ['refs/heads/feature/a', 'refs/heads/main', 'refs/heads/feature/a'],
])('the repo_ref %s with the default branch %s is sent as %s', async (repo_ref, default_branch, expected) => {
  const sandbox = await sandboxForTest({ repositories: [{ ...ON_GITHUB, default_branch }] })
  await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop', repo_ref })
  expect(sent(sandbox)).toEqual([{ ...copied(sandbox), repo_ref: expected }])
})

test.each<[string, (typeof ELSEWHERE)[], string | undefined, warnings: string[]]>([
  ['on both hosts', [ELSEWHERE, ON_GITHUB], ON_GITHUB.url, []],
  ['on another host only', [ELSEWHERE], ELSEWHERE.url, [`${ELSEWHERE.url} is used`]],
  ['on two other hosts', [ELSEWHERE, { ...ELSEWHERE, url: 'https://h/acme/shop' }], undefined, []],
])('the own repository, listed %s, is the one on its own host', async (_, repositories, url, warnings) => {
  const sandbox = await sandboxForTest({ repositories })
  const env = { GITHUB_REPOSITORY: 'acme/shop', GITHUB_SERVER_URL: 'https://GitHub.com/' }
  const run = await create(sandbox, repohost(sandbox), { env })
  expect(sent(sandbox)).toMatchObject(url ? [{ repo_url: url }] : [])
  expect(run.outputs['error_code']).toBe(url ? undefined : 'ambiguous_repository')
  const said = run.warnings.filter(({ message }) => message.includes('another host'))
  expect(said.map(({ message }) => message)).toEqual(warnings.map(text => expect.stringContaining(text)))
})

test.each([null, ''])('no repo_ref is sent if the default branch is %j', async default_branch => {
  const sandbox = await sandboxForTest()
  const rewrite = (body: unknown) => (body as object[]).map(record => ({ ...record, default_branch }))
  sandbox.script({ operation: 'list_repositories', rewrite })
  await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  const { repo_ref: _, ...rest } = copied(sandbox)
  expect(sent(sandbox)).toEqual([rest])
})

const FIVE = ['acme/warehouse', 'acme/shop', 'acme/billing', 'github/acme-shop', 'globex/docs'].map(full => {
  const [owner = '', name = ''] = full.split('/')
  return { owner, name }
})
const NAMELESS = [7, 8].map(id => ({ id, name: '', owner: '', url: ON_GITHUB.url }))
const MANY = Array.from({ length: 3000 }, (_, index) => ({ owner: 'acme', name: `service-${index}` }))

test.each<[string, string, NonNullable<SandboxOptions['repositories']>, error_code: string, told: string[]]>([
  ['misspelt', 'acme/shp', FIVE, 'repository_not_found', ['5 repositories', 'the nearest are acme/shop']],
  ['a misspelt URL', 'https://github.com/acme/shp', FIVE, 'repository_not_found', ['nearest are acme/shop']],
  ['of another host', 'https://git.example/acme/shop', FIVE, 'repository_not_found', ['acme/shop']],
  ['in no list', 'acme/shop', [], 'repository_not_found', ['no repository at all', 'grant the repository']],
  ['in a long list', 'acme/service-x', MANY, 'repository_not_found', ['3,000 repositories']],
  ['on two hosts', 'acme/shop', LISTED, 'ambiguous_repository', [ON_GITHUB.url, ELSEWHERE.url]],
  ['listed twice without a name', ON_GITHUB.url, NAMELESS, 'ambiguous_repository', ['id 7 (', 'id 8 (']],
])('nothing is created from a repository %s', async (_, repository, repositories, error_code, told) => {
  const sandbox = await sandboxForTest({ repositories })
  const run = await create(sandbox, { ...repohost(sandbox), repository })
  expect(posts(sandbox)).toEqual([])
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code, created: 'false', id: '' } })
  expect(run.outputs).not.toHaveProperty('http_status')
  expect(run.errors).toHaveLength(1)
  if (repositories.length === 0) expect(run.errors[0]?.message).not.toContain('spelling')
  for (const text of told) expect(run.errors[0]?.message).toContain(text)
  expect(run.errors[0]?.message.match(/acme\/service-\d/g)?.length ?? 0).toBeLessThan(10)
})
