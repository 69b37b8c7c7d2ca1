import { expect, it } from 'vitest'
import { type Target, waitFor } from '../../src/deployment/wait.ts'
import type { Goal } from '../../src/inputs/order.ts'
import { changesIn } from '../../src/report/report.ts'
import type { Cause, ErrorCode } from '../../src/run/error.ts'
import { runWork, type WaitLook } from '../../src/run/run.ts'
import { readDeployment } from '../../src/service/deployment.ts'
import { RequestFailure } from '../../src/service/failure.ts'
import { virtualClock } from '../simulation/clock.ts'
import { openAction, orderOf } from '../simulation/world.ts'
import { PLAN } from '../simulation/worlds.ts'

// What a wait makes of what its looks show, second by second. A look takes no time here.

/** What the list shows from a second on: the fields of deployments, or an answer of a status. */
type Shown = [from: number, shown: object[] | number]

interface Story {
  list: Shown[]
  goal?: Partial<Goal>
  target?: Target
  /** Whether the deployment was created just now; `listed`, if the list has shown it, too. */
  isCreated?: boolean | 'listed'
  /** Whether the filter of ids finds nothing. */
  ignoresFilter?: boolean
  /** How many seconds a look takes. One for which the wait leaves less time is cut. */
  slow?: number
  /** Until which second each page behind the first one is answered with 503. */
  failsBehind?: number
  /** What the application answers from a second on; 0 is no answer. */
  health?: [from: number, status: number][]
  /** How it ends, and after how many seconds. */
  is: [end: ErrorCode | undefined, seconds: number, cause?: Cause | undefined, status?: number]
}

const SHOP = { id: 'a', name: 'shop', status: 'READY', latest_revision_id: 'r', active_revision_id: 'old' }
const COMMIT = 'c'.repeat(40)
const by = <Value>(table: [from: number, value: Value][], seconds: number) =>
  table.findLast(([from]) => from <= seconds)?.[1]

async function wait({ list, goal, target = { id: 'a', name: '' }, isCreated, health = [], ...story }: Story) {
  const clock = virtualClock()
  const { signal } = new AbortController()
  const looks: number[] = []
  const asked: number[] = []
  let filters = 0
  const { run, service } = openAction(
    async ({ url, until }) => {
      const seconds = clock.now() / 1000
      if (url.pathname === '/ok') {
        asked.push(seconds)
        const status = by(health, seconds) ?? 200
        const isCut = (until ?? Infinity) - clock.now() < 2000
        if (status === 0) throw new RequestFailure('lost', isCut ? 'health was cut' : 'no answer', { isCut })
        return { status, headers: {}, text: status === 300 ? '' : 'shop is up' }
      }
      if (looks.at(-1) !== seconds) looks.push(seconds)
      const slow = (story.slow ?? 0) * 1000
      const left = (until ?? Infinity) - clock.now()
      if (slow > 0) await clock.sleep(Math.min(slow, Math.max(left, 1000)), signal)
      if (slow > left) throw new RequestFailure('lost', 'it was cut', { cause: 'timeout', isCut: true })
      if (url.searchParams.has('deployment_ids')) filters++
      const { offset, deployment_ids } = Object.fromEntries(url.searchParams)
      const shown = by(list, seconds) ?? []
      if (typeof shown === 'number') return { status: shown, headers: {}, text: '' }
      if (offset !== '0' && seconds < (story.failsBehind ?? 0)) return { status: 503, headers: {}, text: '' }
      const isLeft = deployment_ids !== undefined && story.ignoresFilter
      const resources = isLeft ? [] : shown.map(fields => ({ ...SHOP, ...fields })).slice(Number(offset))
      return { status: 200, headers: {}, text: JSON.stringify({ resources }) }
    },
    clock,
    signal,
  )
  const deployment = isCreated ? readDeployment({ ...SHOP, active_revision_id: 'r' }) : undefined
  if (deployment) run.adopt(deployment)
  if (deployment && isCreated === 'listed') run.see(deployment)
  const whole: Goal = { ...orderOf({ ...PLAN, waits: true }), ...goal }
  const work = () => waitFor(deployment ?? target, whole, service, run)
  const stop = await clock.run(runWork(work, { signal }, run))
  return { stop, run, looks, asked, filters, seconds: clock.now() / 1000 }
}

const [BUILDING, ACTIVE, GONE] = [[{}], [{ active_revision_id: 'r' }], []]
const [QUEUED, TWO] = [[{ status: 'AWAITING_DATABASE' }], [{}, { id: 'b' }]]
const AT = (repo_commit_sha: string | null) => [
  { active_revision_id: 'r', source_revision_config: { repo_commit_sha } },
]
const ADDRESS = { source_config: { custom_url: 'https://shop.example' } }
const HEALTH = { health_url: 'https://shop.example/ok' }
const NAME = { target: { id: '', name: 'shop' } }

// biome-ignore format: a table
const STORIES: Story[] = [
  { list: [[0, ACTIVE]], is: [undefined, 0] },
  { list: [[0, BUILDING], [30, [{ active_revision_id: 'r' }, { id: 'b' }]]], ...NAME, is: [undefined, 37] },
  { list: [[0, BUILDING], [30, ACTIVE]], is: [undefined, 37] },
  { list: [[0, BUILDING]], is: ['wait_timeout', 119, 'not_active'] }, { list: [[0, BUILDING]], goal: { wait_timeout: 2500 }, is: ['wait_timeout', 1, 'not_active'] },
  { list: [[0, QUEUED]], goal: { wait_for: 'ready' }, is: ['wait_timeout', 119, 'not_ready'] }, { list: [[0, QUEUED]], is: ['wait_timeout', 119, 'not_ready'] },
  { list: [[0, [{ status: '' }]]], is: ['wait_timeout', 119, 'not_active'] }, { list: [[0, [{ source_revision_config: { repo_ref: 'v1' } }]]], is: ['wait_timeout', 119, 'not_built'] },
  { list: [[0, QUEUED], [30, BUILDING]], goal: { wait_for: 'ready' }, is: [undefined, 37] },
  { list: [[0, AT(null)]], goal: { commit: COMMIT }, is: ['wait_timeout', 119, 'no_commit'] },
  { list: [[0, AT('d'.repeat(40))]], goal: { commit: COMMIT }, is: ['wait_timeout', 119, 'other_commit'] },
  { list: [[0, AT('d'.repeat(40))], [30, AT(COMMIT.slice(0, 7))]], goal: { commit: COMMIT }, is: [undefined, 37] },
  { list: [[0, GONE]], is: ['not_found', 15, 'not_there'] }, { list: [[0, GONE]], ...NAME, is: ['not_found', 15, 'not_there'] }, { list: [[0, GONE]], goal: { wait_timeout: 9000 }, is: ['not_found', 8, 'not_there'] },
  { list: [[0, GONE], [10, ACTIVE]], is: [undefined, 12] },
  { list: [[0, TWO]], ...NAME, is: ['ambiguous_name', 0] }, { list: [[0, TWO], [30, ACTIVE]], is: [undefined, 37] },
  { list: [[0, BUILDING], [30, [{ status: 'DELETING' }]]], is: ['deleted', 37] },
  { list: [[0, BUILDING], [30, GONE]], is: ['deleted', 58, 'not_listed'] },
  { list: [[0, BUILDING], [30, GONE], [44, BUILDING], [60, GONE], [74, ACTIVE]], is: [undefined, 87] },
  { list: [[0, GONE]], isCreated: true, is: ['wait_timeout', 119, 'not_shown'] },
  { list: [[0, GONE], [80, ACTIVE]], isCreated: true, is: [undefined, 87] }, { list: [[0, 503]], isCreated: 'listed', is: ['wait_timeout', 119, 'looks_failed', 503] },
  { list: [[0, GONE]], isCreated: true, goal: { wait_timeout: 12_000 }, is: ['wait_timeout', 11, 'not_shown'] },
  { list: [[0, ACTIVE]], isCreated: true, ignoresFilter: true, is: [undefined, 0] },
  { list: [[0, 503]], isCreated: true, is: ['wait_timeout', 119, 'looks_failed', 503] }, { list: [[0, 503]], is: ['wait_timeout', 119, 'looks_failed', 503] },
  { list: [[0, BUILDING], [30, 503]], is: ['wait_timeout', 119, 'not_active', 503] },
  { list: [[0, 302]], is: ['wait_timeout', 119, 'redirect', 302] }, { list: [[0, GONE], [1, 503]], is: ['wait_timeout', 119, 'not_shown', 503] },
  { list: [[0, GONE], [1, 503]], goal: { wait_timeout: 9000 }, is: ['wait_timeout', 8, 'not_shown', 503] },
  // A look that the end of the wait cuts says nothing, unless it is the only one.
  { list: [[0, GONE]], slow: 3, ...NAME, goal: { wait_timeout: 14_000 }, is: ['not_found', 14, 'not_there'] },
  { list: [[0, 400]], slow: 3, goal: { wait_timeout: 14_000 }, is: ['wait_timeout', 13, 'looks_failed', 400] },
  { list: [[0, BUILDING]], slow: 3, goal: { wait_timeout: 14_000 }, is: ['wait_timeout', 14, 'not_active'] },
  { list: [[0, ACTIVE]], slow: 9, goal: { wait_timeout: 5000 }, is: ['wait_timeout', 5, 'timeout'] },
  { list: [[0, ACTIVE]], ...NAME, failsBehind: Infinity, is: ['wait_timeout', 119, 'looks_failed', 503] },
  { list: [[0, ACTIVE]], failsBehind: Infinity, is: [undefined, 0] },
  { list: [[0, ACTIVE], [12, [{ id: 'b', active_revision_id: 'r' }]]], ...NAME, failsBehind: 12, is: [undefined, 14] },
  { list: [[0, 401]], is: ['unauthorized', 2, undefined, 401] }, { list: [[0, 403]], is: ['forbidden', 2, undefined, 403] }, { list: [[0, 404]], is: ['not_found', 2, undefined, 404] }, { list: [[0, 400]], is: ['wait_timeout', 119, 'looks_failed', 400] },
  { list: [[0, 403], [2, 400], [3, 403], [5, ACTIVE]], is: [undefined, 5] }, { list: [[0, 403], [2, BUILDING], [3, 403], [5, ACTIVE]], is: [undefined, 5] },
  { list: [[0, BUILDING], [30, ACTIVE]], goal: HEALTH, health: [[0, 500], [60, 204]], is: [undefined, 72] },
  { list: [[0, ACTIVE]], goal: HEALTH, health: [[0, 503]], is: ['unhealthy', 119, 'health_answered', 503] },
  { list: [[0, ACTIVE]], goal: HEALTH, health: [[0, 503], [60, 0]], is: ['unhealthy', 119, 'health_answered', 503] },
  { list: [[0, ACTIVE]], goal: HEALTH, health: [[0, 0]], is: ['unhealthy', 119] },
  { list: [[0, ACTIVE]], goal: HEALTH, health: [[0, 300]], is: ['unhealthy', 119, 'health_answered', 300] }, { list: [[0, ACTIVE]], goal: HEALTH, health: [[0, 400]], is: ['unhealthy', 119, 'health_answered', 400] },
  { list: [[0, ACTIVE]], goal: { ...HEALTH, health_contains: 'down' }, is: ['unhealthy', 119, 'health_answered', 200] },
  // Health that recovers says nothing of a deployment that is no longer listed.
  { list: [[0, ACTIVE], [30, GONE]], goal: HEALTH, health: [[0, 500], [31, 200]], is: ['deleted', 58, 'not_listed'] },
  { list: [[0, ACTIVE], [5, GONE]], goal: { ...HEALTH, wait_timeout: 12_000 }, health: [[0, 500], [6, 200]], is: ['wait_timeout', 11, 'not_shown'] },
  { list: [[0, ACTIVE], [5, GONE]], goal: { ...HEALTH, wait_timeout: 12_000 }, health: [[0, 500]], is: ['unhealthy', 11, 'health_answered', 500] },
  { list: [[0, BUILDING], [5, GONE]], goal: { wait_timeout: 12_000 }, is: ['wait_timeout', 11, 'not_active'] },
  { list: [[0, ACTIVE], [60, BUILDING]], goal: HEALTH, health: [[0, 500]], is: ['wait_timeout', 119, 'not_active'] },
  { list: [[0, ACTIVE], [30, 503], [90, ACTIVE]], goal: HEALTH, health: [[0, 500], [31, 200]], is: [undefined, 92] }, { list: [[0, ACTIVE], [30, 503]], goal: HEALTH, health: [[0, 500], [31, 200]], is: ['wait_timeout', 119, 'looks_failed', 503] },
  { list: [[0, ACTIVE]], goal: { health_url: '/ok' }, is: ['wait_timeout', 119, 'no_address'] },
  { list: [[0, ACTIVE], [30, [{ ...ADDRESS, active_revision_id: 'r' }]]], goal: { health_url: '/ok' }, is: [undefined, 37] },
  { list: [[0, BUILDING]], goal: { ...HEALTH, wait_for: 'none', healthNeedsHttps: true }, is: [undefined, 0] },
  { list: [[0, BUILDING]], goal: { health_url: 'http://shop.example/ok', wait_for: 'none', healthNeedsHttps: true }, is: ['unhealthy', 0, 'needs_https'] },
]

it.for(STORIES)('a wait ends at what its looks show: %j', async story => {
  const { stop, run, seconds } = await wait(story)
  const { cause, status } = stop?.facts ?? {}
  const [end, after, ...facts] = story.is
  expect([stop?.code, Math.floor(seconds)]).toEqual([end, after])
  expect([cause, status]).toEqual([...facts, undefined, undefined].slice(0, 2))
  if (story.failsBehind) expect([run.deployment?.id, run.isListed]).toEqual([story.failsBehind < 99 ? 'b' : 'a', true])
  expect(/points to no usable target\. At/.test(`${stop?.message}`)).toBe(status === 300)
  expect(stop?.message ?? '').not.toContain('health was cut')
  if (cause === 'other_commit') expect(stop?.message).toMatch(/showed it, it was at another commit: status READY/)
})

it('looks follow after a quarter of the time that passed, of one second to fifteen', async () => {
  const { looks } = await wait({ list: [[0, BUILDING]], is: [undefined, 0] })
  expect(looks.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6.25])
  const pauses = looks.slice(1).map((look, index) => look - (looks[index] ?? 0))
  expect([Math.max(...pauses), looks.at(-1)]).toEqual([15, 119])
  expect((await wait({ list: [[0, BUILDING]], ignoresFilter: true, is: [undefined, 0] })).filters).toBe(looks.length)
})

it('a wait that ends says when the deployment was shown last, and which looks failed', async () => {
  const said = async (...list: Shown[]) => (await wait({ list, is: [undefined, 0] })).stop?.message
  expect(await said([0, BUILDING], [30, 503])).toMatch(/At 00:00:29 UTC.* Every look since then failed/)
  expect(await said([0, BUILDING], [30, GONE], [40, 503])).toMatch(/The last look failed/)
})

it('the application is asked once all else is reached, and changes are written down once', async () => {
  // biome-ignore format: one line
  const list: Shown[] = [[0, QUEUED], [20, 403], [24, BUILDING], [35, ACTIVE]]
  // biome-ignore format: one line
  const { run, asked, looks } = await wait({ list, goal: HEALTH, health: [[0, 500], [70, 200]], is: [undefined, 0] })
  expect(asked).toEqual(looks.filter(look => look >= 35))
  const words = ({ after, state, health }: WaitLook) => [Math.floor(after / 1000), state, health?.words].join(' | ')
  expect(changesIn(run.looks).map(words)).toEqual([
    expect.stringMatching(/^0 \| status AWAITING_DATABASE.* \| $/),
    expect.stringMatching(/^2\d \| the look failed: .*403/),
    expect.stringMatching(/^2\d \| status READY, newest revision inactive.* \| $/),
    expect.stringMatching(/^3\d \| status READY, newest revision active \| .*answered 500/),
    expect.stringMatching(/^7\d \| status READY, newest revision active \| .*answered 200/),
  ])
  expect(run.reached).toBe('active and healthy')
  const cut = { list: [[0, ACTIVE]] as Shown[], goal: { ...HEALTH, wait_timeout: 14_000 }, slow: 3 }
  const { asked: times, run: ended } = await wait({ ...cut, health: [[0, 500]], is: [undefined, 0] })
  expect(times.length).toBe(ended.looks.length)
})

it.for<[goal: Partial<Goal>, reached: string]>([
  [{ wait_for: 'none' }, 'listed'],
  [{ wait_for: 'none', ...HEALTH }, 'healthy'],
  [{ wait_for: 'ready' }, 'ready'],
  [{ commit: COMMIT }, `active and at commit ${COMMIT}`],
])('in words, %j is: %s', async ([goal, reached]) => {
  expect((await wait({ list: [[0, AT(COMMIT)]], goal, is: [undefined, 0] })).run.reached).toBe(reached)
})
