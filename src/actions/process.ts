import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type Job, openJob } from '../github/job.ts'
import { githubRunner } from '../github/runner.ts'
import { openTransport } from '../http/transport.ts'
import type { Clock } from '../lib/clock.ts'
import { reportLateCancellation, reportUnwritten } from '../report/report.ts'
import { type ActionContext, isCancelled } from './run.ts'

/** The signals with which a runner cancels a step; on Windows the second one is SIGBREAK. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const

/** How long the process lives at most, in milliseconds: after the first signal, and once its work is done. */
const LAST_RESORT = { cancelled: 1800, done: 1000 }

/**
 * Runs an action as the main program: with the real job, clock, network and signals, and an exit code for success or
 * failure.
 */
export async function runInThisProcess(action: (context: ActionContext) => Promise<boolean>) {
  const ending = new AbortController()
  const job = openJob(githubRunner)
  let isDone = false
  process.exitCode = 1

  for (const name of SIGNALS) {
    process.on(name, () => {
      if (ending.signal.aborted) return
      ending.abort()
      // The work obeys the signal; the timer ends work that does not.
      const timer = setTimeout(leave, LAST_RESORT.cancelled)
      if (isDone) timer.unref()
    })
  }
  // An unhandled error ends the run like any other bug, with a report.
  const bug = (error: unknown) => ending.abort(error)
  process.on('uncaughtException', bug).on('unhandledRejection', bug)
  process.on('beforeExit', () => isDone || bug(new Error('nothing was left that could end the run')))
  // A closed log must not fail the run.
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
  const clock: Clock = {
    // `performance` would load a module that takes two milliseconds.
    now: () => Number(process.hrtime.bigint()) / 1e6,
    date: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    async turn() {
      // The first may come before Node looks for events, the second cannot.
      await setImmediate()
      await setImmediate()
    },
  }
  try {
    const succeeded = await action({
      job,
      env: process.env,
      clock,
      random: Math.random,
      openTransport: options => openTransport({ ...options, env: process.env }),
      signal,
    })
    await clock.turn()
    if (succeeded && isCancelled(signal)) {
      reportLateCancellation(job)
      return false
    }
    const isWritten = job.unwritten().length === 0
    if (succeeded && !isWritten) reportUnwritten(job)
    return succeeded && isWritten
  } catch (error) {
    // Even the report of the failure failed.
    job.error({ title: 'Internal error', lines: [`The report failed: ${error}`] })
    return false
  }
}

/**
 * Ends the process at once. An exit would wait for the threads that look up hosts and write files, so it kills a
 * process with busy threads.
 */
function leave(): void {
  const isThreadBusy = process
    .getActiveResourcesInfo()
    .some(resource => /^(FSReq|GetAddrInfo)/.test(resource))
  if (isThreadBusy && process.exitCode !== 0) process.kill(process.pid, 'SIGKILL')
  else process.exit()
}
