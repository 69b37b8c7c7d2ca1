/** Time as a parameter, in milliseconds. */
export interface Clock {
  /** The time since some moment in the past. It never goes back, so durations are measured by it. */
  now(): number
  /** The time since the epoch, for what others date. It may be set while a run goes on. */
  date(): number
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Waits for work, but no longer than a grace after the signal has aborted: work that is stuck is left behind.
 *
 * @param grace in milliseconds
 * @throws what the signal aborted with, where the grace is over first
 */
export async function untilAborted<T>(
  work: Promise<T>,
  grace: number,
  { clock, signal }: { clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const done = new AbortController()
  const giveUp = () =>
    clock.sleep(grace, done.signal).then(
      () => reject(signal.reason),
      () => {},
    )
  if (signal.aborted) void giveUp()
  else signal.addEventListener('abort', giveUp, { once: true, signal: done.signal })
  work.then(resolve, reject)
  try {
    return await promise
  } finally {
    done.abort()
  }
}

/**
 * Runs something with a signal that aborts after a time, or with the outer signal.
 *
 * @returns undefined where the time was over first
 * @throws what the outer signal aborts with
 */
export async function within<T>(
  ms: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const done = new AbortController()
  const over = new AbortController()
  const timer = clock.sleep(ms, AbortSignal.any([signal, done.signal])).then(
    () => over.abort(),
    () => {},
  )
  try {
    return await run(AbortSignal.any([signal, over.signal]))
  } catch (error) {
    signal.throwIfAborted()
    if (over.signal.aborted) return undefined
    throw error
  } finally {
    done.abort()
    await timer
  }
}
