import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type Job, openJob } from '../github/job.ts'
import { githubRunner } from '../github/runner.ts'
import { openTransport } from '../http/transport.ts'
import type { Clock } from '../lib/clock.ts'
import { say } from '../lib/sentence.ts'
import { reportLateCancellation, reportUnwritten } from '../report/report.ts'
import { type ActionContext, isCancelled } from './run.ts'

/** The signals with which a runner cancels a step; on Windows the second one is SIGBREAK. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const

/** How long the process lives after the first signal at most, in milliseconds. */
const LAST_RESORT = 1800

const systemClock: Clock = {
  now: () => performance.now(),
  date: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  turn: () => setImmediate(),
}

/**
 * Runs an action as the main program: with the real job, clock, network and signals. Ends the process, with an exit
 * code for success or failure.
 */
export async function runInThisProcess(action: (context: ActionContext) => Promise<boolean>): Promise<never> {
  const ending = new AbortController()
  let cancelledBy: NodeJS.Signals | undefined
  // For a process that ends in a way that nothing here knows.
  process.exitCode = 1

  for (const name of SIGNALS) {
    process.on(name, () => {
      if (cancelledBy) return
      cancelledBy = name
      ending.abort()
      // The work obeys the signal; this ends work that does not, and a log that nobody reads.
      setTimeout(leave, LAST_RESORT, false, name)
    })
  }
  // An unhandled error ends the run like any other bug, with a report.
  const bug = (error: unknown) => ending.abort(error)
  process.on('uncaughtException', bug)
  process.on('beforeExit', () => bug(new Error('nothing was left that could end the run')))
  // A closed log must not fail the run.
  process.stdout.on('error', () => {})

  const succeeded = await attempt(action, openJob(githubRunner), ending.signal)
  await new Promise(written => process.stdout.write('', written))
  return leave(succeeded, cancelledBy)
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
      clock: systemClock,
      random: Math.random,
      openTransport: options => openTransport({ ...options, env: process.env }),
      signal,
    })
    await systemClock.turn()
    if (succeeded && isCancelled(signal)) {
      reportLateCancellation(job)
      return false
    }
    const isWritten = job.unwritten().length === 0
    if (succeeded && !isWritten) reportUnwritten(job)
    return succeeded && isWritten
  } catch (error) {
    // Even the report of the failure failed.
    job.error({ title: 'Internal error', lines: [say`The report failed: ${String(error)}`] })
    return false
  }
}

/**
 * Ends the process. An exit waits for threads, and the thread that looks up a host cannot be cancelled: then the signal
 * ends the process, as it does where nothing handles it.
 */
function leave(succeeded: boolean, cancelledBy: NodeJS.Signals | undefined): never {
  if (cancelledBy && process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) {
    process.removeAllListeners(cancelledBy)
    process.kill(process.pid, cancelledBy)
  }
  process.exit(succeeded ? 0 : 1)
}
