import { deploy } from '../deployment/deploy.ts'
import type {
  FinishHostReport,
  GitHubTarget,
  HostReport,
} from '../github/github-report.ts'
import { readCreateInputs } from '../inputs/order.ts'
import { say } from '../lib/sentence.ts'
import { annotateWarnings, refusedFields } from '../report/annotations.ts'
import { recordStatus, reportCreate } from '../report/report.ts'
import {
  type ActionContext,
  cancelled,
  contextOf,
  followRun,
  runAction,
} from './run.ts'

/** The create action. */
export function createAction(context: ActionContext): Promise<boolean> {
  const { job, env, workflow } = context
  const run = followRun(context)
  let locate: Parameters<typeof refusedFields>[1] = () => ({})
  let finishOnHost: FinishHostReport | undefined
  return runAction(
    {
      async work() {
        const read = await readCreateInputs(job, env)
        if (!read.ok) {
          const { problems, name, github, dry_run } = read.error
          if (name)
            await begin({ name, isPlan: dry_run, service: undefined }, github)
          return problems
        }
        const { connection, github, order, details_url, warnings } = read.value
        run.state = { ...run.state, details_url }
        locate = read.value.locate
        annotateWarnings(job, warnings)
        await begin(
          {
            name: order.draft.name,
            isPlan: order.dry_run,
            service: connection,
          },
          github,
        )
        return deploy(
          { ...order, run: workflow.version },
          contextOf(connection, run.notify, context),
        )
      },
      cancelled() {
        const { created, name = '' } = run.state
        const unknown = say`Cancelled while a create request was under way: it is not known whether the deployment "${name}" was created`
        return cancelled(
          run.state,
          created === undefined ? unknown : say`Cancelled; nothing was created`,
        )
      },
      async report(outcome, invalid) {
        const state = run.end()
        const problems = [...invalid, ...refusedFields(outcome, locate)]
        const report = reportCreate(job, workflow.links, {
          state,
          outcome,
          problems,
        })
        const status = recordStatus(state, outcome, job.redact)
        const warnings = await finishOnHost?.(status, report)
        for (const warning of warnings ?? []) job.warning(warning)
      },
    },
    context,
  )

  /** Starts the GitHub Deployment and the comment. Most runs have neither, so their modules are loaded only here. */
  async function begin(
    about: HostReport,
    target: GitHubTarget | undefined,
  ): Promise<void> {
    run.state = { ...run.state, name: about.name }
    if (!target) return
    const { startHostReport } = await import('../github/github-report.ts')
    finishOnHost = await startHostReport(target, about, context)
  }
}
