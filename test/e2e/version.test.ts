import { describe, expect, test } from 'vitest'
import type { DeploymentSeed } from '../sandbox/sandbox.ts'
import { NOWHERE, posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInQuickTime, createInTurn } from './create-in-turn.ts'

// The version that a run deployed or adopted, and the warning if it may be another one than its own: by the commit of
// the run, by the input `commit`, or by the digest of an image.

const [DIGEST, OTHER_DIGEST] = [`sha256:${'0a1b2c3d'.repeat(8)}`, `sha256:${'99887766'.repeat(8)}`]
const OLDER = '16fd2706-8baf-433b-82eb-8c7fada847da'
const [SHA, OTHER_SHA] = ['0a1b2c3d4e'.repeat(4), '5f6e7d8c9b'.repeat(4)]

interface Story {
  inputs?: Record<string, string>
  env?: Record<string, string>
  /** The existing deployment. */
  seed?: DeploymentSeed
  /** The commits that the answer to the create request and the list name. */
  commits?: { created?: string | null | undefined; listed: string | null | undefined }
  /** The active revision that these answers name; by default the newest one. */
  active_revision_id?: null
}

const ENV = {
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_SHA: SHA,
  GITHUB_REF_NAME: 'main',
}
const ON_TAG = { GITHUB_REF_NAME: 'v1.4.2' }

/** Runs a story, and returns its end in a few lines. */
async function play({ inputs = {}, env = {}, seed, commits, ...active }: Story): Promise<string> {
  const sandbox = await sandboxForTest()
  const { integration_id, repositories } = sandbox
  const { host_integration_id = null, url = null } = repositories[0] ?? {}
  const source_config = { integration_id: host_integration_id, repo_url: url, ...seed?.source_config }
  const source_revision_config = { repo_ref: 'main', ...seed?.source_revision_config }
  if (seed) sandbox.seed({ name: 'shop', ...seed, source_config, source_revision_config })
  const withCommit = (repo_commit_sha: string | null | undefined) => (body: unknown) => {
    const { source_revision_config, ...rest } = body as Record<string, object>
    return { ...rest, ...active, source_revision_config: { ...source_revision_config, repo_commit_sha } }
  }
  if (commits) {
    const { listed, created = listed } = commits
    sandbox.script({ operation: 'create_deployment', times: 'forever', rewrite: withCommit(created) })
    const rewrite = (body: unknown) => {
      const { resources, ...rest } = body as { resources: unknown[] }
      return { ...rest, resources: resources.map(withCommit(listed)) }
    }
    sandbox.script({ operation: 'list_deployments', times: 'forever', rewrite })
  }
  const source = { source: 'repohost', ...inputs }
  const given = { name: 'shop', ...(source.source === 'repohost' && { integration_id }), ...source }
  const create = inputs['wait_for'] ? createInQuickTime : createInTurn
  const run = await create(sandbox, given, { env: { ...ENV, ...env } })
  expect(posts(sandbox).length).toBe(seed || inputs['dry_run'] ? 0 : 1)
  const { created, error_code = 'none', differences } = run.outputs
  const text = [
    run.summary.split('\n')[0],
    `created: ${created}, error_code: ${error_code}, differences: ${differences}`,
    ...[...run.warnings, ...run.errors].map(({ command, message }) => `${command}: ${message}`),
  ].join('\n')
  const headline = /(nothing|another version) was deployed/i
  expect(headline.test(run.stdout.replaceAll(/^::.*$/gm, ''))).toBe(headline.test(text.split('\n')[0] ?? ''))
  return `\n${text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')}\n`
}

const at = (repo_commit_sha: string | null, config = {}): DeploymentSeed => ({
  source_config: config,
  source_revision_config: { repo_commit_sha },
})
const image = (image_uri: string, seed: DeploymentSeed = {}, inputs = {}): Story => ({
  seed: { source: 'external_container', source_revision_config: { image_uri }, ...seed },
  inputs: { source: 'external_container', image_uri, ...inputs },
})
const template: DeploymentSeed = { source: 'internal_template' }

describe('the headline and the annotations of a run that adopts a deployment', () => {
  test.each<[string, Story]>([
    ['with an image named by a tag', image('ghcr.io/acme/shop:latest')],
    ['with the same digest', image(`shop:1@${DIGEST}`)],
    ['with the same digest, not active', image(`shop:1@${DIGEST}`, { active_revision_id: null })],
    [
      'with the same digest, perhaps not active',
      image(`shop:1@${DIGEST}`, { latest_revision_id: null, active_revision_id: OLDER }),
    ],
    ['with the same digest, unused', image(`shop:1@${DIGEST}`, { status: 'UNUSED' })],
    [
      'with another digest, reused',
      image(`shop@${OTHER_DIGEST}`, {}, { image_uri: `shop@${DIGEST}`, if_exists: 'reuse' }),
    ],
    ['from a template', { seed: template, inputs: { source: 'internal_template' } }],
    ['at the commit of the run', { seed: at(SHA.toUpperCase()) }],
    ['at the commit of the run, not active', { seed: { ...at(SHA), active_revision_id: OLDER } }],
    ['at another commit than the run', { seed: at(OTHER_SHA) }],
    ['at a commit that the service does not name', { seed: at(null) }],
    [
      'of another repository than its own',
      { seed: at(OTHER_SHA), inputs: { repository: 'acme/shop' }, env: { GITHUB_REPOSITORY: 'acme/ci' } },
    ],
    ['at another commit than the input', { seed: at(OTHER_SHA), inputs: { commit: SHA } }],
    [
      'at the tag that is named like the branch of its request',
      {
        seed: { source_revision_config: { repo_ref: 'refs/tags/v1', repo_commit_sha: SHA } },
        inputs: { repo_ref: 'refs/heads/v1' },
      },
    ],
    [
      'at a commit that is not returned, with the input commit',
      { seed: at(null), inputs: { commit: SHA }, commits: { listed: undefined } },
    ],
    [
      'at another commit than the input, reused',
      { seed: at(OTHER_SHA), inputs: { commit: SHA, if_exists: 'reuse' } },
    ],
  ])('%s', async (_, story) => expect(await play(story)).toMatchSnapshot())
})

describe('the headline and the annotations of a run that creates a deployment', () => {
  test.each<[string, Story]>([
    ['on a tag without repo_ref', { env: ON_TAG, commits: { listed: OTHER_SHA } }],
    ['on a tag, and the service names no commit', { env: ON_TAG, commits: { listed: null } }],
    [
      'at the branch that is named like the tag of the run',
      {
        inputs: { repo_ref: 'refs/heads/v1.4.2' },
        env: { GITHUB_REF: 'refs/tags/v1.4.2' },
        commits: { listed: OTHER_SHA },
      },
    ],
    ['at another repo_ref', { inputs: { repo_ref: 'v0.9.0' }, commits: { listed: OTHER_SHA } }],
    ['at another commit of the ref', { commits: { listed: OTHER_SHA } }],
    ['at another commit that only the list names', { commits: { created: null, listed: OTHER_SHA } }],
    ['at its own commit', { env: { GITHUB_EVENT_PATH: '/nowhere' }, commits: { listed: SHA } }],
    ['at another commit, not active', { commits: { listed: OTHER_SHA }, active_revision_id: null }],
    [
      'at its own commit, ready but not active',
      { inputs: { wait_for: 'ready' }, commits: { listed: SHA }, active_revision_id: null },
    ],
    ['at its own commit by another ref', { env: ON_TAG, commits: { listed: SHA } }],
    [
      'at its own ref, and the service names no commit',
      { inputs: { repo_ref: 'refs/tags/v1.4.2' }, env: ON_TAG, commits: { listed: null } },
    ],
    [
      'of another repository',
      { inputs: { repository: 'acme/warehouse' }, env: ON_TAG, commits: { listed: OTHER_SHA } },
    ],
    [
      'from another commit than the input',
      { inputs: { commit: SHA, health_url: `${NOWHERE}/ok` }, commits: { listed: OTHER_SHA } },
    ],
    ['in a dry run, of the default branch on a tag', { inputs: { dry_run: 'true' }, env: ON_TAG }],
    ['in a dry run, of its ref', { inputs: { dry_run: 'true' } }],
  ])('%s', async (_, story) => expect(await play(story)).toMatchSnapshot())
})

const head = (repository: string) => ({ sha: OTHER_SHA, ref: 'topic', repo: { full_name: repository } })
const pull_request = { number: 7, head: head('acme/shop'), base: { repo: { full_name: 'acme/shop' } } }
const COMMENTED = { issue: { number: 7, pull_request: {} } }

test.each<[string, object | string, Story]>([
  ['that runs its head', { pull_request }, { seed: at(OTHER_SHA) }],
  ['whose merge commit was deployed before', { pull_request }, { seed: at(SHA) }],
  ['at another ref', { pull_request }, { commits: { listed: SHA }, env: { GITHUB_HEAD_REF: 'topic' } }],
  [
    'from a fork, by its ref in this repository',
    { pull_request: { ...pull_request, head: head('eve/shop') } },
    { inputs: { repo_ref: 'topic' }, commits: { listed: null } },
  ],
  ['whose event is cut short', '{"pull_request": {', { commits: { listed: SHA } }],
  [
    'from a fork that is gone',
    { pull_request: { ...pull_request, head: { ...head(''), repo: null } } },
    { inputs: { repo_ref: 'topic' }, commits: { listed: null } },
  ],
  ['after its merge', { pull_request: { ...pull_request, merged: true } }, { commits: { listed: SHA } }],
  ['by a comment, adopted', COMMENTED, { seed: at(SHA) }],
  ['by a comment, created', COMMENTED, { commits: { listed: SHA } }],
])('the headline and the annotations of a run for a pull request %s', async (_, event, { env, ...story }) => {
  const workspace = await workspaceWith({
    'event.json': typeof event === 'string' ? event : JSON.stringify(event),
  })
  const variables = { GITHUB_EVENT_PATH: `${workspace}/event.json`, ...env }
  expect(await play({ ...story, env: variables })).toMatchSnapshot()
})
