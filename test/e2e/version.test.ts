import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DeploymentSeed } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// An adoption deploys nothing. The run warns of this, unless the deployment has the version of the run.

const DIGEST = `sha256:${'0a1b2c3d'.repeat(8)}`
const OTHER_DIGEST = `sha256:${'99887766'.repeat(8)}`
const [SHA, OTHER_SHA] = ['0a1b2c3d4e'.repeat(4), '5f6e7d8c9b'.repeat(4)]
const env = { GITHUB_REPOSITORY: 'acme/shop', GITHUB_SERVER_URL: 'https://github.com', GITHUB_SHA: SHA }

/** Seeds a deployment and runs a step that adopts it. */
async function adopting(
  seed: DeploymentSeed,
  inputs: Record<string, string>,
  more: Record<string, string> = {},
) {
  const sandbox = await sandboxForTest()
  const [record] = sandbox.repositories
  const repohost = {
    source_config: { integration_id: record?.host_integration_id ?? null, repo_url: record?.url ?? null },
    source_revision_config: { repo_ref: 'main' },
  }
  const isRepohost = inputs['source'] === 'repohost'
  sandbox.seed({
    name: 'shop',
    ...(isRepohost && repohost),
    ...seed,
    source_revision_config: { ...(isRepohost && { repo_ref: 'main' }), ...seed.source_revision_config },
  })
  const given = { name: 'shop', ...(isRepohost && { integration_id: sandbox.integration_id }), ...inputs }
  const run = await create(sandbox, given, { env: { ...env, ...more } })
  expect(posts(sandbox)).toEqual([])
  return run
}

const image = (image_uri: string): DeploymentSeed => ({
  source: 'external_container',
  source_revision_config: { image_uri },
})
const commit = (repo_commit_sha: string | null): DeploymentSeed => ({
  source: 'repohost',
  source_revision_config: { repo_commit_sha },
})

describe('the summary and the warning of an adoption name both versions and the solutions', () => {
  test.each<[string, DeploymentSeed, Record<string, string>, string[]]>([
    [
      'an image named by a tag',
      image('ghcr.io/acme/shop:latest'),
      { source: 'external_container', image_uri: 'ghcr.io/acme/shop:latest' },
      ['ghcr.io/acme/shop:latest', 'tag', 'digest', 'name of its own'],
    ],
    [
      'an image without a tag and a digest',
      { ...image('ghcr.io/acme/shop'), image_version: '7' },
      { source: 'external_container', image_uri: 'ghcr.io/acme/shop' },
      ['ghcr.io/acme/shop', 'version 7', 'digest', 'name of its own'],
    ],
    [
      'another digest, reused',
      image(`ghcr.io/acme/shop@${OTHER_DIGEST}`),
      { source: 'external_container', image_uri: `ghcr.io/acme/shop@${DIGEST}`, if_exists: 'reuse' },
      [DIGEST, OTHER_DIGEST, 'name of its own'],
    ],
    [
      'another commit of the own repository',
      commit(OTHER_SHA),
      { source: 'repohost' },
      [SHA, OTHER_SHA, 'commit', 'name of its own'],
    ],
    ['an unknown commit', commit(null), { source: 'repohost' }, [SHA, 'does not name', 'commit']],
    [
      'another commit than that of the input, reused',
      commit(SHA),
      { source: 'repohost', commit: OTHER_SHA, if_exists: 'reuse' },
      [SHA, OTHER_SHA],
    ],
  ])('for %s', async (_, seed, inputs, words) => {
    const run = await adopting(seed, inputs)
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'false' } })
    expect(run.summary).toMatch(/^## .*nothing was deployed/)
    expect(run.stdout).toContain('; nothing was deployed')
    const warning = run.warnings.find(({ message }) => message.startsWith('Nothing was deployed'))
    for (const word of words) {
      expect(warning?.message).toContain(word)
      expect(run.summary.replaceAll('<wbr>', '')).toContain(word)
    }
  })
})

describe('a run gives no warning', () => {
  test.each<[string, DeploymentSeed, Record<string, string>]>([
    [
      'a deployment with the same digest',
      image(`ghcr.io/acme/shop:1@${DIGEST}`),
      { source: 'external_container', image_uri: `ghcr.io/acme/shop:1@${DIGEST}` },
    ],
    ['a deployment with the commit of the run', commit(SHA.toUpperCase()), { source: 'repohost' }],
    [
      'a deployment with the commit of the input',
      commit(OTHER_SHA),
      { source: 'repohost', commit: OTHER_SHA },
    ],
    ['a template, which has no version', { source: 'internal_template' }, { source: 'internal_template' }],
  ])('if it adopts %s', async (_, seed, inputs) => {
    const run = await adopting(seed, inputs)
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
    expect(run.summary).toMatch(/^## ✅ Deployment adopted\n/)
  })

  test('if it adopts a deployment of another repository than that of the workflow', async () => {
    const run = await adopting(
      commit(OTHER_SHA),
      { source: 'repohost', repository: 'acme/shop' },
      {
        GITHUB_REPOSITORY: 'acme/workflows',
      },
    )
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
  })

  test('if it creates the deployment', async () => {
    const sandbox = await sandboxForTest()
    const inputs = { name: 'shop', source: 'external_container', image_uri: 'ghcr.io/acme/shop:latest' }
    const run = await create(sandbox, inputs, { env })
    expect(run).toMatchObject({ exitCode: 0, warnings: [], outputs: { created: 'true' } })
  })
})

test('on a pull request, the head commit is compared and not the merge commit', async () => {
  const event = { pull_request: { number: 7, head: { sha: OTHER_SHA, ref: 'topic' } } }
  const workspace = await workspaceWith({})
  const path = join(workspace, 'event.json')
  await writeFile(path, JSON.stringify(event))
  const onPullRequest = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: path }
  const same = await adopting(commit(OTHER_SHA), { source: 'repohost' }, onPullRequest)
  expect(same.warnings).toEqual([])
  const other = await adopting(commit(SHA), { source: 'repohost' }, onPullRequest)
  expect(other.warnings[0]?.message).toContain(`this run is for commit ${OTHER_SHA}`)
})
