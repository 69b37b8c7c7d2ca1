import type { Failed, Outcome } from '../deployment/outcome.ts'
import type { Job } from '../github/job.ts'
import { jobLinks } from '../github/links.ts'
import { nameKey } from '../github/marker.ts'
import type { Problem } from '../inputs/problem.ts'
import { annotateFailure, unwrittenLines } from './annotations.ts'
import { createComment } from './comment.ts'
import { explain } from './errors.ts'
import { createOutputs, waitOutputs } from './outputs.ts'
import { INITIAL_STATE, type RunState } from './run-state.ts'
import { createSummary } from './summary.ts'

/** The end of a run of the create or the wait action. */
interface Ended {
  state: RunState
  outcome: Outcome
  problems: Problem[]
}

/**
 * Reports the end of the create action: writes outputs, annotations and the job summary, each once.
 *
 * @param now the end of the run, in milliseconds since the epoch
 * @returns the comment for a pull request, also the value of the output `report`
 */
export async function reportCreate(
  job: Job,
  env: NodeJS.ProcessEnv,
  { state, outcome, problems }: Ended,
  now: number,
): Promise<string> {
  const explanation = outcome.result === 'failed' ? explain(outcome.trouble) : undefined
  const ending = { state, outcome, problems, links: jobLinks(env), ...(explanation && { explanation }) }
  const key = state.name === undefined ? undefined : nameKey(state.name, job.redact)
  const report = createComment(ending, { key, now, job })
  const outputs = createOutputs(state, outcome, report)
  if (outcome.result === 'failed') {
    await reportFailure(job, env, outcome, { state, outputs, problems })
  } else {
    job.info(closingLine(state, outcome))
    for (const [name, value] of Object.entries(outputs)) job.output(name, value)
    job.summary(createSummary(ending, job.redact))
  }
  return report
}

/** Reports the end of the wait action. */
export async function reportWait(job: Job, env: NodeJS.ProcessEnv, ended: Ended): Promise<void> {
  const { state, outcome, problems } = ended
  const outputs = waitOutputs(state, outcome)
  if (outcome.result === 'failed') {
    return reportFailure(job, env, outcome, { state, outputs, problems, readOnly: true })
  }
  job.info(closingLine(state, outcome))
  for (const [name, value] of Object.entries(outputs)) job.output(name, value)
  job.summary(createSummary({ state, outcome, problems, links: jobLinks(env) }, job.redact))
}

/**
 * Reports a failure of any action.
 *
 * @param problems invalid inputs, or fields that the service refused
 * @param readOnly whether the action changes nothing
 */
export async function reportFailure(
  job: Job,
  env: NodeJS.ProcessEnv,
  outcome: Failed,
  {
    outputs,
    problems,
    state = INITIAL_STATE,
    readOnly = false,
  }: { outputs: Record<string, unknown>; problems: Problem[]; state?: RunState; readOnly?: boolean },
): Promise<void> {
  const explanation = explain(outcome.trouble, { readOnly })
  for (const [name, value] of Object.entries(outputs)) job.output(name, value)
  const ending = { state, outcome, problems, links: jobLinks(env), explanation }
  job.summary(createSummary(ending, job.redact))
  // Last, because it names the files that could not be written.
  annotateFailure(job, outcome.trouble, explanation, problems)
}

/**
 * Fails a successful step if the runner's files could not be written. Its error contains the id that the files lack.
 */
export function reportUnwritten(job: Job): void {
  job.output('error_code', 'internal')
  job.error({
    title: 'Results not written',
    lines: [...unwrittenLines(job), 'Then run again: a rerun is safe.'],
  })
}

function closingLine({ name: asked, deployment, request, otherVersion }: RunState, outcome: Outcome): string {
  const name = `"${request?.name ?? deployment?.read.name ?? asked ?? ''}"`
  if (outcome.result === 'dry_run') return `Dry run: nothing was created for ${name}`
  const { id, status } = deployment?.read ?? {}
  if (outcome.result === 'reached') {
    return `Deployment ${name} ${outcome.goal === '' ? 'exists' : `is ${outcome.goal}`}: ${id}, status ${status ?? 'unknown'}`
  }
  const nothing = otherVersion ? '; nothing was deployed' : ''
  return `Deployment ${name} was ${outcome.result}: ${id}, status ${status ?? 'unknown'}${nothing}`
}
