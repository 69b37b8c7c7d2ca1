import { expect, it } from 'vitest'
import { type Event, NO_FACTS } from '../../src/deployment/facts.ts'
import type { Goal } from '../../src/deployment/goal.ts'
import { waitFor } from '../../src/deployment/wait.ts'
import type { HttpResponse } from '../../src/http/exchange.ts'
import { write } from '../../src/lib/sentence.ts'
import { lineOf } from '../../src/report/log.ts'
import { type Service, toDeployment } from '../../src/service/client.ts'
import type { Failure } from '../../src/service/failure.ts'
import { judge } from '../../src/verdict/judge.ts'
import { wordsOf } from '../../src/verdict/warnings.ts'
import { virtualClock } from '../simulation/virtual-clock.ts'

// Times are in milliseconds.
const SECOND = 1000
const HOUR = 3600 * SECOND

const ORIGIN = 'https://service.example:443'

/** A deployment as the service sends it. */
const deployment = (members: Record<string, unknown> = {}) => ({
  id: 'an-id',
  name: 'shop',
  source: 'repohost',
  status: 'READY',
  latest_revision_id: 'revision-1',
  active_revision_id: 'revision-1',
  ...members,
})

type Sent = ReturnType<typeof deployment>

const starting = (members: Record<string, unknown> = {}) =>
  deployment({ status: 'AWAITING_DATABASE', active_revision_id: null, ...members })

const atCommit = (sha: string, members: Record<string, unknown> = {}) =>
  deployment({ source_revision_config: { repo_commit_sha: sha }, ...members })

const refused = (status: number, more: object = {}): Failure => ({
  kind: 'refused',
  status,
  said: { text: 'no', fields: [] },
  ...more,
})

/** What happens in a wait. Of a list of answers the last repeats; `never` never arrives. */
interface Story {
  goal?: Partial<Goal>
  start?: Sent
  listed?: boolean
  created?: boolean
  /** The deployments that each poll finds, or its failure. */
  polls?: (Sent[] | Failure | 'never')[] | ((now: number) => Sent[])
  /** The answers of the health URL. */
  health?: (Partial<HttpResponse> | 'never')[]
}

/** Runs a wait on a virtual clock: the time and the text of each request, log line and end. */
async function play({
  goal = {},
  start = starting(),
  listed = true,
  created = false,
  polls = [[deployment()]],
  health = [{}],
}: Story) {
  const clock = virtualClock()
  const lines: string[] = []
  const note = (text: string) => lines.push(`${clock.now() / SECOND} s: ${text}`)
  const nextPoll = typeof polls === 'function' ? () => polls(clock.now()) : inTurn(polls, clock.now)
  const nextAnswer = inTurn(health, clock.now)

  const listDeployments: Service['listDeployments'] = async ({ ids, name, offset }, signal) => {
    const filters = [...(ids ? [`id ${ids}`] : []), ...(name ? [`name ${name}`] : [])]
    if (offset === '0') note(`looks for ${filters.join(', ') || 'any'}`)
    const poll = nextPoll()
    if (poll === 'never') return never(signal)
    if (!Array.isArray(poll)) return { ok: false, error: poll }
    const isMatch = (item: Sent) => (!ids || item.id === ids) && (!name || item.name === name)
    const resources = offset === '0' ? poll.filter(isMatch) : []
    return { ok: true, status: 200, value: { resources, size: resources.length, offset: undefined } }
  }
  const received = toDeployment(start)
  if (!received) throw new Error('the deployment has no id')
  const wanted: Goal = { wait_for: 'ready', wait_timeout: 60 * SECOND, ...goal }
  const waiting = waitFor(
    wanted,
    received,
    { listed, created },
    {
      service: { origin: ORIGIN, listDeployments, listRepositories: unused, createDeployment: unused },
      async health({ method, url, headers }, signal) {
        note(`${method} ${url.href} ${JSON.stringify(headers)}`)
        const answer = nextAnswer()
        if (answer === 'never') return never(signal)
        return { status: 200, headers: {}, text: '', truncated: false, ...answer }
      },
      redact: text => text,
      clock,
      random: Math.random,
      notify(event: Event) {
        const fact = event.type === 'notice' ? wordsOf(event.notice).message : lineOf(event)
        if (event.type === 'phase') note(`phase ${event.phase}`)
        else if (fact) note(write(fact))
      },
      signal: new AbortController().signal,
    },
  )
  const ended = await clock.run(waiting)
  const { failure } = judge({ action: 'wait', goal: wanted, inputs: [] }, NO_FACTS, ended)
  if (failure) note(`${failure.code}: ${write(failure.what)} [${failure.next.slice(0, 40)}]`)
  else note('the goal is reached')
  return { ended, lines, elapsed: clock.now() }
}

/** Returns the next item for each new point in time; the last repeats. */
function inTurn<T>(items: T[], now: () => number): () => T {
  let index = -1
  let last: number | undefined
  return () => {
    if (now() !== last) index++
    last = now()
    return items[Math.min(index, items.length - 1)] as T
  }
}

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const unused = () => Promise.reject(new Error('a wait only lists'))

const NEW = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const OLD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

const down = refused(503)
const lost: Failure = { kind: 'network', sent: true, code: 'ECONNRESET', cause: undefined, origin: ORIGIN }
const commit = { commit: NEW }
const active = { wait_for: 'active' as const }
const briefly = { wait_timeout: 4 * SECOND }
const health = { wait_for: 'none' as const, health_url: 'https://shop.example/ok' }
const path = { ...health, ...briefly, health_url: '/ok?token=1' }
const addressed = deployment({ source_config: { custom_url: 'https://new.example' } })
const own = { goal: commit, start: starting(), created: true }
const oldWith = (build_on_push: boolean | null) => {
  const start = atCommit(OLD, { source_config: { build_on_push } })
  return { goal: { ...commit, ...briefly }, start, polls: [[start]] }
}

const STORIES: Record<string, Story> = {
  'a new deployment may appear late': { listed: false, polls: [[], [], [], [deployment()]] },
  'a new deployment that does not appear is waited for until the time is over': {
    ...{ goal: briefly, listed: false, polls: [[]] },
  },
  'a deployment without a name is looked for by its id': { start: starting({ name: null }) },
  'a failed poll is logged once until a poll succeeds': {
    polls: [down, down, [starting()], down, [deployment()]],
  },
  'three polls in a row that are refused end the wait': {
    polls: [refused(401), refused(403), [starting()], refused(401), refused(403), refused(404)],
  },
  'a time-out names the revision that serves, and the failure of the last poll': {
    goal: { ...active, ...commit, ...briefly },
    start: atCommit(OLD),
    polls: [lost, [atCommit(NEW, { active_revision_id: 'revision-0' })], lost, down],
  },
  'a time-out does not name an earlier failure of a poll': {
    ...{ goal: { ...briefly, commit: NEW }, polls: [down, [starting({ status: null })]] },
  },
  'a time-out claims nothing of revisions that the service does not name': {
    ...{ goal: briefly, polls: [[starting({ active_revision_id: undefined })]] },
  },
  'a service that goes away for good is a time-out that names the failure': {
    ...{ goal: { ...active, ...briefly }, polls: [[starting({ status: 'READY' })], lost] },
  },
  'a Retry-After delays the next poll': {
    listed: false,
    polls: [refused(429, { retryAfter: 20 * SECOND }), [deployment()]],
  },
  'a poll that hangs ends shortly after the timeout, and the service is unreachable': { polls: ['never'] },
  'a deployment that this run created from another commit ends the wait': {
    ...own,
    polls: [[starting({ source_revision_config: { repo_commit_sha: OLD } })]],
  },
  'a push since this run created the deployment may build the commit': {
    ...own,
    polls: [[atCommit(OLD, { latest_revision_id: 'revision-2' })], [atCommit(NEW)]],
  },
  'no push builds the commit with build_on_push: false': oldWith(false),
  'a push may build the commit with build_on_push: true': oldWith(true),
  'a warning comes first if the service does not say whether a push builds the commit': oldWith(null),
  'health is checked after the deployment is ready, within the same time': {
    goal: { ...health, wait_for: 'ready', wait_timeout: 5 * SECOND },
    polls: [[starting()], [starting()], [deployment()]],
    health: [{ status: 503, text: 'Starting' }],
  },
  'health is checked once if no time is left': {
    goal: { ...health, wait_timeout: 0 },
    health: [{ status: 503, text: 'Starting' }],
  },
  'a health check that hangs ends shortly after the timeout': { goal: health, health: ['never'] },
  'the last answer counts if the next health check hangs': {
    goal: { ...health, ...briefly },
    health: [{ status: 503, text: 'Starting' }, 'never'],
  },
  'a Retry-After delays the next health check, and failed polls do not matter': {
    goal: health,
    polls: [down],
    health: [{ status: 503, headers: { 'retry-after': '7' } }, {}],
  },
  'a deletion ends a wait for health': {
    ...{ goal: health, polls: [[deployment({ status: 'DELETING' })]], health: [{ status: 503 }] },
  },
  'a health path waits for a custom_url': {
    ...{ goal: path, polls: [[deployment()], [addressed]], health: [{ status: 503 }, {}] },
  },
  'a health path without a custom_url says that the service is unreachable': { goal: path, polls: [lost] },
  'a health URL that fails is unhealthy, even if the service is unreachable': {
    ...{ goal: { ...health, ...briefly }, polls: [lost], health: [{ status: 500, text: 'No database' }] },
  },
}

it.each(Object.entries(STORIES))('%s', async (_, story) => {
  const { lines } = await play(story)
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot()
})

it('a wait of one hour sends at most 12 polls in the first 15 seconds, and at most 260 polls and health checks', async () => {
  const goal = { ...health, wait_timeout: HOUR }
  const unhealthy = { polls: [[starting()]], health: [{ status: 503 }] }
  for (const story of [{ goal: { wait_timeout: HOUR }, listed: false }, { goal }]) {
    const { lines } = await play({ ...unhealthy, ...story })
    const count = (text: string) => lines.filter(line => line.includes(text)).length
    const polls = lines.filter(line => line.includes('looks for')).map(line => Number.parseFloat(line))
    expect(polls.slice(0, 3)).toEqual(story.goal === goal ? [1, 2, 3] : [0, 1, 2])
    expect(polls.filter(at => at <= 15).length).toBeLessThanOrEqual(12)
    expect([polls.length > 200, polls.length <= 260, count('GET') <= 260]).toEqual([true, true, true])
    expect(count('Still')).toBeGreaterThan(75)
    expect(count('Still')).toBeLessThanOrEqual(120)
  }
})

it.each([
  [14 * SECOND, true],
  [50 * SECOND, false],
])('a deployment that is unlisted for %i ms of a wait: it is reached is %s', async (unlisted, isReached) => {
  const from = 3 * SECOND
  const isMissing = (now: number) => now >= from && now < from + unlisted
  const polls = (now: number) =>
    isMissing(now) ? [] : [now > 40 * SECOND ? deployment() : starting({ status: 'WARMING_UP' })]
  const { ended, elapsed } = await play({ polls })
  const code = ended.result === 'stopped' ? ended.stop.code : undefined
  expect(code).toBe(isReached ? undefined : 'gone')
  if (!isReached) expect(elapsed).toBeGreaterThanOrEqual(from + 15 * SECOND)
})

it('a deployment that a poll misses twice, each time for less than 15 seconds, is not gone', async () => {
  const polls = (now: number) => {
    if (now > 40 * SECOND) return [deployment()]
    const isMissing = now < 12 * SECOND || (now > 16 * SECOND && now < 28 * SECOND)
    return isMissing ? [] : [starting()]
  }
  const { ended } = await play({ polls })
  expect(ended.result).toBe('reached')
})
