import { deploy } from '../deployment/deploy.ts'
import { type Failed, failed, named } from '../deployment/outcome.ts'
import type { WaitContext } from '../deployment/wait.ts'
import type { GitHubTarget } from '../github/host-report.ts'
import { type InvalidInputs, readCreateInputs } from '../inputs/order.ts'
import { say } from '../lib/sentence.ts'
import { annotateWarnings, invalidInput, refusedFields } from '../report/annotations.ts'
import { recordStatus, reportCreate } from '../report/report.ts'
import { INITIAL_STATE, type RunState } from '../report/run-state.ts'
import { type ActionContext, attempt, cancellable, runWork } from './run.ts'

/**
 * The create action, from its inputs to its report.
 *
 * @returns whether it succeeded
 */
export function createAction(context: ActionContext): Promise<boolean> {
  const { job, env, clock } = context
  let state = INITIAL_STATE
  return attempt(
    {
      async act() {
        const read = await cancellable(readCreateInputs(job, env), context)
        if (!read.ok) return await refuse(read.error, context)
        const { github, connection, order, locate, warnings } = read.value
        annotateWarnings(job, warnings)
        const { name } = order.draft
        const finishOnHost = github && (await startOnHost(github, { name, isPlan: order.dry_run }, context))
        const work = (world: WaitContext) => deploy(order, { ...world, random: context.random })
        const ended = await runWork({ connection, state: { ...state, name }, work, cancelled }, context)
        state = ended.state
        const problems = refusedFields(ended.outcome, locate)
        let report: string | undefined
        try {
          report = reportCreate(job, env, { ...ended, problems }, clock.date())
        } finally {
          await finishOnHost?.(recordStatus(state, ended.outcome, job.redact), report)
        }
        return ended.outcome.result !== 'failed'
      },
      cancelled: () => cancelled(state),
      report(outcome, problems) {
        reportCreate(job, env, { state, outcome, problems }, clock.date())
      },
    },
    context,
  )
}

/** Reports invalid inputs, also in the pull request's comment if the name is known. */
async function refuse(
  { problems, github, name, dry_run }: InvalidInputs,
  context: ActionContext,
): Promise<false> {
  const { job, env, clock } = context
  const outcome = failed(invalidInput(problems))
  const state = { ...INITIAL_STATE, ...(name && { name }) }
  const target = github && { ...github, environment: undefined }
  const finishOnHost = target && name && (await startOnHost(target, { name, isPlan: dry_run }, context))
  const report = reportCreate(job, env, { state, outcome, problems }, clock.date())
  if (finishOnHost) await finishOnHost(recordStatus(state, outcome, job.redact), report)
  return false
}

/** Starts the GitHub Deployment and the comment. Most runs have neither, so their modules are loaded only here. */
async function startOnHost(
  target: GitHubTarget,
  about: { name: string; isPlan: boolean },
  context: ActionContext,
) {
  const { startHostReport } = await import('../github/host-report.ts')
  return startHostReport(target, about, context)
}

function cancelled({ created, deployment, name = '' }: RunState): Failed {
  const left = deployment && say`; the ${named(deployment.read)} was left as it is`
  const known = left ?? say`; nothing was created`
  const unknown = say` while a create request was under way: it is not known whether the deployment "${name}" was created`
  return failed({ code: 'cancelled', what: say`Cancelled${created === undefined ? unknown : known}` })
}
