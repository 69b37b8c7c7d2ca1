import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../src/service/http.ts'

/** A clock that stands still while anything can run, and then jumps to the next timer. */
export interface VirtualClock extends Clock {
  /** Calls a function after a time in milliseconds. */
  after(ms: number, call: () => void): void
  /** Lets the time pass until no timer is left. Throws if the work is not done then, or never ends. */
  run<T>(work: Promise<T>): Promise<T>
}

/** No run of a simulation takes so long, in milliseconds. */
const FOREVER = 6 * 3_600_000

export function virtualClock(): VirtualClock {
  let now = 0
  const timers: { at: number; call: () => void }[] = []

  function after(ms: number, call: () => void): void {
    const timer = { at: now + ms, call }
    const place = timers.findIndex(({ at }) => at > timer.at)
    timers.splice(place < 0 ? timers.length : place, 0, timer)
  }

  async function sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    await new Promise<void>(resolve => {
      after(ms, resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    signal.throwIfAborted()
  }

  async function run<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const settled = work.finally(() => {
      isDone = true
    })
    settled.catch(() => {})
    // A turn of the event loop runs all that can run without time passing.
    await setImmediate()
    for (let next = timers.shift(); next && now < FOREVER; next = timers.shift()) {
      now = Math.max(now, next.at)
      next.call()
      await setImmediate()
    }
    if (!isDone) throw new Error('a run waits for something that never comes, or never ends')
    return settled
  }

  return { now: () => now, date: () => now, after, sleep, run }
}
