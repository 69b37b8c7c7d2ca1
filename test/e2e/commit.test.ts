import { expect, test } from 'vitest'
import type { DeploymentSeed } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// The input `commit`: the commit that must be the one deployed.

const [SHA, OTHER_SHA] = ['0a1b2c3d4e'.repeat(4), '5f6e7d8c9b'.repeat(4)]
const env = { GITHUB_REPOSITORY: 'acme/shop', GITHUB_SHA: SHA }

async function withDeployment(repo_commit_sha: string | null, seed: DeploymentSeed = {}) {
  const sandbox = await sandboxForTest()
  const [record] = sandbox.repositories
  const [deployment] = sandbox.seed({
    name: 'shop',
    source: 'repohost',
    ...seed,
    source_config: {
      integration_id: record?.host_integration_id ?? null,
      repo_url: record?.url ?? null,
      ...seed.source_config,
    },
    source_revision_config: { repo_ref: 'main', repo_commit_sha },
  })
  const run = (inputs: Record<string, string>) =>
    create(
      sandbox,
      { name: 'shop', source: 'repohost', integration_id: sandbox.integration_id, ...inputs },
      { env },
    )
  return { sandbox, run, id: deployment?.id }
}

const difference = {
  path: 'source_revision_config.repo_commit_sha',
  requested: SHA,
  existing: OTHER_SHA,
}

test('a deployment at the commit is adopted, in upper or lower case', async () => {
  const { run } = await withDeployment(SHA)
  const { exitCode, warnings, outputs } = await run({ commit: SHA.toUpperCase() })
  expect({ exitCode, warnings, differences: outputs['differences'] }).toEqual({
    exitCode: 0,
    warnings: [],
    differences: '[]',
  })
})

test('a deployment at another commit differs', async () => {
  const { run, sandbox, id } = await withDeployment(OTHER_SHA)
  const { exitCode, outputs, errors } = await run({ commit: SHA })
  expect({ exitCode, outputs }).toMatchObject({
    exitCode: 1,
    outputs: { error_code: 'differs', created: 'false', id },
  })
  expect(JSON.parse(outputs['differences'] ?? '')).toEqual([difference])
  expect(errors[0]?.message).toContain('repo_commit_sha')
  expect(errors[0]?.message).toContain('wait_for')
  expect(posts(sandbox)).toEqual([])
})

test('a deployment whose commit the service does not name differs too', async () => {
  const { run } = await withDeployment(null)
  const { outputs } = await run({ commit: SHA })
  expect(JSON.parse(outputs['differences'] ?? '')).toEqual([{ ...difference, existing: null }])
})

test('with wait_for, the wait times out if the commit does not appear', async () => {
  const { run } = await withDeployment(OTHER_SHA)
  const { exitCode, outputs } = await run({ commit: SHA, wait_for: 'ready', wait_timeout: '1s' })
  expect(exitCode).toBe(1)
  expect(outputs).toMatchObject({ error_code: 'wait_timeout', created: 'false' })
  expect(JSON.parse(outputs['differences'] ?? '')).toEqual([difference])
})

test('with wait_for, another difference than the commit fails at once', async () => {
  const { run } = await withDeployment(OTHER_SHA)
  const { outputs } = await run({ commit: SHA, wait_for: 'ready', build_command: 'make' })
  expect(outputs).toMatchObject({ error_code: 'differs' })
  expect(JSON.parse(outputs['differences'] ?? '')).toHaveLength(2)
})

test('if_exists: reuse adopts a deployment at another commit, and says that nothing was deployed', async () => {
  const { run } = await withDeployment(OTHER_SHA)
  const { exitCode, warnings } = await run({ commit: SHA, if_exists: 'reuse' })
  expect(exitCode).toBe(0)
  const messages = warnings.map(({ message }) => message)
  expect(messages).toEqual([
    expect.stringContaining('repo_commit_sha'),
    expect.stringMatching(/^Nothing was deployed/),
  ])
})

test('a deployment that was created from another commit fails, with created: true', async () => {
  const sandbox = await sandboxForTest()
  const inputs = { name: 'shop', source: 'repohost', integration_id: sandbox.integration_id, commit: SHA }
  for (const more of [{}, { wait_for: 'ready', wait_timeout: '20s' }]) {
    const run = await create(
      sandbox,
      { ...inputs, ...more, name: `shop-${Object.keys(more).length}` },
      { env },
    )
    const deployment = sandbox.deployments.at(-1)
    const existing = deployment?.source_revision_config.repo_commit_sha
    expect(existing).toMatch(/^[0-9a-f]{40}$/)
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'differs', created: 'true', id: deployment?.id },
    })
    expect(JSON.parse(run.outputs['differences'] ?? '')).toEqual([{ ...difference, existing }])
    expect(run.summary).toContain('after the deployment was created')
  }
})

test('a deployment that turns out to be at another commit during the wait fails with its differences', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'create_deployment',
    rewrite: body => ({ ...(body as object), source_revision_config: {} }),
  })
  const { integration_id } = sandbox
  const inputs = { name: 'shop', source: 'repohost', integration_id, commit: SHA, wait_for: 'ready' }
  const run = await create(sandbox, inputs, { env })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', created: 'true' } })
  const existing = sandbox.deployments[0]?.source_revision_config.repo_commit_sha
  expect(JSON.parse(run.outputs['differences'] ?? '')).toEqual([{ ...difference, existing }])
  expect(run.errors[0]?.message).toContain('Delete the deployment')
})

test('with another source, commit has no effect and a warning says so', async () => {
  const sandbox = await sandboxForTest()
  const inputs = { name: 'shop', source: 'internal_template', commit: SHA }
  const run = await create(sandbox, inputs)
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
  expect(run.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('`commit`')])
})
