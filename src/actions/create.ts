import { deploy } from '../deployment/create.ts'
import { openHealth } from '../deployment/health.ts'
import { warnOfVersion } from '../deployment/version.ts'
import { isWaiting, waitFor } from '../deployment/wait.ts'
import { readConnection } from '../inputs/connection.ts'
import { openInputs } from '../inputs/inputs.ts'
import { type Order, readOrder } from '../inputs/order.ts'
import { readWorkflow, type Workflow } from '../inputs/workflow.ts'
import type { Action } from '../main.ts'
import { reportOf, reportRun } from '../report/report.ts'
import { openRun, type Run } from '../report/run.ts'
import { stopOf } from '../report/stop.ts'
import { type Connection, connect } from '../service/service.ts'

/** The create action. */
export const createAction: Action = async job => {
  const run = openRun(true)
  const workflow = readWorkflow(job.env)
  let publish: Publish = async () => {}

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
    const read = {
      order: readOrder(inputs, workflow),
      connection: readConnection(inputs),
    }
    publish = publisherOf(read.order, read.connection, workflow, run)
    const { order, connection } = inputs.accept(read)
    run.isPlan = order.dry_run
    const { service, exchange } = connect(connection, job, run)
    await deploy(order, service, run)
    const { deployment } = run
    if (deployment && !run.isPlan && isWaiting(order)) {
      const deadline = job.clock.now() + order.wait_timeout
      const askHealth = openHealth(exchange, service.net)
      await waitFor(deployment, order, deadline, service, askHealth, run)
    }
    warnOfVersion(order, workflow, run)
  }

  const stop = await stopOf(work, job.signal, run.log)
  await publish(reportOf(run, stop), job.signal)
  await reportRun(run, stop)
  return stop === undefined
}

/** Publishes the report as a comment. */
type Publish = (report: string, signal: AbortSignal) => Promise<void>

/** How a run publishes its report. The code for it is loaded only where it is needed. */
function publisherOf(
  order: Order | undefined,
  connection: Connection | undefined,
  workflow: Workflow,
  run: Run,
): Publish {
  const { comment = false, github_token } = order ?? {}
  const { name } = run
  if (!comment || !github_token || !connection || !name) return async () => {}
  const about = { github_token, base_url: connection.base_url.href, name }
  return async (report, signal) => {
    const { writeComment } = await import('../report/comment.ts')
    const body = run.redacted(report)
    await writeComment({ ...about, body }, workflow, run, signal)
  }
}
