import { describe, expect, it } from 'vitest'
import { readWorkflow } from '../../src/inputs/workflow.ts'
import { COMMIT, type Event, PUSH, pullRequest } from '../harness/job.ts'
import { BUILDING, type Deployment, deployment, type Fields, repository, withFields } from '../harness/records.ts'
import { test } from '../harness/test.ts'
import { IMAGE, NOTHING_DEPLOYED, read, repositoryAsAsked, repositoryOrder, variablesOf } from '../orders.ts'
import { deployBy } from '../rules/deploy.ts'

// Green does not lie: a run says so where it cannot show that its own version is the one deployed.

const OTHER = 'c'.repeat(40)
const DIGEST = `sha256:${'0a1b2c3d'.repeat(8)}`
const [BY_TAG, BY_DIGEST] = ['registry.example/shop:1', `registry.example/shop:1@${DIGEST}`]
const [NOT_ACTIVE, DEFAULT_BRANCH] = [/not active/i, /default branch/i]

interface Story {
  what: string
  /** Of a repository by default; with an `image_uri`, of an image. */
  inputs?: Record<string, string>
  /** The deployment that is there; none, unless it is given. */
  there?: Fields
  created?: Fields
  env?: Record<string, string>
  event?: Event
  /** The default branch of the repository in the listing; `main`, unless it is given. */
  branch?: null
  /** What warning and doubt say first, and what the warnings name; nothing, unless it is given. */
  says?: (string | RegExp)[]
}

const ofRevision = (source_revision_config: object, fields: Fields = {}) => ({
  ...{ ...fields, source_revision_config: { ...source_revision_config } },
})
const at = (repo_commit_sha: string | null, fields?: Fields) => ofRevision({ repo_commit_sha }, fields)
const ofImage = (image_uri: string, fields?: Fields) => ofRevision({ image_uri }, fields)

const REPOSITORIES = [repository()]

/** The deployment of a story. */
function existingIn({ inputs = {}, there }: Story): Deployment[] {
  if (!there) return []
  const asked = inputs['image_uri'] ? {} : repositoryAsAsked({ repositories: REPOSITORIES })
  return [withFields(deployment(asked), there)]
}

const orderIn = ({ inputs = {} }: Story, integration_id: string) => ({
  ...(inputs['image_uri'] ? IMAGE : repositoryOrder({ integration_id })),
  ...inputs,
})

/** What a run finds out about its version. */
async function tell(story: Story) {
  const { event = PUSH, env = {}, there, created = {}, branch = 'main' } = story
  const variables = { ...variablesOf(event), ...env }
  const { order } = await read(orderIn(story, 'i-1'), variables)
  const workflow = readWorkflow(variables)
  const repositories = REPOSITORIES.map(record => ({ ...record, default_branch: branch }))
  const answers = { repositories, there: existingIn(story), created }
  const { run, stop, posts } = await deployBy(answers, order, workflow)
  expect([stop, posts.length]).toEqual([undefined, there || order?.dry_run ? 0 : 1])
  return run
}

async function expectTold(story: Story): Promise<void> {
  const { says: [finding, ...names] = [] } = story
  const { warnings, caveats } = await tell(story)
  if (finding === undefined) return expect({ warnings, caveats }).toEqual({ warnings: [], caveats: [] })
  expect(warnings.filter(warning => warning.search(finding) >= 0)).toHaveLength(1)
  if (finding === NOTHING_DEPLOYED || finding === NOT_ACTIVE) expect(caveats.join('\n')).toMatch(finding)
  for (const name of names) expect(warnings.join('\n')).toMatch(name)
  const hasLine = names.length > 0 && story.inputs !== PLAN
  if (finding === DEFAULT_BRANCH) expect(warnings.join().includes('another `name`')).toBe(hasLine)
}

const [NOTHING, INACTIVE] = [[NOTHING_DEPLOYED], [NOT_ACTIVE]]
const [SHORT, OTHER_SHORT] = [COMMIT.slice(0, 7), OTHER.slice(0, 7)]
const BOTH = [OTHER_SHORT, SHORT]
const ALL = ['2026-01-02', /rerun/i, '`name`']
const [BY_GITHUB_REF, BY_HEAD_REF] = ['repo_ref: ${{ github.ref }}', 'repo_ref: ${{ github.head_ref }}']
const OLD = { created_at: '2026-01-02T03:04:05Z' }
const FROM_TOPIC = ofRevision({ repo_ref: 'topic', repo_commit_sha: COMMIT })
const OF_COMMIT = ofRevision({ repo_ref: COMMIT, repo_commit_sha: COMMIT })

const [PLAN, REUSED, OF_SHOP] = [{ dry_run: 'true' }, { if_exists: 'reuse' }, { repository: 'acme/shop' }]
const [OF_TAG, OF_DIGEST] = [{ image_uri: BY_TAG }, { image_uri: BY_DIGEST }]
const [OWN_COMMIT, OTHERS_COMMIT] = [{ commit: COMMIT }, { commit: OTHER }]
const [OWN_REF, TOPIC] = [{ repo_ref: 'refs/heads/main' }, { repo_ref: 'topic' }]
const REUSED_DIGEST = { ...OF_DIGEST, ...REUSED }
const REUSED_COMMIT = { ...OTHERS_COMMIT, ...REUSED }

const TAG = { GITHUB_REF: 'refs/tags/v1.4.2' }
const BRANCH = { GITHUB_REF: 'refs/heads/topic' }
const ELSEWHERE = { ...TAG, GITHUB_REPOSITORY: 'acme/deployments' }

const ADOPTED: Story[] = [
  { what: 'an image', inputs: OF_TAG, there: ofImage(BY_TAG, OLD), says: [...NOTHING, `${BY_TAG}, as this`, ...ALL] },
  { what: 'the same digest', inputs: OF_DIGEST, there: ofImage(BY_DIGEST) },
  { what: 'it, not active', inputs: OF_DIGEST, there: ofImage(BY_DIGEST, BUILDING), says: INACTIVE },
  { what: 'another', inputs: REUSED_DIGEST, there: ofImage(BY_TAG), says: [...NOTHING, BY_TAG, DIGEST] },
  { what: 'the commit of the run', there: at(COMMIT) },
  { what: 'seven characters of it', there: at(SHORT) },
  { what: 'the commit that its ref is', inputs: { repo_ref: COMMIT }, there: OF_COMMIT },
  { what: 'it at its own ref', inputs: OWN_REF, there: at(COMMIT) },
  { what: 'it, not active', there: at(COMMIT, { active_revision_id: 'an-older-one' }), says: INACTIVE },
  { what: 'another commit', there: at(OTHER, OLD), says: [...NOTHING, ...BOTH, ...ALL] },
  { what: 'no known commit', there: at(null), says: [...NOTHING, SHORT] },
  { what: 'the commit of the input', inputs: OTHERS_COMMIT, there: at(OTHER) },
  { what: 'another, reused', inputs: REUSED_COMMIT, there: at(COMMIT), says: [...NOTHING, ...BOTH] },
  { what: 'the commit of the run by another ref', inputs: TOPIC, there: FROM_TOPIC, says: NOTHING },
  { what: 'it in another repository', inputs: OF_SHOP, env: ELSEWHERE, there: at(COMMIT), says: NOTHING },
]

const PUSH_OF_MAIN = { name: 'push', payload: { repository: { default_branch: 'main' } } }
const CREATED: Story[] = [
  { what: 'its own commit' },
  { what: 'the default branch, for a tag', env: TAG, says: [DEFAULT_BRANCH, BY_GITHUB_REF] },
  { what: 'the default branch, for another', env: BRANCH, says: [DEFAULT_BRANCH, BY_GITHUB_REF] },
  { what: 'the default branch, as a plan', inputs: PLAN, env: TAG, says: [DEFAULT_BRANCH, BY_GITHUB_REF] },
  {
    what: 'the default branch of the event',
    env: TAG,
    event: PUSH_OF_MAIN,
    branch: null,
    says: [DEFAULT_BRANCH, BY_GITHUB_REF],
  },
  { what: 'a branch that nobody names', env: TAG, branch: null },
  { what: 'its tag', inputs: { repo_ref: TAG.GITHUB_REF }, env: TAG },
  { what: 'another ref, as it was asked for', inputs: TOPIC, env: TAG },
  { what: 'the commit that was asked for', inputs: OWN_COMMIT, env: TAG },
  { what: 'another repository', inputs: OF_SHOP, env: ELSEWHERE },
  { what: 'another commit of its own ref', inputs: OWN_REF, created: at(OTHER), says: BOTH },
  { what: 'a commit that is not known yet', created: at(null) },
  { what: 'another commit than was asked for', inputs: OWN_COMMIT, created: at(OTHER), says: BOTH },
  { what: 'no known commit, as one was asked for', inputs: OWN_COMMIT, created: at(null), says: [/commit/] },
  { what: 'a revision that is not active yet, without a wait', created: BUILDING },
  { what: 'an image by its tag', inputs: OF_TAG, env: TAG },
]

it.for(ADOPTED)('a run that adopts says what runs: $what', expectTold)

it.for(CREATED)('a run that creates says what it deployed: $what', expectTold)

it('a plan that would adopt says nothing of what runs', () =>
  expectTold({ what: '', inputs: PLAN, there: at(OTHER, BUILDING) }))

const HEAD = { sha: OTHER, ref: 'topic' }
const OWN = pullRequest(HEAD)
const REVIEWED = { ...OWN, name: 'pull_request_review' }
const BY_REVIEW = 'repo_ref: ${{ github.event.pull_request.head.ref }}'
const FROM_FORK = pullRequest({ ...HEAD, from: 'eve/shop' })
const OF_FORKS_MAIN = pullRequest({ ...HEAD, ref: 'main', from: 'eve/shop' })
const COMMENTED: Event = {
  name: 'issue_comment',
  payload: { action: 'created', issue: { number: 7, pull_request: {} } },
}

describe('the commit that a run is for', () => {
  it.for<Story>([
    { what: 'is the head of its pull request', event: OWN, there: at(OTHER) },
    { what: 'is not its merge commit', event: OWN, there: at(COMMIT), says: [...NOTHING, ...BOTH] },
    { what: 'is on its own branch', event: OWN, says: [DEFAULT_BRANCH, BY_HEAD_REF] },
    { what: 'is on the branch of a review', event: REVIEWED, says: [DEFAULT_BRANCH, BY_REVIEW] },
    { what: 'is on no branch of this repository', event: OF_FORKS_MAIN, says: [DEFAULT_BRANCH] },
    { what: 'is not the branch asked for, of a fork', event: OF_FORKS_MAIN, inputs: OWN_REF },
    { what: 'is on the branch asked for', event: OWN, inputs: TOPIC, created: at(OTHER) },
    { what: 'of a comment is that of the run', event: COMMENTED, there: at(COMMIT) },
    { what: 'is that of its target', event: { ...OWN, name: 'pull_request_target' }, there: at(OTHER) },
  ])('$what', expectTold)

  it('of a fork is not to be had, so no line is advised', async () => {
    const { warnings } = await tell({ what: '', event: FROM_FORK })
    expect(warnings).toEqual([expect.stringMatching(DEFAULT_BRANCH)])
    expect(warnings[0]).not.toContain('repo_ref: $')
  })
})

it.for<[restriction: string | undefined, event: Event, actor?: string]>([
  [undefined, PUSH],
  ['dependabot', PUSH, 'dependabot[bot]'],
  [undefined, OWN],
  ['fork', FROM_FORK, 'dependabot[bot]'],
  [undefined, { ...FROM_FORK, name: 'pull_request_target' }],
])('a run lacks secrets as of %s for %j by %s', ([restriction, event, GITHUB_ACTOR = 'octocat']) => {
  expect(readWorkflow({ ...variablesOf(event), GITHUB_ACTOR }).restriction).toBe(restriction)
})

describe.concurrent('headline and warning of a whole run tell of', () => {
  test.for<Story & { sign: string }>([
    { what: 'an image that was there', inputs: OF_TAG, there: ofImage(BY_TAG), sign: '⚠️', says: NOTHING },
    { what: 'nothing, if it is not active yet', created: BUILDING, sign: '✅' },
    { what: 'a wait for ready', inputs: { wait_for: 'ready' }, created: BUILDING, sign: '⚠️', says: INACTIVE },
  ])('$what', async (story, { serve, create }) => {
    const { created = {}, env = {}, event = PUSH, sign, says: [finding] = [] } = story
    const service = await serve({ created, repositories: REPOSITORIES, deployments: existingIn(story) })
    const run = await create(service, orderIn(story, service.integration_id), { env, event })
    expect(run.exitCode).toBe(0)
    const [headline = ''] = run.summary.split('\n')
    expect(headline).toContain(sign)
    const message = finding && expect.stringMatching(finding)
    expect(run.warnings).toMatchObject(message ? [{ message }] : [])
    if (finding) expect(run.summary).toMatch(finding)
    if (finding === NOTHING_DEPLOYED || finding === NOT_ACTIVE) expect(headline).toMatch(finding)
    // Nothing is called deployed or running before it is active.
    if (created === BUILDING) expect(headline).not.toMatch(/\b(?:deployed|running|runs)\b/i)
  })
})
