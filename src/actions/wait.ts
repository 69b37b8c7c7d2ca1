import type { End } from '../deployment/end.ts'
import type { Target } from '../deployment/goal.ts'
import { waitForExisting } from '../deployment/wait.ts'
import type { Job } from '../github/job.ts'
import { readServiceInputs } from '../inputs/connection.ts'
import { type Inputs, readGoal } from '../inputs/inputs.ts'
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
    if (!read.ok) return read.error
    const { connection, order, warnings } = read.value
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
    inputs.refuse(
      { input: 'name' },
      say`is given besides \`id\`: remove one of them`,
    )
  if (id !== undefined) return { id }
  if (name !== undefined) return { name }
  inputs.refuse(
    { input: 'id' },
    say`is required, or \`name\`; the output of a step that did not run is an empty string`,
  )
  return undefined
}
