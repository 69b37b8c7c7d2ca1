import type { Explanation } from '../deployment/errors.ts'
import type { Outcome, RunFailure } from '../deployment/outcome.ts'
import type { Annotation, Job } from '../github/job.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'

/** Finds the input or the line that sets a field of the request. */
type Locate = (path: (string | number)[]) => Pick<Problem, 'input' | 'place'>

/** GitHub shows this many annotations of each kind for a step. */
const MOST_ANNOTATIONS = 10

/**
 * Annotations reserved for warnings after those about the inputs: differences, a lost response, the GitHub Deployment.
 */
const LATER_WARNINGS = 3

/** The failure for invalid inputs. */
export function invalidInput(problems: Problem[]): RunFailure {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
  return { code: 'invalid_input', what: words(`The inputs have ${count}; nothing was sent`) }
}

/** Writes one annotation for the failure, or one for each problem with the inputs, at its place. */
export function annotateFailure(
  job: Job,
  failure: RunFailure,
  explanation: Explanation,
  problems: Problem[],
): void {
  const annotations =
    failure.code === 'invalid_input' && problems.length > 0
      ? problemAnnotations(problems, explanation)
      : failureAnnotations(failure, explanation, problems)
  annotations[0]?.lines.push(...unwrittenLines(job))
  annotate(job.error, annotations, MOST_ANNOTATIONS)
}

/** Names the runner's files that could not be written, and gives the id that they should contain. */
export function unwrittenLines(job: Job): Sentence[] {
  const files = job.unwritten()
  if (files.length === 0) return []
  const id = job.outputOf('id')
  return [
    say`The step could not write ${joined(files, ' and ')}.${id ? say` The id of the deployment is ${id}.` : words('')}`,
    words('Check the free space and the permissions on the runner.'),
  ]
}

/** Writes the warnings about the inputs. */
export function annotateWarnings(job: Job, warnings: Problem[]): void {
  const annotations = warnings.map(warning => ({
    title: titleFor('Inputs', warning),
    lines: [sentence(warning)],
    place: warning.place,
  }))
  annotate(job.warning, annotations, MOST_ANNOTATIONS - LATER_WARNINGS)
}

/** The fields that the service refused, each with the input or the line that sets it. */
export function refusedFields(outcome: Outcome, locate: Locate): Problem[] {
  if (outcome.result !== 'failed') return []
  return (outcome.failure.said?.fields ?? []).map(({ path, message }) => ({
    ...placeOf(path, locate),
    message: say`${path.join('.')}: ${message}`,
  }))
}

/**
 * Finds the input or the line of a field by a path of the service. The path may begin with steps that the request does
 * not have, such as `data.attributes`, and its names may be in camelCase.
 */
function placeOf(path: string[], locate: Locate): ReturnType<Locate> {
  const snake = path.map(step => step.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase())
  for (const from of path.keys()) {
    // An item of an unknown list is not a field of the request.
    if (/^\d+$/.test(path[from - 1] ?? '')) return {}
    const candidates = [path.slice(from), ...PARENTS.map(parent => [...parent, ...snake.slice(from)])]
    const place = candidates.map(locate).find(found => found.input ?? found.place)
    if (place) return place
  }
  return {}
}

/** The objects of the request whose fields a service may name alone. */
const PARENTS = [[], ['source_config'], ['source_revision_config']]

const problemAnnotations = (problems: Problem[], { title, next }: Explanation): Annotation[] =>
  problems.map(problem => ({
    title: titleFor(title, problem),
    lines: [sentence(problem), words(next)],
    place: problem.place,
  }))

/**
 * One annotation with the failure, the service's message and the next step, then one for each further refused field.
 */
function failureAnnotations(
  { what, said, speaker = 'The service' }: RunFailure,
  { title, next }: Explanation,
  fields: Problem[],
): Annotation[] {
  const inputs = [...new Set(fields.flatMap(({ input }) => input ?? []))].map(input => `\`${input}\``)
  const check = `Check the ${inputs.length === 1 ? 'input' : 'inputs'} ${inputs.join(', ')}.`
  return [
    {
      title,
      lines: [
        say`${what}.`,
        ...(said && said.text !== '' ? [say`${words(speaker)} said: ${said.text}`] : []),
        ...(inputs.length > 0 ? [words(check)] : []),
        words(next),
      ],
      place: fields[0]?.place,
    },
    ...fields
      .slice(1)
      .filter(({ place }) => place !== undefined)
      .map(field => ({ title, lines: [sentence(field)], place: field.place })),
  ]
}

/** Writes at most `most` annotations; the last one lists the rest. */
function annotate(show: (annotation: Annotation) => void, annotations: Annotation[], most: number): void {
  const fit = annotations.length <= most
  const shown = fit ? annotations : annotations.slice(0, most - 1)
  for (const annotation of shown) show(annotation)
  const [first, ...others] = annotations.slice(shown.length)
  if (!first) return
  const lines = [first, ...others].flatMap(annotation => annotation.lines[0] ?? [])
  const [title = ''] = first.title.split(':')
  show({ title, lines: [words(`And ${lines.length} more:`), ...lines] })
}

/** The title names the input if the annotation has no place in a file. */
const titleFor = (title: string, { input, place }: Problem) =>
  input === undefined || place ? title : `${title}: ${input}`
