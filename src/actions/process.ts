import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { readWorkflowRun } from '../github/event.ts'
import { openJob } from '../github/job.ts'
import * as githubRunner from '../github/runner.ts'
import { openTransport } from '../http/transport.ts'
import type { Clock } from '../lib/clock.ts'
import type { ActionContext } from './run.ts'

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
  const { env } = process
  const { signal } = ending
  // For a process that ends in a way that nothing here knows.
  process.exitCode = 1
  // An unhandled error ends the run like any other bug, with a report.
  process.on('uncaughtException', error => ending.abort(error))
  process.on('beforeExit', () =>
    ending.abort(new Error('nothing was left that could end the run')),
  )
  // A closed log must not fail the run.
  process.stdout.on('error', () => {})

  const job = openJob(githubRunner)
  const succeeded = await action({
    job,
    env,
    workflow: readWorkflowRun(env),
    signal,
    clock: systemClock,
    random: Math.random,
    openTransport: options => openTransport({ ...options, env }),
  })
  await new Promise(written => process.stdout.write('', written))
  return succeeded
}
