import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../src/service/http.ts'

/** A clock that stands still while anything can run, and then jumps to the next timer. */
export interface VirtualClock extends Clock {
  /** Calls a function after a time in milliseconds. */
  after(ms: number, call: () => void): void
  /** Lets the time pass until no timer is left. Throws if the work is not done then, or never ends. */
  run<T>(work: Promise<T>): Promise<T>
}

interface Timer {
  at: number
  call: () => void
}

/** No run of a simulation takes so long, in milliseconds. */
const FOREVER = 6 * 3_600_000

export function virtualClock(): VirtualClock {
  let now = 0
  const timers: Timer[] = []

  function after(ms: number, call: () => void): Timer {
    const timer = { at: now + ms, call }
    const place = timers.findIndex(({ at }) => at > timer.at)
    timers.splice(place < 0 ? timers.length : place, 0, timer)
    return timer
  }

  return {
    now: () => now,
    date: () => now,
    after,

    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const abort = () => {
          timers.splice(timers.indexOf(timer), 1)
          reject(signal.reason)
        }
        const timer = after(ms, () => {
          signal.removeEventListener('abort', abort)
          resolve()
        })
        signal.addEventListener('abort', abort, { once: true })
      }),

    async run(work) {
      let isDone = false
      const settled = work.finally(() => {
        isDone = true
      })
      settled.catch(() => {})
      // A turn of the event loop runs all that can run without time passing.
      await setImmediate()
      for (let next = timers.shift(); next; next = timers.shift()) {
        now = Math.max(now, next.at)
        if (now > FOREVER) break
        next.call()
        await setImmediate()
      }
      if (!isDone) throw new Error('a run waits for something that never comes, or never ends')
      return settled
    },
  }
}
