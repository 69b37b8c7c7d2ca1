import type { Outcome, Trouble } from '../deployment/outcome.ts'
import type { Annotation, Job } from '../github/job.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import type { Explanation } from './errors.ts'

/** Where a field of the request was set. */
type Locate = (path: (string | number)[]) => Pick<Problem, 'input' | 'place'>

/** GitHub shows this many annotations of each kind of a step. */
const MOST_ANNOTATIONS = 10

/** Warnings that may come after those about the inputs: what differs, what was lost, and GitHub's own record. */
const LATER_WARNINGS = 3

/** What is wrong with the inputs, in short. */
export function invalidInput(problems: Problem[]): Trouble {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
  return { code: 'invalid_input', what: `The inputs have ${count}; nothing was sent` }
}

/** One annotation for what failed; of wrong inputs one for each, at its place. */
export function annotateFailure(
  job: Job,
  trouble: Trouble,
  explanation: Explanation,
  problems: Problem[],
): void {
  const annotations =
    trouble.code === 'invalid_input'
      ? problemAnnotations(problems, explanation)
      : troubleAnnotations(trouble, explanation, problems)
  annotate(job.error, annotations, MOST_ANNOTATIONS)
}

/** Says what is odd about the inputs, and no reason to stop. */
export function annotateWarnings(job: Job, warnings: Problem[]): void {
  const annotations = warnings.map(warning => ({
    title: titleFor('Inputs', warning),
    lines: [sentence(warning)],
    place: warning.place,
  }))
  annotate(job.warning, annotations, MOST_ANNOTATIONS - LATER_WARNINGS)
}

/** The fields that the service objects to, each led back to the input or the line that set it. */
export function refusedFields(outcome: Outcome, locate: Locate): Problem[] {
  if (outcome.result !== 'failed') return []
  return (outcome.trouble.said?.fields ?? []).flatMap(({ loc, msg }) => {
    const path = /^(body|path|query)$/.test(String(loc[0])) ? loc.slice(1) : loc
    return path.length > 0 ? [{ ...locate(path), message: `${path.join('.')}: ${msg}` }] : []
  })
}

const problemAnnotations = (problems: Problem[], { title, next }: Explanation): Annotation[] =>
  problems.map(problem => ({
    title: titleFor(title, problem),
    lines: [sentence(problem), next],
    place: problem.place,
  }))

/** What failed, what the service said, what to do next; then a line for each further field that was refused. */
function troubleAnnotations(
  { what, said }: Trouble,
  { title, next }: Explanation,
  fields: Problem[],
): Annotation[] {
  const inputs = [...new Set(fields.flatMap(({ input }) => input ?? []))].map(input => `\`${input}\``)
  const setBy = `Set by the ${inputs.length === 1 ? 'input' : 'inputs'} ${inputs.join(', ')}.`
  return [
    {
      title,
      lines: [
        `${what}.`,
        ...(said && said.text !== '' ? [`The service said: ${said.text}`] : []),
        ...(inputs.length > 0 ? [setBy] : []),
        next,
      ],
      place: fields[0]?.place,
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
