import type { JobLink } from '../github/event.ts'
import type { Redact } from '../github/redact.ts'
import { code as codeOf, html } from '../github/text.ts'
import { createMarkup, fitting, type Markup, section, table, unlinked } from './markup.ts'
import {
  advice,
  deploymentSection,
  differencesSection,
  type Ending,
  heading,
  isRequested,
  opening,
  problemList,
  quote,
} from './summary.ts'

/**
 * GitHub refuses a comment of more than 65,536 characters, its marker included. The limit is applied to bytes, which are
 * never fewer.
 */
const MAX_COMMENT_BYTES = 65_000

/** The most bytes of a list of problems or differences. */
const MOST_OF_A_LIST = 20_000

/**
 * The comment on a pull request, as markdown: the first part of the job summary, the facts for a reviewer, and the rest
 * folded. Text of the service or the workflow is redacted and escaped, so it creates no links or mentions.
 *
 * @param now the end of the run, in milliseconds since the epoch
 */
export function createComment(ending: Ending, redact: Redact, now: number): string {
  const { state, outcome, problems, explanation } = ending
  const markup = createMarkup(redact, unlinked)
  const explained = outcome.result === 'failed' && explanation ? { ...outcome, explanation } : undefined
  const parts = [
    `### ${heading(state, outcome, explanation?.title)}`,
    `<p>${opening(state, outcome, markup)}</p>`,
    problemList(problems, markup, MOST_OF_A_LIST),
    explained ? quote(explained.trouble, markup) : '',
    table([], facts(ending, now, markup)),
    folded([
      explained ? section('About the failure', advice(explained.trouble, explained.explanation, markup)) : '',
      differencesSection(state.differences ?? [], markup, MOST_OF_A_LIST),
      deploymentSection(state, markup),
    ]),
  ].filter(part => part !== '')
  const [shown] = fitting(parts, MAX_COMMENT_BYTES, part => `${part}\n`)
  return shown.join('\n\n')
}

/** The rows for a reviewer, without unknown values. */
function facts({ state, links }: Ending, now: number, { code }: Markup): string[][] {
  const { deployment, request } = state
  const url = (deployment?.read.source_config ?? request?.source_config)?.custom_url
  const commit = links.find(({ kind }) => kind === 'commit')
  const name = deployment?.read.name ?? state.name
  const rows: [string, string | null | undefined][] = [
    ['Deployment', name && code(name)],
    ['State', deployment?.read.status && code(deployment.read.status)],
    ['URL', url ? linked(url) : undefined],
    ['Id', deployment && code(deployment.read.id)],
    ['Commit', commit && anchor(commit.url, commit.label.replace('commit ', ''))],
  ]
  return [...rows.flatMap(([label, value]) => (value ? [[label, value]] : [])), ...updatedRows(links, now)]

  /** Links only a URL that the workflow gave and that contains no secret. */
  function linked(url: string): string {
    const shown = code(url)
    return isRequested(state, url) && shown === codeOf(url) ? anchor(url, html(url)) : shown
  }
}

/** The time of the comment and the run that wrote it. */
function updatedRows(links: JobLink[], now: number): string[][] {
  const run = links.find(({ kind }) => kind === 'run')
  const time = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [['Updated', time], ...(run ? [['Run', anchor(run.url, run.label)]] : [])]
}

const anchor = (url: string, content: string) => `<a href="${html(url)}">${content}</a>`

/** Sections in a folded block, with smaller headings. */
function folded(sections: string[]): string {
  const content = sections
    .filter(part => part !== '')
    .join('\n\n')
    .replaceAll(/^### /gm, '#### ')
  return content === '' ? '' : `<details><summary>Details</summary>\n\n${content}\n\n</details>`
}

/** A deployment that remains after its pull request is closed. */
interface ClosedPreview {
  /** The deployment's name. */
  name: string
  /** Ids of the deployments with that name; undefined if the look-up failed. */
  ids: string[] | undefined
  links: JobLink[]
  /** In milliseconds since the epoch. */
  now: number
}

function closedHeading({ ids }: ClosedPreview): string {
  if (!ids) return '⏹️ Pull request closed: the deployment may remain'
  return ids.length > 0
    ? '⏹️ Pull request closed: the deployment remains'
    : '⏹️ Pull request closed: no deployment remains'
}

/** The comment on a closed pull request, and the job summary, as markdown. */
export function closedPreview(closed: ClosedPreview, redact: Redact): string {
  const { name, ids, links, now } = closed
  const { code } = createMarkup(redact, unlinked)
  const deployment = `The deployment ${code(name)}`
  const manual =
    'The interface of the service cannot delete it. If nobody needs it, delete it in the service.'
  const sentence = !ids
    ? `${deployment} could not be looked up, and may still be there. ${manual}`
    : ids.length > 0
      ? `${deployment} is still there. ${manual}`
      : `${deployment} is not there any more.`
  const rows = [
    ['Deployment', code(name)],
    ...(ids ?? []).map(id => ['Id', code(id)]),
    ...updatedRows(links, now),
  ]
  return [`### ${closedHeading(closed)}`, `<p>${sentence}</p>`, table([], rows)].join('\n\n')
}
