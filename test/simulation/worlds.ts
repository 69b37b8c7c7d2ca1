import * as fc from 'fast-check'
import { type ListFault, NAME, type PostFault, type Traits } from './service.ts'
import type { Plan, World } from './world.ts'

// Random worlds, of which the simplest comes first, so that a failed test shows the smallest.

const takes = fc.constantFrom(50, 400, 3000, 30_000)
const time = fc.nat({ max: 90_000 })

/** Mostly the first value. */
const mostly = <T>(first: T, ...others: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

/** Some items, or so many times as often none. */
const rarely = <T>(item: fc.Arbitrary<T>, none: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: none, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.array(item, { maxLength }) },
  )

/** One fault for all attempts of a request, and often none. */
const lasting = <T>(fault: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.oneof(
    fc.constant<T[]>([]),
    fault.map(one => Array<T>(6).fill(one)),
  )

const post: fc.Arbitrary<PostFault> = fc.record({
  answer: fc.constantFrom<PostFault['answer'][]>(
    ...(['created', 'lost', 'unsent', 'terse', 'redirect', 'no_id', 'renamed'] as const),
    ...[400, 401, 402, 403, 404, 408, 409, 422, 425, 429, 500, 502, 504],
  ),
  commits: fc.oneof(fc.constantFrom(0, -1, 28_000, 40_000), time),
  takes,
})

const list: fc.Arbitrary<ListFault> = fc.record({
  answer: mostly<ListFault['answer']>('page', 'lost', 'unsent', 'html', 'no_list', 401, 403, 429, 503),
  lag: mostly(0, 2000, 20_000, 60_000),
  takes: mostly(50, 400, 3000),
})

const plan: fc.Arbitrary<Plan> = fc.record({
  start: mostly(0, 30, 2000, 20_000, 60_000),
  image: mostly('image:1', 'image:2'),
  if_exists: fc.constantFrom('match', 'reuse', 'fail'),
  dry_run: fc.integer({ min: 0, max: 15 }).map(number => number === 15),
  waits: mostly(false, true),
  cancel: fc.oneof({ weight: 9, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: time }),
  posts: fc.oneof(fc.array(post, { maxLength: 3 }), lasting(post)),
  // Half of the runs read lists without faults.
  lists: fc.oneof(rarely(list, 2, 12), lasting(list)),
})

const traits: fc.Arbitrary<Traits> = fc.record({
  taken: fc.constantFrom(0, 409, 422, 400),
  cap: fc.constantFrom(100, 3, 2),
  isNewestFirst: fc.boolean(),
  ignoresOffset: fc.integer({ min: 0, max: 15 }).map(number => number === 15),
  shouts: mostly(false, true),
  rewrites: mostly(false, true),
  activeAfter: mostly(0, 5000, 60_000, -1),
})

export const worlds: fc.Arbitrary<World> = fc.record({
  traits,
  runs: fc.array(plan, { minLength: 1, maxLength: 2 }),
  before: rarely(fc.constantFrom('image:1', 'image:2'), 3, 2),
  removal: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: time }),
  others: fc.array(fc.constantFrom('Shop', `${NAME}-2`, `my-${NAME}`, 'other'), { maxLength: 6 }),
  churn: rarely(fc.record({ at: fc.oneof(fc.nat({ max: 400 }), time), adds: fc.boolean() }), 1, 6),
})
