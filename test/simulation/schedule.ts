import fc from 'fast-check'
import { type Fault, OK, type Traits } from './model.ts'
import { virtualClock } from './virtual-clock.ts'
import { type Code, type Setting, simulateRuns, type World } from './world.ts'

export const time = (max: number) => fc.integer({ min: 0, max })

/** One of several values, by weight. */
export const weighted = <T>(...choices: [weight: number, fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** One of several values, which keep their types. */
export const among = <const T extends unknown[]>(...values: T): fc.Arbitrary<T[number]> =>
  fc.constantFrom<unknown[]>(...values)

const effect = among(undefined, 0)

const post = weighted<Fault>(
  [5, fc.constant(OK)],
  [2, fc.constant({ result: 'refused' })],
  [6, fc.record({ result: fc.constant('lost'), effect, after: time(30_000) })],
  // Within the settling time, around its end, and at any time.
  [5, fc.record({ result: among('lost', 502), effect: fc.oneof(time(14_000), time(22_000), time(60_000)) })],
  [3, fc.record({ result: among(408, 425, 429, 400, 401, 403, 409, 409, 422) })],
  [8, fc.record({ result: among(302, 500, 502, 'garbage', 'garbage', 'another'), effect })],
)

const list = weighted<Fault>(
  [12, fc.constant(OK)],
  [2, fc.record({ result: fc.constant('lost'), after: time(30_000) })],
  [2, fc.record({ result: among(401, 429, 500, 502, 503) })],
  [1, fc.record({ result: among('garbage', 'stale') })],
)

const traits: fc.Arbitrary<Traits> = fc.record({
  takenNames: among(409, 400, 422, 'accept', 'accept'),
  lag: weighted([4, fc.constant(0)], [1, time(20_000)]),
  latency: time(2000),
  readyAfter: fc.oneof(time(20_000), time(400_000)),
  told: among('next', 'this', 'total', 'nothing'),
  cap: among(2, 3, 4, 10, 100),
  newestFirst: fc.boolean(),
  wholeSeconds: fc.boolean(),
  filters: among('used', 'used', 'ignored', 'refused'),
  names: among('kept', 'kept', 'kept', 'lower case'),
})

const setting: fc.Arbitrary<Setting> = fc.record({
  traits,
  existing: weighted<Setting['existing']>(
    [6, among('none', 'similar')],
    [1, among('folded', 'same', 'different', 'two', 'awaiting_delete')],
  ),
  // Mostly two to five runs, which often start together.
  starts: weighted(
    [2, fc.constant<number[]>([])],
    [5, fc.array(fc.oneof(time(50), time(3000), time(40_000)), { minLength: 1, maxLength: 4 })],
  ).map(starts => [0, ...starts]),
  order: fc.record({
    if_exists: among('match', 'fail', 'reuse'),
    wait_for: among('none', 'ready', 'active'),
    wait_timeout: time(300_000),
  }),
  cancelled: fc.option(time(60_000), { nil: undefined, freq: 9 }),
})

/** The events of one random world. Faults apply to the requests of all runs in their order of arrival. */
const schedule = fc.record({
  setting,
  posts: fc.boolean().chain(faulty => fc.array(post, { maxLength: faulty ? 7 : 0 })),
  lists: fc.boolean().chain(faulty => fc.array(list, { maxLength: faulty ? 30 : 0 })),
  randomSeed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
})

type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never

/** The value of a seed; the same seed gives the same value. */
export function sampled<T>(values: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(values, { seed, numRuns: 1 })
  if (value === undefined) throw new Error('no value')
  return value
}

export const scheduleOf = (seed: number): Schedule => sampled(schedule, seed)

/** Simulates a schedule, with one fault for each request. */
export function simulate({ setting, randomSeed, ...faults }: Schedule, code: Code): Promise<World> {
  const random = (run: number) => randomOf(randomSeed + run)
  const inOrder = { post: inTurn(faults.posts), list: inTurn(faults.lists) }
  return simulateRuns(setting, inOrder, random, code, virtualClock())
}

/** The faults in order, and then none. */
export function inTurn(faults: Fault[]): () => Fault {
  const left = [...faults]
  return () => left.shift() ?? OK
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
