import type { NetworkFailure } from '../http/exchange.ts'
import { type Clock, within } from '../lib/clock.ts'
import type { Failure } from '../service/failure.ts'
import type { Context } from './facts.ts'
import type { Look } from './list.ts'

/** How long the last look may exceed the deadline, in milliseconds. */
const GRACE = 1000

/** The time between two signs of life in the log, in milliseconds. */
const HEARTBEAT = 30_000

/** This number of failures that last, in a row, ends the looks. */
const HOPELESS = 3

/** Looks at the service that are repeated, and how far they have come. Times are by the clock, in milliseconds. */
export interface Looks {
  /** When to give up. It may be infinite. */
  deadline: number
  /** Whether a failure lasts. Several in a row end the looks. */
  isLasting: (failure: Failure) => boolean
  began: number
  /** When they last gave a sign of life. */
  beat: number
  /** Of each look so far, why it failed, if it did. */
  failures: (Failure | undefined)[]
}

/** Looks that begin now. */
export const startLooks = (
  clock: Pick<Clock, 'now'>,
  deadline: number,
  isLasting: Looks['isLasting'],
): Looks => ({
  deadline,
  isLasting,
  began: clock.now(),
  beat: clock.now(),
  failures: [],
})

/** The failure of a look that took too long. */
export const NOT_IN_TIME: NetworkFailure = {
  kind: 'network',
  sent: true,
  code: 'TIMEOUT',
  cause: undefined,
}

/**
 * Looks again and again, until the pauses or the time are over. Logs each new failure of a look, and before a deadline
 * gives a sign of life.
 *
 * @param pause the pause before the next look, in milliseconds; undefined after the last one
 */
export async function* repeat(
  look: (signal: AbortSignal) => Promise<Look>,
  pause: () => number | undefined,
  looks: Looks,
  context: Context,
): AsyncGenerator<Look> {
  const { service, clock, signal, notify } = context
  const { deadline, failures } = looks
  while (!isHopeless(looks)) {
    const next = pause()
    const left = timeTo(deadline, clock)
    if (next === undefined || (left === 0 && next > 0)) return
    await clock.sleep(Math.min(next, left), signal)

    const seen = await withinDeadline(look, deadline, context)
    const before = failures.at(-1)
    if (!seen) {
      // A look that the deadline cut off says less than one that failed before.
      if (!before) failures.push({ ...NOT_IN_TIME, origin: service.origin })
      return
    }
    heartbeat(looks, context)
    const { failure } = seen
    failures.push(failure)
    if (failure && signOf(failure) !== signOf(before))
      notify({ type: 'look_failed', failure })
    yield seen
  }
}

/** Whether the last looks failed for reasons that last. */
export const isHopeless = ({ failures, isLasting }: Looks): boolean =>
  failures.length >= HOPELESS &&
  failures.slice(-HOPELESS).every(failure => failure && isLasting(failure))

/** Gives a sign of life from time to time before a deadline. */
function heartbeat(looks: Looks, { clock, notify }: Context): void {
  const isDue = clock.now() >= looks.beat + HEARTBEAT
  if (!isDue || looks.deadline === Number.POSITIVE_INFINITY) return
  looks.beat = clock.now()
  notify({ type: 'heartbeat', left: timeTo(looks.deadline, clock) })
}

/** What failures share that are alike, whatever their words: some have an id of their own in each answer. */
const signOf = (failure: Failure | undefined): string =>
  failure?.kind === 'network' ? failure.code : `${failure?.status}`

/** The time to a deadline, in milliseconds. */
const timeTo = (deadline: number, clock: Pick<Clock, 'now'>): number =>
  Math.max(0, deadline - clock.now())

/** Does work until shortly after a deadline. Undefined if it took longer. */
export function withinDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  deadline: number,
  { clock, signal }: Pick<Context, 'clock' | 'signal'>,
): Promise<T | undefined> {
  return Number.isFinite(deadline)
    ? within(timeTo(deadline, clock) + GRACE, { clock, signal }, work)
    : work(signal)
}
