import { addAbortListener } from 'node:events'

/** Time as a parameter, in milliseconds. */
export interface Clock {
  /** The time since an arbitrary moment. It never goes back; use it for durations. */
  now(): number
  /** The time since the epoch, for dates from outside. The system may change it during a run. */
  date(): number
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Lets pending events happen, such as a signal that arrived while the process was busy. */
  turn(): Promise<void>
}

/** Why an attempt or a look ended: its time was over. */
export const LATE = new Error('the time is over')

/** Formats a duration in milliseconds: `16 ms`, `1.5 s`, `3 min 20 s`, `60 min`. */
export function duration(ms: number): string {
  if (ms > 0 && ms < 100) return `${Math.max(1, Math.round(ms))} ms`
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`
}

/**
 * Waits for work, but no longer than a grace period after the signal aborts. Stuck work is abandoned.
 *
 * @param grace in milliseconds
 * @throws the signal's reason, if the grace period ends first
 */
export function untilAborted<T>(
  work: Promise<T>,
  grace: number,
  { clock, signal }: { clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
): Promise<T> {
  const done = new AbortController()
  const { promise: abandoned, reject } = Promise.withResolvers<never>()
  const abandon = () => reject(signal.reason)
  addAbortListener(signal, () =>
    clock.sleep(grace, done.signal).then(abandon, () => {}),
  )
  return Promise.race([work, abandoned]).finally(() => done.abort())
}

/**
 * Runs work with a signal that aborts after a timeout or together with the outer signal.
 *
 * @returns undefined after the timeout
 * @throws the outer signal's reason
 */
export async function within<T>(
  ms: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const over = new AbortController()
  const end = () => over.abort(LATE)
  const either = AbortSignal.any([signal, over.signal])
  const timer = clock.sleep(ms, either).then(end, () => {})
  try {
    return await run(either)
  } catch (error) {
    signal.throwIfAborted()
    if (over.signal.aborted) return undefined
    throw error
  } finally {
    end()
    await timer
  }
}
