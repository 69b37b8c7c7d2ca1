import { deploy } from '../deployment/create.ts'
import { openHealth } from '../deployment/health.ts'
import { warnOfVersion } from '../deployment/version.ts'
import { isWaiting, waitFor } from '../deployment/wait.ts'
import { readConnection } from '../inputs/connection.ts'
import { openInputs } from '../inputs/inputs.ts'
import { type Order, readOrder } from '../inputs/order.ts'
import { readWorkflow } from '../inputs/workflow.ts'
import type { Action } from '../main.ts'
import { type Comment, writeComment } from '../report/comment.ts'
import { reportOf, reportRun } from '../report/report.ts'
import { openRun } from '../report/run.ts'
import { stopOf } from '../report/stop.ts'
import { type Connection, connect } from '../service/service.ts'

/** The create action. */
export const createAction: Action = async job => {
  const run = openRun(true)
  const workflow = readWorkflow(job.env)
  let comment: Omit<Comment, 'body'> | undefined

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
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
      const deadline = job.clock.now() + order.wait_timeout
      const askHealth = openHealth(exchange, service.net)
      await waitFor(deployment, order, deadline, service, askHealth, run)
    }
    warnOfVersion(order, workflow, run)
  }

  const stop = await stopOf(work, job.signal, run.log)
  if (comment) {
    const body = reportOf(run, stop)
    await writeComment({ ...comment, body }, workflow, run, job.signal)
  }
  // A signal may come while the comment is written.
  const end = stop ?? (await stopOf(async () => {}, job.signal, run.log))
  await reportRun(run, end)
  return end === undefined
}

/** What a comment is about; undefined if none is asked for, or the inputs say too little. */
function commentOf(
  order: Order | undefined,
  connection: Connection | undefined,
): Omit<Comment, 'body'> | undefined {
  const { comment, github_token, request } = order ?? {}
  if (!comment || !github_token || !connection || !request?.name)
    return undefined
  const { origin, pathname } = connection.base_url
  const base_url = origin + pathname.replace(/\/+$/, '')
  return { github_token, base_url, name: request.name }
}
