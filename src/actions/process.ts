import { setTimeout as sleep } from 'node:timers/promises'
import { openJob } from '../github/job.ts'
import { githubRunner } from '../github/runner.ts'
import { openTransport } from '../http/transport.ts'
import type { ActionContext } from './context.ts'

/**
 * Runs an action as this process's only purpose: with the real job, clock, network and signals, and an exit
 * code that says whether it succeeded.
 */
export async function runInThisProcess(action: (context: ActionContext) => Promise<boolean>) {
  const cancellation = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => cancellation.abort())
  const succeeded = await action({
    job: openJob(githubRunner(process.env)),
    env: process.env,
    clock: {
      now: () => performance.now(),
      date: Date.now,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    },
    random: Math.random,
    openTransport: options => openTransport({ ...options, env: process.env }),
    signal: cancellation.signal,
  })
  process.exitCode = succeeded ? 0 : 1
}
