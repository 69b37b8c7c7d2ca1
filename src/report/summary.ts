import { detailsUrl } from '../deployment/details.ts'
import { withSecretNames } from '../deployment/differences.ts'
import { explain } from '../deployment/errors.ts'
import { isNewestActive } from '../deployment/goal.ts'
import type { JobLink } from '../github/event.ts'
import { MAX_SUMMARY_BYTES } from '../github/job.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import { say, words } from '../lib/sentence.ts'
import type { Redact } from '../secrets/redact.ts'
import type { Deployment } from '../service/responses.ts'
import { type End, headline, inSentences } from './headline.ts'
import {
  createMarkup,
  details,
  facts,
  firstOf,
  html,
  link,
  literal,
  type Markup,
  section,
  table,
  withinLimit,
} from './markup.ts'
import type { RunState } from './run-state.ts'

export interface Ending extends End {
  /** Invalid inputs, or fields that the service refused, each with its input or line. */
  problems: Problem[]
  links: JobLink[]
}

/**
 * The job summary as markdown: the outcome, the next step after a failure, then the details. All text of the workflow
 * and the service is redacted, then escaped, and put into HTML elements, where markdown does not apply.
 *
 * @param redact removes secrets from a text before it is escaped
 */
export function createSummary(ending: Ending, redact: Redact): string {
  const markup = createMarkup(redact)
  const { state } = ending
  const rows = [...mainRows(ending, markup), ...otherRows(ending, markup)]
  const parts = [
    ...beginning(ending, markup),
    advice(ending, markup),
    linksLine(ending.links),
    differenceTable(state, markup),
    section(state.deployment ? 'The deployment' : 'The request', facts(rows)),
    requestDetails(state, markup),
  ]
  return withinLimit(parts, MAX_SUMMARY_BYTES)
}

/** A heading, the outcome, another version than the run's, the problems with the inputs, and what the service said. */
export function beginning(ending: Ending, markup: Markup): string[] {
  const { text, code } = markup
  const { state, outcome, problems } = ending
  const { shown, more } = firstOf(problems)
  const items = [...shown.map(problem => text(sentence(problem))), ...more].map(
    item => `<li>${item}</li>`,
  )
  const { said, saidBy = 'The service' } =
    outcome.result === 'failed' ? outcome.failure : {}
  // The list of problems may say all of it.
  const listed = said?.fields
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')
  const quoted = problems.length > 0 && said?.text === listed ? '' : said?.text
  const { sign, text: title } = headline(ending)
  return [
    `## ${sign} ${title}`,
    `<p>${text(inSentences(ending))}</p>`,
    detailsLink(state, markup),
    state.otherVersion ? `<p>${text(state.otherVersion.message)}</p>` : '',
    items.length > 0 ? `<ul>${items.join('')}</ul>` : '',
    quoted
      ? `<p>${saidBy} said:</p>\n<blockquote>${code(quoted)}</blockquote>`
      : '',
  ]
}

/** The next step after a failure, and what a rerun does. */
export function advice({ outcome }: Ending, { text, code }: Markup): string {
  if (outcome.result !== 'failed') return ''
  const { code: errorCode, status } = outcome.failure
  const { next, rerun } = explain(outcome.failure)
  return [
    `<p><b>What to do:</b> ${text(words(next))}</p>`,
    `<p>${text(words(rerun))}</p>`,
    `<p>Error code ${code(errorCode)}${status === undefined ? '' : `, HTTP status ${status}`}</p>`,
  ].join('\n')
}

/** Links to the pages of the run. */
export function linksLine(links: JobLink[]): string {
  const shown = links.map(({ label, url }) => link(url, html(label)))
  return shown.length === 0 ? '' : `<p>${shown.join(' · ')}</p>`
}

const asCode = (
  values: Record<string, string | null | undefined>,
  { code }: Markup,
) =>
  Object.entries(values).flatMap(([label, value]) =>
    value ? [[label, code(value)]] : [],
  )

/** The fields of the deployment, or of the request before it exists, that a reviewer looks for. */
export function mainRows({ state, links }: Ending, markup: Markup): string[][] {
  const read = state.deployment?.read
  const url = (read?.source_config ?? state.request?.source_config)?.custom_url
  return [
    ...(url ? [['URL', requestedLink(state, url, markup)]] : []),
    ...asCode(
      { Name: read?.name ?? state.name, Id: read?.id, Status: read?.status },
      markup,
    ),
    ...commitRows(read, links, markup),
  ]
}

/** The other fields. */
export function otherRows({ state }: Ending, markup: Markup): string[][] {
  const { request, repository, health } = state
  const read = state.deployment?.read
  const revision =
    read?.source_revision_config ?? request?.source_revision_config
  const values = {
    Source: read?.source ?? request?.source,
    Repository:
      (read?.source_config ?? request?.source_config)?.repo_url ??
      repository?.url,
    Ref: revision?.repo_ref,
    Image: revision?.image_uri,
    Tarball: revision?.source_tarball_path,
    'Newest revision': read?.latest_revision_id,
    'Active revision': read?.active_revision_id,
  }
  const answer =
    health && markup.text(say`${health.url} ${health.answer.answered}`)
  return [...asCode(values, markup), ...(answer ? [['Health', answer]] : [])]
}

/** The newest revision's commit, and the workflow's own where it differs. A commit is short where it is a link. */
function commitRows(
  read: Deployment | undefined,
  links: JobLink[],
  { code }: Markup,
): string[][] {
  const commit = read?.source_revision_config?.repo_commit_sha
  if (!read || !commit) return []
  const label = isNewestActive(read)
    ? 'Deployed commit'
    : 'Commit of the newest revision'
  const workflow = links.find(({ kind }) => kind === 'commit')
  const sha = workflow?.url.split('/').at(-1) ?? ''
  const short = workflow && link(workflow.url, html(sha.slice(0, 7)))
  if (short && commit.toLowerCase() === sha.toLowerCase())
    return [[label, short]]
  return [[label, code(commit)], ...(short ? [['Workflow commit', short]] : [])]
}

/** A URL, as a link if the workflow set it and no secret is in it: a URL of the service may lead anywhere. */
function requestedLink(
  { request }: RunState,
  url: string,
  markup: Markup,
): string {
  const isRequested =
    request?.source_config.custom_url === url &&
    /^https?:\/\/[^\s"'<>]+$/.test(url)
  return isRequested ? openLink(url, html(url), markup) : markup.code(url)
}

function openLink(url: string, content: string, { code }: Markup): string {
  const shown = code(url)
  return shown === literal(url) ? link(url, content) : shown
}

function detailsLink(state: RunState, markup: Markup): string {
  const url =
    state.deployment && detailsUrl(state.details_url, state.deployment.read)
  return url === undefined
    ? ''
    : `<p>${openLink(url, 'Deployment details', markup)}</p>`
}

/** The differences, field by field. Each field is above its values, so that both fit on a narrow screen. */
export function differenceTable(
  { differences = [] }: RunState,
  { code }: Markup,
): string {
  const cell = (value: unknown) =>
    code(typeof value === 'string' ? value : JSON.stringify(value))
  const rows = table(
    ['Requested', 'Existing'],
    differences,
    ({ path, requested, existing }) => [
      code(path),
      cell(requested),
      existing == null ? 'nothing' : cell(existing),
    ],
  )
  return section('Differences', rows)
}

function requestDetails({ request }: RunState, { lines }: Markup): string {
  if (!request) return ''
  const text = lines(JSON.stringify(withSecretNames(request), null, 2)).join(
    '<br>',
  )
  return details('The request (secrets by name)', `<pre>${text}</pre>`)
}
