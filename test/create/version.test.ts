import { describe, expect } from 'vitest'
import { COMMIT, type Event, PUSH, pullRequest } from '../harness/job.ts'
import { BUILDING, type Fields } from '../harness/records.ts'
import type { Service } from '../harness/service.ts'
import type { Run, Step } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { IMAGE, NOTHING_DEPLOYED, repositoryAsAsked, repositoryOrder, warningsOf } from './orders.ts'

// Green does not lie: a run says so where it cannot show that its own version is the one deployed.

const OTHER = 'c'.repeat(40)
const LONG_AGO = '2026-01-02T03:04:05Z'
const DIGEST = `sha256:${'0a1b2c3d'.repeat(8)}`
const BY_DIGEST = `registry.example/shop:1@${DIGEST}`
const BY_TAG = 'registry.example/shop:1'
const NOT_ACTIVE = /not active/i
const DEFAULT_BRANCH = /default branch/i

const TAG = { GITHUB_REF: 'refs/tags/v1.4.2', GITHUB_REF_NAME: 'v1.4.2', GITHUB_REF_TYPE: 'tag' }
const BRANCH = { GITHUB_REF: 'refs/heads/topic', GITHUB_REF_NAME: 'topic' }

interface Story {
  what: string
  /** Of a repository by default; with an `image_uri`, of an image. */
  inputs?: Record<string, string>
  /** The deployment that is there; none, unless it is given. */
  there?: Fields
  created?: Fields
  step?: Partial<Step>
  /** What headline and warning say first, and what the warnings name; nothing, unless it is given. */
  says?: (string | RegExp)[]
}

const at = (repo_commit_sha: string | null, fields: Fields = {}): Fields => ({
  ...fields,
  source_revision_config: { repo_commit_sha },
})
const ofImage = (image_uri: string, fields: Fields = {}): Fields => ({
  source_revision_config: { image_uri },
  ...fields,
})

async function tell(
  { inputs = {}, there, created = {}, step = {} }: Story,
  serve: (options: object) => Promise<Service>,
  create: (service: Service, inputs: Record<string, string>, step: Partial<Step>) => Promise<Run>,
) {
  const service = await serve({ created })
  const isImage = inputs['image_uri'] !== undefined
  const order = isImage ? IMAGE : repositoryOrder(service)
  const existing = isImage ? {} : repositoryAsAsked(service)
  if (there) {
    const source_revision_config = { ...existing.source_revision_config, ...there.source_revision_config }
    service.add({ ...existing, ...there, source_revision_config })
  }
  const run = await create(service, { ...order, ...inputs }, step)
  expect(run.exitCode).toBe(0)
  expect(service.of('create')).toHaveLength(there || inputs['dry_run'] ? 0 : 1)
  return run
}

function expectSaid(run: Run, { says: [finding, ...names] = [], inputs = {} }: Story): void {
  const [headline = ''] = run.summary.split('\n')
  const plain = inputs['dry_run'] ? '🧪' : '✅'
  if (finding === undefined) {
    expect(run.warnings).toEqual([])
    expect(headline).toContain(plain)
    return
  }
  expect(headline).toContain(inputs['dry_run'] ? plain : '⚠️')
  const warnings = run.warnings.filter(({ message }) => message.search(finding) >= 0)
  expect(warnings).toHaveLength(1)
  expect(run.summary).toMatch(finding)
  if (finding === NOTHING_DEPLOYED || finding === NOT_ACTIVE) expect(headline).toMatch(finding)
  for (const name of names) expect(warningsOf(run)).toMatch(name)
}

const [SHORT, OTHER_SHORT] = [COMMIT.slice(0, 7), OTHER.slice(0, 7)]
const NOTHING = [NOTHING_DEPLOYED]
const [BY_GITHUB_REF, BY_HEAD_REF] = ['repo_ref: ${{ github.ref }}', 'repo_ref: ${{ github.head_ref }}']
const ON_TAG = { env: TAG }
const REUSED = { if_exists: 'reuse' }
const OLD = { created_at: LONG_AGO }
const FROM_TOPIC: Fields = { source_revision_config: { repo_ref: 'topic', repo_commit_sha: COMMIT } }
const OF_TAG = { image_uri: BY_TAG }
const OF_DIGEST = { image_uri: BY_DIGEST }
const OF_SHOP = { repository: 'acme/shop' }
const ELSEWHERE = { env: { ...TAG, GITHUB_REPOSITORY: 'acme/deployments' } }
const READY = { wait_for: 'ready' }

const BOTH = [OTHER_SHORT, SHORT]
const ALL = ['2026-01-02', /rerun/i, '`name`']
const OTHERS_COMMIT = { commit: OTHER }
const OWN_COMMIT = { commit: COMMIT }
const OWN_REF = { repo_ref: 'refs/heads/main' }
const REUSED_DIGEST = { ...OF_DIGEST, ...REUSED }
const [PLAN, TOPIC] = [{ dry_run: 'true' }, { repo_ref: 'topic' }]
const INACTIVE = [NOT_ACTIVE]

const ADOPTED: Story[] = [
  { what: 'an image', inputs: OF_TAG, there: ofImage(BY_TAG, OLD), says: [...NOTHING, BY_TAG, ...ALL] },
  { what: 'the same digest', inputs: OF_DIGEST, there: ofImage(BY_DIGEST) },
  { what: 'it, not active', inputs: OF_DIGEST, there: ofImage(BY_DIGEST, BUILDING), says: INACTIVE },
  { what: 'another', inputs: REUSED_DIGEST, there: ofImage(BY_TAG), says: [...NOTHING, BY_TAG, DIGEST] },
  { what: 'the commit of the run', there: at(COMMIT) },
  { what: 'seven characters of it', there: at(SHORT) },
  { what: 'it at its own ref', inputs: OWN_REF, there: at(COMMIT) },
  { what: 'it, not active', there: at(COMMIT, { active_revision_id: 'an-older-one' }), says: INACTIVE },
  { what: 'another commit', there: at(OTHER, OLD), says: [...NOTHING, ...BOTH, ...ALL] },
  { what: 'no known commit', there: at(null), says: [...NOTHING, SHORT] },
  { what: 'the commit of the input', inputs: OTHERS_COMMIT, there: at(OTHER) },
  {
    what: 'another, reused',
    inputs: { ...OTHERS_COMMIT, ...REUSED },
    there: at(COMMIT),
    says: [...NOTHING, ...BOTH],
  },
  { what: 'the commit of the run by another ref', inputs: TOPIC, there: FROM_TOPIC, says: NOTHING },
  { what: 'it in another repository', inputs: OF_SHOP, step: ELSEWHERE, there: at(COMMIT), says: NOTHING },
]

const CREATED: Story[] = [
  { what: 'its own commit' },
  { what: 'the default branch, for a tag', step: ON_TAG, says: [DEFAULT_BRANCH, BY_GITHUB_REF] },
  { what: 'the default branch, for another', step: { env: BRANCH }, says: [DEFAULT_BRANCH, BY_GITHUB_REF] },
  { what: 'the default branch, as a plan', inputs: PLAN, step: ON_TAG, says: [DEFAULT_BRANCH] },
  { what: 'its tag', inputs: { repo_ref: TAG.GITHUB_REF }, step: ON_TAG },
  { what: 'another ref, as it was asked for', inputs: TOPIC, step: ON_TAG },
  { what: 'the commit that was asked for', inputs: OWN_COMMIT, step: ON_TAG },
  { what: 'another repository', inputs: OF_SHOP, step: ELSEWHERE },
  { what: 'another commit of its own ref', inputs: OWN_REF, created: at(OTHER), says: BOTH },
  { what: 'a commit that is not known yet', created: at(null) },
  { what: 'another commit than was asked for', inputs: OWN_COMMIT, created: at(OTHER), says: BOTH },
  { what: 'no known commit, as one was asked for', inputs: OWN_COMMIT, created: at(null), says: [/commit/] },
  { what: 'a revision that is not active yet, without a wait', created: BUILDING },
  { what: 'one that is ready and not active', inputs: READY, created: BUILDING, says: INACTIVE },
  { what: 'an image by its tag', inputs: OF_TAG, step: ON_TAG },
]

describe.concurrent('a run that adopts says what runs:', () => {
  test.for(ADOPTED)('$what', async (story, { serve, create }) => {
    const run = await tell(story, serve, create)
    expect(run.outputs['created']).toBe('false')
    expectSaid(run, story)
  })
})

describe.concurrent('a run that creates says what it deployed:', () => {
  test.for(CREATED)('$what', async (story, { serve, create }) => {
    const run = await tell(story, serve, create)
    expectSaid(run, story)
    // Nothing is called deployed or running before it is active.
    if (story.created === BUILDING)
      expect(run.summary.split('\n')[0]).not.toMatch(/\b(?:deployed|running|runs)\b/i)
  })
})

test('a plan that would adopt says nothing of what runs', async ({ serve, create }) => {
  const story: Story = { what: '', inputs: { dry_run: 'true' }, there: at(OTHER, BUILDING) }
  expectSaid(await tell(story, serve, create), story)
})

const HEAD = { sha: OTHER, ref: 'topic' }
const OWN = pullRequest(HEAD)
const FROM_FORK = pullRequest({ ...HEAD, from: 'eve/shop' })
const COMMENTED: Event = {
  name: 'issue_comment',
  payload: { action: 'created', issue: { number: 7, pull_request: {} } },
}
const AFTER_MERGE: Event = { ...PUSH, payload: { ...PUSH.payload, head_commit: { id: COMMIT } } }

describe.concurrent('the commit that a run is for', () => {
  test.for<Story & { event: Event }>([
    { what: 'is the head of its pull request', event: OWN, there: at(OTHER) },
    { what: 'is not its merge commit', event: OWN, there: at(COMMIT), says: [...NOTHING, ...BOTH] },
    { what: 'is on its own branch', event: OWN, says: [DEFAULT_BRANCH, BY_HEAD_REF] },
    { what: 'is on the branch asked for', event: OWN, inputs: TOPIC, created: at(OTHER) },
    { what: 'of a comment is that of the run', event: COMMENTED, there: at(COMMIT) },
    { what: 'of a push is that of the run', event: AFTER_MERGE, there: at(COMMIT) },
  ])('$what', async ({ event, ...story }, { serve, create }) => {
    expectSaid(await tell({ ...story, step: { event } }, serve, create), story)
  })

  test('of a fork is not to be had, so no line is advised', async ({ serve, create }) => {
    const run = await tell({ what: '', step: { event: FROM_FORK } }, serve, create)
    expect(warningsOf(run)).not.toContain('repo_ref: $')
  })
})
