import { detailsUrl } from '../deployment/details.ts'
import { withSecretNames } from '../deployment/differences.ts'
import { commitOf, isCommit, isNewestActive } from '../deployment/goal.ts'
import type { JobLink } from '../github/event.ts'
import { type Annotation, MAX_SUMMARY_BYTES } from '../github/job.ts'
import { sentence } from '../inputs/problem.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { Redact } from '../secrets/redact.ts'
import type { Deployment } from '../service/responses.ts'
import { headline, inSentences } from '../verdict/headline.ts'
import { hasWaited } from '../verdict/judge.ts'
import type { Judged } from '../verdict/verdict.ts'
import { wordsOf } from '../verdict/warnings.ts'
import type { Ending } from './ending.ts'
import {
  createMarkup,
  details,
  facts,
  firstOf,
  html,
  link,
  type Markup,
  openLink,
  section,
  table,
  urlLink,
  withinLimit,
} from './markup.ts'

/**
 * The job summary as markdown: the outcome, all warnings of the log, the next step after a failure, then the details. All
 * text of the workflow and the service is redacted, then escaped, and put into HTML elements, where markdown does not apply.
 *
 * @param annotations the warnings of the log
 * @param redact removes secrets from a text before it is escaped
 */
export function createSummary(
  ending: Ending,
  annotations: Annotation[],
  redact: Redact,
): string {
  const markup = createMarkup(redact)
  const rows = [...mainRows(ending, markup), ...otherRows(ending, markup)]
  const title = ending.facts.deployment ? 'The deployment' : 'The request'
  const parts = [
    ...beginning(ending, markup),
    advice(ending, markup),
    warningList(
      annotations.map(({ lines }) => joined(lines, ' ')),
      markup,
    ),
    linksLine(ending.links),
    differenceTable(ending, markup),
    section(title, facts(rows)),
    requestDetails(ending, markup),
  ]
  return withinLimit(parts, MAX_SUMMARY_BYTES)
}

/** A heading, the outcome, the problems with the inputs, and what the service said. */
export function beginning(ending: Ending, markup: Markup): string[] {
  const { sign, text: title } = headline(ending)
  return [
    `## ${sign} ${title}`,
    `<p>${markup.text(inSentences(ending))}</p>`,
    detailsLink(ending, markup),
    problemList(ending, markup),
    quote(ending, markup),
  ]
}

function problemList({ problems }: Ending, { text }: Markup): string {
  const { shown, more } = firstOf(problems)
  const items = [...shown.map(problem => text(sentence(problem))), ...more]
  return list(items)
}

const list = (items: string[]): string =>
  items.length === 0
    ? ''
    : `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`

/** What the service said, unless the list of problems says all of it. */
function quote(ending: Ending, { code }: Markup): string {
  const { said, saidBy } = ending.verdict.failure ?? {}
  if (!said || said.text === '') return ''
  const listed = said.fields
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')
  if (ending.problems.length > 0 && said.text === listed) return ''
  return `<p>${saidBy} said:</p>\n<blockquote>${code(said.text)}</blockquote>`
}

/** The warnings, each as a paragraph. */
export function warningList(messages: Sentence[], { text }: Markup): string {
  const { shown, more } = firstOf(messages)
  const items = [...shown.map(message => `⚠️ ${text(message)}`), ...more]
  return items.map(item => `<p>${item}</p>`).join('\n')
}

/** The warnings that are about the deployment, and not about the step. */
export function deploymentWarnings({ verdict }: Judged): Sentence[] {
  return verdict.warnings
    .filter(({ code }) => code !== 'input')
    .map(warning => wordsOf(warning).message)
}

/** The next step after a failure, and what a rerun does. */
export function advice({ verdict }: Judged, { text, code }: Markup): string {
  const { failure } = verdict
  if (!failure) return ''
  const { next, rerun, status } = failure
  const http = status === undefined ? '' : `, HTTP status ${status}`
  return [
    `<p><b>What to do:</b> ${text(words(next))}</p>`,
    `<p>${text(words(rerun))}</p>`,
    `<p>Error code ${code(failure.code)}${http}</p>`,
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
export function mainRows(ending: Ending, markup: Markup): string[][] {
  const { facts, links, verdict } = ending
  const { deployment, request, name } = facts
  const shown: Partial<Deployment> = deployment ?? { name }
  const { source_config } = deployment ?? request ?? {}
  const url = source_config?.custom_url
  const label = deployment ? 'URL' : 'Requested URL'
  const isOld = verdict.result === 'failed' && hasWaited(facts)
  const status = isOld ? 'Last status' : 'Status'
  return [
    ...(url ? [[label, urlLink(url, markup)]] : []),
    ...asCode(
      { Name: shown.name, Id: shown.id, [status]: shown.status },
      markup,
    ),
    ...commitRows(deployment, links, markup),
  ]
}

/** The other fields. */
export function otherRows({ facts }: Judged, markup: Markup): string[][] {
  const { deployment, request, repository, health } = facts
  const shown: Partial<Deployment> = deployment ?? { ...request }
  const revision = shown.source_revision_config ?? {}
  const values = {
    Source: shown.source,
    Repository: shown.source_config?.repo_url ?? repository?.url,
    Ref: revision.repo_ref,
    Image: revision.image_uri,
    Tarball: revision.source_tarball_path,
    'Newest revision': shown.latest_revision_id,
    'Active revision': shown.active_revision_id,
  }
  const answer =
    health && markup.text(say`${health.url} ${health.answer.answered}`)
  return [...asCode(values, markup), ...(answer ? [['Health', answer]] : [])]
}

/** The newest revision's commit, and the workflow's own where it differs. A commit is short where it is a link. */
function commitRows(
  deployment: Deployment | undefined,
  links: JobLink[],
  { code }: Markup,
): string[][] {
  const commit = deployment && commitOf(deployment)
  if (!deployment || !commit) return []
  const label = isNewestActive(deployment)
    ? 'Deployed commit'
    : 'Commit of the newest revision'
  const workflow = links.find(({ kind }) => kind === 'commit')
  if (!workflow) return [[label, code(commit)]]
  const sha = workflow.url.split('/').at(-1) ?? ''
  const short = link(workflow.url, html(sha.slice(0, 7)))
  if (isCommit(sha, commit)) return [[label, short]]
  return [
    [label, code(commit)],
    ['Workflow commit', short],
  ]
}

function detailsLink({ asked, facts }: Judged, markup: Markup): string {
  const url =
    facts.deployment && detailsUrl(asked.details_url, facts.deployment)
  if (url === undefined) return ''
  return `<p>${openLink(url, 'Deployment details', markup)}</p>`
}

/** The differences, field by field. Each field is above its values, so that both fit on a narrow screen. */
export function differenceTable({ verdict }: Judged, { code }: Markup): string {
  const cell = (value: unknown) =>
    code(typeof value === 'string' ? value : JSON.stringify(value))
  const rows = table(
    ['Requested', 'Existing'],
    verdict.comparison.differences,
    ({ path, requested, existing }) => [
      code(path),
      cell(requested),
      existing == null ? 'nothing' : cell(existing),
    ],
  )
  return section('Differences', rows)
}

function requestDetails({ facts }: Judged, { lines }: Markup): string {
  const { request } = facts
  if (!request) return ''
  const text = lines(JSON.stringify(withSecretNames(request), null, 2)).join(
    '<br>',
  )
  return details('The request (secrets by name)', `<pre>${text}</pre>`)
}
