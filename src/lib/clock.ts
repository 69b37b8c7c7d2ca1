/** Time as a parameter. `now` is in milliseconds since the epoch; `sleep` rejects when `signal` aborts. */
export interface Clock {
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
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
