import fc from 'fast-check'
import type { Goal } from '../../src/deployment/goal.ts'
import type { Outcome } from '../../src/deployment/outcome.ts'
import type { Send } from '../../src/http/exchange.ts'
import { answer, type Fault, NAME, OK, serviceModel } from './model.ts'
import { among, inTurn, randomOf, sampled, time, weighted } from './schedule.ts'
import { virtualClock } from './virtual-clock.ts'
import { type Code, NO_FAULTS, PLAIN, serviceOf } from './world.ts'

// Worlds in which a run waits for a deployment that others push to, delete, and break. Times are in milliseconds.

const WANTED = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const OTHER = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

const LONG = 1_800_000

/** A revision: when it becomes the newest, and after which time it is active. The first active one is READY. */
const revision = (at: fc.Arbitrary<number>) => fc.record({ at, wanted: fc.boolean(), takes: time(200_000) })

const fault = weighted<Fault>(
  [6, fc.constant(OK)],
  [1, fc.record({ result: fc.constant('lost'), after: time(30_000) })],
  [2, fc.record({ result: among(401, 401, 401, 404, 429, 500, 503) })],
)

const EXPIRED: Fault[] = Array(6).fill({ result: 401 })

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
  result: 'shown' | 'failed' | 'healthy' | 'unhealthy'
  holds?: boolean
  /** Of a refused list. */
  status?: number
}

export type WaitWorld = Awaited<ReturnType<typeof simulateWait>>

/** The deployment at a time; undefined if it is gone. */
export function deploymentAt({ revisions, deleted }: WaitSchedule, now: number) {
  const isDeleted = deleted !== undefined && now >= deleted.at
  if (isDeleted && deleted.gone) return undefined
  const active = revisions.findLastIndex(({ at, takes }) => now >= at + takes)
  const newest = revisions.findLastIndex(({ at }) => at <= now)
  return {
    name: NAME,
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
export async function simulateWait(schedule: WaitSchedule, code: Code) {
  const { by, cancelled, wait_for, wait_timeout, commit, latency, filters, healthyFrom } = schedule
  const clock = virtualClock()
  const cancellation = new AbortController()
  const { signal } = cancellation
  if (cancelled !== undefined) clock.after(cancelled, () => cancellation.abort())
  const goal: Goal = {
    wait_for,
    wait_timeout,
    ...(commit && { commit: WANTED }),
    ...(schedule.health && { health_url: 'https://shop.test/ok' }),
  }
  const others = Array.from({ length: schedule.others }, (_, index) => ({ name: `${NAME}-${index}` }))
  const model = serviceModel(
    { ...PLAIN, latency, filters, newestFirst: false },
    [...others, now => deploymentAt(schedule, now)],
    { ...NO_FAULTS, list: inTurn(schedule.faults) },
    clock,
  )
  const id = model.deployments.at(-1)?.id ?? ''
  const checks: Answer[] = []
  const health: Send = async (_, signal) => {
    await clock.sleep(latency, signal)
    const healthy = healthyFrom !== undefined && clock.now() >= healthyFrom
    checks.push({ at: clock.now(), of: 'health', result: healthy ? 'healthy' : 'unhealthy' })
    return answer(healthy ? 200 : 503, {})
  }
  let outcome: Outcome | 'cancelled' = 'cancelled'
  const events: { type: string; at: number }[] = []
  const notify = ({ type }: { type: string }) => void events.push({ type, at: clock.now() })
  const retry = { clock, random: randomOf(wait_timeout + 1), onRetry: () => {} }
  const service = serviceOf(code, model.sendFor('wait'), retry)
  const context = { service, clock, signal, notify, health, excerpt: String }
  try {
    outcome = await clock.run(code.waitForExisting(by === 'id' ? { id } : { name: NAME }, goal, context))
  } catch (error) {
    if (!signal.aborted) throw error
  }
  const looks = model.exchanges.flatMap(({ at, result, shown }): Answer[] => {
    if (result === 'aborted') return []
    if (result !== 200) return [{ at, of: 'list', result: 'failed', status: Number(result) || 0 }]
    return shown?.includes(id) ? [{ at, of: 'list', result: 'shown', holds: holdsAt(schedule, at) }] : []
  })
  const answers = [...looks, ...checks].sort((a, b) => a.at - b.at)
  return {
    schedule,
    outcome,
    answers,
    /** When the wait began, after the look-up; undefined if it did not begin. */
    began: events.find(({ type }) => type === 'found')?.at,
    /** When each poll ended. It takes several requests if it reads the whole list. */
    polls: events.filter(({ type }) => type === 'looked').map(({ at }) => at),
    ended: clock.now(),
    requests: model.exchanges.length,
  }
}
