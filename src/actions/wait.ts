import { openHealth } from '../deployment/health.ts'
import { warnOfInactive } from '../deployment/version.ts'
import { type Target, waitFor } from '../deployment/wait.ts'
import { readConnection } from '../inputs/connection.ts'
import { type Inputs, openInputs } from '../inputs/inputs.ts'
import { readGoal } from '../inputs/order.ts'
import { readWorkflow } from '../inputs/workflow.ts'
import { reportRun } from '../report/report.ts'
import { type Job, openRun } from '../report/run.ts'
import { stopOf } from '../report/stop.ts'
import { connect } from '../service/service.ts'

/** The wait action. Resolves to whether it succeeded. */
export async function waitAction(job: Job): Promise<boolean> {
  const run = openRun(false, readWorkflow(job.env))

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
    const target = readTarget(inputs)
    const goal = readGoal(inputs, 'active')
    const connection = inputs.accept(readConnection(inputs))
    run.name = target.name
    const { service, exchange } = connect(connection, job, run)
    const askHealth = openHealth(exchange, service.net)
    await waitFor(target, goal, service, askHealth, run)
    warnOfInactive(run)
  }

  const stop = await stopOf(work, job.signal, run.log)
  await reportRun(run, stop)
  return stop === undefined
}

function readTarget({ text, refuse, checkStep }: Inputs): Target {
  const id = text('id') ?? ''
  const name = text('name') ?? ''
  if (!id === !name)
    refuse(
      'id',
      'or `name` is required, and not both; the output of a step that did not run is an empty text',
    )
  checkStep('id', id)
  return { id, name }
}
