import { expect, it } from 'vitest'
import type { Order } from '../../src/inputs/order.ts'
import { deployment, type Fields } from '../harness/records.ts'
import { type Answer, WELL } from '../simulation/service.ts'
import { type Plan, simulate, type World } from '../simulation/world.ts'
import { PLAN, QUIET } from '../simulation/worlds.ts'
import { deployBy } from './deploy.ts'

// The tables of docs/design.md ("Creating once"), by whole runs in this process: what a name that is taken and each answer
// to a create request lead to, and when. test/simulation judges random worlds by rules.

interface Story extends Partial<Omit<World, 'runs'>> {
  /** The answers to create requests, in turn. */
  posts: Answer[]
  /** When one without a usable answer takes effect. Never, unless it is given. */
  commits?: number
  /** The answers to pages of the list, in turn. */
  lists?: Answer[]
  plan?: Partial<Plan>
  /** Another run of the name. */
  other?: Partial<Plan>
  /** How the run ended, what it created, how many create requests it sent, how many seconds it took, and its caveats. */
  is: [end: string | undefined, created: boolean | undefined, posts: number, seconds: number, ...caveats: string[]]
}

const faults = (answers: Answer[], commits = -1) => answers.map(answer => ({ ...WELL, answer, commits }))
const always = (answer: Answer) => Array<Answer>(40).fill(answer)
const OPEN: Answer[] = ['lost', 'redirect', 'empty', 'html', 408, 500, 504]
const HTML = always('html')
const REWRITES = { traits: { ...QUIET.traits, rewrites: true } }
const [FAIL, REUSE] = [{ if_exists: 'fail' }, { if_exists: 'reuse' }] as const
const LATE = { start: 17_000 }

const DIFFERS = 'it differs from the inputs'
const NOT_AS_ASKED = 'it is not as requested'
const NOT_KNOWN = 'it is not known whether this run deployed it'
const NO_ANSWER = 'the create request had no usable answer'
const ANOTHER = 'another one may be there, too'

// biome-ignore format: a table
const STORIES: Story[] = [
  { posts: ['well'], is: [undefined, true, 1, 0] },
  { posts: ['terse'], is: [undefined, true, 1, 0] },
  { posts: ['well'], ...REWRITES, is: [undefined, true, 1, 0, NOT_AS_ASKED] },
  { posts: ['well'], other: {}, is: ['duplicate_created', true, 1, 0] },
  { posts: ['well'], lists: ['well', ...always(503)], is: [undefined, true, 1, 5, ANOTHER] },
  { posts: ['renamed'], is: ['unexpected_response', true, 1, 0] },
  { posts: ['unsent', 425, 429, 'well'], is: [undefined, true, 4, 5] },
  // Without a usable answer.
  ...OPEN.map((answer): Story => ({ posts: [answer], commits: 0, is: [undefined, true, 1, 30, NO_ANSWER] })),
  ...OPEN.map((answer): Story => ({ posts: [answer], is: ['unknown_outcome', undefined, 1, 30] })),
  { posts: [429, 'lost'], is: ['unknown_outcome', undefined, 2, 30] },
  { posts: ['lost'], commits: 0, plan: FAIL, is: [undefined, true, 1, 30, NO_ANSWER] },
  { posts: ['lost'], commits: 0, ...REWRITES, is: ['differs', undefined, 1, 30] },
  { posts: ['lost'], commits: 0, ...REWRITES, plan: REUSE, is: [undefined, undefined, 1, 30, DIFFERS, NOT_KNOWN] },
  { posts: ['lost'], commits: 0, ...REWRITES, plan: FAIL, is: ['already_exists', undefined, 1, 30] },
  { posts: ['lost'], commits: 20_000, removal: 28_000, is: ['deleted', undefined, 1, 30] },
  { posts: ['lost'], commits: 28_000, is: [undefined, true, 1, 30, NO_ANSWER] },
  { posts: [504], commits: 2000, other: { posts: faults(['lost'], 22_000) }, is: ['duplicate_created', undefined, 1, 30] },
  { posts: ['lost'], commits: 12_000, lists: ['well', 'html', 'html', 'well', 'well', ...HTML], is: [undefined, true, 1, 30, NO_ANSWER] },
  { posts: ['lost'], commits: 0, lists: ['well', ...HTML], is: ['unknown_outcome', undefined, 1, 30] },
  { posts: ['lost'], commits: 0, lists: ['well', 'well', ...HTML], is: ['unknown_outcome', undefined, 1, 30] },
  { posts: ['lost'], commits: 0, lists: ['well', 'well', ...HTML], other: {}, is: ['duplicate_created', undefined, 1, 30] },
  { posts: always('unsent'), is: ['unreachable', false, 5, 11] },
  { posts: always(425), is: ['unavailable', false, 5, 11] },
  { posts: always(429), is: ['rate_limited', false, 5, 11] },
  { posts: [400], is: ['rejected', false, 1, 0] },
  { posts: [402], is: ['rejected', false, 1, 0] },
  { posts: [403], is: ['forbidden', false, 1, 0] },
  { posts: [404], is: ['not_found', false, 1, 0] },
  { posts: [409], is: ['conflict', false, 1, 30] },
  { posts: [409], lists: ['well', ...HTML], is: ['conflict', false, 1, 30] },
  { posts: [422], is: ['rejected', false, 1, 0] },
  { posts: [409], other: LATE, is: [undefined, false, 1, 20] },
  { posts: [409], other: LATE, lists: [...always('well').slice(0, 5), 'html'], is: [undefined, false, 1, 25] },
  { posts: [409], other: {}, lists: ['well', 'well', 'html'], is: [undefined, false, 1, 5] },
  { posts: [409], other: LATE, plan: FAIL, is: ['already_exists', false, 1, 20] },
  { posts: [409], other: { ...LATE, image: 'image:2' }, is: ['differs', false, 1, 20] },
  { posts: [409], other: { ...LATE, image: 'image:2' }, plan: REUSE, is: [undefined, false, 1, 20, DIFFERS] },
  { posts: [409], other: LATE, removal: 18_000, is: ['deleted', false, 1, 20] },
  { posts: [422], other: LATE, is: ['rejected', false, 1, 0] },
  { posts: [422], other: {}, is: [undefined, false, 1, 0] },
  { posts: [403], other: {}, is: ['forbidden', false, 1, 0] },
]

it.for(STORIES)('a create ends at what came back and what the looks show: %j', async story => {
  const { posts, commits, lists = [], plan, other, is, ...world } = story
  const own = { ...PLAN, ...plan, posts: faults(posts, commits), lists: faults(lists) }
  const { model, runs } = await simulate({ ...QUIET, ...world, runs: other ? [own, { ...PLAN, ...other }] : [own] })
  const [{ stop, created, ended, run } = expect.unreachable()] = runs
  const sent = model.exchanges.filter(one => one.run === 0 && one.method === 'POST')
  expect([stop?.code, created, sent.length, Math.floor(ended / 1000), ...run.caveats]).toEqual(is)
  if (created === false) expect(run.post).toBe(posts[0] === 'unsent' ? 'none' : 'without_effect')
  const said = [stop?.message, ...run.warnings].join('\n')
  if (is[0] === 'unknown_outcome')
    expect(said).toMatch(lists.length > 0 ? /could not be read to its end/ : /did not show the deployment then/)
  if (stop && posts.length === 1 && typeof posts[0] === 'number') expect(stop.facts.status).toBe(posts[0])
  if (posts[0] === 'well' && lists.length === 0) expect(run.isListed).toBe(true)
  if (lists[1] === 'well' && commits === 0) expect(said).toMatch(/It showed |deployments of the name/)
  if (other?.start)
    expect(said).toMatch(is[0] === 'rejected' ? /answered 422/ : /refused \(.*(409|422).* created it meanwhile/)
})

const COMMIT = 'a'.repeat(40)
const at = (repo_commit_sha: string | null, image_uri = 'image:1') => ({
  source_revision_config: { image_uri, repo_commit_sha },
})
const [SAME, OTHER] = [at(null), at(null, 'image:2')]
const inState = (status: string) => ({ ...SAME, status })
const [OWN_COMMIT, PLANNED] = [{ commit: COMMIT }, { commit: COMMIT, wait_for: 'active', dry_run: true }] as const

// biome-ignore format: a table
it.for<[there: Fields[], order: Partial<Order>, end: string | undefined, ...caveats: string[]]>([
  [[SAME], {}, undefined], [[SAME], FAIL, 'already_exists'], [[OTHER], {}, 'differs'], [[OTHER], FAIL, 'already_exists'],
  [[OTHER], REUSE, undefined, DIFFERS],
  [[inState('AWAITING_DELETE')], {}, 'deleted'], [[inState('AWAITING_FINAL_DELETE')], FAIL, 'deleted'],
  [[{ ...OTHER, status: 'DELETING' }], REUSE, 'deleted'],
  [[inState('DELETION_PROTECTED')], {}, undefined], [[inState('UNKNOWN')], {}, undefined],
  [[SAME, inState('DELETING')], REUSE, 'ambiguous_name'],
  [[SAME, SAME], FAIL, 'ambiguous_name'],
  [[at(COMMIT.slice(0, 7))], OWN_COMMIT, undefined],
  [[at('b'.repeat(40))], OWN_COMMIT, 'differs'],
  [[at('b'.repeat(40))], { commit: COMMIT, wait_for: 'active' }, 'wait_timeout'],
  [[at('b'.repeat(40))], PLANNED, undefined, 'it is at another commit'],
  [[at('b'.repeat(40))], { commit: COMMIT, dry_run: true, if_exists: 'reuse' }, undefined, 'it differs from the inputs'],
  [[at(COMMIT.slice(0, 7))], PLANNED, undefined],
  [[at(null)], PLANNED, undefined],
])('where %j has the name, a run %j ends as %s with the caveats: %s', async ([there, order, end, ...caveats]) => {
  const deployments = there.map(deployment)
  const { run, stop, created, posts, id } = await deployBy({ there: deployments }, order)
  expect([stop?.code, created, posts, run.caveats]).toEqual([end, false, [], caveats])
  for (const one of deployments) expect(stop?.message ?? one.id).toContain(one.id)
  if (end === 'already_exists') expect(stop?.message.includes('differs')).toBe(there[0] === OTHER)
  expect(id).toBe(deployments.length > 1 ? undefined : deployments[0]?.id)
})

it('a deployment of the name on a page before one that fails is adopted, with a warning that another one may be there', async () => {
  const page = { resources: [deployment(SAME), { id: 'o', name: 'other' }] }
  const list = (offset: number): [number, unknown] => (offset === 0 ? [200, page] : [500, ''])
  const { run, stop, posts } = await deployBy({ list })
  expect([stop, posts, run.caveats]).toEqual([undefined, [], ['another one may be there, too']])
})

it.for<[created: Fields, order: Partial<Order>, end: string | undefined, warnings: RegExp[]]>([
  [{}, {}, undefined, []],
  [{ name: undefined as never }, {}, undefined, []],
  [{ name: 'shop-1' }, {}, 'unexpected_response', []],
  [{ name: 7 as never }, {}, 'unexpected_response', []],
  [OTHER, {}, undefined, [/image_uri is "image:2", and "image:1"/]],
  [at(COMMIT), OWN_COMMIT, undefined, []],
  [at(null), OWN_COMMIT, undefined, [/`commit` was not checked/]],
  [at('b'.repeat(40)), OWN_COMMIT, undefined, [/repo_commit_sha is "b+", and "a+"/]],
])('where %j is created for %j, a run ends as %s with %j', async ([created, order, end, said]) => {
  const { run, stop, posts, ...done } = await deployBy({ created }, order)
  expect([stop?.code, done.created, posts.length]).toEqual([end, true, 1])
  expect(run.warnings).toEqual(said.map(words => expect.stringMatching(words)))
  expect(run.comparison.differences.length > 0).toBe(run.caveats.length > 0)
})
