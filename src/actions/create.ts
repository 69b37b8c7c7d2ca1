import { deploy } from '../deployment/deploy.ts'
import type { End } from '../deployment/end.ts'
import type {
  FinishHostReport,
  GitHubTarget,
  HostReport,
} from '../github/github-report.ts'
import { readCreateInputs } from '../inputs/order.ts'
import type { Problem } from '../inputs/problem.ts'
import { words } from '../lib/sentence.ts'
import { refusedFields } from '../report/annotations.ts'
import type { Ending } from '../report/ending.ts'
import { createOutputs } from '../report/outputs.ts'
import { recordStatus, reportEnd, summarize } from '../report/report.ts'
import { createComment } from '../report/summary.ts'
import {
  type ActionContext,
  ask,
  contextOf,
  openRun,
  runAction,
} from './run.ts'

/** The create action. */
export function createAction(context: ActionContext): Promise<boolean> {
  const { job, env, workflow } = context
  const run = openRun('create', context)
  let locate: Parameters<typeof refusedFields>[1] = () => ({})
  let finishOnHost: FinishHostReport | undefined

  async function work(): Promise<End | Problem[]> {
    const read = await readCreateInputs(job, env)
    const { connection, github, details_url, problems, warnings } = read
    const order = { ...read.order, run: workflow.version }
    const { name } = order.draft
    const isPlan = order.dry_run
    if (problems.length > 0) {
      ask(run, { inputs: warnings }, job)
      // A wrong file may have a name of another type.
      if (name && typeof name === 'string')
        await begin({ name, isPlan, service: undefined }, github)
      return problems
    }
    locate = read.locate
    ask(run, { order, goal: order, details_url, inputs: warnings }, job)
    await begin({ name, isPlan, service: connection }, github)
    return deploy(order, contextOf(connection, run.notify, context))
  }

  /** Starts the GitHub Deployment and the comment. Most runs have neither, so their modules are loaded only here. */
  async function begin(
    about: HostReport,
    target: GitHubTarget | undefined,
  ): Promise<void> {
    run.facts = { ...run.facts, name: about.name }
    if (!target) return
    const { startHostReport } = await import('../github/github-report.ts')
    finishOnHost = await startHostReport(target, about, context)
  }

  async function report(ended: Ending): Promise<void> {
    const refused = refusedFields(ended, locate)
    const ending = { ...ended, problems: [...ended.problems, ...refused] }
    const comment = createComment(ending, job.redact)
    reportEnd(job, ending, {
      ...createOutputs(ending),
      report: words(comment),
    })
    const status = recordStatus(ending, job.redact)
    const warnings = await finishOnHost?.(status, comment)
    for (const warning of warnings ?? []) job.warning(warning)
    summarize(job, ending)
  }

  return runAction({ run, work, report }, context)
}
