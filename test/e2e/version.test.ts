import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DeploymentSeed } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// A run warns unless the deployment has the version of the run: an adoption deploys nothing, and a create may deploy
// another ref.

const DIGEST = `sha256:${'0a1b2c3d'.repeat(8)}`
const OTHER_DIGEST = `sha256:${'99887766'.repeat(8)}`
const [SHA, OTHER_SHA] = ['0a1b2c3d4e'.repeat(4), '5f6e7d8c9b'.repeat(4)]
const env = {
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_SHA: SHA,
  GITHUB_REF_NAME: 'main',
}

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
    ['an unknown commit', commit(null), { source: 'repohost' }, [SHA, 'not named', 'commit']],
    [
      'the ref of a rollback',
      { source: 'repohost', source_revision_config: { repo_ref: 'v0.9.0', repo_commit_sha: OTHER_SHA } },
      { source: 'repohost', repo_ref: 'v0.9.0' },
      ['this run is for main', 'repo_ref', 'asked for v0.9.0, and that is what runs'],
    ],
    [
      'a template',
      { source: 'internal_template' },
      { source: 'internal_template' },
      [SHA, 'names no version'],
    ],
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
    expect(run.stdout).toContain('. Nothing was deployed.')
    const warning = run.warnings.find(({ message }) => message.startsWith('Nothing was deployed'))
    for (const word of words) {
      expect(warning?.message).toContain(word)
      expect(run.summary.replace(/<\/?(wbr|code)>/g, '')).toContain(word)
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
})

describe('a run that creates a deployment from the own repository', () => {
  /**
   * @param deployed the commit that the answer to the create request names; null if it names none
   * @param listed the commit that the list names
   */
  async function creating(
    inputs: Record<string, string>,
    more: Record<string, string>,
    deployed: string | null,
    listed = deployed,
  ) {
    const sandbox = await sandboxForTest()
    sandbox.script({ operation: 'create_deployment', rewrite: body => withCommit(body), times: 'forever' })
    sandbox.script({ operation: 'list_deployments', rewrite: withCommits, times: 'forever' })
    const { integration_id } = sandbox
    const given = { name: 'shop', source: 'repohost', integration_id, ...inputs }
    const run = await create(sandbox, given, { env: { ...env, ...more } })
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
    return { ...run, summary: run.summary.replace(/<\/?(wbr|code)>/g, '') }

    function withCommit(body: unknown, commit = deployed) {
      const { source_revision_config: config, ...rest } = body as Record<string, object>
      return { ...rest, source_revision_config: { ...config, repo_commit_sha: commit } }
    }
    function withCommits(body: unknown) {
      const { resources, ...rest } = body as { resources: unknown[] }
      return { ...rest, resources: resources.map(one => withCommit(one, listed)) }
    }
  }
  const TAG = { GITHUB_REF_NAME: 'v1.4.2' }
  const LINE = `repo_ref: \${{ github.ref }}`

  test.each<[string, Record<string, string>, Record<string, string>, string | null, string[]]>([
    [
      'a tag without repo_ref',
      {},
      TAG,
      OTHER_SHA,
      ['deployed commit', OTHER_SHA, 'workflow commit', SHA, 'v1.4.2', LINE],
    ],
    ['a tag, and the service names no commit', {}, TAG, null, ['main', 'v1.4.2', SHA, LINE]],
    [
      'another repo_ref',
      { repo_ref: 'v0.9.0' },
      {},
      OTHER_SHA,
      ['this run is for main', 'asked for v0.9.0', LINE],
    ],
    [
      'another commit of the ref',
      {},
      {},
      OTHER_SHA,
      ['deployed commit', OTHER_SHA, 'workflow commit', SHA, 'moved on'],
    ],
    [
      'a pull request without repo_ref',
      {},
      { GITHUB_HEAD_REF: 'topic', GITHUB_REF_NAME: 'topic' },
      OTHER_SHA,
      ['github.head_ref'],
    ],
  ])('warns of another version: %s', async (_, inputs, more, deployed, words) => {
    const run = await creating(inputs, more, deployed)
    expect(run.summary).toMatch(/^## ⚠️ Deployment created: another version was deployed\n/)
    expect(run.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Another version was deployed: the deployment "shop"/),
    ])
    for (const word of words) {
      expect(run.warnings[0]?.message).toContain(word)
      expect(run.summary).toContain(word)
    }
  })

  test('warns of another commit that only the list names, and outputs it', async () => {
    const run = await creating({}, {}, null, OTHER_SHA)
    expect(run.outputs['repo_commit_sha']).toBe(OTHER_SHA)
    expect(run.summary).toMatch(/^## ⚠️ Deployment created: another version was deployed\n/)
    expect(run.warnings[0]?.message).toContain(`the deployed commit ${OTHER_SHA}`)
  })

  test.each<[string, Record<string, string>, Record<string, string>, string | null]>([
    ['the commit of the run', {}, {}, SHA],
    ['the ref of the run, and the service names no commit', { repo_ref: 'refs/tags/v1.4.2' }, TAG, null],
    ['the commit of the run by another ref', {}, TAG, SHA],
    ['another repository', { repository: 'acme/warehouse' }, TAG, OTHER_SHA],
  ])('gives no warning: %s', async (_, inputs, more, deployed) => {
    const run = await creating(inputs, more, deployed)
    expect(run.warnings).toEqual([])
    expect(run.summary).toMatch(/^## ✅ Deployment created\n/)
  })
})

test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  [
    'the default branch on a tag',
    {},
    { GITHUB_REF_NAME: 'v1.4.2' },
    ['main', 'v1.4.2', `repo_ref: \${{ github.ref }}`],
  ],
  ['the ref of the run', {}, {}, []],
  ['the ref that it names', { repo_ref: 'v0.9.0' }, {}, []],
])(
  'a dry run that would create a deployment from %s warns only of a ref by chance',
  async (_, inputs, more, told) => {
    const sandbox = await sandboxForTest()
    const given = {
      name: 'shop',
      source: 'repohost',
      integration_id: sandbox.integration_id,
      dry_run: 'true',
      ...inputs,
    }
    const run = await create(sandbox, given, { env: { ...env, ...more } })
    expect(run.warnings).toHaveLength(told.length > 0 ? 1 : 0)
    for (const text of told) expect(run.warnings[0]?.message).toContain(text)
    expect(run.summary).toMatch(/^## 🧪 Dry run: nothing was created\n/)
  },
)

test('the advice after a wait for a commit in vain is not to wait', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const [record] = sandbox.repositories
  sandbox.seed({
    name: 'shop',
    source: 'repohost',
    source_config: {
      integration_id: record?.host_integration_id ?? null,
      repo_url: record?.url ?? null,
      build_on_push: false,
    },
    source_revision_config: { repo_ref: 'main', repo_commit_sha: OTHER_SHA },
  })
  const inputs = { name: 'shop', source: 'repohost', integration_id, commit: SHA, wait_for: 'ready' }
  const run = await create(sandbox, inputs, { env })
  expect(run.outputs).toMatchObject({ error_code: 'differs' })
  expect(run.warnings[0]?.message).toContain('To deploy it, give each version a name of its own')
  expect(run.warnings[0]?.message).not.toContain('wait_for')
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
  expect(other.warnings[0]?.message).toContain(`at the workflow commit ${OTHER_SHA}`)
})
