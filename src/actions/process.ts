import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type Stop, stopped } from '../deployment/end.ts'
import { NO_FACTS } from '../deployment/facts.ts'
import { readWorkflowRun } from '../github/event.ts'
import { githubRunner, openJob } from '../github/job.ts'
import { openTransport } from '../http/transport.ts'
import type { Clock } from '../lib/clock.ts'
import { reportLate } from '../report/report.ts'
import { judge } from '../verdict/judge.ts'
import type { FailureWords } from '../verdict/verdict.ts'
import { type ActionContext, bug, isCancelled } from './run.ts'

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
  let succeeded: boolean | undefined
  let late: Stop | undefined
  try {
    succeeded = await action({
      ...{
        job,
        env,
        workflow: readWorkflowRun(env),
        signal,
        clock: systemClock,
        random: Math.random,
      },
      openTransport: options => openTransport({ ...options, env }),
    })
    await systemClock.turn()
    const unwritten = job.unwritten()
    if (succeeded && isCancelled(signal))
      late = { code: 'cancelled', late: true }
    else if (unwritten) late = { code: 'unwritten', ...unwritten }
  } catch (error) {
    // Even the report of the failure failed.
    late = bug(error, job)
  }
  const failure = late && wordsOfLate(late)
  if (failure) reportLate(job, failure, succeeded === false)
  await new Promise(written => process.stdout.write('', written))
  return succeeded === true && !late
}

/** The words of a stop that came after the report, which has shown the facts. */
const wordsOfLate = (stop: Stop): FailureWords | undefined =>
  judge({ action: 'other', inputs: [] }, NO_FACTS, stopped(stop)).failure
