import type { NetworkFailure } from '../http/exchange.ts'
import { type Clock, within } from '../lib/clock.ts'
import type { Failure } from '../service/failure.ts'
import { pauseAskedBy } from '../service/retry.ts'
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
  look: (signal: AbortSignal) => Promise<Look>
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
export function startLooks(
  look: Looks['look'],
  deadline: number,
  isLasting: Looks['isLasting'],
  clock: Pick<Clock, 'now'>,
): Looks {
  const began = clock.now()
  return { look, deadline, isLasting, began, beat: began, failures: [] }
}

/** The failure of a look that took too long. */
const NOT_IN_TIME: NetworkFailure = {
  kind: 'network',
  sent: true,
  code: 'TIMEOUT',
  cause: undefined,
}

/**
 * Looks once more. Logs each new failure of a look, and before a deadline gives a sign of life.
 *
 * @param pause the least pause before the look, in milliseconds; undefined after the last look
 * @returns undefined once there is no pause or no time left, or too many looks failed
 */
export async function lookAgain(
  looks: Looks,
  pause: number | undefined,
  context: Context,
): Promise<Look | undefined> {
  const { service, clock, signal, notify } = context
  const { deadline, failures } = looks
  const left = timeTo(deadline, clock)
  const isOver = pause === undefined || (left === 0 && pause > 0)
  if (isOver || isHopeless(looks)) return undefined
  const before = failures.at(-1)
  const asked = pauseAskedBy(before)
  await clock.sleep(Math.min(Math.max(pause, asked), left), signal)

  const seen = await withinDeadline(looks.look, deadline, context)
  if (!seen) {
    // A look that the deadline cut off says less than one that failed before.
    if (!before) failures.push({ ...NOT_IN_TIME, origin: service.origin })
    return undefined
  }
  heartbeat(looks, context)
  const { failure } = seen
  failures.push(failure)
  if (failure && signOf(failure) !== signOf(before))
    notify({ type: 'look_failed', failure })
  return seen
}

/** Whether the last looks failed for reasons that last. */
export function isHopeless({ failures, isLasting }: Looks): boolean {
  const lasting = failures
    .slice(-HOPELESS)
    .filter(failure => failure && isLasting(failure))
  return lasting.length === HOPELESS
}

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
  context: Pick<Context, 'clock' | 'signal'>,
): Promise<T | undefined> {
  return Number.isFinite(deadline)
    ? within(timeTo(deadline, context.clock) + GRACE, context, work)
    : work(context.signal)
}
