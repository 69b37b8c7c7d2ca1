import type { Failed, Outcome } from '../deployment/outcome.ts'
import type { Job } from '../github/job.ts'
import { jobLinks } from '../github/links.ts'
import type { Problem } from '../inputs/problem.ts'
import { annotateFailure } from './annotations.ts'
import { explain } from './errors.ts'
import { createOutputs } from './outputs.ts'
import { INITIAL_STATE, type RunState } from './run-state.ts'
import { createSummary } from './summary.ts'

/** Reports how the create action ended: outputs, annotations and the job summary, each once. */
export async function reportCreate(
  job: Job,
  env: NodeJS.ProcessEnv,
  { state, outcome, problems }: { state: RunState; outcome: Outcome; problems: Problem[] },
): Promise<void> {
  const outputs = createOutputs(state, outcome)
  if (outcome.result === 'failed') return reportFailure(job, env, outcome, { state, outputs, problems })
  job.info(closingLine(state, outcome))
  for (const [name, value] of Object.entries(outputs)) job.output(name, value)
  writeSummary(job, createSummary({ state, outcome, problems, links: jobLinks(env) }, job.redact))
}

/**
 * Reports a failure of any action.
 *
 * @param problems wrong inputs, or fields that the service refused
 */
export async function reportFailure(
  job: Job,
  env: NodeJS.ProcessEnv,
  outcome: Failed,
  {
    outputs,
    problems,
    state = INITIAL_STATE,
  }: { outputs: Record<string, unknown>; problems: Problem[]; state?: RunState },
): Promise<void> {
  const explanation = explain(outcome.trouble)
  annotateFailure(job, outcome.trouble, explanation, problems)
  for (const [name, value] of Object.entries(outputs)) job.output(name, value)
  const ending = { state, outcome, problems, links: jobLinks(env), explanation }
  writeSummary(job, createSummary(ending, job.redact))
}

/** Writes the job summary. If that fails, it writes a warning. */
export function writeSummary(job: Job, markdown: string): void {
  try {
    job.summary(markdown)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    job.warning({ title: 'Job summary', lines: [`The job summary could not be written: ${reason}`] })
  }
}

function closingLine({ deployment, request }: RunState, outcome: Outcome): string {
  const name = `"${request?.name}"`
  if (outcome.result === 'dry_run') return `Dry run: nothing was created for ${name}`
  const { id, status } = deployment?.read ?? {}
  return `Deployment ${name} was ${outcome.result}: ${id}, status ${status ?? 'unknown'}`
}
