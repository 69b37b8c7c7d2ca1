import { detailsUrl } from '../deployment/details.ts'
import { pathInWords, withSecretNames } from '../deployment/differences.ts'
import { commitOf, isCommit, isNewestActive } from '../deployment/order.ts'
import type { JobLink } from '../github/event.ts'
import { type Job, MAX_SUMMARY_BYTES } from '../github/job.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import { type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { headline, inSentences } from '../verdict/headline.ts'
import { hasWaited } from '../verdict/judge.ts'
import type { Judged } from '../verdict/verdict.ts'
import { wordsOf } from '../verdict/warnings.ts'
import {
  code,
  details,
  firstOf,
  type Html,
  html,
  inRow,
  type Labelled,
  labelTable,
  lines,
  link,
  openLink,
  type Shown,
  section,
  table,
  urlLink,
  withinLimit,
} from './markup.ts'

/** A judged run, and what its report needs beside the judgement. */
export interface Ending extends Judged {
  /** Invalid inputs, or fields that the service refused, each with its input or line. */
  problems: Problem[]
  links: JobLink[]
  /** The commit of the workflow run. */
  sha?: string | undefined
}

/** GitHub refuses a comment of more than 65,536 characters, its marker included. Bytes are never fewer. */
export const MAX_COMMENT_BYTES = 65_000

/**
 * The job summary as markdown: the outcome, all warnings of the log, the next step after a failure, then the details. All
 * text of the workflow and the service is redacted, then escaped, and put into HTML elements, where markdown does not apply.
 */
export function createSummary(
  ending: Ending,
  { warnings, redact }: Pick<Job, 'warnings' | 'redact'>,
): string {
  const { deployment, request } = ending.facts
  const { main, others } = rowsOf(ending)
  const title = deployment ? 'The deployment' : 'The request'
  const sent = request && JSON.stringify(withSecretNames(request), null, 2)
  const parts = [
    ...beginning(ending),
    nextSteps(ending),
    warningList(warnings()),
    linksLine(ending.links),
    differenceTable(ending),
    section(title, labelTable({ ...main, ...others })),
    details(
      words('The request (secrets by name)'),
      html`<pre>${sent && lines(sent)}</pre>`,
    ),
  ]
  return withinLimit(parts, MAX_SUMMARY_BYTES, redact)
}

/**
 * The comment on a pull request, as markdown: the first part of the job summary, the facts for a reviewer, and the rest
 * folded. Text of the service or the workflow is redacted and escaped, so it creates no links or mentions.
 */
export function createComment(ending: Ending, redact: Job['redact']): string {
  const { main, others } = rowsOf(ending)
  const folded = [
    nextSteps(ending),
    differenceTable(ending),
    labelTable(others),
  ]
  const { warnings } = ending.verdict
  const parts = [
    ...beginning(ending),
    warningList(warnings.map(warning => wordsOf(warning).message)),
    labelTable(main),
    runLine(ending.links),
    details(words('Details'), inRow(folded, '\n\n')),
  ]
  return withinLimit(parts, MAX_COMMENT_BYTES, redact)
}

/** A heading, the outcome, the problems with the inputs, and what the service said. */
function beginning(ending: Ending): Shown[] {
  const { asked, facts, problems } = ending
  const { deployment } = facts
  const url = deployment && detailsUrl(asked.details_url, deployment)
  const mistakes = firstOf(problems.map(sentence))
  return [
    heading(ending),
    html`<p>${inSentences(ending)}</p>`,
    html`<p>${url && openLink(url, words('Deployment details'))}</p>`,
    html`<ul>${inRow(mistakes.map(problem => html`<li>${problem}</li>`))}</ul>`,
    quote(ending),
  ]
}

/** The outcome in a few words. */
export function heading(judged: Judged): Html {
  const { sign, text } = headline(judged)
  return html`## ${words(`${sign} ${text}`)}`
}

/** What the service said, unless the list of problems says all of it. */
function quote({ problems, verdict }: Ending): Html | undefined {
  const { failure } = verdict
  const listed = problems.map(({ message }) => write(message)).join('; ')
  if (!failure || failure.said.text === listed) return undefined
  return html`<p>${words(failure.saidBy)} said:</p>\n<blockquote>${failure.said.text}</blockquote>`
}

/** The warnings, each as a paragraph. */
export function warningList(messages: Sentence[]): Html {
  const items = firstOf(messages.map(message => html`⚠️ ${message}`))
  return inRow(
    items.map(item => html`<p>${item}</p>`),
    '\n',
  )
}

/** The next step after a failure, and what a rerun does. */
export function nextSteps({ verdict }: Judged): Html | undefined {
  const { failure } = verdict
  if (!failure) return undefined
  const { next, rerun, status } = failure
  const codes = [
    html`Error code ${failure.code}`,
    status !== undefined && words(`HTTP status ${status}`),
  ]
  return html`<p><b>What to do:</b> ${next}</p>\n<p>${rerun}</p>\n<p>${inRow(codes, ', ')}</p>`
}

/** Links to the pages of the run. */
function linksLine(links: JobLink[]): Html {
  const shown = links.map(({ label, url }) => link(url, words(label)))
  return html`<p>${inRow(shown, ' · ')}</p>`
}

export const runLine = (links: JobLink[]): Html =>
  linksLine(links.filter(({ kind }) => kind !== 'pull_request'))

/** The fields of the deployment, or of the request before it exists: those that a reviewer looks for, and the others. */
function rowsOf(ending: Ending): Record<'main' | 'others', Labelled> {
  const { facts, verdict } = ending
  const { deployment, request, repository, health, name } = facts
  const shown: Partial<Deployment> = deployment ?? { ...request, name }
  const { custom_url } = shown.source_config ?? {}
  const isOld = verdict.stop && hasWaited(facts)
  const main = {
    [deployment ? 'URL' : 'Requested URL']: custom_url && urlLink(custom_url),
    Name: shown.name,
    Id: shown.id,
    [isOld ? 'Last status' : 'Status']: shown.status,
    ...(deployment && commitFacts(deployment, ending)),
  }
  const others = {
    ...sourceFacts(shown, repository),
    Health: health && say`${health.url} ${health.answer.answered}`,
  }
  return { main, others }
}

/** What is deployed, and its revisions. */
function sourceFacts(
  shown: Partial<Deployment>,
  repository: RepositoryRecord | undefined,
): Labelled {
  const revision = shown.source_revision_config ?? {}
  return {
    Source: shown.source,
    Repository: shown.source_config?.repo_url ?? repository?.url,
    Ref: revision.repo_ref,
    Image: revision.image_uri,
    Tarball: revision.source_tarball_path,
    'Newest revision': shown.latest_revision_id,
    'Active revision': shown.active_revision_id,
  }
}

/** The newest revision's commit, and the workflow's own where it differs. A commit is short where it is a link. */
function commitFacts(
  deployment: Deployment,
  { links, sha = '' }: Ending,
): Labelled {
  const commit = commitOf(deployment)
  if (!commit) return {}
  const label = isNewestActive(deployment)
    ? 'Deployed commit'
    : 'Commit of the newest revision'
  const page = links.find(({ kind }) => kind === 'commit')
  const own = page && link(page.url, words(sha.slice(0, 7)))
  return own && isCommit(sha, commit)
    ? { [label]: own }
    : { [label]: commit, 'Workflow commit': own }
}

/** The differences, field by field. Each field is above its values, so that both fit on a narrow screen. */
function differenceTable({ verdict }: Judged): Html {
  const cell = (value: unknown) =>
    code(typeof value === 'string' ? value : JSON.stringify(value))
  const rows = verdict.comparison.differences.map(
    ({ path, requested, existing }) => [
      code(pathInWords(path)),
      cell(requested),
      existing == null ? words('nothing') : cell(existing),
    ],
  )
  return section('Differences', table(['Requested', 'Existing'], rows))
}
