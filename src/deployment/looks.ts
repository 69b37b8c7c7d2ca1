import type { NetworkFailure } from '../http/exchange.ts'
import { within } from '../lib/clock.ts'
import type { Failure, Reply } from '../service/failure.ts'
import type { Context } from './context.ts'

/** How long the last look may exceed the deadline, in milliseconds. */
const GRACE = 1000

/** The time between two signs of life in the log, in milliseconds. */
const HEARTBEAT = 30_000

/** How far the looks have come. Times are in milliseconds. */
export interface Progress {
  /** The number of looks so far. */
  looks: number
  /** The time since the first one was due. */
  elapsed: number
  /** How long the last look took. */
  took: number
  /** The failure of the last look. */
  failure: Failure | undefined
}

/** Looks at the service that are repeated until one of them is the end. */
export interface Looks<T, E> {
  look: (signal: AbortSignal) => Promise<Reply<T>>
  /** The pause before the next look, in milliseconds; undefined after the last one. */
  pause: (progress: Progress) => number | undefined
  /** What a look means: the end of the looks; undefined to look again. */
  judge: (reply: Reply<T>) => E | undefined | Promise<E | undefined>
  /** When to give up, by the clock; never by default. */
  deadline?: number
}

/** The end, or how the looks stood when the time or the pauses were over. */
interface Looked<E> {
  end?: E
  /** The failure of the last look. A look that the deadline cut off says less than one that failed before. */
  failure?: Failure | undefined
  /** How many looks in a row failed at the end. */
  misses: number
}

/** The failure of a look that took too long. */
export const NOT_IN_TIME: NetworkFailure = {
  kind: 'network',
  sent: true,
  code: 'TIMEOUT',
  cause: undefined,
}

/** Looks again and again until a look is the end, or until the pauses or the time are over. */
export async function lookUntil<T, E>(
  { look, pause, judge, deadline = Number.POSITIVE_INFINITY }: Looks<T, E>,
  context: Context,
): Promise<Looked<E>> {
  const { service, clock, signal } = context
  const began = clock.now()
  const report = reporter(deadline, context)
  let failure: Failure | undefined
  let misses = 0
  let took = 0
  for (let looks = 0; ; looks++) {
    const elapsed = clock.now() - began
    const next = pause({ looks, elapsed, took, failure })
    const left = Math.max(0, deadline - clock.now())
    const isOver = next === undefined || (left === 0 && next > 0)
    if (isOver) return { failure, misses }
    await clock.sleep(Math.min(next, left), signal)

    const asked = clock.now()
    const reply = await withinDeadline(look, deadline, context)
    if (!reply) {
      const cutOff = { ...NOT_IN_TIME, origin: service.origin }
      return { failure: failure ?? cutOff, misses }
    }
    took = clock.now() - asked
    report(reply)
    failure = reply.ok ? undefined : reply.error
    misses = failure ? misses + 1 : 0
    const end = await judge(reply)
    if (end !== undefined) return { end, failure, misses }
  }
}

/** Reports each new failure of a look, and before a deadline gives a sign of life. */
function reporter(
  deadline: number,
  { clock, notify }: Context,
): (reply: Reply<unknown>) => void {
  let beat = clock.now()
  let failure: Failure | undefined
  return reply => {
    if (Number.isFinite(deadline) && clock.now() >= beat + HEARTBEAT) {
      beat = clock.now()
      notify({ type: 'heartbeat', left: Math.max(0, deadline - beat) })
    }
    const before = failure
    failure = reply.ok ? undefined : reply.error
    if (failure && !isSame(failure, before))
      notify({ type: 'look_failed', failure })
  }
}

/** Whether two failures are alike, whatever their words: some have an id of their own in each answer. */
function isSame(failure: Failure, before: Failure | undefined): boolean {
  return before !== undefined && signOf(failure) === signOf(before)
}

const signOf = (failure: Failure): string =>
  failure.kind === 'network' ? failure.code : `${failure.status}`

/** Does work until shortly after a deadline. Undefined if it took longer. */
export function withinDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  deadline: number,
  { clock, signal }: Pick<Context, 'clock' | 'signal'>,
): Promise<T | undefined> {
  if (deadline === Number.POSITIVE_INFINITY) return work(signal)
  const left = Math.max(0, deadline - clock.now())
  return within(left + GRACE, { clock, signal }, work)
}
