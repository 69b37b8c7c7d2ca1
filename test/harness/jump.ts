import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import type { TimerOptions } from 'node:timers'
import promises from 'node:timers/promises'

// A preload (`node --import`) for a step under test: a pause of the step ends as soon as the process waits for nothing
// but timers, and `performance.now` and `Date.now` jump to the pause's end. Other timers, such as the time limit of a
// request, are as long as ever.

interface Pause {
  until: number
  end(): void
}

/** So many turns of the event loop may pass between two parts of the step's work, such as two requests. */
const IDLE_TURNS = 50
/** The resources of a process that waits for timers. Standard output is a pipe. */
const WAITING = /^(Timeout|Immediate|PipeWrap)$/

const { setImmediate: nextTurn, setTimeout: realPause } = promises
const now = performance.now.bind(performance)
const date = Date.now
const pauses = new Set<Pause>()
let jumped = 0
let isWatching = false

performance.now = () => now() + jumped
Date.now = () => date() + Math.ceil(jumped)
promises.setTimeout = pause
syncBuiltinESMExports()

// The service of a test reads the time of the step from this header.
subscribe('undici:request:create', message => {
  const { request } = message as { request: { addHeader(name: string, value: string): void } }
  request.addHeader('x-step-time', String(Date.now()))
})

function pause<T>(ms = 0, value?: T, { signal }: TimerOptions = {}): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => entry.end(), ms)
  const entry = {
    until: performance.now() + ms,
    end() {
      drop()
      resolve(value as T)
    },
  }
  function drop(): void {
    clearTimeout(timer)
    pauses.delete(entry)
    signal?.removeEventListener('abort', abort)
  }
  function abort(): void {
    drop()
    reject(new DOMException('The operation was aborted', { name: 'AbortError', cause: signal?.reason }))
  }
  pauses.add(entry)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  else if (!isWatching) void watch()
  return promise
}

async function watch(): Promise<void> {
  isWatching = true
  while (pauses.size > 0) {
    if (await isIdle()) jump()
    else await realPause(1)
  }
  isWatching = false
}

async function isIdle(): Promise<boolean> {
  for (let turn = 0; turn < IDLE_TURNS; turn += 1) {
    if (!process.getActiveResourcesInfo().every(name => WAITING.test(name))) return false
    await nextTurn()
  }
  return true
}

/** Ends the pause that ends first. */
function jump(): void {
  const [first] = [...pauses].sort((one, other) => one.until - other.until)
  if (first === undefined) return
  jumped += Math.max(0, first.until - performance.now())
  first.end()
}
