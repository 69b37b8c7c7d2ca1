import { syncBuiltinESMExports } from 'node:module'
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

// The pauses of a run, and the time that it measures. Its timeouts of requests are as long as ever.
const { setTimeout: sleep } = promises
const now = performance.now.bind(performance)
let speed = 1
performance.now = () => now() * speed
promises.setTimeout = (ms = 0, ...others) => sleep(ms / speed, ...others)
syncBuiltinESMExports()

async function run({ id, file, cwd, env }: Job): Promise<Ended> {
  speed = Number(env['TEST_SPEED'] ?? 1)
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
  for (const event of process.eventNames()) if (!own.has(event)) process.removeAllListeners(event)
  process.stdout.removeAllListeners('error')
  Object.assign(process.stdout, { write: writes.stdout })
  Object.assign(process.stderr, { write: writes.stderr })
  const exitCode = Number(process.exitCode ?? 0)
  process.exitCode = 0
  process.chdir(import.meta.dirname)
  return { id, exitCode, ...streams }
}
