import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type Job, openJob } from '../github/job.ts'
import { githubRunner } from '../github/runner.ts'
import { openTransport } from '../http/transport.ts'
import type { Clock } from '../lib/clock.ts'
import { say } from '../lib/sentence.ts'
import { reportLateCancellation, reportUnwritten } from '../report/report.ts'
import { type ActionContext, isCancelled } from './run.ts'

const systemClock: Clock = {
  now: () => performance.now(),
  date: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  turn: () => setImmediate(),
}

/**
 * Runs an action as the main program: with the real job, clock and network. Returns whether it succeeded, once the log
 * is written.
 *
 * @param ending aborted by the signal that cancels the run, and by an unhandled error
 */
export async function runInThisProcess(
  action: (context: ActionContext) => Promise<boolean>,
  ending: AbortController,
): Promise<boolean> {
  // For a process that ends in a way that nothing here knows.
  process.exitCode = 1

  // An unhandled error ends the run like any other bug, with a report.
  const bug = (error: unknown) => ending.abort(error)
  process.on('uncaughtException', bug)
  process.on('beforeExit', () => bug(new Error('nothing was left that could end the run')))
  // A closed log must not fail the run.
  process.stdout.on('error', () => {})

  const succeeded = await attempt(action, openJob(githubRunner), ending.signal)
  await new Promise(written => process.stdout.write('', written))
  return succeeded
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
