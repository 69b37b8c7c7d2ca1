import { describe, expect, it } from 'vitest'
import {
  atCommit,
  deployment,
  doubtsIn,
  down,
  HOUR,
  ID,
  SECOND,
  starting,
  statusesIn,
  waitThrough,
} from './waiting.ts'

const NEW = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const OLD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const NEWER = '99999999999999999999999999999999ffffffff'

describe('a deployment that is missing in the list', () => {
  it('counts as deleted after two polls in a row', async () => {
    const { code, polled } = await waitThrough({ polls: [[]] })
    expect([code, polled]).toEqual(['deleted', 2])
  })

  it('does not count as deleted if the next poll finds it', async () => {
    const polls = [[], [starting()], [], [deployment()]]
    expect((await waitThrough({ polls })).ended).toBeUndefined()
  })

  it('has 15 seconds to appear after its creation', async () => {
    const { code, elapsed } = await waitThrough({ polls: [[]], listed: false })
    expect([code, elapsed >= 15 * SECOND]).toEqual(['deleted', true])
    expect((await waitThrough({ polls: [[], [], [], [deployment()]], listed: false })).ended).toBeUndefined()
  })

  it('counts as deleted after two polls if an earlier poll found it', async () => {
    const { code, polled } = await waitThrough({ polls: [[], [starting()], [], []], listed: false })
    expect([code, polled]).toEqual(['deleted', 4])
  })
})

describe('the filters of a poll', () => {
  it('select the deployment by id and name', async () => {
    const { queries } = await waitThrough({ polls: [[starting()], [deployment()]] })
    expect(queries).toMatchObject([
      { ids: ID, name: 'shop' },
      { ids: ID, name: 'shop' },
    ])
  })

  it('omit the name if the service returned none', async () => {
    const { queries } = await waitThrough({ start: starting({ name: null }) })
    expect(queries).toEqual([{ ids: ID, limit: '100', offset: '0', at: 0 }])
  })

  it('are omitted after the whole list shows a deployment that they hid', async () => {
    const polls = [[starting({ name: 'Shop' })], [deployment({ name: 'Shop' })]]
    const { ended, queries } = await waitThrough({ polls, listed: true })
    expect(ended).toBeUndefined()
    expect(queries.map(({ ids }) => ids)).toEqual([ID, undefined, undefined])
  })

  it.each([400, 422])('are omitted if the service refuses them with %i', async status => {
    const refusal = { kind: 'refused' as const, status, said: { text: 'unknown parameter', fields: [] } }
    const { code, queries } = await waitThrough({ polls: [refusal], goal: { wait_timeout: SECOND / 2 } })
    expect(code).toBe('wait_timeout')
    expect(queries.map(({ ids }) => ids)).toEqual([ID, undefined, ID, undefined])
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
    const { queries } = await waitThrough({
      polls: [
        { kind: 'refused', status: 429, retryAfter: 20 * SECOND, said: { text: '', fields: [] } },
        [deployment()],
      ],
    })
    expect(queries.map(({ at }) => at)).toEqual([0, 20_000])
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('that is refused with %i ends the wait with %s if it is the third in a row', async (status, ends) => {
    const no = { kind: 'refused' as const, status, said: { text: 'no', fields: [] } }
    const { code, polled } = await waitThrough({ polls: [no, no, [starting()], no, no, down, no] })
    expect([code, polled]).toEqual([ends, 9])
  })

  it('ends shortly after the timeout of the wait if it hangs', async () => {
    const { code, elapsed } = await waitThrough({ polls: ['never'], goal: { wait_timeout: 20 * SECOND } })
    expect([code, elapsed]).toEqual(['wait_timeout', 21 * SECOND])
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
    expect(statusesIn(events)).toEqual([
      'READY, newest revision active, at commit 0a1b2c3d4e5f',
      'READY, at commit f00ba47f00ba',
      'READY, newest revision active, at commit F00BA47F00BA',
    ])
  })

  it('ignores the state with wait_for: none', async () => {
    const { ended } = await waitThrough({
      goal: { wait_for: 'none', commit: NEW },
      start: atCommit(OLD),
      polls: [[atCommit(OLD)], [atCommit(NEW, { status: 'UNKNOWN' })]],
    })
    expect(ended).toBeUndefined()
  })

  it('names the missing commit after the timeout', async () => {
    const { code, what } = await waitThrough({
      goal: { commit: NEW },
      start: atCommit(OLD),
      polls: [[atCommit(OLD)]],
    })
    expect(code).toBe('wait_timeout')
    expect(what).toContain('was not ready at commit f00ba47f00ba within 60 s')
    expect(what).toContain('at commit 0a1b2c3d4e5f')
  })

  it('ends at once if this run created the deployment from another commit', async () => {
    const { code, what, elapsed } = await waitThrough({
      goal: { commit: NEW },
      start: starting(),
      created: true,
      listed: false,
      polls: [[starting({ source_revision_config: { repo_commit_sha: OLD } })]],
    })
    expect([code, elapsed]).toEqual(['differs', 0])
    expect(what).toContain('created from commit 0a1b2c3d4e5f, and not from commit f00ba47f00ba')
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

  it('goes on if a push has built a revision since this run created the deployment', async () => {
    const { ended } = await waitThrough({
      goal: { commit: NEW },
      start: starting(),
      created: true,
      polls: [[atCommit(OLD, { latest_revision_id: 'revision-2' })], [atCommit(NEW)]],
    })
    expect(ended).toBeUndefined()
  })

  it('ends at once if the source has no commits', async () => {
    const { code, hint, elapsed } = await waitThrough({
      goal: { commit: NEW },
      start: deployment({ source: 'external_container' }),
    })
    expect([code, hint, elapsed]).toEqual(['invalid_input', 'no_commits', 0])
  })
})

describe('a wait', () => {
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
  ])('reports a doubt once and goes on with %s', async (_, goal, [start = {}, ...others], message) => {
    const polls = [start, ...others].map(poll => [poll])
    const { code, events } = await waitThrough({ goal, start, polls })
    expect(code).toBe('wait_timeout')
    expect(doubtsIn(events)).toEqual([expect.stringMatching(message)])
  })

  it('reports no doubt if the deployment becomes ready', async () => {
    const polls = [[starting()], [deployment()]]
    expect(doubtsIn((await waitThrough({ polls })).events)).toEqual([])
  })
})

describe('a wait of one hour', () => {
  it('sends at most 12 requests in the first 15 seconds, and at most 260 in all', async () => {
    const { queries, events } = await waitThrough({
      goal: { wait_timeout: HOUR },
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
  })
})

it('a wait ends soon after the deployment is ready, even after a long time', async () => {
  for (const came of [SECOND, 30 * SECOND, 600 * SECOND]) {
    const { ended, elapsed } = await waitThrough({
      goal: { wait_timeout: HOUR },
      polls: now => [now >= came ? deployment() : starting()],
    })
    expect(ended).toBeUndefined()
    expect(elapsed - came).toBeLessThanOrEqual(Math.max(SECOND, Math.min(15 * SECOND, came / 4)))
  }
})
