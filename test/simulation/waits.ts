import fc from 'fast-check'
import type { Goal } from '../../src/deployment/goal.ts'
import type { Send } from '../../src/http/exchange.ts'
import { answer, type Fault, NAME, OK, serviceModel } from './model.ts'
import { virtualClock } from './virtual-clock.ts'
import { type Code, NO_FAULTS, PLAIN, randomOf, serviceOf } from './world.ts'

// Worlds in which a run waits for a deployment that others push to, delete, and break. Times are in milliseconds.

/** The limits of a wait, repeated here independently of src/. */
const GRACE = 1000
const REQUESTS_PER_SECOND = 2
/** A state that lasts as long, in the sight of the service, must be found. */
const NOTICED_WITHIN = 60_000

const WANTED = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const OTHER = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

const LONG = 1_800_000

const time = (max: number) => fc.integer({ min: 0, max })

/** One of several values, which keep their types. */
const among = <const T extends unknown[]>(...values: T): fc.Arbitrary<T[number]> =>
  fc.constantFrom<unknown[]>(...values)

/** A revision: when it becomes the newest, and after which time it is active. The first active one is READY. */
const revision = (at: fc.Arbitrary<number>) => fc.record({ at, wanted: fc.boolean(), takes: time(200_000) })

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(OK) },
  { weight: 1, arbitrary: fc.record({ result: fc.constant('lost' as const), after: time(30_000) }) },
  { weight: 2, arbitrary: fc.record({ result: among(401, 404, 429, 500, 503) }) },
)

const schedule = fc.record({
  wait_for: among('ready', 'active'),
  commit: fc.boolean(),
  health: fc.boolean(),
  wait_timeout: time(LONG),
  revisions: fc
    .tuple(revision(fc.constant(0)), fc.array(revision(time(LONG)), { maxLength: 4 }))
    .map(([first, pushes]) => [first, ...pushes.toSorted((a, b) => a.at - b.at)]),
  deleted: fc.option(time(2 * LONG), { nil: undefined, freq: 3 }),
  /** When the health URL begins to answer 200; never if undefined. */
  healthyFrom: fc.option(time(LONG), { nil: undefined, freq: 4 }),
  filters: among('used', 'ignored', 'refused'),
  faults: fc.array(fault, { maxLength: 25 }),
  latency: time(1000),
})

type WaitSchedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never

/** The schedule of a seed; the same seed gives the same schedule. */
export function waitScheduleOf(seed: number): WaitSchedule {
  const [sampled] = fc.sample(schedule, { seed, numRuns: 1 })
  if (!sampled) throw new Error('no schedule')
  return sampled
}

/** The deployment at a time. */
function deploymentAt({ revisions, deleted = Infinity }: WaitSchedule, now: number) {
  const active = revisions.findLastIndex(({ at, takes }) => now >= at + takes)
  const newest = revisions.findLastIndex(({ at }) => at <= now)
  return {
    name: NAME,
    source: 'repohost',
    status: now >= deleted ? 'AWAITING_DELETE' : active === -1 ? 'AWAITING_DATABASE' : 'READY',
    latest_revision_id: `revision-${newest}`,
    active_revision_id: active === -1 ? null : `revision-${active}`,
    source_revision_config: { repo_commit_sha: revisions[newest]?.wanted ? WANTED : OTHER },
  }
}

/** Whether the deployment has the state and the commit of the goal at a time; independent of src/. */
function holdsAt(schedule: WaitSchedule, now: number): boolean {
  const { status, source_revision_config, ...revisions } = deploymentAt(schedule, now)
  if (status !== 'READY') return false
  if (schedule.commit && source_revision_config.repo_commit_sha !== WANTED) return false
  return schedule.wait_for === 'ready' || revisions.active_revision_id === revisions.latest_revision_id
}

/** Simulates a wait for an existing deployment, from the look-up to its end. Returns its end and the broken rules. */
export async function simulateWait(schedule: WaitSchedule, code: Code) {
  const { wait_for, wait_timeout, commit, latency, filters, healthyFrom = Infinity, deleted } = schedule
  const clock = virtualClock()
  const goal: Goal = {
    wait_for,
    wait_timeout,
    ...(commit && { commit: WANTED }),
    ...(schedule.health && { health_url: 'https://shop.test/ok' }),
  }
  const traits = { ...PLAIN, latency, filters }
  const left = [...schedule.faults]
  const faults = { ...NO_FAULTS, list: () => left.shift() ?? OK }
  const model = serviceModel(traits, [now => deploymentAt(schedule, now)], faults, clock)
  const checks: { at: number; isHealthy: boolean }[] = []
  const health: Send = async (_, signal) => {
    await clock.sleep(latency, signal)
    const isHealthy = clock.now() >= healthyFrom
    checks.push({ at: clock.now(), isHealthy })
    return answer(isHealthy ? 200 : 503, {})
  }
  const random = randomOf(wait_timeout + 1)
  const service = serviceOf(code, model.sendFor('wait'), { clock, random, onRetry: () => {} })
  const { signal } = new AbortController()
  const context = { service, clock, random, signal, notify() {}, health, redact: String }
  const outcome = await clock.run(code.waitForExisting({ name: NAME }, goal, context))
  const end = outcome.result === 'failed' ? outcome.failure.code : outcome.result
  const ended = clock.now()

  const looks = model.exchanges.filter(({ result }) => result !== 'aborted')
  const shown = looks.filter(({ shown }) => shown?.length)
  const states = shown.map(({ at }) => holdsAt(schedule, at))
  const [firstCheck] = checks
  const seconds = Array.from({ length: NOTICED_WITHIN / 1000 }, (_, index) => ended - GRACE - index * 1000)
  const isPlain = looks.every(
    ({ at, result }) => result === 200 || result === 422 || at < ended - 3 * NOTICED_WITHIN,
  )
  const rules = {
    'sends few requests': looks.length + checks.length <= 45 + (REQUESTS_PER_SECOND * ended) / 1000,
    'ends in time': ended <= wait_timeout + 2 * GRACE,
    'reports no time-out before the time is over':
      !['wait_timeout', 'unhealthy'].includes(end) || ended >= wait_timeout,
    'succeeds if the last look showed the state': end !== 'reached' || schedule.health || states.at(-1),
    'succeeds if a look showed the state, and then the application was healthy':
      end !== 'reached' || !schedule.health || (states.includes(true) && checks.at(-1)?.isHealthy),
    'asks for health once the state is reached':
      !firstCheck || (schedule.health && shown.some(({ at }, index) => states[index] && at <= firstCheck.at)),
    'reports a deletion only of a deployment that is being deleted':
      end !== 'deleted' || ended >= (deleted ?? Infinity),
    'finds a state that lasts':
      end !== 'wait_timeout' || !isPlain || seconds.some(at => at < 0 || !holdsAt(schedule, at)),
    'finds health that lasts':
      end !== 'unhealthy' || checks.length < 2 || healthyFrom > ended - NOTICED_WITHIN,
  }
  return { end, broken: Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule])) }
}
