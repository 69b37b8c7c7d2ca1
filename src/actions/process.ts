import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, openJob } from '../github/job.ts'
import { githubRunner } from '../github/runner.ts'
import { openTransport } from '../http/transport.ts'
import { reportUnwritten } from '../report/report.ts'
import type { ActionContext } from './context.ts'

/** The signals by which a runner cancels a step; Windows has SIGBREAK for the second one. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const

/** How long the process lives at most, in milliseconds: after the first signal, and once its work is done. */
const LAST_RESORT = { cancelled: 1800, done: 1000 }

/**
 * Runs an action as this process's only purpose: with the real job, clock, network and signals, and an exit
 * code that says whether it succeeded.
 */
export async function runInThisProcess(action: (context: ActionContext) => Promise<boolean>) {
  const ending = new AbortController()
  const job = openJob(githubRunner(process.env))
  let isDone = false
  process.exitCode = 1

  for (const name of SIGNALS) {
    process.on(name, () => {
      if (ending.signal.aborted) return
      ending.abort()
      // The work obeys the signal; what does not is left behind.
      const timer = setTimeout(leave, LAST_RESORT.cancelled)
      if (isDone) timer.unref()
    })
  }
  // What is thrown where nobody waits for it ends the run like a bug in it, with a report.
  const bug = (error: unknown) => ending.abort(error)
  process.on('uncaughtException', bug).on('unhandledRejection', bug)
  process.on('beforeExit', () => isDone || bug(new Error('nothing was left that could end the run')))
  // A log that nobody reads any more is no reason to fail.
  process.stdout.on('error', () => {})

  const succeeded = await attempt(action, job, ending.signal)
  isDone = true
  process.exitCode = succeeded ? 0 : 1
  // A log that is still being read keeps the process; whatever else does is left behind.
  setInterval(() => process.stdout.writableLength > 0 || leave(), LAST_RESORT.done).unref()
}

async function attempt(
  action: (context: ActionContext) => Promise<boolean>,
  job: Job,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const succeeded = await action({
      job,
      env: process.env,
      clock: {
        now: () => performance.now(),
        date: Date.now,
        sleep: (ms, signal) => sleep(ms, undefined, { signal }),
      },
      random: Math.random,
      openTransport: options => openTransport({ ...options, env: process.env }),
      signal,
    })
    const isWritten = job.unwritten().length === 0
    if (succeeded && !isWritten) reportUnwritten(job)
    return succeeded && isWritten
  } catch (error) {
    // Not even the report of the action's own failure could be made.
    job.error({ title: 'Internal error', lines: [`The report failed: ${error}`] })
    return false
  }
}

/** Ends the process, whatever it is doing. An orderly exit would wait for the threads that look up hosts and write files. */
function leave(): void {
  const isThreadBusy = process
    .getActiveResourcesInfo()
    .some(resource => /^(FSReq|GetAddrInfo)/.test(resource))
  if (isThreadBusy && process.exitCode !== 0) process.kill(process.pid, 'SIGKILL')
  else process.exit()
}
