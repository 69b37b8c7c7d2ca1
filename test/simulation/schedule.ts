import fc from 'fast-check'

/** What happens to one POST. Times are in milliseconds. */
export type PostFault =
  | { kind: 'ok' }
  /** Not one byte is sent. */
  | { kind: 'refused' }
  /** The connection is lost before, or after, the service commits. */
  | { kind: 'lost'; effect: boolean; after: number }
  /** The connection is lost, or a gateway gives up, and the service commits later. */
  | { kind: 'late'; by: number; answer: 'lost' | 502 | 504 }
  /** An answer of this status, with or without the effect. */
  | { kind: 'status'; status: number; effect: boolean; retryAfter?: number }
  /** A success that cannot be read. */
  | { kind: 'garbage'; effect: boolean }

/** What happens to one GET. */
export type ListFault =
  | { kind: 'ok' }
  | { kind: 'lost'; after: number }
  | { kind: 'status'; status: number }
  | { kind: 'garbage' }

/** How the service behaves throughout. */
interface Service {
  takenNames: 409 | 400 | 422 | 'accept'
  /** Time from a commit until the list shows it. */
  lag: number
  latency: number
  /** From the commit until READY. */
  readyAfter: number
  page: { size: number; told: 'next' | 'this'; filters: boolean }
}

/** All that happens in one simulated world. */
export interface Schedule {
  service: Service
  existing: 'none' | 'similar' | 'same' | 'different' | 'two' | 'awaiting_delete'
  posts: PostFault[]
  lists: ListFault[]
  /** A time during which nothing at all works, without any effect. */
  outage: { from: number; for: number; result: 'refused' | 429 | 503 } | undefined
  /** When a second run of the same workflow starts, if there is one. */
  second: number | undefined
  order: {
    if_exists: 'match' | 'fail' | 'reuse'
    wait_for: 'none' | 'ready' | 'active'
    wait_timeout: number
  }
  /** When the runs are cancelled, if they are. */
  cancelled: number | undefined
  randomSeed: number
}

const time = (max: number) => fc.integer({ min: 0, max })

const ok = fc.constant({ kind: 'ok' as const })

const post: fc.Arbitrary<PostFault> = fc.oneof(
  { arbitrary: ok, weight: 4 },
  { arbitrary: fc.constant({ kind: 'refused' as const }), weight: 2 },
  {
    arbitrary: fc.record({ kind: fc.constant('lost' as const), effect: fc.boolean(), after: time(30_000) }),
    weight: 6,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('late' as const),
      // Within the settling time, around its end, and whenever.
      by: fc.oneof(time(14_000), fc.integer({ min: 14_000, max: 22_000 }), time(60_000)),
      answer: fc.constantFrom('lost' as const, 502 as const, 504 as const),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record(
      {
        kind: fc.constant('status' as const),
        status: fc.constantFrom(408, 425, 429, 400, 401, 403, 404, 418, 422),
        effect: fc.constant(false),
        retryAfter: fc.integer({ min: 0, max: 90 }),
      },
      { requiredKeys: ['kind', 'status', 'effect'] },
    ),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(500, 502, 503, 504),
      effect: fc.boolean(),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ kind: fc.constant('garbage' as const), effect: fc.boolean() }), weight: 2 },
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
)

const service: fc.Arbitrary<Service> = fc.record({
  takenNames: fc.constantFrom(409 as const, 400 as const, 422 as const, 'accept' as const, 'accept' as const),
  lag: fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, { arbitrary: time(20_000), weight: 1 }),
  latency: time(2000),
  readyAfter: fc.oneof(time(20_000), time(400_000)),
  page: fc.record({
    size: fc.integer({ min: 1, max: 4 }),
    told: fc.constantFrom('next' as const, 'this' as const),
    filters: fc.boolean(),
  }),
})

const schedule: fc.Arbitrary<Schedule> = fc.record({
  service,
  existing: fc.oneof(
    { arbitrary: fc.constantFrom('none' as const, 'similar' as const), weight: 6 },
    {
      arbitrary: fc.constantFrom(
        'same' as const,
        'different' as const,
        'two' as const,
        'awaiting_delete' as const,
      ),
      weight: 1,
    },
  ),
  posts: fc.array(post, { maxLength: 7 }),
  lists: fc.boolean().chain(faulty => fc.array(list, { maxLength: faulty ? 30 : 0 })),
  outage: fc.option(
    fc.record({
      from: time(40_000),
      for: fc.oneof(time(60_000), time(600_000)),
      result: fc.constantFrom('refused' as const, 429 as const, 503 as const),
    }),
    { nil: undefined, freq: 3 },
  ),
  second: fc.option(time(40_000), { nil: undefined, freq: 2 }),
  order: fc.record({
    if_exists: fc.constantFrom('match' as const, 'fail' as const, 'reuse' as const),
    wait_for: fc.constantFrom('none' as const, 'ready' as const, 'active' as const),
    wait_timeout: time(300_000),
  }),
  cancelled: fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 9 },
    { arbitrary: time(60_000), weight: 1 },
  ),
  randomSeed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
})

/** The schedule of a seed: always the same one. */
export function scheduleOf(seed: number): Schedule {
  const [sampled] = fc.sample(schedule, { seed, numRuns: 1 })
  if (!sampled) throw new Error('no schedule')
  return sampled
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
