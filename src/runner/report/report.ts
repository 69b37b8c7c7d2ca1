import type { Failed, Outcome } from '../../deployment/outcome.ts'
import type { Problem } from '../inputs/problem.ts'
import type { Job } from '../job.ts'
import { annotateFailure } from './annotations.ts'
import { explain } from './explanation.ts'
import { type Knowledge, NOTHING_KNOWN } from './knowledge.ts'
import { createOutputs } from './outputs.ts'
import { jobLinks } from './summary/links.ts'
import { createSummary } from './summary.ts'

/** Publishes how the create action ended: outputs, annotations and the job summary, each once. */
export async function reportCreate(
  job: Job,
  env: NodeJS.ProcessEnv,
  { known, outcome, problems }: { known: Knowledge; outcome: Outcome; problems: Problem[] },
): Promise<void> {
  const outputs = createOutputs(known, outcome)
  if (outcome.result === 'failed') return reportFailure(job, env, outcome, { known, outputs, problems })
  job.info(closingLine(known, outcome))
  for (const [name, value] of Object.entries(outputs)) job.output(name, value)
  writeSummary(job, createSummary({ known, outcome, problems, links: jobLinks(env) }, job.redact))
}

/**
 * Publishes a failure of any of the actions.
 *
 * @param problems what is wrong with the inputs, or what the service objects to
 */
export async function reportFailure(
  job: Job,
  env: NodeJS.ProcessEnv,
  outcome: Failed,
  {
    outputs,
    problems,
    known = NOTHING_KNOWN,
  }: { outputs: Record<string, unknown>; problems: Problem[]; known?: Knowledge },
): Promise<void> {
  const explanation = await explain(outcome.trouble)
  annotateFailure(job, outcome.trouble, explanation, problems)
  for (const [name, value] of Object.entries(outputs)) job.output(name, value)
  const ending = { known, outcome, problems, links: jobLinks(env), explanation }
  writeSummary(job, createSummary(ending, job.redact))
}

/** Writes the job summary; that it cannot be written makes no release fail. */
export function writeSummary(job: Job, markdown: string): void {
  try {
    job.summary(markdown)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    job.warning({ title: 'Job summary', lines: [`The job summary could not be written: ${reason}`] })
  }
}

function closingLine({ deployment, request }: Knowledge, outcome: Outcome): string {
  const name = `"${request?.name}"`
  if (outcome.result === 'dry_run') return `Dry run: nothing was created for ${name}`
  const { id, status } = deployment?.read ?? {}
  return `Deployment ${name} was ${outcome.result}: ${id}, status ${status ?? 'unknown'}`
}
