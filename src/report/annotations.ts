import { explain } from '../deployment/errors.ts'
import type { Outcome, RunFailure } from '../deployment/outcome.ts'
import type { Annotation, Job } from '../github/job.ts'
import { type Origin, type Problem, sentence } from '../inputs/problem.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { SOURCES } from '../service/fields.ts'

type Locate = (path: string[]) => Origin

/** The failure for invalid inputs. */
export function invalidInput(problems: Problem[]): RunFailure {
  const count =
    problems.length === 1 ? 'one problem' : `${problems.length} problems`
  return { code: 'invalid_input', what: words(`The inputs have ${count}`) }
}

/**
 * Writes one annotation for each problem with the inputs; or one with the failure, the service's message and the next
 * step, and one for each further field that the service refused, at its line. Each ends with what a rerun does.
 */
export function annotateFailure(
  job: Job,
  failure: RunFailure,
  problems: Problem[],
): void {
  const { code, what, said, saidBy = 'The service' } = failure
  const { title, next, rerun } = explain(failure)
  const inputs = [...new Set(problems.flatMap(({ input }) => input ?? []))].map(
    input => `\`${input}\``,
  )
  const lines = [
    what,
    ...(said && said.text !== ''
      ? [say`${words(saidBy)} said: ${said.text}`]
      : []),
    ...(inputs.length > 0
      ? [words(`Check the input ${inputs.join(' and ')}.`)]
      : []),
    ...detailsLine(job),
    words(next),
  ]
  const others = problems.slice(1).filter(({ place }) => place)
  const isRefused = code === 'invalid_input' && problems.length > 0
  const annotations = isRefused
    ? problems.map(problem => annotationOf(title, problem))
    : [
        { title, lines, place: problems[0]?.place },
        ...others.map(field => annotationOf(title, field)),
      ]
  for (const { lines, ...annotation } of annotations)
    job.error({ ...annotation, lines: [...lines, words(rerun)] })
}

/** Writes the warnings about the inputs. */
export function annotateWarnings(job: Job, warnings: Problem[]): void {
  for (const warning of warnings) job.warning(annotationOf('Inputs', warning))
}

const annotationOf = (title: string, problem: Problem): Annotation => ({
  title:
    problem.input === undefined || problem.place
      ? title
      : `${title}: ${problem.input}`,
  lines: [sentence(problem)],
  place: problem.place,
})

/** The page of the deployment, if its address is known. */
export function detailsLine(job: Job): Sentence[] {
  const url = job.outputOf('details_url')
  return url ? [say`Details: ${url}`] : []
}

/** The fields that the service refused, each with the input or the line that sets it. */
export function refusedFields(outcome: Outcome, locate: Locate): Problem[] {
  if (outcome.result !== 'failed') return []
  const fields = outcome.failure.said?.fields ?? []
  return fields.map(({ path, message }) => ({
    ...placeOf(path, locate),
    message: say`${path.join('.')}: ${message}`,
  }))
}

/** Steps that services write before the path of a field of the request. A tagged union writes the source. */
const BEGINNINGS: string[] = [
  'body',
  'data',
  'deployment',
  'json',
  'payload',
  'request',
  'spec',
  ...SOURCES,
]

/** The objects whose fields some services name without them. */
const PARENTS = [[], ['source_config'], ['source_revision_config']]

/** Finds the input or the line of a field by a path of the service, all of which must be the field's. */
function placeOf(path: string[], locate: Locate): Origin {
  const steps = path.flatMap(step => step.match(/[\p{L}\p{N}_-]+/gu) ?? [])
  const start = steps.findIndex(step => !BEGINNINGS.includes(step))
  const field = steps.slice(Math.max(0, start))
  return (
    PARENTS.map(parent => locate([...parent, ...field])).find(
      ({ input, place }) => input ?? place,
    ) ?? {}
  )
}
