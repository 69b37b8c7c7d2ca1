import { type Fault, NAME, OK } from './model.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'
import { type Code, simulateRuns } from './world.ts'

/** A family of worlds: all schedules with at most this number of faults. */
export interface Family {
  runs: number
  faults: number
  /** The response of the service to a taken name. */
  taken: '409' | 'accept'
}

/** Chooses one of some options, by the number of the decision. The first option is no fault. */
type Choose = (options: number, decision: number) => number

/** The faults of a POST; the first is none. */
const POSTS: Fault[] = [
  OK,
  { result: 'refused' },
  { result: 'lost' },
  { result: 'lost', effect: 0 },
  { result: 'lost', effect: 3000 },
  { result: 502, effect: 14_500 },
  { result: 504, effect: 40_000 },
  ...[408, 429, 400, 401, 409, 422, 302, 500].map(result => ({ result })),
  ...[303, 502].map(result => ({ result, effect: 0 })),
  { result: 'garbage' },
  { result: 'garbage', effect: 0 },
  { result: 'garbage', effect: 0, body: { id: ' ', name: NAME } },
  { result: 'another' },
  { result: 'another', effect: 0 },
]

/** The faults of a GET; the first is none. */
const LISTS: Fault[] = [
  OK,
  { result: 'refused' },
  { result: 'lost' },
  ...[429, 401, 503].map(result => ({ result })),
  { result: 'garbage' },
  { result: 'stale' },
]

/** The decisions of a path, and the first option after its end. */
export const along =
  (path: number[]): Choose =>
  (_, decision) =>
    path[decision] ?? 0

/** Simulates one world of a family. */
export async function follow(family: Family, choose: Choose, code: Code) {
  /** The chosen option of each decision, and the number of its options. */
  const decisions: { choice: number; options: number }[] = []
  let faults = 0
  function decide(options: number): number {
    if (options === 1) return 0
    const choice = choose(options, decisions.length)
    decisions.push({ choice, options })
    return choice
  }
  function fault<T>(kinds: T[]): T {
    const choice = decide(faults < family.faults ? kinds.length : 1)
    if (choice > 0) faults++
    return kinds[choice] as T
  }
  const { clock, admit } =
    family.runs === 1 ? { clock: virtualClock(), admit: undefined } : interleaving(decide, mostDelays(family))
  const world = await simulateRuns(
    {
      starts: Array(family.runs).fill(0),
      traits: { takenNames: family.taken === '409' ? 409 : 'accept' },
    },
    { post: () => fault(POSTS), list: () => fault(LISTS), ...(admit && { admit }) },
    () => () => 0.5,
    code,
    clock,
  )
  return { world, decisions }
}

/** How often time may pass before the service handles a request that is not the first of its run. */
const mostDelays = ({ faults }: Family) => (faults === 0 ? 3 : 1)

/**
 * A clock that decides which of the pending requests the service handles next, or whether time passes first.
 */
function interleaving(decide: (options: number) => number, most: number) {
  let waiting: { run: string; enter: () => void }[] = []
  const started = new Set<string>()
  let delays = 0
  const clock: VirtualClock = virtualClock(timers => {
    if (waiting.length === 0) return false
    const isDelay = waiting.some(({ run }) => started.has(run))
    const mayPass = timers > 0 && (!isDelay || delays < most)
    const chosen = waiting[decide(waiting.length + (mayPass ? 1 : 0))]
    if (!chosen) {
      if (isDelay) delays++
      return false
    }
    waiting = waiting.filter(other => other !== chosen)
    started.add(chosen.run)
    chosen.enter()
    return true
  })
  async function admit(run: string, signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { run, enter: resolve }
    const stop = () => {
      waiting = waiting.filter(other => other !== entry)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    waiting.push(entry)
    await promise.finally(() => signal.removeEventListener('abort', stop))
  }
  return { clock, admit }
}

/** All worlds of a family, one after the other. */
export async function* worldsOf(family: Family, code: Code) {
  for (let path: number[] = []; ; ) {
    const { world, decisions } = await follow(family, along(path), code)
    const choices = decisions.map(({ choice }) => choice)
    yield { path: choices, world }
    // The next path takes the next option of the last decision that has one left.
    const last = decisions.findLastIndex(({ choice, options }) => choice + 1 < options)
    if (last === -1) return
    path = [...choices.slice(0, last), (choices[last] ?? 0) + 1]
  }
}

/** The name of a world for `npm run simulate`. */
export const nameOf = ({ runs, faults, taken }: Family, path: number[]) =>
  `${runs}/${faults}/${taken}/${path.join('.')}`

/** The family and path of a name. */
export function parseName(name: string): { family: Family; path: number[] } {
  const [runs, faults, taken, path = ''] = name.split('/')
  const family = { runs: Number(runs), faults: Number(faults), taken: taken as Family['taken'] }
  return { family, path: path === '' ? [] : path.split('.').map(Number) }
}
