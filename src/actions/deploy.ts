import { createOrAdopt } from '../deployment/create.ts'
import { warnOfInactive, warnOfVersion } from '../deployment/version.ts'
import { type Target, waitFor } from '../deployment/wait.ts'
import { readConnection } from '../inputs/connection.ts'
import { type Inputs, openInputs } from '../inputs/inputs.ts'
import { isWaiting, type Order, readCommentToken, readGoal, readOrder } from '../inputs/order.ts'
import { readWorkflow } from '../inputs/workflow.ts'
import { type Comment, writeComment } from '../report/comment.ts'
import { report, reportOf } from '../report/report.ts'
import { openRun, type Run, runWork } from '../run/run.ts'
import type { Job } from '../service/http.ts'
import { connect, type Service } from '../service/operations.ts'
import { Name, PathStep } from '../service/request.ts'

/** The create action. Resolves to whether it succeeded. */
export async function createAction(job: Job): Promise<boolean> {
  const workflow = readWorkflow(job.env)
  const run = openRun({ mayCreate: true, ...workflow })
  let comment: Omit<Comment, 'body'> | undefined

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
    const github_token = readCommentToken(inputs)
    const order = await readOrder(inputs, workflow)
    const address = await readConnection(inputs)
    const { name } = order.requested
    run.name = name
    // Set this before `accept` ends the run over invalid inputs: the comment reports those, too.
    if (github_token && name && address)
      comment = { github_token, base_url: address.base_url.href, name }
    const service = connect(inputs.accept(address), job, run)
    await deploy(order, service, run)
    warnOfVersion(order, workflow, run)
  }

  const error = await runWork(work, job, run)
  async function tell(): Promise<void> {
    if (comment) await writeComment({ ...comment, body: reportOf(run, error) }, workflow, run, job)
  }
  // A signal may arrive while the comment is written: then `late` is the error of the run.
  const late = await runWork(tell, job, run)
  return report(run, error ?? late)
}

/** Creates or adopts the deployment of an order, and waits for it, if the order says so. */
export async function deploy(order: Order, service: Service, run: Run): Promise<void> {
  run.isPlan = order.dry_run
  await createOrAdopt(order, service, run)
  if (run.deployment && !run.isPlan && isWaiting(order))
    await waitFor(run.deployment, order, service, run)
}

/** The wait action. Resolves to whether it succeeded. */
export async function waitAction(job: Job): Promise<boolean> {
  const run = openRun({ mayCreate: false, ...readWorkflow(job.env) })

  async function work(): Promise<void> {
    const inputs = openInputs(job.env, run)
    const target = readTarget(inputs)
    run.name = target.name
    const goal = readGoal(inputs, 'active')
    const connection = inputs.accept(await readConnection(inputs))
    await waitFor(target, goal, connect(connection, job, run), run)
    warnOfInactive(run)
  }

  return report(run, await runWork(work, job, run))
}

function readTarget({ value, refuse }: Inputs): Target {
  const id = value('id', PathStep, '')
  const name = value('name', Name, '')
  if (!id === !name)
    refuse(
      'id',
      'set either it or `name`: none or both are set, and the output of a step that did not run is empty',
    )
  return { id, name }
}
