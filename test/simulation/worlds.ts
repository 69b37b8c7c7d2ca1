import * as fc from 'fast-check'
import { type Answer, type Fault, NAME, type Traits } from './service.ts'
import type { Plan, World } from './world.ts'

// Worlds. The simplest value of each choice comes first, so that a failed test shows the smallest world.

export const PLAN: Plan = {
  ...{ start: 0, image: 'image:1', if_exists: 'match', dry_run: false, waits: false, cancel: -1 },
  ...{ posts: [], lists: [] },
}

export const QUIET: World = {
  ...{ runs: [PLAN], before: [], removal: -1, others: [], churn: [] },
  traits: {
    ...{ taken: 0, cap: 100, isNewestFirst: true, ignoresOffset: false },
    ...{ shouts: false, rewrites: false, activeAfter: 0 },
  },
}

const time = fc.oneof(fc.nat({ max: 15_000 }), fc.nat({ max: 90_000 }))

/** Mostly the first value. */
const mostly = <T>(first: T, ...others: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

/** Some items, or so many times as often none. */
const rarely = <T>(item: fc.Arbitrary<T>, none: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: none, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: fc.array(item, { maxLength }) })

/** One fault for all attempts of a request, and often none. */
const lasting = (fault: fc.Arbitrary<Fault>): fc.Arbitrary<Fault[]> =>
  fc.oneof(
    fc.constant<Fault[]>([]),
    fault.map(one => Array<Fault>(9).fill(one)),
  )

const faults = (answer: fc.Arbitrary<Answer>): fc.Arbitrary<Fault> =>
  fc.record({
    answer,
    takes: fc.constantFrom(50, 400, 3000, 30_000),
    commits: fc.oneof(fc.constantFrom(0, -1, 28_000, 40_000), time),
    lag: mostly(0, 2000, 20_000, 60_000),
  })

const post = faults(
  fc.constantFrom<Answer[]>(
    ...(['well', 'lost', 'unsent', 'terse', 'redirect', 'empty', 'html', 'renamed'] as const),
    ...[400, 401, 402, 403, 404, 408, 409, 422, 425, 429, 500, 502, 504],
  ),
)
const list = faults(mostly<Answer>('well', 'lost', 'unsent', 'html', 'empty', 'redirect', 401, 403, 429, 503))

const plan: fc.Arbitrary<Plan> = fc.record({
  start: mostly(0, 30, 2000, 20_000, 60_000),
  image: mostly('image:1', 'image:2'),
  if_exists: fc.constantFrom('match', 'reuse', 'fail'),
  dry_run: fc.nat({ max: 15 }).map(number => number === 15),
  waits: mostly(false, true),
  cancel: fc.oneof({ weight: 9, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: time }),
  posts: fc.oneof(fc.array(post, { maxLength: 3 }), lasting(post)),
  lists: fc.oneof(rarely(list, 2, 12), lasting(list)),
})

const traits: fc.Arbitrary<Traits> = fc.record({
  taken: fc.constantFrom(0, 409, 422, 400),
  cap: fc.constantFrom(100, 3, 2),
  isNewestFirst: fc.boolean(),
  ignoresOffset: fc.nat({ max: 15 }).map(number => number === 15),
  shouts: mostly(false, true),
  rewrites: mostly(false, true),
  activeAfter: fc.constantFrom(0, 5000, 60_000, -1),
})

export const worlds: fc.Arbitrary<World> = fc.record({
  traits,
  runs: fc.array(plan, { minLength: 1, maxLength: 2 }),
  before: rarely(fc.constantFrom('image:1', 'image:2'), 3, 2),
  removal: fc.oneof({ weight: 2, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: time }),
  others: fc.array(fc.constantFrom('Shop', `${NAME}-2`, `my-${NAME}`, 'other'), { maxLength: 6 }),
  churn: rarely(fc.record({ at: fc.oneof(fc.nat({ max: 400 }), time), adds: fc.boolean() }), 1, 6),
})
