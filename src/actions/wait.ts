import type { Goal } from '../deployment/goal.ts'
import { type Failed, failed, named, type Outcome } from '../deployment/outcome.ts'
import { type Target, waitForExisting } from '../deployment/wait.ts'
import type { Job } from '../github/job.ts'
import { readServiceInputs, type ServiceInputs } from '../inputs/connection.ts'
import { maskUrls } from '../inputs/credentials.ts'
import { type Inputs, readGoal } from '../inputs/inputs.ts'
import { say } from '../lib/sentence.ts'
import { annotateWarnings } from '../report/annotations.ts'
import { reportWait } from '../report/report.ts'
import { INITIAL_STATE, type RunState } from '../report/run-state.ts'
import { type ActionContext, attempt, cancellable, runWork } from './run.ts'

/** The deployment to wait for, and what it must reach. */
interface WaitOrder {
  target: Target
  goal: Goal
}

/**
 * The wait action, from its inputs to its report.
 *
 * @returns whether it succeeded
 */
export function waitAction(context: ActionContext): Promise<boolean> {
  const { job, env } = context
  let state = INITIAL_STATE
  return attempt(
    {
      async act() {
        const read = await cancellable(readWaitInputs(job, env), context)
        if (!read.ok) return read.error
        annotateWarnings(job, read.value.warnings)
        const ended = await run(read.value, context)
        state = ended.state
        reportWait(job, env, ended)
        return ended.outcome.result !== 'failed'
      },
      cancelled: () => cancelled(state),
      report: (outcome, problems) => reportWait(job, env, { state, outcome, problems }),
    },
    context,
  )
}

/** Reads all inputs of the wait action, and masks all secrets. Sends nothing. */
export const readWaitInputs = (job: Job, env: NodeJS.ProcessEnv) =>
  readServiceInputs(
    (inputs): WaitOrder | undefined => {
      maskUrls(inputs.text('health_url'), job)
      const target = readTarget(inputs)
      const goal = readGoal(inputs, { wait_for: 'ready' })
      return target && { target, goal }
    },
    { job, env },
  )

function readTarget(inputs: Inputs): Target | undefined {
  const id = inputs.text('id')
  const name = inputs.text('name')
  if (id !== undefined && name !== undefined)
    inputs.refuse('name', say`is given besides \`id\`: remove one of them`)
  if (id !== undefined) return { id }
  if (name !== undefined) return { name }
  inputs.refuse('id', say`or \`name\` is required; the output of a step that did not run is an empty string`)
  return undefined
}

/** Waits. Keeps the requested id in the state, unless the service lists no such deployment. */
async function run(
  { connection, order: { target, goal } }: ServiceInputs<WaitOrder>,
  context: ActionContext,
): Promise<{ state: RunState; outcome: Outcome }> {
  if ('id' in target) context.job.output('id', target.id)
  const { state, outcome } = await runWork(
    {
      connection,
      state: { ...INITIAL_STATE, ...target },
      work: world => waitForExisting(target, goal, world),
      cancelled,
    },
    context,
  )
  const { id: _, ...withoutId } = state
  return { state: isMissing(outcome) ? withoutId : state, outcome }
}

/** Whether there is no deployment with the requested id. */
const isMissing = (outcome: Outcome): boolean =>
  outcome.result === 'failed' && outcome.failure.hint === 'no_such_deployment'

function cancelled({ deployment }: RunState): Failed {
  const what = deployment
    ? say`Cancelled; the ${named(deployment.read)} was left as it is`
    : say`Cancelled before the deployment was found`
  return failed({ code: 'cancelled', what, hint: 'question' })
}
