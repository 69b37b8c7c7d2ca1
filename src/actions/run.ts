import type { Notify } from '../deployment/events.ts'
import type { Outcome } from '../deployment/outcome.ts'
import type { WaitContext } from '../deployment/wait.ts'
import type { Connection } from '../inputs/connection.ts'
import { createLog } from '../report/log.ts'
import { nextState, type RunState } from '../report/run-state.ts'
import { endTimeline } from '../report/timeline.ts'
import type { OnRetry } from '../service/retry.ts'
import { type ActionContext, cancellable, healthOf, internal, isCancelled, serviceAt } from './context.ts'

/** The work of an action with the service. */
interface Work {
  connection: Connection
  /** The state before the work begins. */
  state: RunState
  /** Whether a POST is likely. */
  willPost: boolean
  carryOut: (context: WaitContext) => Promise<Outcome>
  cancelled: (state: RunState) => Outcome
}

/**
 * Runs the work of the create or the wait action, with its log and its timeline. Turns any exception into an outcome,
 * so that the report contains all that is known by then.
 */
export async function runWork(
  { connection, willPost, carryOut, cancelled, ...work }: Work,
  context: ActionContext,
): Promise<{ state: RunState; outcome: Outcome }> {
  const { job, clock, signal, openTransport } = context
  let { state } = work
  const log = createLog(job)
  const transport = openTransport({ timeout: connection.request_timeout, willPost })
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
    return { state: ended(), outcome }
  } catch (error) {
    return { state: ended(), outcome: isCancelled(signal) ? cancelled(state) : internal(error, job) }
  } finally {
    log.close()
    await transport.close()
  }
}
