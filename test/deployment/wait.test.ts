import { expect, it } from 'vitest'
import { createAction } from '../../src/actions/create.ts'
import { waitAction } from '../../src/actions/wait.ts'
import type { HttpRequest, HttpResponse, NetworkFailure } from '../../src/http/exchange.ts'
import { runInProcess } from '../security/in-process.ts'
import { INTEGRATION_ID, json, listing, lost, record } from '../summary/service.ts'

// Times are in milliseconds.
const SECOND = 1000

/** A deployment as the service sends it. */
const deployment = (members: object = {}) => ({
  ...{ id: 'an-id', name: 'shop', source: 'internal_template', status: 'READY' },
  ...{ latest_revision_id: 'revision-1', active_revision_id: 'revision-1', ...members },
})

const starting = (members: object = {}) =>
  deployment({ status: 'AWAITING_DATABASE', active_revision_id: null, ...members })

const at = (repo_commit_sha: string) => ({ source_revision_config: { repo_commit_sha } })
const atCommit = (sha: string, members: object = {}) => deployment({ ...at(sha), ...members })

const INPUTS = {
  ...{ base_url: 'https://service.test', name: 'shop', source: 'internal_template' },
  ...{ wait_for: 'ready', wait_timeout: '60s' },
}

/** A response, or why there is none; `never` never arrives. */
type Answer = Partial<HttpResponse> | NetworkFailure | 'never'

/** What happens in a wait. Of a list of answers the last repeats. */
interface Story {
  inputs?: Record<string, string>
  start?: object
  /** Whether the run creates the deployment. Otherwise it finds it. */
  created?: boolean
  /** The deployments that each later poll finds, or its failure. */
  polls?: (object[] | Answer)[] | ((now: number) => object[])
  /** The answers of the health URL. */
  health?: Answer[]
}

/** Runs a wait on a virtual clock: its log with times, its outputs, and the time and the host of each request. */
async function play(story: Story) {
  const { start = starting(), created = false, polls = [[deployment()]], health = [{}] } = story
  const asked: { at: number; host: string }[] = []
  const poll = typeof polls === 'function' ? polls : inTurn([...(created ? [] : [[start]]), ...polls])
  const check = inTurn(health)
  let isThere = !created
  function respond({ url, method }: HttpRequest, now: number): Answer {
    asked.push({ at: now / SECOND, host: url.host })
    if (url.host !== 'service.test') return check(now)
    if (url.pathname.endsWith('/repos')) return json([record('acme', 'shop')])
    if (method === 'POST') isThere = true
    if (method === 'POST') return json(start, 201)
    const listed = isThere ? poll(now) : []
    if (!Array.isArray(listed)) return listed
    return listing(...(url.searchParams.get('offset') === '0' ? listed : []))
  }
  const written = await runInProcess(
    { ...INPUTS, ...story.inputs },
    async (request, clock, signal) => {
      const answer = respond(request, clock.now())
      if (answer !== 'never') return { status: 200, text: '', ...answer }
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    {},
    { run: created ? createAction : waitAction, isTimed: true },
  )
  return { ...written, asked }
}

/** Returns the next item for each new point in time; the last repeats. */
function inTurn<T>(items: T[]): (now: number) => T {
  let index = -1
  let last: number | undefined
  return now => {
    if (now !== last) index++
    last = now
    return items[Math.min(index, items.length - 1)] as T
  }
}

const NEW = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const OLD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

const [down, refused, forbidden] = [{ status: 503 }, { status: 401 }, { status: 403 }]
const commit = { commit: NEW }
const ofCommit = { source: 'repohost', repository: 'acme/shop', integration_id: INTEGRATION_ID, ...commit }
const active = { wait_for: 'active' }
const briefly = { wait_timeout: '4s' }
const health = { wait_for: 'none', health_url: 'https://shop.example/ok' }
const path = { ...health, ...briefly, health_url: '/ok?token=1' }
const addressed = deployment({ source_config: { custom_url: 'https://new.example' } })
const oldWith = (build_on_push: boolean | null) => {
  const start = atCommit(OLD, { source_config: { build_on_push } })
  return { inputs: { ...commit, ...briefly }, start, polls: [[start]] }
}

const STORIES: Record<string, Story> = {
  'a new deployment may appear late': { ...{ created: true, polls: [...Array(8).fill([]), [deployment()]] } },
  'a new deployment that does not appear is waited for until the time is over': {
    ...{ inputs: briefly, created: true, polls: [[]] },
  },
  'a deployment without a name is looked for by its id': {
    ...{ inputs: { id: 'an-id', name: '' }, start: starting({ name: null }) },
  },
  'a failed poll is logged once until a poll succeeds': {
    polls: [down, { ...down, text: '{"request_id": "a1"}' }, [starting()], down, [deployment()]],
  },
  'three polls in a row that are refused end the wait': {
    polls: [refused, forbidden, [starting()], refused, forbidden, { status: 404 }],
  },
  'a time-out names the revision that serves, and the failure of the last poll': {
    inputs: { ...active, ...commit, ...briefly },
    start: atCommit(OLD),
    polls: [lost, [atCommit(NEW, { active_revision_id: 'revision-0' })], lost, down],
  },
  'a time-out does not name an earlier failure of a poll': {
    ...{ inputs: { ...briefly, commit: NEW }, polls: [down, [starting({ status: null })]] },
  },
  'a time-out claims nothing of revisions that the service does not name': {
    ...{ inputs: briefly, polls: [[starting({ active_revision_id: undefined })]] },
  },
  'a service that goes away for good is a time-out that names the failure': {
    ...{ inputs: { ...active, ...briefly }, polls: [[starting({ status: 'READY' })], lost] },
  },
  'a Retry-After delays the next poll': {
    polls: [{ status: 429, headers: { 'retry-after': '20' } }, [deployment()]],
  },
  'a Retry-After delays the next look for duplicates': {
    ...{ created: true, polls: [{ status: 429, headers: { 'retry-after': '3' } }, [deployment()]] },
  },
  'a poll that hangs ends shortly after the timeout': { polls: ['never'] },
  'a deployment that this run created from another commit ends the wait': {
    ...{ inputs: ofCommit, created: true, polls: [[starting()], [starting(at(OLD))]] },
  },
  'a deployment that this run created from another commit ends a check of health': {
    inputs: { ...ofCommit, ...health, wait_for: 'none' },
    ...{
      created: true,
      polls: [[starting()], [starting(at(OLD))]],
      health: [{ status: 503, text: 'Starting' }],
    },
  },
  'a push since this run created the deployment may build the commit': {
    ...{ inputs: ofCommit, created: true },
    polls: [[starting()], [atCommit(OLD, { latest_revision_id: 'revision-2' })], [atCommit(NEW)]],
  },
  'no push builds the commit with build_on_push: false': oldWith(false),
  'a push may build the commit with build_on_push: true': oldWith(true),
  'a warning comes first if the service does not say whether a push builds the commit': oldWith(null),
  'health is checked after the deployment is ready, within the same time': {
    inputs: { ...health, wait_for: 'ready', wait_timeout: '5s' },
    polls: [[starting()], [starting()], [deployment()]],
    health: [{ status: 503, text: 'Starting' }],
  },
  'health is checked once if no time is left': {
    inputs: { ...health, wait_timeout: '0' },
    health: [{ status: 503, text: 'Starting' }],
  },
  'a health check that hangs ends shortly after the timeout': { inputs: health, health: ['never'] },
  'the last answer counts if the next health check hangs': {
    inputs: { ...health, ...briefly },
    health: [{ status: 503, text: 'Starting' }, 'never'],
  },
  'a Retry-After delays the next health check, and failed polls do not matter': {
    inputs: health,
    polls: [down],
    health: [{ status: 503, headers: { 'retry-after': '7' } }, {}],
  },
  'a deletion ends a wait for health': {
    ...{ inputs: health, polls: [[deployment({ status: 'DELETING' })]], health: [{ status: 503 }] },
  },
  'a health path waits for a custom_url': {
    ...{ inputs: path, polls: [[deployment()], [addressed]], health: [{ status: 503 }, {}] },
  },
  'a health path without a custom_url names the failure of the last look': { inputs: path, polls: [lost] },
  'a health URL that fails is unhealthy, even if the service is unreachable': {
    ...{ inputs: { ...health, ...briefly }, polls: [lost], health: [{ status: 500, text: 'No database' }] },
  },
}

it.each(Object.entries(STORIES))('%s', async (_, story) => {
  const { log } = await play(story)
  expect(`\n${log.replaceAll(/.*::(endgroup|add-mask)::.*\n/g, '')}`).toMatchSnapshot()
})

it('a wait of one hour sends at most 12 polls in the first 15 seconds, and at most 260 polls and health checks', async () => {
  const unhealthy = { polls: [[starting()]], health: [{ status: 503 }] }
  for (const inputs of [{}, health]) {
    const { asked, log } = await play({ ...unhealthy, inputs: { ...inputs, wait_timeout: '1h' } })
    const timesAt = (host: string) => new Set(asked.filter(one => one.host === host).map(({ at }) => at))
    const polls = [...timesAt('service.test')]
    expect(polls.slice(0, 4)).toEqual([0, 1, 2, 3])
    expect(polls.filter(at => at <= 15).length).toBeLessThanOrEqual(13)
    expect(polls.length).toBeGreaterThan(200)
    for (const count of [polls.length, timesAt('shop.example').size]) expect(count).toBeLessThanOrEqual(260)
    const still = log.match(/Still/g)?.length
    expect(still).toBeGreaterThan(75)
    expect(still).toBeLessThanOrEqual(120)
  }
})

it.each<[string, gaps: [from: number, to: number][], error_code?: string]>([
  ['for 14 seconds is not gone', [[3, 17]]],
  ['for 50 seconds is gone', [[3, 53]], 'deleted'],
  [
    'twice for 12 seconds is not gone',
    [
      [1, 13],
      [16, 28],
    ],
  ],
])('a deployment that the list misses %s', async (_, gaps, error_code) => {
  const polls = (now: number) => {
    if (gaps.some(([from, to]) => now >= from * SECOND && now < to * SECOND)) return []
    return [now > 40 * SECOND ? deployment() : starting()]
  }
  const { outputs, asked } = await play({ polls })
  expect(outputs['error_code']).toBe(error_code)
  if (error_code) expect(asked.at(-1)?.at).toBeGreaterThanOrEqual(3 + 15)
})
