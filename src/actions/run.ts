import type { Event, Notify } from '../deployment/context.ts'
import { MAX_HEALTH_BYTES } from '../deployment/health.ts'
import {
  type Failed,
  failed,
  named,
  type Outcome,
  type RunFailure,
} from '../deployment/outcome.ts'
import type { HostContext } from '../github/host.ts'
import type { Job } from '../github/job.ts'
import { withToken } from '../github/oidc.ts'
import { type Send, traced } from '../http/exchange.ts'
import type { Connection } from '../inputs/connection.ts'
import type { Problem } from '../inputs/problem.ts'
import { POOL } from '../inputs/secrets.ts'
import { untilAborted } from '../lib/clock.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import { invalidInput } from '../report/annotations.ts'
import { createLog } from '../report/log.ts'
import { failureOutputs, reportEnd } from '../report/report.ts'
import { INITIAL_STATE, nextState, type RunState } from '../report/run-state.ts'
import { openService, type Service } from '../service/client.ts'
import type { OnRetry } from '../service/retry.ts'

/** The environment of an action: everything outside the process that a run depends on. */
export interface ActionContext extends HostContext {
  openTransport: (options: { timeout: number; maxBytes?: number }) => Send
}

/** How long work that ignores a cancellation is waited for, in milliseconds. The report follows. */
const GRACE = 500

/** Whether a run was aborted by a cancellation. An abort with any other reason is a bug. */
export const isCancelled = ({ reason, aborted }: AbortSignal): boolean =>
  aborted && reason instanceof Error && reason.name === 'AbortError'

interface Action {
  /** Ends with the outcome to report, with problems of the inputs, or with `reported` after a success. */
  work: () => Promise<Outcome | Problem[] | 'reported'>
  /** The failure of a run that was cancelled. */
  cancelled: () => Failed
  report: (outcome: Outcome, problems: Problem[]) => void | Promise<void>
}

/**
 * Runs an action. An exception is a cancellation or a bug; either becomes a failure, so that the report contains all that
 * is known by then.
 *
 * @returns whether it succeeded
 */
export async function runAction(
  action: Action,
  context: ActionContext,
): Promise<boolean> {
  const { job, clock, signal } = context
  let problems: Problem[] = []
  let outcome: Outcome
  try {
    const ended = await untilAborted(action.work(), GRACE, context)
    // Lets a signal arrive that came while the process was busy.
    await clock.turn()
    if (ended === 'reported') return true
    if (Array.isArray(ended)) problems = ended
    outcome = Array.isArray(ended) ? failed(invalidInput(ended)) : ended
    if (outcome.result !== 'failed') signal.throwIfAborted()
  } catch (error) {
    outcome = isCancelled(signal) ? action.cancelled() : failed(bug(error, job))
  }
  await action.report(outcome, problems)
  return outcome.result !== 'failed'
}

/** Runs an action without a deployment of its own. If it fails, its outputs are empty strings. */
export const runStep = (
  work: Action['work'],
  context: ActionContext,
  outputs: readonly string[] = [],
) =>
  runAction(
    {
      work,
      cancelled: () =>
        failed({
          code: 'cancelled',
          what: say`Cancelled before the step was complete`,
        }),
      report(outcome, problems) {
        const ended = { state: INITIAL_STATE, outcome, problems }
        const empty = Object.fromEntries(outputs.map(name => [name, '']))
        const ofFailure =
          outputs.length > 0 &&
          outcome.result === 'failed' &&
          failureOutputs(outcome.failure)
        reportEnd(context.job, context.workflow.links, ended, {
          ...empty,
          ...ofFailure,
        })
      },
    },
    context,
  )

/** The failure of a cancelled run, in which a deployment may be known. */
export const cancelled = (
  { deployment }: RunState,
  without: Sentence,
): Failed =>
  failed({
    code: 'cancelled',
    what: deployment
      ? say`Cancelled; the ${named(deployment.read)} was left as it is`
      : without,
  })

/** The failure for an exception. Prints its stack. */
export function bug(error: unknown, job: Job): RunFailure {
  const stack = (error instanceof Error && error.stack) || String(error)
  for (const line of stack.split('\n')) job.info(say`${line}`)
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: 'internal',
    what: say`The action failed by itself: ${message}`,
    cause: error,
  }
}

/** Opens the service of a connection. Reports retries to `onRetry` and writes each request to the debug log. */
export function serviceOf(
  connection: Connection,
  context: ActionContext,
  onRetry: OnRetry,
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
      ...(oidc_audience === undefined ? [] : ['Authorization']),
    ],
    listParameters: connection.list_parameters,
    send: withToken(oidc_audience, { job, env, clock, send }),
    received: job.hidePasswordsIn,
    retry: { clock, random, onRetry },
  })
}

/** Follows a run by its events, which update its state, the log and the output `id`. */
export function followRun({ job, env }: ActionContext) {
  // Only deploy-many.yml sets it.
  const log = createLog(job, env[POOL] !== undefined)
  const run = {
    state: INITIAL_STATE,
    notify(event: Event): void {
      run.state = nextState(run.state, event)
      // Set the id early, so that later steps can use it even after a failure.
      if (event.type === 'deployment')
        job.output({ id: event.deployment.read.id })
      log.event(event)
    },
    end(): RunState {
      log.close()
      return run.state
    },
  }
  return run
}

/** Everything that the work with a deployment depends on. A health URL gets none of the service's credentials. */
export function contextOf(
  connection: Connection,
  notify: Notify,
  context: ActionContext,
) {
  const { job, clock, random, signal, openTransport } = context
  const service = serviceOf(connection, context, retry =>
    notify({ type: 'retry', ...retry }),
  )
  const send = openTransport({
    timeout: connection.request_timeout,
    maxBytes: MAX_HEALTH_BYTES,
  })
  const health = traced(send, job.debug, clock)
  return { service, clock, random, notify, signal, health, redact: job.redact }
}
