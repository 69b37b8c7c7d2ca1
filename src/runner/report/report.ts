import type { Outcome, Trouble } from '../../deployment/outcome.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import type { Annotation, Job } from '../job.ts'
import { adviceFor, CATALOGUE } from './catalogue.ts'
import type { Knowledge } from './knowledge.ts'
import { createOutputs } from './outputs.ts'
import { jobLinks } from './summary/links.ts'
import { createSummary } from './summary.ts'

/** Where a field of the request was set. */
type Locate = (path: (string | number)[]) => Pick<Problem, 'input' | 'place'>

/** GitHub shows this many annotations of each kind of a step. */
const MOST_ANNOTATIONS = 10

/** Warnings that may come after those about the inputs: what differs, what was lost, and GitHub's own record. */
const LATER_WARNINGS = 3

/** Publishes how the create action ended: outputs, annotations and the job summary, each once. */
export async function reportCreate(
  job: Job,
  known: Knowledge,
  outcome: Outcome,
  env: NodeJS.ProcessEnv,
  locate?: Locate,
): Promise<void> {
  const refused = outcome.result === 'failed' ? refusedFields(outcome.trouble, locate) : []
  if (outcome.result === 'failed') {
    annotate(job.error, troubleAnnotations(outcome.trouble, refused), MOST_ANNOTATIONS)
  } else {
    job.info(closingLine(known, outcome))
  }
  for (const [name, value] of Object.entries(createOutputs(known, outcome))) job.output(name, value)
  await writeSummary(
    job,
    createSummary({ known, outcome, problems: refused, links: jobLinks(env) }, job.redact),
  )
}

/** Publishes what is wrong with the inputs. Nothing was sent. */
export async function reportProblems(
  job: Job,
  known: Knowledge,
  problems: Problem[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
  const what = `The inputs have ${count}; nothing was sent`
  const outcome: Outcome = { result: 'failed', trouble: { code: 'invalid_input', what } }
  const { title, next } = CATALOGUE.invalid_input
  annotate(
    job.error,
    problems.map(problem => ({
      title: titleFor(title, problem),
      lines: [sentence(problem), next],
      place: problem.place,
    })),
    MOST_ANNOTATIONS,
  )
  for (const [name, value] of Object.entries(createOutputs(known, outcome))) job.output(name, value)
  await writeSummary(job, createSummary({ known, outcome, problems, links: jobLinks(env) }, job.redact))
}

/** A summary that cannot be written makes no release fail. */
async function writeSummary(job: Job, markdown: string): Promise<void> {
  try {
    await job.summary(markdown)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    job.warning({ title: 'Job summary', lines: [`The job summary could not be written: ${reason}`] })
  }
}

/** Publishes what is odd about the inputs, and no reason to stop. */
export function reportWarnings(job: Job, warnings: Problem[]): void {
  annotate(
    job.warning,
    warnings.map(warning => ({
      title: titleFor('Inputs', warning),
      lines: [sentence(warning)],
      place: warning.place,
    })),
    MOST_ANNOTATIONS - LATER_WARNINGS,
  )
}

/** The fields that the service objects to, each led back to the input or the line that set it. */
function refusedFields({ said }: Trouble, locate?: Locate): Problem[] {
  return (said?.fields ?? []).flatMap(({ loc, msg }) => {
    const path = /^(body|path|query)$/.test(String(loc[0])) ? loc.slice(1) : loc
    return locate && path.length > 0 ? [{ ...locate(path), message: `${path.join('.')}: ${msg}` }] : []
  })
}

/** What failed, what the service said, what to do next; then a line for each further field that was refused. */
function troubleAnnotations(trouble: Trouble, fields: Problem[]): Annotation[] {
  const { code, what, said } = trouble
  const { title } = CATALOGUE[code]
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
        adviceFor(trouble),
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
function annotate(show: (annotation: Annotation) => void, annotations: Annotation[], most: number): void {
  const fit = annotations.length <= most
  const shown = fit ? annotations : annotations.slice(0, most - 1)
  for (const annotation of shown) show(annotation)
  const [first, ...others] = annotations.slice(shown.length)
  if (!first) return
  const lines = [first, ...others].flatMap(annotation => annotation.lines[0] ?? [])
  const [title = ''] = first.title.split(':')
  show({ title, lines: [`And ${lines.length} more:`, ...lines] })
}

/** Without a place to stand at, an annotation is told from others by its title alone. */
const titleFor = (title: string, { input, place }: Problem) =>
  input === undefined || place ? title : `${title}: ${input}`

function closingLine({ deployment, request }: Knowledge, outcome: Outcome): string {
  const name = `"${request?.name}"`
  if (outcome.result === 'dry_run') return `Dry run: nothing was created for ${name}`
  const { id, status } = deployment?.read ?? {}
  return `Deployment ${name} was ${outcome.result}: ${id}, status ${status ?? 'unknown'}`
}
