import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Clock } from '../../src/lib/clock.ts'

// Runs load these in the middle, while timers run. The clock jumps to the next timer, so they are loaded before.
import '../../src/deployment/wait.ts'
import '../../src/service/said.ts'

/** A clock that stands still while anything can run, and then jumps to the next timer. */
export interface VirtualClock extends Clock {
  /** Calls a function after a time. */
  after(ms: number, call: () => void): void
  /** Advances the time until the work is done; throws if the work waits forever. */
  run<T>(work: Promise<T>): Promise<T>
}

/** Turns of the event loop in which files and imports can load: first without a delay, then a millisecond each. */
const IDLE_TURNS = { quick: 1000, all: 10_000 }

/**
 * @param step called if nothing can run, with the number of timers; returns whether it started something, in which case
 *   no timer fires
 */
export function virtualClock(step: (timers: number) => boolean = () => false): VirtualClock {
  let now = 0
  let timers: { at: number; call: () => void }[] = []

  function after(ms: number, call: () => void) {
    const timer = { at: now + ms, call }
    timers.push(timer)
    timers.sort((a, b) => a.at - b.at)
    return timer
  }

  return {
    now: () => now,
    date: () => now,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const stop = () => {
          timers = timers.filter(other => other !== timer)
          reject(signal.reason)
        }
        const timer = after(ms, () => {
          signal.removeEventListener('abort', stop)
          resolve()
        })
        signal.addEventListener('abort', stop, { once: true })
      }),
    // Without a turn of the real event loop: in it, the clock would jump to the next timer.
    turn: () => Promise.resolve(),
    async run(work) {
      let done = false
      const settled = work.finally(() => {
        done = true
      })
      settled.catch(() => {})
      for (let idle = 0; idle < IDLE_TURNS.all; ) {
        // First everything that can run without time passing.
        await (idle < IDLE_TURNS.quick ? setImmediate() : setTimeout(1))
        if (done) return settled
        if (step(timers.length)) continue
        const [next, ...rest] = timers
        if (!next) {
          idle++
          continue
        }
        idle = 0
        timers = rest
        now = Math.max(now, next.at)
        next.call()
      }
      throw new Error('the run waits for something that never comes')
    },
  }
}
