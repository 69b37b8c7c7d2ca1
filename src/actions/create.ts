import { deploy } from '../deployment/create.ts'
import { openHealth } from '../deployment/health.ts'
import { warnOfVersion } from '../deployment/version.ts'
import { isWaiting, waitFor } from '../deployment/wait.ts'
import { readConnection } from '../inputs/connection.ts'
import { openInputs } from '../inputs/inputs.ts'
import { type Order, readOrder } from '../inputs/order.ts'
import { readWorkflow } from '../inputs/workflow.ts'
import { type Comment, writeComment } from '../report/comment.ts'
import { reportOf, reportRun } from '../report/report.ts'
import { type Job, openRun } from '../report/run.ts'
import { stopOf } from '../report/stop.ts'
import { type Connection, connect } from '../service/service.ts'

/** The create action. Resolves to whether it succeeded. */
export async function createAction(job: Job): Promise<boolean> {
  const workflow = readWorkflow(job.env)
  const run = openRun(true, workflow)
  let comment: Omit<Comment, 'body'> | undefined

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
    run.name = inputs.text('name')
    const read = {
      order: readOrder(inputs, workflow),
      connection: readConnection(inputs),
    }
    comment = commentOf(read.order, read.connection)
    const order = inputs.accept(read.order)
    const connection = inputs.accept(read.connection)
    run.isPlan = order.dry_run
    const { service, exchange } = connect(connection, job, run)
    await deploy(order, service, run)
    const { deployment } = run
    if (deployment && !run.isPlan && isWaiting(order)) {
      const askHealth = openHealth(exchange, service.net)
      await waitFor(deployment, order, service, askHealth, run)
    }
    warnOfVersion(order, workflow, run)
  }

  let stop = await stopOf(work, job.signal, run.log)
  if (comment) {
    const written = { ...comment, body: reportOf(run, stop) }
    const write = () => writeComment(written, workflow, run, job.signal)
    // A signal may come while it is written.
    const late = await stopOf(write, job.signal, run.log)
    stop ??= late
  }
  await reportRun(run, stop)
  return stop === undefined
}

/** What a comment is about; undefined if none is asked for, or the inputs say too little. */
function commentOf(
  order: Order | undefined,
  connection: Connection | undefined,
): Omit<Comment, 'body'> | undefined {
  const { comment, github_token, request } = order ?? {}
  if (!comment || !github_token || !connection || !request?.name)
    return undefined
  const base_url = connection.base_url.href
  return { github_token, base_url, name: request.name }
}
