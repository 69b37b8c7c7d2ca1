import type { Outcome, Trouble } from '../../deployment/outcome.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import type { Annotation, Job } from '../job.ts'
import { CATALOGUE } from './catalogue.ts'
import type { Knowledge } from './knowledge.ts'
import { createOutputs } from './outputs.ts'
import { createSummary } from './summary.ts'

/** Where a field of the request was set. */
type Locate = (path: (string | number)[]) => Pick<Problem, 'input' | 'place'>

/** GitHub shows this many error annotations of a step. */
const MOST_ANNOTATIONS = 10

/** Publishes how the create action ended: outputs, annotations and the job summary, each once. */
export async function reportCreate(
  job: Job,
  known: Knowledge,
  outcome: Outcome,
  locate?: Locate,
): Promise<void> {
  if (outcome.result === 'failed') annotateTrouble(job, outcome.trouble, locate)
  else job.info(closingLine(known, outcome))
  for (const [name, value] of Object.entries(createOutputs(known, outcome))) job.output(name, value)
  await job.summary(createSummary(known, outcome, [], job.redact))
}

/** Publishes what is wrong with the inputs. Nothing was sent. */
export async function reportProblems(job: Job, known: Knowledge, problems: Problem[]): Promise<void> {
  const outcome: Outcome = { result: 'failed', trouble: invalidInput(problems) }
  annotateProblems(job, problems)
  for (const [name, value] of Object.entries(createOutputs(known, outcome))) job.output(name, value)
  await job.summary(createSummary(known, outcome, problems, job.redact))
}

/** What is wrong with the inputs, in short. */
export function invalidInput(problems: Problem[]): Trouble {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
  return { code: 'invalid_input', what: `The inputs have ${count}; nothing was sent` }
}

/** An annotation for each problem, at its place. */
export function annotateProblems(job: Job, problems: Problem[]): void {
  const { title, next } = CATALOGUE.invalid_input
  annotate(
    job,
    problems.map(problem => ({ title, lines: [sentence(problem), next], place: problem.place })),
  )
}

/** An annotation for what failed, and one for each further field that was refused. */
export function annotateTrouble(job: Job, trouble: Trouble, locate?: Locate): void {
  annotate(job, troubleAnnotations(trouble, locate))
}

/** What failed, what the service said, what to do next; then a line for each further field that was refused. */
function troubleAnnotations(
  { code, what, said, next, status: _status }: Trouble,
  locate?: Locate,
): Annotation[] {
  const { title } = CATALOGUE[code]
  const fields = (said?.fields ?? []).flatMap(({ loc, msg }) => {
    const path = loc[0] === 'body' ? loc.slice(1) : loc
    return locate && path.length > 0 ? [{ ...locate(path), message: `${path.join('.')}: ${msg}` }] : []
  })
  const inputs = [...new Set(fields.flatMap(({ input }) => input ?? []))].map(input => `\`${input}\``)
  const [first] = fields
  return [
    {
      title,
      lines: [
        `${what}.`,
        ...(said && said.text !== '' ? [`The service said: ${said.text}`] : []),
        ...(inputs.length > 0
          ? [`Set by the ${inputs.length === 1 ? 'input' : 'inputs'} ${inputs.join(', ')}.`]
          : []),
        next ?? CATALOGUE[code].next,
      ],
      place: first?.place,
    },
    ...fields
      .slice(1)
      .filter(({ place }) => place !== undefined)
      .map(field => ({ title, lines: [sentence(field)], place: field.place })),
  ]
}

/** What is beyond the number that is shown is named in the last annotation. */
function annotate(job: Job, annotations: Annotation[]): void {
  const fit = annotations.length <= MOST_ANNOTATIONS
  const shown = fit ? annotations : annotations.slice(0, MOST_ANNOTATIONS - 1)
  for (const annotation of shown) job.error(annotation)
  const [first, ...others] = annotations.slice(shown.length)
  if (!first) return
  const lines = [first, ...others].flatMap(annotation => annotation.lines[0] ?? [])
  job.error({ title: first.title, lines: [`And ${lines.length} more:`, ...lines] })
}

function closingLine({ deployment, request }: Knowledge, outcome: Outcome): string {
  const name = `"${request?.name}"`
  if (outcome.result === 'dry_run') return `Dry run: nothing was created for ${name}`
  const { id, status } = deployment?.read ?? {}
  return `Deployment ${name} was ${outcome.result}: ${id}, status ${status ?? 'unknown'}`
}
