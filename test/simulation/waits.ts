import fc from 'fast-check'
import type { Goal } from '../../src/deployment/goal.ts'
import type { Outcome } from '../../src/deployment/outcome.ts'
import type { Target, waitForExisting } from '../../src/deployment/wait.ts'
import type { HttpResponse, NetworkFailure, Send } from '../../src/http/exchange.ts'
import type { openService } from '../../src/service/client.ts'
import { LIST_PARAMETERS } from '../../src/service/client.ts'
import { randomOf } from './schedule.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'

// Worlds in which a run waits for a deployment that others push to, delete, and break. Times are in milliseconds.

/** The code under test: that of src/, or a copy with a broken rule. */
export interface WaitCode {
  waitForExisting: typeof waitForExisting
  openService: typeof openService
}

const ID = 'd3b07384-d113-4ec6-a7d5-0e5a4c7b2f10'
const WANTED = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const OTHER = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

/** A revision, and the time from which it is the newest. */
interface Revision {
  at: number
  wanted: boolean
  /** Time until it is active; the deployment is READY from the first active revision on. */
  takes: number
}

type Fault = { kind: 'none' } | { kind: 'lost'; after: number } | { kind: 'status'; status: number }

interface WaitSchedule {
  by: 'id' | 'name'
  wait_for: Goal['wait_for']
  commit: boolean
  health: boolean
  wait_timeout: number
  first: Omit<Revision, 'at'>
  pushes: Revision[]
  deleted: { at: number; gone: boolean } | undefined
  /** When the health URL begins to answer 200; never if undefined. */
  healthyFrom: number | undefined
  /** How the service handles filters. */
  filters: 'all' | 'name' | 'none' | 'refused' | 'misread'
  others: number
  faults: Fault[]
  latency: number
  cancelled: number | undefined
}

const time = (max: number) => fc.integer({ min: 0, max })
const LONG = 1_800_000

const revision = { wanted: fc.boolean(), takes: time(200_000) }

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { arbitrary: fc.constant({ kind: 'none' as const }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant('lost' as const), after: time(30_000) }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(401, 401, 401, 404, 429, 500, 503),
    }),
    weight: 2,
  },
)

const schedule: fc.Arbitrary<WaitSchedule> = fc.record({
  by: fc.constantFrom('id' as const, 'name' as const),
  wait_for: fc.constantFrom('none' as const, 'ready' as const, 'active' as const),
  commit: fc.boolean(),
  health: fc.boolean(),
  wait_timeout: time(LONG),
  first: fc.record(revision),
  pushes: fc.array(fc.record({ at: time(LONG), ...revision }), { maxLength: 4 }),
  deleted: fc.option(fc.record({ at: time(2 * LONG), gone: fc.boolean() }), { nil: undefined, freq: 3 }),
  healthyFrom: fc.option(time(LONG), { nil: undefined, freq: 4 }),
  filters: fc.constantFrom('all', 'name', 'none', 'refused', 'misread'),
  others: fc.constantFrom(0, 3, 250),
  // Sometimes the key expires at the end.
  faults: fc
    .tuple(fc.array(fault, { maxLength: 25 }), fc.constantFrom(0, 0, 6))
    .map(([faults, refused]) => [...faults, ...Array(refused).fill({ kind: 'status', status: 401 })]),
  latency: time(1000),
  cancelled: fc.option(time(LONG), { nil: undefined, freq: 8 }),
})

/** The schedule of a seed; the same seed gives the same schedule. */
export function waitScheduleOf(seed: number): WaitSchedule {
  const [sampled] = fc.sample(schedule, { seed, numRuns: 1 })
  if (!sampled) throw new Error('no schedule')
  return { ...sampled, pushes: sampled.pushes.toSorted((a, b) => a.at - b.at) }
}

/** The result of one request. `holds` is whether it showed the state and the commit of the goal. */
interface Answer {
  at: number
  of: 'list' | 'health'
  result: 'shown' | 'absent' | 'failed' | 'healthy' | 'unhealthy'
  holds: boolean
  /** Of a refused list. */
  status?: number
}

export interface WaitWorld {
  schedule: WaitSchedule
  goal: Goal
  outcome: Outcome | 'cancelled'
  answers: Answer[]
  ended: number
  /** When the wait began, after the look-up; undefined if it did not begin. */
  began: number | undefined
  requests: number
}

/** The deployment at a time; undefined if it is gone. */
export function deploymentAt({ first, pushes, deleted }: WaitSchedule, now: number) {
  const isDeleted = deleted !== undefined && now >= deleted.at
  if (isDeleted && deleted.gone) return undefined
  const revisions = [{ ...first, at: 0 }, ...pushes].filter(({ at }) => at <= now)
  const active = revisions.findLastIndex(({ at, takes }) => now >= at + takes)
  const newest = revisions.length - 1
  return {
    id: ID,
    name: 'shop',
    source: 'repohost',
    status: isDeleted ? 'AWAITING_DELETE' : active === -1 ? 'AWAITING_DATABASE' : 'READY',
    latest_revision_id: `revision-${newest}`,
    active_revision_id: active === -1 ? null : `revision-${active}`,
    source_revision_config: { repo_commit_sha: revisions[newest]?.wanted ? WANTED : OTHER },
  }
}

/** Whether the deployment has the state and the commit of the goal at a time; independent of src/. */
export function holdsAt(schedule: WaitSchedule, now: number): boolean {
  const deployment = deploymentAt(schedule, now)
  if (!deployment || deployment.status === 'AWAITING_DELETE') return false
  const { wait_for, commit } = schedule
  if (commit && deployment.source_revision_config.repo_commit_sha !== WANTED) return false
  if (wait_for === 'ready') return deployment.status === 'READY'
  return wait_for === 'none' || deployment.active_revision_id === deployment.latest_revision_id
}

/** Simulates a schedule, from the look-up to the end of the wait. */
export async function simulateWait(
  schedule: WaitSchedule,
  { waitForExisting, openService }: WaitCode,
): Promise<WaitWorld> {
  const clock = virtualClock()
  const cancellation = new AbortController()
  const { signal } = cancellation
  const { cancelled, wait_for, wait_timeout, commit, health } = schedule
  if (cancelled !== undefined) clock.after(cancelled, () => cancellation.abort())
  const goal: Goal = {
    wait_for,
    wait_timeout,
    ...(commit && { commit: WANTED }),
    ...(health && { health_url: 'https://shop.test/ok' }),
  }
  const world: WaitWorld = {
    schedule,
    goal,
    outcome: 'cancelled',
    answers: [],
    ended: 0,
    began: undefined,
    requests: 0,
  }
  const service = openService({
    baseUrl: 'https://service.test',
    headers: {},
    authorization: () => Promise.resolve({}),
    listParameters: LIST_PARAMETERS,
    send: listOf(world, clock),
    received: () => {},
    retry: { clock, random: randomOf(wait_timeout + 1), onRetry: () => {} },
  })
  const target: Target = schedule.by === 'id' ? { id: ID } : { name: 'shop' }
  const notify = (event: { type: string }) => {
    if (event.type === 'found') world.began = clock.now()
  }
  const context = { service, clock, signal, notify, health: healthOf(world, clock), excerpt: String }
  try {
    world.outcome = await clock.run(waitForExisting(target, goal, context))
  } catch (error) {
    if (!signal.aborted) throw error
  }
  world.ended = clock.now()
  return world
}

const response = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: {},
  text: JSON.stringify(body),
  truncated: false,
})

function listOf(world: WaitWorld, clock: VirtualClock): Send {
  const { schedule, answers } = world
  const { filters, others, latency } = schedule
  const faults = [...schedule.faults]
  return async ({ url }, signal) => {
    world.requests++
    const fault = faults.shift() ?? { kind: 'none' }
    await clock.sleep(latency, signal)
    const answer = (result: Answer['result'], holds = false, status = 0) =>
      answers.push({ at: clock.now(), of: 'list', result, holds, status })
    if (fault.kind === 'lost') {
      await clock.sleep(fault.after, signal)
      answer('failed')
      return lost
    }
    const { searchParams } = url
    if (fault.kind === 'status' || (filters === 'refused' && searchParams.has('deployment_ids'))) {
      const status = fault.kind === 'status' ? fault.status : 422
      answer('failed', false, status)
      return response(status, { detail: 'no' })
    }
    const own = deploymentAt(schedule, clock.now())
    const all = [...Array.from({ length: others }, (_, index) => otherOf(index)), ...(own ? [own] : [])]
    const [id, name] = [searchParams.get('deployment_ids'), searchParams.get('name_contains')]
    const listed = all.filter(
      item =>
        (id === null || (filters === 'all' ? item.id === id : filters !== 'misread')) &&
        (name === null || !['all', 'name'].includes(filters) || item.name.includes(name)),
    )
    const offset = Number(searchParams.get('offset'))
    const resources = listed.slice(offset, offset + 100)
    const isShown = own !== undefined && resources.includes(own)
    if (isShown || !listed.includes(own as never))
      answer(isShown ? 'shown' : 'absent', isShown && holdsAt(schedule, clock.now()))
    return response(200, { resources, offset: offset + resources.length })
  }
}

const lost: NetworkFailure = { kind: 'network', sent: true, code: 'ECONNRESET', cause: new Error('reset') }

const otherOf = (index: number) => ({ id: `other-${index}`, name: `shop-${index}`, status: 'READY' })

function healthOf({ schedule: { healthyFrom, latency }, answers }: WaitWorld, clock: VirtualClock): Send {
  return async (_, signal) => {
    await clock.sleep(latency, signal)
    const healthy = healthyFrom !== undefined && clock.now() >= healthyFrom
    answers.push({ at: clock.now(), of: 'health', result: healthy ? 'healthy' : 'unhealthy', holds: false })
    return response(healthy ? 200 : 503, {})
  }
}
