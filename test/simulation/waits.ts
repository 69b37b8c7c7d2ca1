import fc from 'fast-check'
import type { Goal } from '../../src/deployment/goal.ts'
import type { Outcome } from '../../src/deployment/outcome.ts'
import type { Target } from '../../src/deployment/wait.ts'
import type { Send } from '../../src/http/exchange.ts'
import { answer, type ListFault, lost } from './model.ts'
import { among, randomOf, sampled, time, weighted } from './schedule.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'
import { type Code, serviceOf } from './world.ts'

// Worlds in which a run waits for a deployment that others push to, delete, and break. Times are in milliseconds.

const ID = 'd3b07384-d113-4ec6-a7d5-0e5a4c7b2f10'
const WANTED = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const OTHER = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

const LONG = 1_800_000

/** A revision: when it becomes the newest, and after which time it is active. The first active one is READY. */
const revision = (at: fc.Arbitrary<number>) => fc.record({ at, wanted: fc.boolean(), takes: time(200_000) })

const fault = weighted<ListFault>(
  [6, fc.constant({ kind: 'ok' })],
  [1, fc.record({ kind: fc.constant('lost'), after: time(30_000) })],
  [2, fc.record({ kind: fc.constant('status'), status: among(401, 401, 401, 404, 429, 500, 503) })],
)

const EXPIRED: ListFault[] = Array(6).fill({ kind: 'status', status: 401 })

const schedule = fc.record({
  by: among('id', 'name'),
  wait_for: among('none', 'ready', 'active'),
  commit: fc.boolean(),
  health: fc.boolean(),
  wait_timeout: time(LONG),
  revisions: fc
    .tuple(revision(fc.constant(0)), fc.array(revision(time(LONG)), { maxLength: 4 }))
    .map(([first, pushes]) => [first, ...pushes.toSorted((a, b) => a.at - b.at)]),
  deleted: fc.option(fc.record({ at: time(2 * LONG), gone: fc.boolean() }), { nil: undefined, freq: 3 }),
  /** When the health URL begins to answer 200; never if undefined. */
  healthyFrom: fc.option(time(LONG), { nil: undefined, freq: 4 }),
  /** Whether the service uses filters, ignores them, or refuses the one by id. */
  filters: among('used', 'ignored', 'refused'),
  others: among(0, 3, 250),
  // Sometimes the key expires at the end.
  faults: fc
    .tuple(fc.array(fault, { maxLength: 25 }), among([], [], EXPIRED))
    .map(([faults, end]) => [...faults, ...end]),
  latency: time(1000),
  cancelled: fc.option(time(LONG), { nil: undefined, freq: 8 }),
})

type WaitSchedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never

/** The schedule of a seed; the same seed gives the same schedule. */
export const waitScheduleOf = (seed: number): WaitSchedule => sampled(schedule, seed)

/** The result of one request. `holds` is whether it showed the state and the commit of the goal. */
interface Answer {
  at: number
  of: 'list' | 'health'
  result: 'shown' | 'absent' | 'failed' | 'healthy' | 'unhealthy'
  holds?: boolean
  /** Of a refused list. */
  status?: number
}

export interface WaitWorld {
  schedule: WaitSchedule
  outcome: Outcome | 'cancelled'
  answers: Answer[]
  ended: number
  /** When the wait began, after the look-up; undefined if it did not begin. */
  began: number | undefined
  requests: number
}

/** The deployment at a time; undefined if it is gone. */
export function deploymentAt({ revisions, deleted }: WaitSchedule, now: number) {
  const isDeleted = deleted !== undefined && now >= deleted.at
  if (isDeleted && deleted.gone) return undefined
  const active = revisions.findLastIndex(({ at, takes }) => now >= at + takes)
  const newest = revisions.findLastIndex(({ at }) => at <= now)
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
export async function simulateWait(schedule: WaitSchedule, code: Code): Promise<WaitWorld> {
  const clock = virtualClock()
  const cancellation = new AbortController()
  const { signal } = cancellation
  const { by, cancelled, wait_for, wait_timeout, commit, health } = schedule
  if (cancelled !== undefined) clock.after(cancelled, () => cancellation.abort())
  const goal: Goal = {
    wait_for,
    wait_timeout,
    ...(commit && { commit: WANTED }),
    ...(health && { health_url: 'https://shop.test/ok' }),
  }
  const world: WaitWorld = {
    schedule,
    outcome: 'cancelled',
    answers: [],
    ended: 0,
    began: undefined,
    requests: 0,
  }
  const retry = { clock, random: randomOf(wait_timeout + 1), onRetry: () => {} }
  const service = serviceOf(code, listOf(world, clock), retry)
  const target: Target = by === 'id' ? { id: ID } : { name: 'shop' }
  const notify = ({ type }: { type: string }) => {
    if (type === 'found') world.began = clock.now()
  }
  const context = { service, clock, signal, notify, health: healthOf(world, clock), excerpt: String }
  try {
    world.outcome = await clock.run(code.waitForExisting(target, goal, context))
  } catch (error) {
    if (!signal.aborted) throw error
  }
  world.ended = clock.now()
  return world
}

function listOf(world: WaitWorld, clock: VirtualClock): Send {
  const { schedule, answers } = world
  const { filters, others, latency } = schedule
  const faults = [...schedule.faults]
  return async ({ url: { searchParams } }, signal) => {
    world.requests++
    const fault = faults.shift()
    await clock.sleep(latency, signal)
    const note = (result: Answer['result'], seen?: Partial<Answer>) =>
      answers.push({ at: clock.now(), of: 'list', result, ...seen })
    if (fault?.kind === 'lost') {
      await clock.sleep(fault.after, signal)
      note('failed')
      return lost()
    }
    const [id, name] = [searchParams.get('deployment_ids'), searchParams.get('name_contains')]
    const status = fault?.kind === 'status' ? fault.status : filters === 'refused' && id !== null ? 422 : 0
    if (status > 0) {
      note('failed', { status })
      return answer(status, { detail: 'no' })
    }
    const own = deploymentAt(schedule, clock.now())
    const all = [...Array.from({ length: others }, (_, index) => otherOf(index)), ...(own ? [own] : [])]
    const listed =
      filters === 'ignored'
        ? all
        : all.filter(item => (id === null || item.id === id) && item.name.includes(name ?? ''))
    const offset = Number(searchParams.get('offset'))
    const resources = listed.slice(offset, offset + 100)
    if (own && resources.includes(own)) note('shown', { holds: holdsAt(schedule, clock.now()) })
    // Only the end of the whole list ends a look that does not find it.
    else if (!own && id === null && resources.length === 0) note('absent')
    return answer(200, { resources, offset: offset + resources.length })
  }
}

const otherOf = (index: number) => ({ id: `other-${index}`, name: `shop-${index}`, status: 'READY' })

function healthOf({ schedule: { healthyFrom, latency }, answers }: WaitWorld, clock: VirtualClock): Send {
  return async (_, signal) => {
    await clock.sleep(latency, signal)
    const healthy = healthyFrom !== undefined && clock.now() >= healthyFrom
    answers.push({ at: clock.now(), of: 'health', result: healthy ? 'healthy' : 'unhealthy' })
    return answer(healthy ? 200 : 503, {})
  }
}
