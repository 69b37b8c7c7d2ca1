import type { End } from '../deployment/facts.ts'
import type { Target } from '../deployment/order.ts'
import { waitForExisting } from '../deployment/wait.ts'
import { readServiceInputs } from '../inputs/connection.ts'
import type { Inputs, Step } from '../inputs/inputs.ts'
import { readGoal } from '../inputs/order.ts'
import { parseDetailsUrl } from '../inputs/parse.ts'
import { say } from '../lib/sentence.ts'
import { deploymentOutputs } from '../report/outputs.ts'
import { reportEnd } from '../report/report.ts'
import { actionOf, contextOf, type Run } from './run.ts'

/** The wait action. */
export const waitAction = actionOf({
  name: 'wait',
  work,
  report: (ending, { job }) =>
    reportEnd(job, ending, deploymentOutputs(ending)),
})

async function work(run: Run): Promise<End> {
  const read = await readWaitInputs(run)
  const { connection, order } = read
  const { target, goal, details_url } = order
  const stop = run.accept(read, { goal, details_url })
  if (stop) return stop
  run.facts = { ...run.facts, ...target }
  if ('id' in target) run.job.output({ id: target.id })
  return waitForExisting(target, goal, await contextOf(connection, run))
}

/** Reads all inputs of the wait action, and masks all secrets. Sends nothing. */
export const readWaitInputs = (step: Step) =>
  readServiceInputs(
    inputs => ({
      target: readTarget(inputs),
      details_url: inputs.value('details_url', parseDetailsUrl),
      goal: readGoal(inputs, 'active'),
    }),
    step,
  )

function readTarget({ text, refuse }: Inputs): Target {
  const id = text('id')
  const name = text('name')
  if (id && name)
    refuse('name', say`is given besides \`id\`: remove one of them`)
  if (!id && !name)
    refuse(
      'id',
      say`is required, or \`name\`; the output of a step that did not run is an empty string`,
    )
  return id === undefined ? { name: name ?? '' } : { id }
}
