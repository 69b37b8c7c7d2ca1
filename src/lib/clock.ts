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

/**
 * Waits for work, but no longer than a grace period after the signal aborts. Stuck work is abandoned.
 *
 * @param grace in milliseconds
 * @throws the signal's reason, if the grace period ends first
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
