import { describe, expect, it } from 'vitest'
import type { Failure } from '../../src/service/failure.ts'
import { deployment, down, HOUR, ID, SECOND, starting, textsOf, waitThrough } from './waiting.ts'

const NEW = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const OLD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const NEWER = '99999999999999999999999999999999ffffffff'

const atCommit = (sha: string, members: Record<string, unknown> = {}) =>
  deployment({ source_revision_config: { repo_commit_sha: sha }, ...members })

const refused = (status: number, more: object = {}): Failure => ({
  kind: 'refused',
  status,
  said: { text: 'no', fields: [] },
  ...more,
})

describe('a deployment that is missing in the list', () => {
  it.each([
    ['counts as deleted after two polls in a row', { polls: [[]] }, 'deleted', 2],
    [
      'is waited for if the next poll finds it',
      { polls: [[], [starting()], [], [deployment()]] },
      undefined,
      4,
    ],
    [
      'may appear within 15 seconds of its creation',
      { polls: [[], [], [], [deployment()]], listed: false },
      undefined,
      4,
    ],
    ['counts as deleted 15 seconds after its creation', { polls: [[]], listed: false }, 'deleted', 11],
    [
      'counts as deleted after two polls if an earlier poll found it',
      { polls: [[], [starting()], [], []], listed: false },
      'deleted',
      4,
    ],
  ])('%s', async (_, options, ends, polls) => {
    const { code, polled } = await waitThrough(options)
    expect([code, polled]).toEqual([ends, polls])
  })
})

describe('the filters of a poll', () => {
  it('select the deployment by id and name', async () => {
    const { queries } = await waitThrough({ polls: [[starting()], [deployment()]] })
    const filters = { ids: ID, name: 'shop', limit: '100', offset: '0' }
    expect(queries).toEqual([1, 2].map(seconds => ({ ...filters, at: seconds * SECOND })))
  })

  it('omit the name if the service returned none', async () => {
    const { queries } = await waitThrough({ start: starting({ name: null }) })
    expect(queries).toEqual([{ ids: ID, limit: '100', offset: '0', at: SECOND }])
  })

  it('are omitted after the whole list shows a deployment that they hid', async () => {
    const { ended, queries } = await waitThrough({
      polls: [[starting({ name: 'Shop' })], [deployment({ name: 'Shop' })]],
    })
    expect(ended).toBeUndefined()
    expect(queries.map(({ ids }) => ids)).toEqual([ID, undefined, undefined])
  })
})

describe('a failed poll', () => {
  it('does not end the wait, and is logged once until a poll succeeds', async () => {
    const { ended, events } = await waitThrough({ polls: [down, down, [starting()], down, [deployment()]] })
    expect(ended).toBeUndefined()
    expect(events.filter(({ type }) => type === 'look_failed')).toHaveLength(2)
  })

  it('appears in the error message if it was the last poll', async () => {
    expect((await waitThrough({ polls: [[starting()], down] })).what).toContain(
      'The last look failed: the service answered 503',
    )
    expect((await waitThrough({ polls: [down, [starting()]] })).what).not.toContain('look failed')
  })

  it('delays the next poll by its Retry-After', async () => {
    const polls = [refused(429, { retryAfter: 20 * SECOND }), [deployment()]]
    const { queries } = await waitThrough({ polls, listed: false })
    expect(queries.map(({ at }) => at)).toEqual([0, 20_000])
  })
})

describe('a wait for a commit', () => {
  it('ends if the newest revision has the commit and the state', async () => {
    const { ended, events } = await waitThrough({
      goal: { wait_for: 'active', commit: NEW },
      start: atCommit(OLD),
      polls: [
        [atCommit(OLD)],
        [atCommit(NEW, { active_revision_id: 'revision-0' })],
        [atCommit(NEW.toUpperCase())],
      ],
    })
    expect(ended).toBeUndefined()
    expect(textsOf('status', events)).toEqual([
      'READY, newest revision active, at commit 0a1b2c3d4e5f',
      'READY, at commit f00ba47f00ba',
      'READY, newest revision active, at commit F00BA47F00BA',
    ])
  })

  const commitOnly = { wait_for: 'none' as const, commit: NEW }
  const own = { start: starting(), created: true }
  it.each([
    [
      'ignores the state with wait_for: none',
      { goal: commitOnly, polls: [[atCommit(OLD)], [atCommit(NEW, { status: 'UNKNOWN' })]] },
      undefined,
      /^$/,
    ],
    [
      'names the missing commit after the timeout',
      { polls: [[atCommit(OLD)]] },
      'wait_timeout',
      /was not ready at commit f00ba47f00ba within 60 s.*at commit 0a1b2c3d4e5f/,
    ],
    [
      'ends if this run created the deployment from another commit',
      { ...own, polls: [[starting({ source_revision_config: { repo_commit_sha: OLD } })]] },
      'differs',
      /created from commit 0a1b2c3d4e5f, and not from commit f00ba47f00ba/,
    ],
    [
      'goes on if a push has built a revision since this run created the deployment',
      { ...own, polls: [[atCommit(OLD, { latest_revision_id: 'revision-2' })], [atCommit(NEW)]] },
      undefined,
      /^$/,
    ],
    [
      'ends if the source has no commits',
      { start: deployment({ source: 'external_container' }) },
      'invalid_input',
      /has no commits/,
    ],
  ])('%s', async (_, options, ends, words) => {
    const { code, what = '' } = await waitThrough({ goal: { commit: NEW }, start: atCommit(OLD), ...options })
    expect(code).toBe(ends)
    expect(what).toMatch(words)
  })

  it.each([
    ['at once if the deployment has build_on_push: false', false, 'differs', 0],
    ['after the timeout if it has build_on_push: true', true, 'wait_timeout', 0],
    ['with a warning first if the service does not say whether a push builds it', null, 'wait_timeout', 1],
  ])('ends %s', async (_, build_on_push, ends, warnings) => {
    const start = atCommit(OLD, { source_config: { build_on_push } })
    const { code, events, polled } = await waitThrough({ goal: { commit: NEW }, start, polls: [[start]] })
    expect([code, polled > 0]).toEqual([ends, ends !== 'differs'])
    expect(events.filter(({ type }) => type === 'warning')).toHaveLength(warnings)
  })
})

it.each([
  ['the status UNUSED', {}, [starting({ status: 'UNUSED' })], /^The status UNUSED/],
  [
    'a newer commit after the awaited one',
    { wait_for: 'active' as const, commit: NEW },
    [atCommit(NEW, { active_revision_id: null }), atCommit(NEWER, { active_revision_id: null })],
    /^A newer revision, at commit 999999999999, took the place/,
  ],
  [
    'a newer revision',
    { wait_for: 'active' as const },
    [starting(), starting({ latest_revision_id: 'revision-2' })],
    /^A newer revision took the place/,
  ],
])('a wait reports a doubt once and goes on with %s', async (_, goal, [start = {}, ...others], message) => {
  const polls = [start, ...others].map(poll => [poll])
  const { code, events } = await waitThrough({ goal, start, polls })
  expect(code).toBe('wait_timeout')
  expect(textsOf('doubt', events)).toEqual([expect.stringMatching(message)])
})

it('a wait of one hour sends at most 12 requests in the first 15 seconds, and at most 260 in all', async () => {
  const { queries, events } = await waitThrough({
    goal: { wait_timeout: HOUR },
    listed: false,
    polls: [[starting()]],
  })
  const times = queries.map(({ at }) => at)
  expect(times.slice(0, 3)).toEqual([0, SECOND, 2 * SECOND])
  expect(times.filter(at => at <= 15 * SECOND).length).toBeLessThanOrEqual(12)
  expect(queries.length).toBeLessThanOrEqual(260)
  expect(queries.length).toBeGreaterThan(200)
  const heartbeats = events.filter(({ type }) => type === 'heartbeat')
  expect(heartbeats.length).toBeGreaterThan(100)
  expect(heartbeats.length).toBeLessThanOrEqual(120)
  expect(textsOf('doubt', events)).toEqual([])
})

it.each([1, 30, 600])('a wait ends soon after the deployment is ready, after %i seconds', async seconds => {
  const came = seconds * SECOND
  const { ended, elapsed } = await waitThrough({
    goal: { wait_timeout: HOUR },
    polls: now => [now >= came ? deployment() : starting()],
  })
  expect(ended).toBeUndefined()
  expect(elapsed - came).toBeLessThanOrEqual(Math.max(SECOND, Math.min(15 * SECOND, came / 4)))
})
