import type { JobLink } from '../github/event.ts'
import type { Redact } from '../github/redact.ts'
import { createMarkup, link, type Markup, section, table, withinLimit } from './markup.ts'
import {
  advice,
  commitRows,
  deploymentSection,
  differencesSection,
  type Ending,
  heading,
  opening,
  problemList,
  quote,
  requestedLink,
} from './summary.ts'

/**
 * GitHub refuses a comment of more than 65,536 characters, its marker included. The limit is applied to bytes, which are
 * never fewer.
 */
const MAX_COMMENT_BYTES = 65_000

/**
 * The comment on a pull request, as markdown: the first part of the job summary, the facts for a reviewer, and the rest
 * folded. Text of the service or the workflow is redacted and escaped, so it creates no links or mentions.
 *
 * @param now the end of the run, in milliseconds since the epoch
 */
export function createComment(ending: Ending, redact: Redact, now: number): string {
  const { state, outcome, problems, explanation } = ending
  const markup = createMarkup(redact)
  const explained = outcome.result === 'failed' && explanation ? { ...outcome, explanation } : undefined
  const parts = [
    `### ${heading(state, outcome, explanation?.title)}`,
    `<p>${opening(state, outcome, markup)}</p>`,
    problemList(problems, markup),
    explained ? quote(explained.failure, markup) : '',
    table([], facts(ending, now, markup)),
    folded([
      explained ? section('About the failure', advice(explained.failure, explained.explanation, markup)) : '',
      differencesSection(state.differences ?? [], markup),
      deploymentSection(ending, markup),
    ]),
  ]
  return withinLimit(parts, MAX_COMMENT_BYTES)
}

/** The rows for a reviewer, without unknown values. */
function facts({ state, links }: Ending, now: number, markup: Markup): string[][] {
  const { code } = markup
  const { deployment, request } = state
  const read = deployment?.read
  const url = (read?.source_config ?? request?.source_config)?.custom_url
  const name = read?.name ?? state.name
  const workflow = links.find(({ kind }) => kind === 'commit')
  const commits = commitRows(read?.source_revision_config?.repo_commit_sha, links, markup)
  return [
    ...(name ? [['Deployment', code(name)]] : []),
    ...(read?.status ? [['State', code(read.status)]] : []),
    ...(url ? [['URL', requestedLink(state, url, markup)]] : []),
    ...(read ? [['Id', code(read.id)]] : []),
    ...(commits.length === 0 && workflow
      ? [['Workflow commit', link(workflow.url, workflow.label.replace('commit ', ''))]]
      : commits),
    ...updatedRows(links, now),
  ]
}

/** The time of the comment and the run that wrote it. */
function updatedRows(links: JobLink[], now: number): string[][] {
  const run = links.find(({ kind }) => kind === 'run')
  const time = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [['Updated', time], ...(run ? [['Run', link(run.url, run.label)]] : [])]
}

/** Sections in a folded block, with smaller headings. */
function folded(sections: string[]): string {
  const shown = sections.filter(part => part !== '').map(part => part.replaceAll(/^### /gm, '#### '))
  if (shown.length === 0) return ''
  return `<details><summary>Details</summary>\n\n${shown.join('\n\n')}\n\n</details>`
}

/** A deployment after its pull request was closed. */
interface ClosedPreview {
  name: string
  /** Ids of the deployments with that name; undefined if the look-up failed. */
  ids: string[] | undefined
  links: JobLink[]
  /** In milliseconds since the epoch. */
  now: number
}

const BY_HAND = 'The interface of the service cannot delete it. If nobody needs it, delete it in the service.'

/** The comment on a closed pull request, and the job summary, as markdown. */
export function closedPreview({ name, ids, links, now }: ClosedPreview, redact: Redact): string {
  const { code } = createMarkup(redact)
  const [title, fact] = !ids
    ? ['the deployment may remain', `could not be looked up, and may still be there. ${BY_HAND}`]
    : ids.length > 0
      ? ['the deployment remains', `is still there. ${BY_HAND}`]
      : ['no deployment remains', 'is not there any more.']
  const shown = (ids ?? []).map(id => ['Id', code(id)])
  const parts = [
    `### ⏹️ Pull request closed: ${title}`,
    `<p>The deployment ${code(name)} ${fact}</p>`,
    table([], [['Deployment', code(name)], ...shown, ...updatedRows(links, now)]),
  ]
  return withinLimit(parts, MAX_COMMENT_BYTES)
}
