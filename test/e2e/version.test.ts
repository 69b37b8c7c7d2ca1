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

/** What the headline and the annotations say. */
interface Said {
  sign: '✅' | '⚠️' | '❌' | '🧪'
  /** What the headline and one of the warnings say. */
  finding?: RegExp
  error_code?: string
  /** What the annotations name: both versions, and what to do. */
  named?: string[]
}

/** Runs a story, and checks what it says at its end. */
async function check({ inputs = {}, env = {}, seed, commits, ...active }: Story, said: Said): Promise<void> {
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
  const { sign, finding = /(?!)/, error_code, named = [] } = said
  const isCreated = !seed && !inputs['dry_run']
  expect(run.outputs['error_code']).toBe(error_code)
  expect(run.outputs['created']).toBe(String(isCreated))
  expect([run.warnings.length > 0, run.errors.length > 0]).toEqual([sign === '⚠️', sign === '❌'])
  const [headline = ''] = run.summary.split('\n')
  expect(headline).toContain(`## ${sign} `)
  const messages = [...run.warnings, ...run.errors].map(({ message }) => message)
  expect([headline, messages.join('\n')].filter(text => finding.test(text))).toHaveLength(
    said.finding ? 2 : 0,
  )
  // No sentence calls a version deployed that is not known to be so.
  if (!said.finding) expect(headline).not.toMatch(/deployed/)
  for (const part of named) expect(messages.join('\n')).toContain(part)
}

const PLAIN: Said = { sign: '✅' }
const warns = (finding: RegExp, ...named: string[]): Said => ({ sign: '⚠️', finding, named })
const nothing = (...named: string[]) => warns(/nothing was deployed/i, ...named)
const otherVersion = (...named: string[]) =>
  warns(/another version was deployed/i, ...named, 'Before a new run')
const otherRef = (...named: string[]) => warns(/from another ref/i, ...named)
const BY_REF = 'github.ref }}`: without it, the default branch'
const DEPLOYED = `deployed commit ${OTHER_SHA}`
const OWN = `workflow commit ${SHA}`
const NEW_NAME = 'a new `name`'
const OTHER = otherVersion(DEPLOYED, OWN)
const differs = (...named: string[]): Said => ({ sign: '❌', error_code: 'differs', named })

const at = (repo_commit_sha: string | null, config = {}): DeploymentSeed => ({
  source_config: config,
  source_revision_config: { repo_commit_sha },
})
const image = (image_uri: string, seed: DeploymentSeed = {}, inputs = {}): Story => ({
  seed: { source: 'external_container', source_revision_config: { image_uri }, ...seed },
  inputs: { source: 'external_container', image_uri, ...inputs },
})
const TEMPLATE = { source: 'internal_template' } as const
const BY_DIGEST = `shop:1@${DIGEST}`
const LONG_AGO = '2026-01-02T03:04:05Z'
const INACTIVE = warns(/newest revision is not active/)

const BY_COMMIT = { commit: SHA }
const TAG = { repo_ref: 'refs/tags/v1.4.2' }
const BRANCH = { repo_ref: 'refs/heads/v1.4.2' }
const DRY = { dry_run: 'true' }
const PLANNED_OTHER = warns(/another ref would be created/i, OWN, BY_REF)
const REUSED = { if_exists: 'reuse' }
const BUILT = { listed: SHA }
const BUILT_OTHER = { listed: OTHER_SHA }
const UNBUILT = { listed: null }

describe('a run that adopts a deployment says which version runs,', () => {
  test.each<[string, Story, Said]>([
    ['with an image named by a tag', image('host/shop:latest', { created_at: LONG_AGO }), nothing(LONG_AGO)],
    ['with the same digest', image(BY_DIGEST), PLAIN],
    ['with the same digest, not active', image(BY_DIGEST, { active_revision_id: null }), INACTIVE],
    [
      'with the same digest, perhaps not active',
      image(BY_DIGEST, { latest_revision_id: null, active_revision_id: OLDER }),
      warns(/newest revision/, 'does not say whether'),
    ],
    ['with the same digest, unused', image(BY_DIGEST, { status: 'UNUSED' }), warns(/status.*UNUSED/)],
    [
      'with another digest, reused',
      image(`shop@${OTHER_DIGEST}`, {}, { image_uri: `shop@${DIGEST}`, ...REUSED }),
      nothing(`image shop@${OTHER_DIGEST}`, `image shop@${DIGEST}`),
    ],
    ['from a template', { seed: TEMPLATE, inputs: TEMPLATE }, nothing('internal_template', OWN, NEW_NAME)],
    ['at the commit of the run', { seed: at(SHA.toUpperCase()) }, PLAIN],
    ['at the commit of the run in seven characters', { seed: at(SHA.slice(0, 7)) }, PLAIN],
    ['at the input commit', { seed: at(SHA), inputs: BY_COMMIT, env: { GITHUB_SHA: OTHER_SHA } }, PLAIN],
    [
      'at the commit of the run, not active',
      { seed: { ...at(SHA), active_revision_id: OLDER } },
      warns(/newest revision is not active/, `${OLDER} serves`),
    ],
    [
      'at another commit than the run',
      { seed: at(OTHER_SHA) },
      nothing(DEPLOYED, OWN, NEW_NAME, 'builds each push'),
    ],
    ['at a commit that the service does not name', { seed: at(null) }, nothing('an unknown commit', OWN)],
    [
      'of another repository than its own',
      { seed: at(OTHER_SHA), inputs: { repository: 'acme/shop' }, env: { GITHUB_REPOSITORY: 'acme/ci' } },
      nothing(DEPLOYED, 'sets no `commit`'),
    ],
    ['at another commit than the input', { seed: at(OTHER_SHA), inputs: BY_COMMIT }, differs(OTHER_SHA, SHA)],
    [
      'at a commit that is not built yet',
      { seed: at(null), inputs: BY_COMMIT },
      nothing('could not be compared'),
    ],
    [
      'at another commit than the input, which no push brings in time',
      {
        seed: at(OTHER_SHA, { build_on_push: true }),
        inputs: { ...BY_COMMIT, wait_for: 'active', wait_timeout: '3s' },
      },
      { sign: '❌', error_code: 'wait_timeout', named: [SHA.slice(0, 12)] },
    ],
    [
      'at another commit than the input, reused',
      { seed: at(OTHER_SHA), inputs: { ...BY_COMMIT, ...REUSED } },
      nothing(DEPLOYED, `commit ${SHA}`),
    ],
  ])('%s', (_, story, said) => check(story, said))
})

describe('a run that creates a deployment says which version it has,', () => {
  test.each<[string, Story, Said]>([
    ['on a tag without repo_ref', { env: ON_TAG, commits: BUILT_OTHER }, otherVersion(OWN, 'v1.4.2', BY_REF)],
    [
      'on a tag, of an unknown commit',
      { env: ON_TAG, commits: UNBUILT },
      otherRef('an unknown', OWN, BY_REF),
    ],
    [
      'at the branch that is named like the tag of the run',
      { inputs: BRANCH, env: { GITHUB_REF: 'refs/tags/v1.4.2' }, commits: BUILT_OTHER },
      otherVersion(DEPLOYED, `refs/tags/v1.4.2 (${OWN})`),
    ],
    [
      'at another repo_ref',
      { inputs: { repo_ref: 'v0.9.0' }, commits: BUILT_OTHER },
      otherVersion(`v0.9.0 (${DEPLOYED})`, OWN, 'spelling of `repo_ref`'),
    ],
    ['at another commit of the ref', { commits: BUILT_OTHER }, OTHER],
    ['at another commit that only the list names', { commits: { created: null, ...BUILT_OTHER } }, OTHER],
    ['at its own commit', { env: { GITHUB_EVENT_PATH: '/nowhere' }, commits: BUILT }, PLAIN],
    [
      'at another commit, not active',
      { commits: BUILT_OTHER, active_revision_id: null },
      warns(/another version was created/i, `commit of the newest revision ${OTHER_SHA}`, OWN),
    ],
    [
      'at its own commit, ready but not active',
      { inputs: { wait_for: 'ready' }, commits: BUILT, active_revision_id: null },
      INACTIVE,
    ],
    ['at its own commit by another ref', { env: ON_TAG, commits: BUILT }, PLAIN],
    ['at its own ref, of an unknown commit', { inputs: TAG, env: ON_TAG, commits: UNBUILT }, PLAIN],
    [
      'of another repository',
      { inputs: { repository: 'acme/warehouse' }, env: ON_TAG, commits: BUILT_OTHER },
      PLAIN,
    ],
    [
      'from another commit than the input',
      { inputs: { ...BY_COMMIT, health_url: `${NOWHERE}/ok` }, commits: BUILT_OTHER },
      differs(OTHER_SHA.slice(0, 12), SHA.slice(0, 12), 'this run created the deployment'),
    ],
    ['in a dry run, of the default branch on a tag', { inputs: DRY, env: ON_TAG }, PLANNED_OTHER],
    ['in a dry run, of its ref', { inputs: DRY }, { sign: '🧪' }],
  ])('%s', (_, story, said) => check(story, said))
})

const head = (repository: string) => ({ sha: OTHER_SHA, ref: 'topic', repo: { full_name: repository } })
const pull_request = { number: 7, head: head('acme/shop'), base: { repo: { full_name: 'acme/shop' } } }
const COMMENTED = { issue: { number: 7, pull_request: {} } }
const BY_SHA: Story = { commits: BUILT }
const DEPLOYED_SHA = `deployed commit ${SHA}`
const OF_PULL_REQUEST = `topic (workflow commit ${OTHER_SHA})`
const BY_REF_ALONE: Story = { inputs: { repo_ref: 'topic' }, commits: UNBUILT }
const ON_TOPIC: Story = { commits: BUILT, env: { GITHUB_HEAD_REF: 'topic' } }
const BY_HEAD = otherVersion(DEPLOYED_SHA, OF_PULL_REQUEST, 'github.head_ref }}`')
const FORK = otherRef('an unknown commit', `topic of a fork (workflow commit ${OTHER_SHA})`, 'in a fork')
const of = (change: object) => ({ pull_request: { ...pull_request, ...change } })

test.each<[string, object | string, Story, Said]>([
  ['that runs its head', { pull_request }, { seed: at(OTHER_SHA) }, PLAIN],
  ['whose merge commit runs', { pull_request }, { seed: at(SHA) }, nothing(DEPLOYED_SHA, OF_PULL_REQUEST)],
  ['at another ref', { pull_request }, ON_TOPIC, BY_HEAD],
  ['from a fork, by its ref', of({ head: head('eve/shop') }), BY_REF_ALONE, FORK],
  ['from a fork that is gone', of({ head: { ...head(''), repo: null } }), BY_REF_ALONE, FORK],
  ['whose event is cut short', '{"pull_request": {', BY_SHA, PLAIN],
  ['after its merge', of({ merged: true }), BY_SHA, PLAIN],
  ['by a comment, adopted', COMMENTED, { seed: at(SHA) }, nothing(DEPLOYED_SHA, 'unknown commit')],
  ['by a comment, created', COMMENTED, BY_SHA, PLAIN],
])('a run for a pull request says which version it has, %s', async (_, event, { env, ...story }, said) => {
  const workspace = await workspaceWith({
    'event.json': typeof event === 'string' ? event : JSON.stringify(event),
  })
  await check({ ...story, env: { GITHUB_EVENT_PATH: `${workspace}/event.json`, ...env } }, said)
})
