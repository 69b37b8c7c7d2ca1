import { setTimeout as sleep } from 'node:timers/promises'
import { createAction } from './runner/create-action.ts'
import { githubRunner, openJob } from './runner/job.ts'
import { openTransport } from './service/transport.ts'

// Entry of the create action: wires it to the real job, clock, network and signals.
const cancellation = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => cancellation.abort())

const succeeded = await createAction({
  job: openJob(githubRunner(process.env)),
  env: process.env,
  clock: { now: Date.now, sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
  random: Math.random,
  openTransport,
  signal: cancellation.signal,
})
process.exitCode = succeeded ? 0 : 1
