import { deploy } from '../deployment/deploy.ts'
import type { End } from '../deployment/end.ts'
import type {
  FinishHostReport,
  GitHubTarget,
  HostReport,
} from '../github/github-report.ts'
import { readCreateInputs } from '../inputs/order.ts'
import { words } from '../lib/sentence.ts'
import { createOutputs } from '../report/outputs.ts'
import { recordStatus, reportEnd } from '../report/report.ts'
import { createComment, type Ending } from '../report/summary.ts'
import {
  type ActionContext,
  contextOf,
  type Run,
  refuse,
  runAction,
} from './run.ts'

/** The create action. */
export function createAction(context: ActionContext): Promise<boolean> {
  const { job, env, workflow } = context
  let finishOnHost: FinishHostReport | undefined

  async function work(run: Run): Promise<End> {
    const read = await readCreateInputs(job, env)
    const { connection, github, details_url, problems, warnings } = read
    const order = { ...read.order, run: workflow.version }
    const { name } = order.draft
    const isPlan = order.dry_run
    if (problems.length > 0) {
      run.ask({ inputs: warnings })
      // A wrong file may have a name of another type.
      if (name && typeof name === 'string')
        await begin({ name, isPlan, service: undefined }, github, run)
      return refuse(run, problems)
    }
    run.locate = read.locate
    run.ask({ order, goal: order, details_url, inputs: warnings })
    await begin({ name, isPlan, service: connection }, github, run)
    return deploy(order, contextOf(connection, run))
  }

  /** Starts the GitHub Deployment and the comment. Most runs have neither, so their modules are loaded only here. */
  async function begin(
    about: HostReport,
    target: GitHubTarget | undefined,
    run: Run,
  ): Promise<void> {
    run.facts = { ...run.facts, name: about.name }
    if (!target) return
    const { startHostReport } = await import('../github/github-report.ts')
    finishOnHost = await startHostReport(target, about, context)
  }

  function report(ending: Ending): Promise<void> {
    const comment = createComment(ending, job.redact)
    const outputs = { ...createOutputs(ending), report: words(comment) }
    return reportEnd(job, ending, outputs, async () =>
      finishOnHost?.(recordStatus(ending, job.redact), comment),
    )
  }

  return runAction({ name: 'create', work, report }, context)
}
