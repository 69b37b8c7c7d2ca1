import { deploy } from '../deployment/deploy.ts'
import type { Notify } from '../deployment/events.ts'
import { failed, type Outcome } from '../deployment/outcome.ts'
import type { GitHubTarget } from '../github/host-report.ts'
import { type CreateInputs, type InvalidInputs, readCreateInputs } from '../inputs/order.ts'
import { annotateWarnings, invalidInput, refusedFields } from '../report/annotations.ts'
import { recordStatus } from '../report/github-status.ts'
import { createLog } from '../report/log.ts'
import { reportCreate } from '../report/report.ts'
import { INITIAL_STATE, nextState, type RunState } from '../report/run-state.ts'
import { endTimeline } from '../report/timeline.ts'
import type { OnRetry } from '../service/retry.ts'
import { type ActionContext, cancellable, internal, isCancelled, serviceAt } from './context.ts'

/**
 * The create action, from its inputs to its report.
 *
 * @returns whether it succeeded
 */
export async function createAction(context: ActionContext): Promise<boolean> {
  const { job, env, clock } = context
  let state = INITIAL_STATE
  try {
    const read = await cancellable(readCreateInputs(job, env), context)
    if (!read.ok) return await refuse(read.error, context)
    const { github, order, locate, warnings } = read.value
    annotateWarnings(job, warnings)
    const about = { name: order.draft.name, isDryRun: order.dry_run }
    const host = github && (await startOnHost(github, about, context))
    const ended = await run(read.value, context)
    state = ended.state
    const problems = refusedFields(ended.outcome, locate)
    let report: string | undefined
    try {
      report = await reportCreate(job, env, { ...ended, problems }, clock.date())
    } finally {
      await host?.finish(recordStatus(state, ended.outcome, job.redact), report)
    }
    return ended.outcome.result !== 'failed'
  } catch (error) {
    const outcome = isCancelled(context.signal) ? cancelled(state) : internal(error, job)
    await reportCreate(job, env, { state, outcome, problems: [] }, clock.date())
    return false
  }
}

/** Reports invalid inputs. Where the name is known, the pull request's comment says so too. */
async function refuse({ problems, github, name }: InvalidInputs, context: ActionContext): Promise<false> {
  const { job, env, clock } = context
  const outcome = failed(invalidInput(problems))
  const state = { ...INITIAL_STATE, ...(name && { name }) }
  const host = github && name && (await startOnHost(github, { name, isDryRun: true }, context))
  const report = await reportCreate(job, env, { state, outcome, problems }, clock.date())
  if (host) await host.finish(recordStatus(state, outcome, job.redact), report)
  return false
}

/** Starts what the host shows of the run. Most runs have nothing there, so its modules are loaded only here. */
async function startOnHost(
  target: GitHubTarget,
  about: { name: string; isDryRun: boolean },
  context: ActionContext,
) {
  const { startHostReport } = await import('../github/host-report.ts')
  return startHostReport(target, about, context)
}

/** Carries the order out. Anything thrown becomes an outcome, so that the report holds all that is known by then. */
async function run(
  { connection, order }: CreateInputs,
  context: ActionContext,
): Promise<{ state: RunState; outcome: Outcome }> {
  const { job, clock, random, signal, openTransport } = context
  let state: RunState = { ...INITIAL_STATE, name: order.draft.name }
  const log = createLog(job)
  const transport = openTransport({ timeout: connection.request_timeout, willPost: !order.dry_run })
  const ended = (): RunState => ({ ...state, timeline: endTimeline(state.timeline, clock.now()) })
  const notify: Notify = event => {
    state = nextState(state, event, clock.now())
    // Later steps can use the id, whatever happens after this.
    if (event.type === 'deployment') job.output('id', event.deployment.read.id)
    log.event(event)
  }
  try {
    const onRetry: OnRetry = retry => notify({ type: 'retry', ...retry })
    const service = serviceAt(connection, transport, context, onRetry)
    const outcome = await cancellable(deploy(order, { service, clock, random, notify, signal }), context)
    return { state: ended(), outcome }
  } catch (error) {
    return { state: ended(), outcome: isCancelled(signal) ? cancelled(state) : internal(error, job) }
  } finally {
    log.close()
    await transport.close()
  }
}

function cancelled({ created, deployment }: RunState): Outcome {
  return failed({ code: 'cancelled', what: `Cancelled${consequence()}` })

  function consequence(): string {
    if (created === undefined) {
      return ' while a create request was under way: it is not known whether the deployment was created'
    }
    return deployment ? `; the deployment ${deployment.read.id} was left as it is` : '; nothing was created'
  }
}
