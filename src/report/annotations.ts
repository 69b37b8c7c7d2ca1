import type { Annotation, Job } from '../github/job.ts'
import { type Origin, type Problem, sentence } from '../inputs/problem.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import { SOURCES } from '../service/fields.ts'
import { stateSentences } from '../verdict/headline.ts'
import type { FailureWords, Judged } from '../verdict/verdict.ts'
import { type Warning, wordsOf } from '../verdict/warnings.ts'
import { number } from './markup.ts'

/** More would take longer to write than a cancellation may take. */
const MOST_PROBLEMS = 1000

type Locate = (path: string[]) => Origin

/** Writes a warning. One about an input stands at its place in the `config` file. */
export function annotateWarning(job: Job, warning: Warning): void {
  const { title, message } = wordsOf(warning)
  const place = warning.code === 'input' ? warning.problem.place : undefined
  const isNotice = warning.code === 'other_version' && warning.isNotice
  const annotate = isNotice ? job.notice : job.warning
  annotate({ title, lines: [message], place })
}

/**
 * Writes one annotation for each problem with the inputs; or one with the failure, and one for each further field that the
 * service refused, at its line. Each ends with what a rerun does.
 */
export function annotateFailure(
  job: Job,
  judged: Judged,
  problems: Problem[],
): void {
  const { failure } = judged.verdict
  if (!failure) return
  const { code, title, next, rerun } = failure
  const isInvalid = code === 'invalid_input' && problems.length > 0
  // The problems say what to do, but not that the run has no secrets.
  const isTold = isInvalid && !judged.asked.isRestricted
  const advice = isTold ? [words(rerun)] : [words(next), words(rerun)]
  const ofProblem = (problem: Problem): Annotation => ({
    title:
      problem.input && !problem.place ? `${title}: ${problem.input}` : title,
    lines: [sentence(problem)],
    advice: isInvalid ? advice : [words(rerun)],
    place: problem.place,
  })
  if (isInvalid) {
    const more = problems.length - MOST_PROBLEMS
    for (const problem of problems.slice(0, MOST_PROBLEMS))
      job.error(ofProblem(problem))
    const rest = words(`and ${number(more)} more problems`)
    if (more > 0) job.error({ title, lines: [rest], advice })
    return
  }
  const [first, ...others] = problems
  job.error({
    title,
    lines: [...quotesOf(failure), ...whatExists(job, judged)],
    advice: [...inputsToCheck(problems), ...advice],
    place: first?.place,
  })
  for (const other of others) if (other.place) job.error(ofProblem(other))
}

/** What failed, and what was said about it. These lines may be long. */
function quotesOf({ what, said, saidBy }: FailureWords): Sentence[] {
  const quote = say`${words(saidBy)} said: ${said.text}`
  return [say`${what}.`, ...(said.text === '' ? [] : [quote])]
}

/** What exists, and where to look. The service gives parts of it, which may be long. */
function whatExists(job: Job, judged: Judged): Sentence[] {
  const state = stateSentences(judged)
  const told = state.length > 0 ? [joined(state, ' ')] : []
  return [...told, ...detailsLine(job)]
}

/** The inputs of the fields that the service refused. */
function inputsToCheck(problems: Problem[]): Sentence[] {
  const inputs = [...new Set(problems.flatMap(({ input }) => input ?? []))]
  if (inputs.length === 0) return []
  const names = inputs.map(input => `\`${input}\``).join(' and ')
  const noun = inputs.length === 1 ? 'input' : 'inputs'
  return [words(`Check the ${noun} ${names}.`)]
}

/** The failure in one line: what failed, and what was said about it. */
export function failureLine(
  failure: FailureWords,
  problems: Problem[],
): Sentence {
  const quotes =
    failure.code === 'invalid_input' && problems.length > 0
      ? problems.map(sentence)
      : quotesOf(failure)
  return joined(quotes, ' ')
}

/** The page of the deployment, if its address is known. */
export function detailsLine(job: Job): Sentence[] {
  const url = job.outputOf('details_url')
  return url ? [say`Details: ${url}`] : []
}

/** The fields that the service refused, each with the input or the line that sets it, if one does. */
export function refusedFields(judged: Judged, locate: Locate): Problem[] {
  const { fields = [] } = judged.verdict.failure?.said ?? {}
  const problems = fields.map(({ path, message }) => ({
    ...placeOf(path, locate),
    message: say`${path.join('.')}: ${message}`,
  }))
  return problems.filter(({ input, place }) => input ?? place)
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
