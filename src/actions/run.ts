import type { HealthContext } from '../deployment/context.ts'
import type { End, Stop } from '../deployment/end.ts'
import {
  type Event,
  type Facts,
  learn,
  NO_FACTS,
  type Notify,
} from '../deployment/facts.ts'
import { MAX_HEALTH_BYTES } from '../deployment/health.ts'
import type { HostContext } from '../github/github-api.ts'
import type { Job } from '../github/job.ts'
import { withToken } from '../github/oidc.ts'
import { type Send, traced } from '../http/exchange.ts'
import type { Connection } from '../inputs/connection.ts'
import type { Problem } from '../inputs/problem.ts'
import { POOL } from '../inputs/secrets.ts'
import { untilAborted } from '../lib/clock.ts'
import { say } from '../lib/sentence.ts'
import { annotateWarning } from '../report/annotations.ts'
import type { Ending } from '../report/ending.ts'
import { createLog } from '../report/log.ts'
import { reportEnd, reportLate, summarize } from '../report/report.ts'
import { openService, type Service } from '../service/client.ts'
import { OIDC_TOKEN } from '../service/failure.ts'
import { judge } from '../verdict/judge.ts'
import type { Asked, Judged } from '../verdict/verdict.ts'

/** The environment of an action: everything outside the process that a run depends on. */
export interface ActionContext extends HostContext {
  openTransport: (options: { timeout: number; maxBytes?: number }) => Send
}

/** How long work that ignores a cancellation is waited for, in milliseconds. The report follows. */
const GRACE = 500

/** Whether a run was aborted by a cancellation. An abort with any other reason is a bug. */
const isCancelled = ({ reason, aborted }: AbortSignal): boolean =>
  aborted && reason instanceof Error && reason.name === 'AbortError'

/** A run that is under way: what was asked for, and all that is known so far. */
export interface Run {
  asked: Asked
  facts: Facts
  notify: Notify
  /** Ends the log. */
  close(): void
}

/** Follows a run by its events, which add to its facts, its log and the output `id`. */
export function openRun(
  action: Asked['action'],
  { job, env, workflow }: ActionContext,
): Run {
  const log = createLog(job)
  // Only deploy-many.yml sets it.
  const isOneOfMany = env[POOL] !== undefined
  const isRestricted = workflow.pullRequest?.isRestricted ?? false
  const run: Run = {
    asked: { action, inputs: [], isOneOfMany, isRestricted },
    facts: NO_FACTS,
    notify(event: Event): void {
      run.facts = learn(run.facts, event)
      // Set the id early, so that later steps can use it even after a failure.
      if (event.type === 'deployment') job.output({ id: event.deployment.id })
      log.event(event)
    },
    close: log.close,
  }
  return run
}

/** Adds what the inputs ask for to a run, and warns of what is odd in them. */
export function ask(run: Run, asked: Partial<Asked>, job: Job): void {
  run.asked = { ...run.asked, ...asked }
  for (const problem of run.asked.inputs)
    annotateWarning(job, { code: 'input', problem })
}

/** The work of an action, and what it reports. */
export interface Action {
  run: Run
  /** Ends with how the work ended, with problems of the inputs, or with `reported` after a success. */
  work: () => Promise<End | Problem[] | 'reported'>
  report: (ending: Ending) => void | Promise<void>
}

/** Runs an action, and reports how it ended. Returns whether it succeeded. */
export async function runAction(
  action: Action,
  context: ActionContext,
): Promise<boolean> {
  const { run } = action
  const { job, clock, workflow } = context
  const { end, problems } = await endOf(action, context)
  run.close()
  const hasFailed = end !== 'reported' && 'code' in end
  let late: Stop | undefined
  try {
    if (end !== 'reported')
      await action.report({
        ...(await judged(run, end)),
        problems,
        links: workflow.links,
      })
    // Lets a signal arrive that came during the report.
    await clock.turn()
    late = lateStop(hasFailed, context)
  } catch (error) {
    late = bug(error, job)
  }
  if (late) reportLate(job, await judged(run, late))
  return !hasFailed && !late
}

/** A run with its judgement. Most runs succeed, so the words of errors are loaded only here. */
async function judged({ asked, facts }: Run, end: End): Promise<Judged> {
  if ('result' in end)
    return { asked, facts, verdict: judge(asked, facts, end) }
  const { judgeStopped } = await import('../verdict/stops.ts')
  return { asked, facts, verdict: judgeStopped(asked, facts, end) }
}

/**
 * Waits for the end of the work. An exception is a cancellation or a bug; either stops the run, so that the report
 * contains all that is known by then.
 */
async function endOf(
  { work }: Action,
  context: ActionContext,
): Promise<{ end: End | 'reported'; problems: Problem[] }> {
  const { job, clock, signal } = context
  try {
    const end = await untilAborted(work(), GRACE, context)
    // Lets a signal arrive that came while the process was busy.
    await clock.turn()
    if (Array.isArray(end)) {
      const problems = end.length
      return { end: { code: 'invalid_input', problems }, problems: end }
    }
    if (end !== 'reported' && 'result' in end) signal.throwIfAborted()
    return { end, problems: [] }
  } catch (error) {
    const stop: Stop = isCancelled(signal)
      ? { code: 'cancelled' }
      : bug(error, job)
    return { end: stop, problems: [] }
  }
}

/** What fails a run after its report: a cancellation of a run that had succeeded, or a file of the runner. */
function lateStop(
  hasFailed: boolean,
  { job, signal }: ActionContext,
): Stop | undefined {
  if (!hasFailed && isCancelled(signal))
    return { code: 'cancelled', late: true }
  const unwritten = job.unwritten()
  return unwritten && { code: 'unwritten', ...unwritten }
}

/** Runs an action without a deployment of its own. If it fails, its outputs are empty strings. */
export function runStep(
  work: Action['work'],
  context: ActionContext,
  outputs: readonly string[] = [],
): Promise<boolean> {
  const { job } = context
  function report(ending: Ending): void {
    const empty = Object.fromEntries(outputs.map(name => [name, '']))
    reportEnd(job, ending, empty)
    summarize(job, ending)
  }
  const run = openRun('other', context)
  return runAction({ run, work, report }, context)
}

/** The stop of a run by an exception. Prints its stack. */
function bug(error: unknown, job: Job): Stop {
  const stack = (error instanceof Error && error.stack) || String(error)
  for (const line of stack.split('\n')) job.info(say`${line}`)
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message, cause: error }
}

/** Opens the service of a connection. Reports retries and long readings, and writes each request to the debug log. */
export function serviceOf(
  connection: Connection,
  context: ActionContext,
  notify: Notify,
): Service {
  const { job, env, clock, random, openTransport } = context
  const { oidc_audience } = connection
  const send = traced(
    openTransport({ timeout: connection.request_timeout }),
    job.debug,
    clock,
  )
  return openService({
    baseUrl: connection.base_url,
    headers: connection.headers,
    credentials: [
      ...connection.credentials,
      ...(oidc_audience === undefined ? [] : [OIDC_TOKEN]),
    ],
    listParameters: connection.list_parameters,
    send: withToken(oidc_audience, { job, env, clock, send }),
    received: job.hidePasswordsIn,
    redact: job.redact,
    retry: {
      clock,
      random,
      onRetry: retry => notify({ type: 'retry', ...retry }),
    },
    onProgress: progress => notify({ type: 'reading', ...progress }),
  })
}

/** Everything that the work with a deployment depends on. A health URL gets none of the service's credentials. */
export function contextOf(
  connection: Connection,
  notify: Notify,
  context: ActionContext,
): HealthContext {
  const { job, clock, random, signal, openTransport } = context
  const service = serviceOf(connection, context, notify)
  const send = openTransport({
    timeout: connection.request_timeout,
    maxBytes: MAX_HEALTH_BYTES,
  })
  const health = traced(send, job.debug, clock)
  const redact = (text: string) => job.redact(text)
  return { service, clock, random, notify, signal, health, redact }
}
