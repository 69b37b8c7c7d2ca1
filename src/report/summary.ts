import { type Difference, withSecretNames } from '../deployment/differences.ts'
import type { Outcome, Trouble } from '../deployment/outcome.ts'
import type { OtherVersion } from '../deployment/version.ts'
import { type JobLink, linksLine } from '../github/event.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import type { Redact } from '../github/redact.ts'
import { code as codeOf, html } from '../github/text.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import { say } from '../lib/sentence.ts'
import type { Deployment } from '../service/responses.ts'
import type { Explanation } from './errors.ts'
import { duration } from './log.ts'
import { createMarkup, fitting, type Markup, section, table } from './markup.ts'
import type { RunState } from './run-state.ts'
import { type Timeline, timelineSection } from './timeline.ts'

/** The end of a run, as the summary shows it. */
export interface Ending {
  state: RunState
  outcome: Outcome
  /** Invalid inputs, or fields that the service refused, each with its input or line. */
  problems: Problem[]
  links: JobLink[]
  /** Set for a failure. */
  explanation?: Explanation
}

const MOST_BYTES_OF_PROBLEMS = 200_000

/**
 * The job summary as markdown: the outcome, the next step after a failure, then the details. All text of the workflow
 * and the service is redacted, then escaped, and put into HTML elements, where markdown does not apply.
 *
 * @param redact removes secrets from a text before it is escaped
 */
export function createSummary(
  { state, outcome, problems, links, explanation }: Ending,
  redact: Redact,
): string {
  const markup = createMarkup(redact)
  const parts = [
    `## ${heading(state, outcome, explanation?.title)}`,
    `<p>${opening(state, outcome, markup)}</p>`,
    problemList(problems, markup),
    outcome.result === 'failed' && explanation ? failure(outcome.trouble, explanation, markup) : '',
    linksLine(links),
    differencesSection(state.differences ?? [], markup),
    deploymentSection(state, markup),
    timelineSection(state.timeline, outcome, markup),
    requestDetails(state, outcome, markup),
  ].filter(part => part !== '')
  return withinLimit(parts)
}

export function problemList(problems: Problem[], { words }: Markup, bytes = MOST_BYTES_OF_PROBLEMS): string {
  if (problems.length === 0) return ''
  const items = problems.map(problem => `<li>${words(sentence(problem))}</li>`)
  const [shown, left] = fitting(items, bytes, item => item)
  return `<ul>${shown.join('')}${left > 0 ? `<li>and ${left} more</li>` : ''}</ul>`
}

/** Drops the last parts if all of them together exceed GitHub's limit. Each part also has its own limit. */
function withinLimit(parts: string[]): string {
  const [shown] = fitting(parts, MAX_SUMMARY_BYTES - 1, part => `${part}\n`)
  return `${shown.join('\n\n')}\n`
}

/**
 * The outcome in a few words.
 *
 * @param title the title of the explanation, for a failure
 */
export function heading({ created, otherVersion }: RunState, outcome: Outcome, title = ''): string {
  switch (outcome.result) {
    case 'created':
    case 'adopted':
      return otherVersion
        ? `⚠️ Deployment ${outcome.result}: ${otherVersion.headline.toLowerCase()}`
        : `✅ Deployment ${outcome.result}`
    case 'reached':
      return outcome.goal === '' ? '✅ Deployment found' : `✅ Deployment is ${outcome.goal}`
    case 'dry_run':
      return '🧪 Dry run: nothing was created'
    case 'failed': {
      const { code } = outcome.trouble
      const after = created && code !== 'duplicate_created' ? ', after the deployment was created' : ''
      return `${code === 'cancelled' ? '🛑' : '❌'} ${title}${after}`
    }
  }
}

/** The outcome in one sentence. */
export function opening(state: RunState, outcome: Outcome, markup: Markup): string {
  const { code, text } = markup
  const { request, deployment, differences = [], timeline, otherVersion } = state
  const name = code(request?.name ?? deployment?.read.name ?? state.name ?? '')
  const status = deployment?.read.status
  const took = timeline ? ` in ${duration(durationOf(timeline))}` : ''
  const differing = differences.length > 0 ? ', although it differs from the request' : ''
  switch (outcome.result) {
    case 'created':
      return `The deployment ${name} was created from ${code(request?.source ?? '')}${took}${status ? ` and is ${code(status)}` : ''}.${otherVersion ? versions(otherVersion, markup) : ''}`
    case 'adopted':
      return `The deployment ${name} ${appeared(timeline) ? 'appeared while this run was creating it' : 'already existed'}${status ? `, is ${code(status)},` : ''} and was adopted${differing}.${otherVersion ? versions(otherVersion, markup) : ''}`
    case 'reached':
      return `The deployment ${name} ${outcome.goal === '' ? 'exists' : `is ${outcome.goal}`}${status ? `; its status is ${code(status)}` : ''}.`
    case 'dry_run':
      return deployment
        ? `The deployment ${name} exists and would be adopted${differing}.`
        : `The name ${name} is free, and the deployment would be created from ${code(request?.source ?? '')}.`
    case 'failed':
      return text(say`${outcome.trouble.what}.`)
  }
}

const versions = ({ headline, existing, wanted, next }: OtherVersion, { text, words }: Markup) =>
  ` <b>${headline}:</b> it has ${text(existing)}; this run is for ${text(wanted)}. ${words(next)}`

const durationOf = ({ spans }: Timeline) => spans.at(-1)?.to ?? spans.at(-1)?.from ?? 0

/** Whether the name was free when the run started. */
const appeared = (timeline?: Timeline) => timeline?.spans.some(({ phase }) => phase === 'create')

/** The reason of a failure and the advice: the next step first, then likely causes. */
function failure(trouble: Trouble, explanation: Explanation, markup: Markup): string {
  return [quote(trouble, markup), advice(trouble, explanation, markup)].filter(part => part !== '').join('\n')
}

/** The service's error message as a quote; empty if there is none. */
export function quote({ said, speaker = 'The service' }: Trouble, { code }: Markup): string {
  return said && said.text !== ''
    ? `<p>${speaker} said:</p>\n<blockquote>${code(said.text)}</blockquote>`
    : ''
}

/** The next step, whether a rerun is safe, and likely causes. */
export function advice(trouble: Trouble, { causes, next, rerun }: Explanation, { words }: Markup): string {
  const status = trouble.status === undefined ? '' : `, HTTP status ${codeOf(String(trouble.status))}`
  return [
    `<p><b>What to do:</b> ${words(next)}</p>`,
    `<p><b>Is a rerun safe?</b> ${words(rerun)}</p>`,
    isPlain(trouble)
      ? ''
      : `<p><b>Likely causes:</b></p>\n<ul>${causes.map(cause => `<li>${words(cause)}</li>`).join('')}</ul>`,
    `<p>Error code ${codeOf(trouble.code)}${status}</p>`,
  ]
    .filter(part => part !== '')
    .join('\n')
}

/** Whether the failure already names its cause, so that likely causes would only distract. */
const isPlain = ({ hint, said }: Trouble) => hint !== undefined || (said?.fields.length ?? 0) > 0

/** The deployment's fields, or those of the request before the deployment exists. */
export function deploymentSection(state: RunState, { code, text }: Markup): string {
  const { deployment, request, repository } = state
  const read = deployment?.read
  const config = read?.source_config ?? request?.source_config
  const revision = read?.source_revision_config ?? request?.source_revision_config
  const rows: [string, string | null | undefined][] = [
    ['Name', read?.name ?? state.name],
    ['Id', read?.id],
    ['Status', read?.status],
    ['Source', read?.source ?? request?.source],
    ['Repository', config?.repo_url ?? repository?.url],
    ['Ref', revision?.repo_ref],
    ['Commit', read?.source_revision_config?.repo_commit_sha],
    ['Image', revision?.image_uri],
    ['Tarball', revision?.source_tarball_path],
  ]
  const revisions: typeof rows = [
    ['Newest revision', read?.latest_revision_id],
    ['Active revision', read?.active_revision_id],
  ]
  const shown = (given: typeof rows) =>
    given.flatMap(([label, value]) => (value ? [[label, code(value)]] : []))
  const given = shown(rows)
  const url = config?.custom_url
  if (url) given.push(['URL', isRequested(state, url) ? link(url, text(url)) : code(url)])
  given.push(...shown(revisions))
  if (read) given.push(['Newest is active', newestIsActive(read)])
  if (state.health) given.push(['Health', health(state.health, { code, text })])
  if (given.length === 0) return ''
  return section(read ? 'The deployment' : 'The request', table([], given))
}

function newestIsActive({ latest_revision_id: newest, active_revision_id: active }: Deployment): string {
  if (!newest) return 'unknown'
  if (!active) return 'no, no revision is active yet'
  return newest === active ? 'yes' : 'no, an older revision is active'
}

function health(
  { url, answer }: NonNullable<RunState['health']>,
  { code, text }: Pick<Markup, 'code' | 'text'>,
): string {
  return `${code(url)} ${text(answer.answered)}`
}

/** Whether the workflow set this URL. Only such a URL becomes a link: a URL of the service may lead anywhere. */
export function isRequested({ request }: RunState, url: string): boolean {
  return request?.source_config.custom_url === url && /^https?:\/\/[^\s"'<>]+$/.test(url)
}

/** The URL as a link, or as text if redaction changed it. */
function link(url: string, shown: string): string {
  return shown === html(url) ? `<a href="${html(url)}">${shown}</a>` : shown
}

const MOST_DIFFERENCE_BYTES = 200_000
const MOST_DIFFERENCES = 100

/** The differences, field by field. Paths can wrap at their dots on a narrow screen. */
export function differencesSection(
  differences: Difference[],
  { code }: Markup,
  bytes = MOST_DIFFERENCE_BYTES,
): string {
  if (differences.length === 0) return ''
  const cell = (value: unknown) =>
    code(typeof value === 'string' ? value : JSON.stringify(withSecretNames(value)))
  const rows = differences
    .slice(0, MOST_DIFFERENCES)
    .map(({ path, requested, existing }) => [
      cell(path).replaceAll('.', '.<wbr>'),
      cell(requested),
      existing === null ? 'nothing' : cell(existing),
    ])
  const [shown] = fitting(rows, bytes, row => row.join())
  const left = differences.length - shown.length
  return section(
    'Differences',
    table(['Field', 'Requested', 'Existing'], shown) + (left > 0 ? `\n<p>and ${left} more</p>` : ''),
  )
}

const MOST_REQUEST_BYTES = 300_000

/** The request, in a folded section. */
function requestDetails(state: RunState, outcome: Outcome, { lines }: Markup): string {
  const { request } = state
  if (!request) return ''
  const json = JSON.stringify(withSecretNames(request), null, 2)
  const [shown, left] = fitting(lines(json), MOST_REQUEST_BYTES, line => `${line}<br>`)
  if (left > 0) shown.push(`… (${left} more lines)`)
  return `<details><summary>Request ${sentOrNot(state, outcome)} (secrets by name)</summary>\n<pre>${shown.join('<br>')}</pre>\n</details>`
}

function sentOrNot({ timeline, deployment }: RunState, outcome: Outcome): string {
  if (timeline?.spans.some(({ phase }) => phase === 'create')) return 'that was sent'
  return outcome.result === 'dry_run' && !deployment ? 'that would be sent' : 'that was not sent'
}
