import type { Outcome } from '../../deployment/outcome.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import { MAX_SUMMARY_BYTES } from '../job.ts'
import type { Explanation } from './catalogue.ts'
import type { Knowledge } from './knowledge.ts'
import { deploymentSection } from './summary/deployment.ts'
import { differencesSection } from './summary/differences.ts'
import { failure } from './summary/failure.ts'
import { type JobLink, linksLine } from './summary/links.ts'
import { createMarkup, fitting, type Markup } from './summary/markup.ts'
import { heading, opening } from './summary/opening.ts'
import { requestDetails } from './summary/request.ts'
import { timelineSection } from './summary/timeline.ts'

/** What a summary is made of. */
interface Ending {
  known: Knowledge
  outcome: Outcome
  /** What is wrong with the inputs, or what the service objects to, by input or by line. */
  problems: Problem[]
  links: JobLink[]
  /** On a failure, which alone has one. */
  explanation?: Explanation
}

const MOST_BYTES_OF_PROBLEMS = 200_000

/**
 * The job summary, as markdown: what happened, and on failure what to do; then the facts. All that comes from the
 * workflow or the service is redacted, then escaped, and stands in HTML elements, where markdown does not apply.
 *
 * @param redact removes secrets from a text before it is escaped
 */
export function createSummary(
  { known, outcome, problems, links, explanation }: Ending,
  redact: (text: string) => string,
): string {
  const markup = createMarkup(redact)
  const parts = [
    `## ${heading(known, outcome, explanation?.title)}`,
    `<p>${opening(known, outcome, markup)}</p>`,
    problemList(problems, markup),
    outcome.result === 'failed' && explanation ? failure(outcome.trouble, explanation, markup) : '',
    linksLine(links),
    differencesSection(known.differences ?? [], markup),
    deploymentSection(known, markup),
    timelineSection(known.timeline, outcome, markup),
    requestDetails(known, outcome, markup),
  ].filter(part => part !== '')
  return withinLimit(parts)
}

function problemList(problems: Problem[], { words }: Markup): string {
  if (problems.length === 0) return ''
  const items = problems.map(problem => `<li>${words(sentence(problem))}</li>`)
  const [shown, left] = fitting(items, MOST_BYTES_OF_PROBLEMS, item => item)
  return `<ul>${shown.join('')}${left > 0 ? `<li>and ${left} more</li>` : ''}</ul>`
}

/** Each part has a bound of its own; should they be too much together, the last ones are left out whole. */
function withinLimit(parts: string[]): string {
  const [shown] = fitting(parts, MAX_SUMMARY_BYTES - 1, part => `${part}\n`)
  return `${shown.join('\n\n')}\n`
}
