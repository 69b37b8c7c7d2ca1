import type { Facts } from '../deployment/facts.ts'
import { isNewestActive } from '../deployment/order.ts'
import type { GitHubStatus } from '../github/deployment-record.ts'
import type { Annotation, Job } from '../github/job.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import {
  isSentence,
  joined,
  type Sentence,
  say,
  words,
} from '../lib/sentence.ts'
import { number, type Redact, shorten } from '../lib/text.ts'
import { headline, inSentences, stateSentences } from '../verdict/headline.ts'
import type { FailureWords, Judged } from '../verdict/verdict.ts'
import { has, type Warning } from '../verdict/warnings.ts'
import { annotateWarning } from './log.ts'
import { html, inRow, publicUrl } from './markup.ts'
import type { Outputs } from './outputs.ts'
import {
  createSummary,
  type Ending,
  heading,
  nextSteps,
  warningList,
} from './summary.ts'

/**
 * Reports the end of an action in its outputs, its log and its summary, which lists everything that the log warns of.
 *
 * @param publish shows the end on GitHub. Resolves to what failed there.
 */
export async function reportEnd(
  job: Job,
  ending: Ending,
  outputs: Outputs,
  publish: () => Promise<Annotation[]> = async () => [],
): Promise<void> {
  const { facts, verdict } = ending
  const { failure, warnings } = verdict
  const failed = failure && joined(whatFailed(ending, failure), ' ')
  job.output({
    ...outputs,
    ...(failed && failureOutputs(job, failure, failed)),
  })
  for (const warning of warnings.filter(one => !isTold(one, facts)))
    annotateWarning(job, warning)
  const { deployment } = facts
  const id = deployment && say` The id of the deployment is ${deployment.id}.`
  if (failure) errorsOf(ending, failure, job).forEach(job.error)
  else job.info(say`${inSentences(ending)}${id}`)

  for (const warning of await publish()) job.warning(warning)
  job.summary(createSummary(ending, job))
}

/** Whether the log has a warning already, like those of the inputs, and the notices. */
function isTold(warning: Warning, { notices }: Facts): boolean {
  const told: Warning[] = notices
  return warning.code === 'input' || told.includes(warning)
}

/** Warns of what failed after a step had written its summary. Below it stands everything that the log warns of. */
export function warnAfter(job: Job, warnings: Annotation[]): void {
  for (const warning of warnings) job.warning(warning)
  job.summary(html`\n${warningList(job.warnings())}\n`(job.redact))
}

const LONGEST_ERROR = 500

/**
 * The outputs of a failure of any action.
 *
 * @param line what failed, for `error_message`: at most `LONGEST_ERROR` characters, with the note about those left out
 */
export const failureOutputs = (
  job: Job,
  { code, status }: FailureWords,
  line: Sentence,
): Outputs => ({
  error_code: words(code),
  error_message: words(shorten(job.line(line), LONGEST_ERROR - 40)),
  ...(status !== undefined && { http_status: status }),
})

/**
 * An error for each problem with the inputs; or one for the failure, and one for each further field that the service
 * refused, at its line. Each ends with what a rerun does.
 */
function errorsOf(
  ending: Ending,
  failure: FailureWords,
  job: Job,
): Annotation[] {
  const { asked, problems } = ending
  const { title, next, rerun } = failure
  if (isOfInputs(ending, failure)) {
    // The problems say what to do, but not that the run has no secrets.
    const advice = asked.isRestricted ? [next, rerun] : [rerun]
    return problemErrors(title, problems, advice)
  }
  const [first, ...others] = problems
  const state = stateSentences(ending)
  const known = [
    ...whatFailed(ending, failure),
    state.length > 0 && joined(state, ' '),
  ]
  const error = {
    title,
    lines: withPage(known, job),
    advice: [next, ...inputsOf(problems), rerun],
    place: first?.place,
  }
  const placed = others.filter(({ place }) => place)
  return [error, ...problemErrors(title, placed, [rerun])]
}

/** More would take longer to write than a cancellation may take. */
const MOST_PROBLEMS = 1000

/** An error for each problem. */
function problemErrors(
  title: string,
  problems: Problem[],
  advice: Sentence[],
): Annotation[] {
  const more = problems.length - MOST_PROBLEMS
  const rest = { message: words(`and ${number(more)} more problems`) }
  const shown: Problem[] =
    more > 0 ? [...problems.slice(0, MOST_PROBLEMS), rest] : problems
  return shown.map(problem => {
    const { input, place } = problem
    const titled = input && !place ? `${title}: ${input}` : title
    return { title: titled, lines: [sentence(problem)], advice, place }
  })
}

/** Whether the inputs are what failed. */
const isOfInputs = ({ problems }: Ending, { code }: FailureWords): boolean =>
  code === 'invalid_input' && problems.length > 0

/** What failed, and what was said about it. These lines may be long. */
function whatFailed(ending: Ending, failure: FailureWords): Sentence[] {
  const { what, said, saidBy } = failure
  if (isOfInputs(ending, failure))
    return [joined(ending.problems.map(sentence), '; ')]
  const quote = say`${words(saidBy)} said: ${said.text}`
  return said.text === '' ? [say`${what}.`] : [say`${what}.`, quote]
}

/** The inputs of the fields that the service refused. */
function inputsOf(problems: Problem[]): Sentence[] {
  const inputs = new Set(problems.flatMap(({ input }) => input ?? []))
  const names = [...inputs].map(input => `\`${input}\``).join(' and ')
  const noun = inputs.size === 1 ? 'input' : 'inputs'
  return inputs.size === 0 ? [] : [words(`See the ${noun} ${names}.`)]
}

/** The lines of an error that say something, and the page of the deployment. */
function withPage(known: (Sentence | Falsy)[], job: Job): Sentence[] {
  const url = job.outputOf('details_url')
  return [...known, url && say`Details: ${url}`].filter(isSentence)
}

type Falsy = undefined | false | ''

/** Reports a failure that came after the report, or in it. If the run has its error already, it is a warning. */
export function reportLate(job: Job, judged: Judged): void {
  const { failure } = judged.verdict
  if (!failure) return
  const { title, what, sent, next, rerun } = failure
  const id = job.outputOf('id')
  const known = id && say`The id of the deployment is ${id}.`
  const lines = withPage([say`${what}.`, sent, known], job)
  if (job.outputOf('error_code')) {
    job.warning({ title, lines })
    return
  }
  job.output(failureOutputs(job, failure, what))
  job.error({ title, lines, advice: [next, rerun] })
  const section = html`\n\n${heading(judged)}\n\n<p>${inRow(lines, ' ')}</p>\n\n${nextSteps(judged)}\n\n`
  job.summary(section(job.redact))
}

/** The final status of the GitHub Deployment. */
export function recordStatus(judged: Judged, redact: Redact): GitHubStatus {
  const { custom_url } = judged.facts.deployment?.source_config ?? {}
  const environment_url = publicUrl(custom_url, redact)
  const state = recordState(judged)
  return {
    state,
    description: headline(judged).text,
    ...(state === 'success' && environment_url && { environment_url }),
  }
}

/** An adopted deployment is a success only if it is shown to run the version of the run. */
function recordState({ facts, verdict }: Judged): GitHubStatus['state'] {
  const { result, stop, warnings } = verdict
  if (stop) return stop.code === 'cancelled' ? 'error' : 'failure'
  const { deployment } = facts
  const isOther = has('other_version', warnings)
  const isThis = deployment && !isOther && isNewestActive(deployment)
  return result === 'created' || isThis ? 'success' : 'inactive'
}
