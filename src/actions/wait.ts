import type { Goal } from '../deployment/goal.ts'
import { type Failed, failed, named, type Outcome } from '../deployment/outcome.ts'
import { type Target, waitForExisting } from '../deployment/wait.ts'
import type { Job } from '../github/job.ts'
import { type Connection, readConnection } from '../inputs/connection.ts'
import { maskUrls } from '../inputs/credentials.ts'
import { type Inputs, readGoal, readInputs } from '../inputs/inputs.ts'
import type { Problem } from '../inputs/problem.ts'

import type { Result } from '../lib/result.ts'
import { say } from '../lib/sentence.ts'
import { annotateWarnings, invalidInput } from '../report/annotations.ts'
import { reportWait } from '../report/report.ts'
import { INITIAL_STATE, type RunState } from '../report/run-state.ts'
import { type ActionContext, cancellable, runWork, thrown } from './run.ts'

/** The checked inputs of the wait action. */
interface WaitInputs {
  connection: Connection
  target: Target
  goal: Goal
  warnings: Problem[]
}

/**
 * The wait action, from its inputs to its report.
 *
 * @returns whether it succeeded
 */
export async function waitAction(context: ActionContext): Promise<boolean> {
  const { job, env } = context
  let state = INITIAL_STATE
  try {
    const read = await cancellable(readWaitInputs(job, env), context)
    if (!read.ok) {
      const { error: problems } = read
      reportWait(job, env, { state, outcome: failed(invalidInput(problems)), problems })
      return false
    }
    annotateWarnings(job, read.value.warnings)
    const ended = await run(read.value, context)
    state = ended.state
    reportWait(job, env, ended)
    return ended.outcome.result !== 'failed'
  } catch (error) {
    const outcome = thrown(error, context, cancelled(state))
    reportWait(job, env, { state, outcome })
    return false
  }
}

/** Reads all inputs of the wait action, and masks all secrets. Sends nothing. */
export async function readWaitInputs(
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<Result<WaitInputs, Problem[]>> {
  const inputs = readInputs(job, env)
  const connection = await readConnection(inputs, job, env)
  maskUrls(inputs.text('health_url'), job)
  const target = readTarget(inputs)
  const goal = readGoal(inputs, { wait_for: 'ready' })
  inputs.checkUnknown()
  if (!connection || !target || inputs.problems.length > 0) return { ok: false, error: inputs.problems }
  return { ok: true, value: { connection, target, goal, warnings: inputs.warnings } }
}

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
  { connection, target, goal }: WaitInputs,
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
