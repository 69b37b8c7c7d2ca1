import fc from 'fast-check'
import type { Faults, ListFault, PostFault, Traits } from './model.ts'
import { virtualClock } from './virtual-clock.ts'
import { type Code, type Setting, simulateRuns, type World } from './world.ts'

/** The events of one random world. Faults apply to the requests of all runs in their order of arrival. */
interface Schedule {
  setting: Setting
  posts: PostFault[]
  lists: ListFault[]
  outage: Faults['outage']
  randomSeed: number
}

const time = (max: number) => fc.integer({ min: 0, max })

const ok = fc.constant({ kind: 'ok' as const })

/** Refusals in the words of many services. Only the list may decide what they mean. */
const BODIES: unknown[] = [
  {},
  '',
  '<title>Conflict</title>',
  { detail: 'Resource already exists' },
  { detail: 'Deployment already exists. Maximum one per project.' },
  { detail: { error: 'A deployment named Shop already exists' } },
  { detail: 'There already exists a project named: Shop' },
  { message: 'Ya existe un despliegue con ese nombre' },
  { detail: 'Deployment limit reached' },
  { detail: 'Another operation is in progress' },
  { errors: [{ path: ['name'], message: 'must be unique' }] },
  { detail: [{ loc: ['body', 'secrets', 0], msg: 'duplicate value' }] },
]

const post = fc.oneof(
  { arbitrary: ok, weight: 5 },
  { arbitrary: fc.constant({ kind: 'refused' as const }), weight: 2 },
  {
    arbitrary: fc.record({ kind: fc.constant('lost' as const), effect: fc.boolean(), after: time(30_000) }),
    weight: 6,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('late' as const),
      // Within the settling time, around its end, and at any time.
      by: fc.oneof(time(14_000), fc.integer({ min: 14_000, max: 22_000 }), time(60_000)),
      answer: fc.constantFrom('lost' as const, 502 as const, 504 as const),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record(
      {
        kind: fc.constant('status' as const),
        status: fc.constantFrom(408, 425, 429, 400, 400, 401, 403, 404, 409, 409, 418, 422),
        effect: fc.constant(false),
        retryAfter: fc.integer({ min: 0, max: 90 }),
        body: fc.constantFrom(...BODIES),
      },
      { requiredKeys: ['kind', 'status', 'effect'] },
    ),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(302, 303, 500, 502, 503, 504),
      effect: fc.boolean(),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ kind: fc.constant('garbage' as const), effect: fc.boolean() }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('another' as const), effect: fc.boolean() }), weight: 1 },
) as fc.Arbitrary<PostFault>

const list: fc.Arbitrary<ListFault> = fc.oneof(
  { arbitrary: ok, weight: 12 },
  { arbitrary: fc.record({ kind: fc.constant('lost' as const), after: time(30_000) }), weight: 2 },
  {
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(401, 429, 500, 502, 503),
    }),
    weight: 2,
  },
  { arbitrary: fc.constant({ kind: 'garbage' as const }), weight: 1 },
  { arbitrary: fc.constant({ kind: 'stale' as const }), weight: 1 },
)

const traits: fc.Arbitrary<Traits> = fc.record({
  takenNames: fc.constantFrom(409 as const, 400 as const, 422 as const, 'accept' as const, 'accept' as const),
  lag: fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, { arbitrary: time(20_000), weight: 1 }),
  latency: time(2000),
  readyAfter: fc.oneof(time(20_000), time(400_000)),
  told: fc.constantFrom('next' as const, 'this' as const, 'total' as const, 'nothing' as const),
  filter: fc.constantFrom('before the cut' as const, 'after the cut' as const, 'never' as const),
  cap: fc.constantFrom(2, 3, 4, 10, 100),
  newestFirst: fc.boolean(),
  names: fc.constantFrom(
    'kept' as const,
    'kept' as const,
    'kept' as const,
    'trimmed' as const,
    'lower case' as const,
  ),
})

const setting: fc.Arbitrary<Setting> = fc.record({
  traits,
  existing: fc.oneof(
    { arbitrary: fc.constantFrom('none' as const, 'similar' as const), weight: 6 },
    {
      arbitrary: fc.constantFrom(
        'folded' as const,
        'same' as const,
        'different' as const,
        'two' as const,
        'awaiting_delete' as const,
      ),
      weight: 1,
    },
  ),
  // Mostly two to five runs, which often start together.
  starts: fc.oneof(
    { arbitrary: fc.constant<number[]>([0]), weight: 2 },
    {
      arbitrary: fc
        .array(fc.oneof(time(50), time(3000), time(40_000)), { minLength: 1, maxLength: 4 })
        .map(starts => [0, ...starts]),
      weight: 5,
    },
  ),
  order: fc.record({
    if_exists: fc.constantFrom('match' as const, 'fail' as const, 'reuse' as const),
    wait_for: fc.constantFrom('none' as const, 'ready' as const, 'active' as const),
    wait_timeout: time(300_000),
  }),
  cancelled: fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 9 },
    { arbitrary: time(60_000), weight: 1 },
  ),
})

const schedule: fc.Arbitrary<Schedule> = fc.record({
  setting,
  posts: fc.boolean().chain(faulty => fc.array(post, { maxLength: faulty ? 7 : 0 })),
  lists: fc.boolean().chain(faulty => fc.array(list, { maxLength: faulty ? 30 : 0 })),
  outage: fc.option(
    fc.record({
      from: time(40_000),
      for: fc.oneof(time(60_000), time(600_000)),
      result: fc.constantFrom('refused' as const, 429 as const, 503 as const),
    }),
    { nil: undefined, freq: 3 },
  ),
  randomSeed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
})

/** The schedule of a seed; the same seed gives the same schedule. */
export function scheduleOf(seed: number): Schedule {
  const [sampled] = fc.sample(schedule, { seed, numRuns: 1 })
  if (!sampled) throw new Error('no schedule')
  return sampled
}

/** The faults of a schedule, one for each request. */
function faultsOf({ posts, lists, outage }: Schedule): Faults {
  const left = { posts: [...posts], lists: [...lists] }
  return {
    post: () => left.posts.shift() ?? { kind: 'ok' },
    list: () => left.lists.shift() ?? { kind: 'ok' },
    outage,
  }
}

/** Simulates a schedule. */
export function simulate(schedule: Schedule, code: Code): Promise<World> {
  const random = (run: number) => randomOf(schedule.randomSeed + run)
  return simulateRuns(schedule.setting, faultsOf(schedule), random, code, virtualClock())
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    // A Lehmer generator: enough to spread delays.
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
