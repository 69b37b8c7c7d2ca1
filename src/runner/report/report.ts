import { failed, type Outcome } from '../../deployment/outcome.ts'
import type { Problem } from '../inputs/problem.ts'
import type { Job } from '../job.ts'
import { annotateProblems, annotateTrouble, invalidInput, type Locate, refusedFields } from './annotations.ts'
import type { Knowledge } from './knowledge.ts'
import { createOutputs } from './outputs.ts'
import { jobLinks } from './summary/links.ts'
import { createSummary } from './summary.ts'

/** Publishes how the create action ended: outputs, annotations and the job summary, each once. */
export async function reportCreate(
  job: Job,
  known: Knowledge,
  outcome: Outcome,
  env: NodeJS.ProcessEnv,
  locate?: Locate,
): Promise<void> {
  const refused = outcome.result === 'failed' ? refusedFields(outcome.trouble, locate) : []
  if (outcome.result === 'failed') annotateTrouble(job, outcome.trouble, refused)
  else job.info(closingLine(known, outcome))
  await publish(job, known, outcome, refused, env)
}

/** Publishes what is wrong with the inputs. Nothing was sent. */
export async function reportProblems(
  job: Job,
  known: Knowledge,
  problems: Problem[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  annotateProblems(job, problems)
  await publish(job, known, failed(invalidInput(problems)), problems, env)
}

async function publish(
  job: Job,
  known: Knowledge,
  outcome: Outcome,
  problems: Problem[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  for (const [name, value] of Object.entries(createOutputs(known, outcome))) job.output(name, value)
  await writeSummary(job, createSummary({ known, outcome, problems, links: jobLinks(env) }, job.redact))
}

/** Writes the job summary; that it cannot be written makes no release fail. */
export async function writeSummary(job: Job, markdown: string): Promise<void> {
  try {
    await job.summary(markdown)
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
