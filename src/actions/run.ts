import type { Notify } from '../deployment/context.ts'
import { type HealthContext, MAX_HEALTH_BYTES } from '../deployment/health.ts'
import { type Failed, failed, type Outcome } from '../deployment/outcome.ts'
import type { WaitContext } from '../deployment/wait.ts'
import type { Job } from '../github/job.ts'
import { bearerToken } from '../github/oidc.ts'
import { isNetworkFailure, type Send } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import type { Connection } from '../inputs/connection.ts'
import { type Clock, untilAborted } from '../lib/clock.ts'
import { createLog } from '../report/log.ts'
import { nextState, type RunState } from '../report/run-state.ts'
import { endTimeline } from '../report/timeline.ts'
import { openService, type Service } from '../service/client.ts'
import type { OnRetry } from '../service/retry.ts'

/** The environment of an action: everything outside the process that a run depends on. */
export interface ActionContext {
  job: Job
  env: NodeJS.ProcessEnv
  clock: Clock
  random: () => number
  openTransport: (options: { timeout: number; maxBytes?: number }) => Transport
  /** Aborted when the workflow is cancelled. */
  signal: AbortSignal
}

/** How long the work of a run may continue after a cancellation, in milliseconds. The report follows. */
const GRACE = 500

/** Waits for the work of a run, and abandons it if it ignores a cancellation. */
export const cancellable = <T>(work: Promise<T>, context: ActionContext): Promise<T> =>
  untilAborted(work, GRACE, context)

/** Whether a run was aborted by a cancellation. An abort with any other reason is a bug. */
export const isCancelled = ({ reason, aborted }: AbortSignal): boolean =>
  aborted && reason instanceof Error && reason.name === 'AbortError'

/** The outcome of a bug. Prints its stack, which no other failure does. */
export function internal(cause: unknown, job: Job): Failed {
  const stack = (cause instanceof Error && cause.stack) || String(cause)
  for (const line of stack.split('\n')) job.info(line)
  const message = cause instanceof Error ? cause.message : String(cause)
  return failed({ code: 'internal', what: `The action failed by itself: ${message}`, cause })
}

/** Opens the service of a connection. Reports retries to `onRetry` and writes each request to the debug log. */
export function serviceAt(
  connection: Connection,
  { send }: Transport,
  { job, env, clock, random }: ActionContext,
  onRetry: OnRetry,
): Service {
  return openService({
    baseUrl: connection.base_url,
    headers: connection.headers,
    authorization: bearerToken(connection.oidc_audience, { job, env, clock, send }),
    listParameters: connection.list_parameters,
    send: traced(send, job, clock),
    received: job.hidePasswordsIn,
    retry: { clock, random, onRetry },
  })
}

/** The part of a health response whose first line is shown, and the longest line that is shown. */
const LONGEST_EXAMINED = 100_000
const LONGEST_EXCERPT = 300

/**
 * The client for a health URL. Each request uses a new connection: a kept-alive one could reach an instance that has
 * been replaced. It sends none of the service's credentials and uses the same request timeout.
 */
function healthOf(
  { request_timeout }: Connection,
  { job, clock, openTransport }: ActionContext,
): Pick<HealthContext, 'health' | 'excerpt'> {
  const send: Send = async (request, signal) => {
    const transport = openTransport({ timeout: request_timeout, maxBytes: MAX_HEALTH_BYTES })
    try {
      return await transport.send(request, signal)
    } finally {
      await transport.close()
    }
  }
  function excerpt(body: string): string {
    job.hidePasswordsIn(body)
    return firstLine(job.redact(body.slice(0, LONGEST_EXAMINED).trimStart(), LONGEST_EXCERPT))
  }
  return { health: traced(send, job, clock), excerpt }
}

/** The first non-empty line. */
function firstLine(text: string): string {
  const trimmed = text.trimStart()
  const end = trimmed.search(/[\r\n]/)
  return (end === -1 ? trimmed : trimmed.slice(0, end)).trimEnd()
}

/** Writes a line to the debug log for each request: method, path, result and duration. */
function traced(send: Send, job: Job, clock: Clock): Send {
  return async (request, signal) => {
    const began = clock.now()
    const tell = (came: string) =>
      job.debug(
        `${request.method} ${traceable(request.url)}: ${came} after ${Math.round(clock.now() - began)} ms`,
      )
    try {
      const answer = await send(request, signal)
      tell(isNetworkFailure(answer) ? answer.code : String(answer.status))
      return await unlessAborted(answer)
    } catch (error) {
      tell('aborted')
      throw error
    }

    /** The response to a POST says what is known, so it is used even after a cancellation. */
    async function unlessAborted<T>(answer: T): Promise<T> {
      await clock.turn()
      if (request.method === 'GET') signal.throwIfAborted()
      return answer
    }
  }
}

/** The path and the names of the query parameters. Values are left out, except page numbers. */
function traceable({ pathname, searchParams }: URL): string {
  const query = [...searchParams].map(([name, value]) => `${name}=${/^\d{1,6}$/.test(value) ? value : '…'}`)
  return query.length === 0 ? pathname : `${pathname}?${query.join('&')}`
}

/** The work of an action with the service. */
interface Work {
  connection: Connection
  /** The state before the work begins. */
  state: RunState
  carryOut: (context: WaitContext) => Promise<Outcome>
  cancelled: (state: RunState) => Outcome
}

/**
 * Runs the work of the create or the wait action, with its log and its timeline. Turns any exception into an outcome,
 * so that the report contains all that is known by then.
 */
export async function runWork(
  { connection, carryOut, cancelled, ...work }: Work,
  context: ActionContext,
): Promise<{ state: RunState; outcome: Outcome }> {
  const { job, clock, signal, openTransport } = context
  let { state } = work
  const log = createLog(job)
  const transport = openTransport({ timeout: connection.request_timeout })
  const ended = (): RunState => ({ ...state, timeline: endTimeline(state.timeline, clock.now()) })
  const notify: Notify = event => {
    state = nextState(state, event, clock.now())
    // Set the id early, so that later steps can use it even after a failure.
    if (event.type === 'deployment') job.output('id', event.deployment.read.id)
    log.event(event)
  }
  try {
    const onRetry: OnRetry = retry => notify({ type: 'retry', ...retry })
    const service = serviceAt(connection, transport, context, onRetry)
    const health = healthOf(connection, context)
    const outcome = await cancellable(carryOut({ service, clock, notify, signal, ...health }), context)
    await clock.turn()
    if (outcome.result !== 'failed') signal.throwIfAborted()
    return { state: ended(), outcome }
  } catch (error) {
    return { state: ended(), outcome: isCancelled(signal) ? cancelled(state) : internal(error, job) }
  } finally {
    log.close()
    await transport.close()
  }
}
