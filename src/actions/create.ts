import { deploy } from '../deployment/deploy.ts'
import type { End } from '../deployment/facts.ts'
import { goalOfCreate } from '../deployment/order.ts'
import { readCreateInputs } from '../inputs/order.ts'
import { words } from '../lib/sentence.ts'
import { createOutputs } from '../report/outputs.ts'
import { recordStatus, reportEnd } from '../report/report.ts'
import { createComment, type Ending } from '../report/summary.ts'
import { actionOf, contextOf, type Run } from './run.ts'

/** The create action. */
export const createAction = actionOf({ name: 'create', work, report })

async function work(run: Run): Promise<End> {
  const read = await readCreateInputs(run)
  const { connection, github, details_url } = read
  const order = { ...read.order, run: run.workflow.version }
  const stop = run.accept(read, {
    order,
    goal: goalOfCreate(order),
    details_url,
  })
  const { name } = order.draft
  // A wrong file may have a name of another type.
  if (typeof name === 'string') run.facts = { ...run.facts, name }
  // Most runs report nothing on GitHub, so its modules are loaded only here.
  if (run.facts.name && github) {
    const { startHostReport } = await import('../github/github-report.ts')
    const service = stop ? undefined : connection
    const about = { name, service, isPlan: order.dry_run }
    run.finishOnHost = startHostReport(github, about, run)
  }
  return stop ?? deploy(order, await contextOf(connection, run))
}

function report(ending: Ending, { job, finishOnHost }: Run): Promise<void> {
  const comment = createComment(ending, job.redact)
  const outputs = { ...createOutputs(ending), report: words(comment) }
  return reportEnd(job, ending, outputs, () =>
    finishOnHost(recordStatus(ending, job.redact), comment),
  )
}
