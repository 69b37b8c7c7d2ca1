import {
  type End,
  type Facts,
  type HealthContext,
  learn,
  NO_FACTS,
  type Notify,
  type Stop,
} from '../deployment/facts.ts'
import type { HostContext } from '../github/github-api.ts'
import type { FinishHostReport } from '../github/github-report.ts'
import type { Job } from '../github/job.ts'
import { traced } from '../http/exchange.ts'
import type { Connection } from '../inputs/connection.ts'
import type { Locate, Problem } from '../inputs/problem.ts'
import { POOL } from '../inputs/secrets.ts'
import { untilAborted } from '../lib/clock.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import { annotateWarning, endPhase, logEvent } from '../report/log.ts'
import { reportEnd, reportLate } from '../report/report.ts'
import type { Ending } from '../report/summary.ts'
import { openService } from '../service/client.ts'
import type { RetryContext } from '../service/retry.ts'
import { judge } from '../verdict/judge.ts'
import type { Asked } from '../verdict/verdict.ts'
import { CANCELLED } from './cancelled.ts'

/** The environment of an action: everything outside the process that a run depends on. */
export type ActionContext = HostContext

/** A run that is under way: its environment, what was asked for, and all that is known so far. */
export interface Run extends ActionContext, Pick<RetryContext, 'onRetry'> {
  asked: Asked
  facts: Facts
  /** What is wrong with the inputs. */
  problems: Problem[]
  locate: Locate
  /**
   * Takes note of what was read and what it asks for, and warns of what is odd in it. Returns the stop of a run whose
   * inputs are wrong; then it asks for nothing.
   */
  accept(read: ReadInputs, asked?: Partial<Asked>): Stop | undefined
  /** The stop of a run whose input turned out to be wrong later. */
  refuse(input: string, message: Sentence): Stop
  /** Adds an event to the facts and the log. */
  notify: Notify
  /** Shows the end on GitHub. */
  finishOnHost: FinishHostReport
}

/** What was read from the inputs. */
interface ReadInputs {
  problems: Problem[]
  warnings: Problem[]
  /** Finds the input or the line that sets a field of the request. */
  locate?: Locate
}

/** An action, from its inputs to its report. */
export interface Action {
  name: Asked['action']
  work(run: Run): Promise<End>
  report(ending: Ending, run: Run): Promise<void>
}

/** Opens a run of an action. */
export function openRun(name: Action['name'], context: ActionContext): Run {
  const { job, env, workflow } = context
  // Only deploy-many.yml sets it.
  const isOneOfMany = env[POOL] !== undefined
  const run: Run = {
    ...context,
    asked: {
      action: name,
      inputs: [],
      isOneOfMany,
      isRestricted: workflow.pullRequest?.isRestricted,
    },
    facts: NO_FACTS,
    problems: [],
    locate: () => ({}),
    finishOnHost: async () => [],
    accept({ problems, warnings, locate = run.locate }, asked) {
      const isValid = problems.length === 0
      run.problems = problems
      run.locate = locate
      run.asked = { ...run.asked, ...(isValid && asked), inputs: warnings }
      for (const problem of warnings)
        annotateWarning(job, { code: 'input', problem })
      return isValid
        ? undefined
        : { code: 'invalid_input', problems: problems.length }
    },
    refuse(input, message) {
      run.problems = [{ input, message }]
      return { code: 'invalid_input', problems: 1 }
    },
    onRetry: retry => run.notify({ type: 'retry', ...retry }),
    notify(event) {
      logEvent(job, event, run.facts)
      run.facts = learn(run.facts, event)
      // Set the id early, so that later steps can use it even after a failure.
      if (event.type === 'deployment') job.output({ id: event.deployment.id })
    },
  }
  return run
}

/** The function that runs an action, and reports how it ended. It returns whether the action succeeded. */
export const actionOf =
  ({ name, work, report }: Action) =>
  async (context: ActionContext): Promise<boolean> => {
    const { job } = context
    const run = openRun(name, context)
    const working = () => untilAborted(work(run), GRACE, context)
    const end = await endOf(working, context)
    endPhase(job, run.facts)

    async function reporting(): Promise<End> {
      await report(await judged(run, end), run)
      return unwritten(end, job) ?? end
    }
    const last = await endOf(reporting, context, true)
    if (last !== end) reportLate(job, await judged(run, last))
    return 'result' in last
  }

/** The action that does some work and reports its own success. Only its failure is a report as that of a deployment. */
export const stepOf = (work: (run: Run) => Promise<Stop | undefined>) =>
  actionOf({
    name: 'other',
    work: async run => (await work(run)) ?? { result: 'reached' },
    async report(ending, { job }) {
      if (ending.verdict.stop) await reportEnd(job, ending, {})
    },
  })

/** A run with its judgement. Most runs succeed, so the words of errors are loaded only here. */
async function judged(run: Run, end: End): Promise<Ending> {
  const { asked, facts, problems, locate, workflow } = run
  const { links, version } = workflow
  const about = { asked, facts, links, sha: version.sha }
  if ('result' in end)
    return { ...about, verdict: judge(asked, facts, end), problems }
  const { judgeStopped } = await import('../verdict/stops.ts')
  const { refusedFields } = await import('../report/refused-fields.ts')
  const verdict = judgeStopped(asked, facts, end)
  const refused = refusedFields(verdict.failure.said.fields, locate)
  return { ...about, verdict, problems: [...problems, ...refused] }
}

/** How long work that ignores a cancellation is waited for, in milliseconds. The report follows. */
const GRACE = 500

/**
 * Waits for the end of a part of a run. An exception is a cancellation or a bug; either stops the run, so that the report
 * contains all that is known by then. So does a file that could not be written, as later steps need the outputs.
 *
 * @param late whether the work was done before
 */
async function endOf(
  part: () => Promise<End>,
  { job, clock, signal }: ActionContext,
  late = false,
): Promise<End> {
  try {
    const end = await part()
    // Lets a signal arrive that came while the process was busy.
    await clock.turn()
    if ('code' in end) return end
    signal.throwIfAborted()
    return unwritten(end, job) ?? end
  } catch (error) {
    const isCancelled = signal.reason === CANCELLED
    return isCancelled ? { code: 'cancelled', late } : bug(error, job)
  }
}

/** The stop by a file that could not be written, unless the end is just that. */
function unwritten(end: End, job: Job): Stop | undefined {
  const file = job.unwritten()
  const isTold = 'code' in end && end.code === 'unwritten'
  return file && !isTold ? { code: 'unwritten', ...file } : undefined
}

/** The stop of a run by an exception. Prints its stack. */
function bug(cause: unknown, job: Job): Stop {
  const { message, stack = message } =
    cause instanceof Error ? cause : new Error(String(cause))
  for (const line of stack.split('\n')) job.info(say`${line}`)
  return { code: 'internal', message, cause }
}

/**
 * Everything that the work with a deployment depends on. Reports retries and long readings, and writes each request to the
 * debug log. A health URL gets none of the service's credentials.
 */
export async function contextOf(
  connection: Connection,
  run: Run,
): Promise<HealthContext> {
  const { job, clock, random, onRetry, notify } = run
  const { oidc_audience: audience, request_timeout: timeout } = connection
  const send = traced(run.openTransport({ timeout }), job.debug, clock)
  const service = openService({
    ...connection,
    clock,
    random,
    onRetry,
    // Few runs need the job's OIDC token.
    send: audience
      ? (await import('../github/oidc.ts')).withToken(audience, {
          ...run,
          send,
        })
      : send,
    received(text, json) {
      job.hidePasswordsIn(text, json)
      run.facts = { ...run.facts, isAnswered: true }
    },
    redact: job.redact,
    onProgress: progress => notify({ type: 'reading', ...progress }),
  })
  return { ...run, service, health: send, redact: job.redact }
}
