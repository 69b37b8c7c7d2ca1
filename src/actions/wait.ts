import type { End } from '../deployment/end.ts'
import type { Target } from '../deployment/goal.ts'
import { waitForExisting } from '../deployment/wait.ts'
import type { Job } from '../github/job.ts'
import { readServiceInputs } from '../inputs/connection.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { readGoal } from '../inputs/order.ts'
import { parseDetailsUrl } from '../inputs/parse.ts'
import type { Problem } from '../inputs/problem.ts'
import { say } from '../lib/sentence.ts'
import type { Ending } from '../report/ending.ts'
import { deploymentOutputs } from '../report/outputs.ts'
import { reportEnd, summarize } from '../report/report.ts'
import {
  type ActionContext,
  ask,
  contextOf,
  openRun,
  runAction,
} from './run.ts'

/** The wait action. */
export function waitAction(context: ActionContext): Promise<boolean> {
  const { job, env } = context
  const run = openRun('wait', context)

  async function work(): Promise<End | Problem[]> {
    const read = await readWaitInputs(job, env)
    const { connection, order, problems, warnings } = read
    if (problems.length > 0) return problems
    const { target, goal, details_url } = order
    ask(run, { goal, details_url, inputs: warnings }, job)
    run.facts = { ...run.facts, ...target }
    if ('id' in target) job.output({ id: target.id })
    const waiting = contextOf(connection, run.notify, context)
    return waitForExisting(target, goal, waiting)
  }

  function report(ending: Ending): void {
    const { facts, verdict } = ending
    const { id: _, ...others } = facts
    // An id that was requested and is not there is no output.
    const isMissing = verdict.stop?.code === 'not_listed'
    const shown = isMissing ? { ...ending, facts: others } : ending
    reportEnd(job, shown, deploymentOutputs(shown))
    summarize(job, shown)
  }

  return runAction({ run, work, report }, context)
}

/** Reads all inputs of the wait action, and masks all secrets. Sends nothing. */
export const readWaitInputs = (job: Job, env: NodeJS.ProcessEnv) =>
  readServiceInputs(
    inputs => ({
      target: readTarget(inputs),
      details_url: inputs.value('details_url', parseDetailsUrl),
      goal: readGoal(inputs, 'active'),
    }),
    { job, env },
  )

function readTarget({ text, refuse }: Inputs): Target {
  const id = text('id')
  const name = text('name')
  if (id && name)
    refuse({ input: 'name' }, say`is given besides \`id\`: remove one of them`)
  if (!id && !name)
    refuse(
      { input: 'id' },
      say`is required, or \`name\`; the output of a step that did not run is an empty string`,
    )
  return id === undefined ? { name: name ?? '' } : { id }
}
