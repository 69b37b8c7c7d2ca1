import { expect, it } from 'vitest'
import { type Answer, WELL } from '../simulation/service.ts'
import { type Plan, simulate } from '../simulation/world.ts'
import { PLAN, QUIET } from '../simulation/worlds.ts'

// What answers to a create request lead to, and when. test/simulation judges random worlds by rules.

interface Story {
  /** The answers to create requests, in turn. */
  posts: Answer[]
  /** When one without a usable answer takes effect. Never, unless it is given. */
  commits?: number
  /** The answers to pages of the list, in turn. */
  lists?: Answer[]
  /** Another run of the name. */
  other?: Partial<Plan>
  /** How the run ended, what it created, how many create requests it sent, and how many seconds it took. */
  is: [end: string | undefined, created: boolean | undefined, posts: number, seconds: number]
}

const faults = (answers: Answer[], commits = -1) => answers.map(answer => ({ ...WELL, answer, commits }))
const always = (answer: Answer) => Array<Answer>(40).fill(answer)
const OPEN: Answer[] = ['lost', 'redirect', 'empty', 'html', 408, 500, 504]

// biome-ignore format: a table
const STORIES: Story[] = [
  { posts: ['well'], is: [undefined, true, 1, 0] },
  { posts: ['renamed'], is: ['unexpected_response', true, 1, 0] },
  { posts: ['unsent', 425, 429, 'well'], is: [undefined, true, 4, 5] },
  ...OPEN.map((answer): Story => ({ posts: [answer], commits: 0, is: [undefined, true, 1, 30] })),
  ...OPEN.map((answer): Story => ({ posts: [answer], is: ['unknown_outcome', undefined, 1, 30] })),
  { posts: [429, 'lost'], is: ['unknown_outcome', undefined, 2, 30] },
  { posts: always('unsent'), is: ['unreachable', false, 5, 11] },
  { posts: always(425), is: ['unavailable', false, 5, 11] },
  { posts: always(429), is: ['rate_limited', false, 5, 11] },
  { posts: [400], is: ['rejected', false, 1, 0] },
  { posts: [401], is: ['unauthorized', false, 1, 0] },
  { posts: [402], is: ['rejected', false, 1, 0] },
  { posts: [403], is: ['forbidden', false, 1, 0] },
  { posts: [404], is: ['not_found', false, 1, 0] },
  { posts: [409], is: ['conflict', false, 1, 30] },
  { posts: [422], is: ['rejected', false, 1, 0] },
  // Looks fail but for one; but for the first, before the create request; and after an answer.
  { posts: ['lost'], commits: 12_000, lists: ['well', 'html', 'html', 'well', 'well', ...always('html')], is: [undefined, true, 1, 30] },
  { posts: ['lost'], commits: 0, lists: ['well', ...always('html')], is: ['unknown_outcome', undefined, 1, 30] },
  { posts: ['well'], lists: ['well', ...always(503)], is: [undefined, true, 1, 5] },
  // What appears late.
  { posts: ['lost'], commits: 28_000, is: [undefined, true, 1, 30] },
  { posts: ['lost'], commits: 2000, other: { posts: faults(['lost'], 22_000) }, is: ['duplicate_created', undefined, 1, 30] },
  { posts: [409], other: { start: 17_000 }, is: [undefined, false, 1, 20] },
  { posts: [409], other: { start: 17_000, image: 'image:2' }, is: ['differs', false, 1, 20] },
  { posts: [422], other: { start: 17_000 }, is: ['rejected', false, 1, 0] },
]

it.for(STORIES)('after $posts a run ends so: $is', async ({ posts, commits, lists = [], other, is }) => {
  const own = { ...PLAN, posts: faults(posts, commits), lists: faults(lists) }
  const { model, runs } = await simulate({ ...QUIET, runs: other ? [own, { ...PLAN, ...other }] : [own] })
  const [{ stop, created, ended } = expect.unreachable()] = runs
  const sent = model.exchanges.filter(({ run, method }) => run === 0 && method === 'POST')
  expect([stop?.code, created, sent.length, Math.floor(ended / 1000)]).toEqual(is)
})
