import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import type { TimerOptions } from 'node:timers'
import promises from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Ended, Job } from './shared-process.ts'

// The process of shared-process.ts: runs entries of dist/ one after another, each like in a new process.

let last = Promise.resolve()
process.on('message', (job: Job) => {
  last = last.then(() => run(job)).then(ended => void process.send?.(ended))
})
const { exit } = process
process.on('disconnect', () => exit())
// A run must not end this process, not even by a timer that it leaves behind.
const noteExit = (code: number) => {
  process.exitCode = code
}
Object.assign(process, { exit: noteExit, kill: () => true })
const own = new Set(process.eventNames())

// The time of a run. Its timeouts of requests are as long as ever.
const now = performance.now.bind(performance)
let jumped = 0
let pauses: { until: number; end: () => void }[] = []
/** Turns of the event loop since the last pause began or ended. */
let idle = 0
performance.now = () => now() + jumped
promises.setTimeout = <T>(ms = 0, value?: T, { signal }: TimerOptions = {}) => {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => end(), ms)
  const pause = { until: performance.now() + ms, end }
  const abort = () => {
    drop()
    reject(signal?.reason)
  }
  function drop(): void {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    pauses = pauses.filter(other => other !== pause)
    idle = 0
  }
  function end(): void {
    drop()
    resolve(value as T)
  }
  signal?.addEventListener('abort', abort, { once: true })
  pauses.push(pause)
  idle = 0
  return promise
}
syncBuiltinESMExports()

/** The requests that are under way. */
const requests = new Set<unknown>()
const onRequest = (event: string, note: (request: unknown) => void) =>
  subscribe(`undici:request:${event}`, message => note((message as { request: unknown }).request))
onRequest('create', request => requests.add(request))
onRequest('trailers', request => requests.delete(request))
onRequest('error', request => requests.delete(request))

/** Whether a run only waits for a timer: no request is under way, and no file is read. */
const isIdle = () =>
  requests.size === 0 &&
  process.getActiveResourcesInfo().every(name => /^(Timeout|Immediate|PipeWrap)$/.test(name))

/** So many turns of the event loop may pass between two parts of a run's work, such as two requests. */
const IDLE_TURNS = 50

/** While a run lasts, jumps to the end of each pause in which nothing else happens. */
async function jumpOverPauses(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await new Promise(resolve => setImmediate(resolve))
    idle = pauses.length > 0 && isIdle() ? idle + 1 : 0
    if (idle < IDLE_TURNS) continue
    const [next] = pauses.toSorted((one, other) => one.until - other.until)
    jumped += Math.max(0, (next?.until ?? 0) - performance.now())
    next?.end()
  }
}

async function run({ id, file, cwd, env }: Job): Promise<Ended> {
  jumped = 0
  requests.clear()
  // An earlier run may have left some.
  pauses = []
  const done = new AbortController()
  if (env['TEST_JUMPS']) void jumpOverPauses(done.signal)
  const streams = { stdout: '', stderr: '' }
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array, ...others: unknown[]) => {
      streams[name] += Buffer.from(text).toString()
      const written = others.at(-1)
      if (typeof written === 'function') written()
      return true
    }
  }
  process.env = { ...env }
  process.chdir(cwd)
  process.exitCode = undefined
  try {
    // A new name, because an entry runs only on its first import.
    await import(`${pathToFileURL(file)}?${id}`)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  done.abort()
  for (const event of process.eventNames()) if (!own.has(event)) process.removeAllListeners(event)
  process.stdout.removeAllListeners('error')
  Object.assign(process.stdout, { write: writes.stdout })
  Object.assign(process.stderr, { write: writes.stderr })
  const exitCode = Number(process.exitCode ?? 0)
  process.exitCode = 0
  process.chdir(import.meta.dirname)
  return { id, exitCode, ...streams }
}
