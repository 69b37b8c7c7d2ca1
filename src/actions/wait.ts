import type { Target } from '../deployment/list.ts'
import { waitForExisting } from '../deployment/wait.ts'
import type { Job } from '../github/job.ts'
import { readServiceInputs } from '../inputs/connection.ts'
import { type Inputs, readGoal } from '../inputs/inputs.ts'
import { parseDetailsUrl } from '../inputs/parse.ts'
import { say } from '../lib/sentence.ts'
import { annotateWarnings } from '../report/annotations.ts'
import { reportEnd, waitOutputs } from '../report/report.ts'
import {
  type ActionContext,
  cancelled,
  contextOf,
  followRun,
  runAction,
} from './run.ts'

/** The wait action. */
export function waitAction(context: ActionContext): Promise<boolean> {
  const { job, env, workflow } = context
  const run = followRun(context)
  return runAction(
    {
      async work() {
        const read = await readWaitInputs(job, env)
        if (!read.ok) return read.error
        const { connection, order, warnings } = read.value
        annotateWarnings(job, warnings)
        run.state = {
          ...run.state,
          ...order.target,
          details_url: order.details_url,
        }
        if ('id' in order.target) job.output({ id: order.target.id })
        return waitForExisting(
          order.target,
          order.goal,
          contextOf(connection, run.notify, context),
        )
      },
      cancelled: () =>
        cancelled(run.state, say`Cancelled before the deployment was found`),
      report(outcome, problems) {
        const { id, ...state } = run.end()
        const isMissing =
          outcome.result === 'failed' &&
          outcome.failure.hint === 'no_such_deployment'
        // An id that was requested and is not there is no output.
        const shown = id && !isMissing ? { id, ...state } : state
        const ended = { state: shown, outcome, problems }
        reportEnd(job, workflow.links, ended, waitOutputs(shown, outcome))
      },
    },
    context,
  )
}

/** Reads all inputs of the wait action, and masks all secrets. Sends nothing. */
export const readWaitInputs = (job: Job, env: NodeJS.ProcessEnv) =>
  readServiceInputs(
    inputs => {
      const target = readTarget(inputs)
      const details_url = inputs.read('details_url', parseDetailsUrl)
      const goal = readGoal(inputs, { wait_for: 'active' })
      return target && { target, goal, details_url }
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
  inputs.refuse(
    'id',
    say`is required, or \`name\`; the output of a step that did not run is an empty string`,
  )
  return undefined
}
