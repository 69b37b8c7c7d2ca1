import type { JobLink } from '../github/event.ts'
import type { Redact } from '../secrets/redact.ts'
import { createMarkup, details, facts, withinLimit } from './markup.ts'
import { advice, beginning, differenceTable, type Ending, linksLine, mainRows, otherRows } from './summary.ts'

/**
 * GitHub refuses a comment of more than 65,536 characters, its marker included. The limit is applied to bytes, which are
 * never fewer.
 */
export const MAX_COMMENT_BYTES = 65_000

/**
 * The comment on a pull request, as markdown: the first part of the job summary, the facts for a reviewer, and the rest
 * folded. Text of the service or the workflow is redacted and escaped, so it creates no links or mentions.
 *
 * @param now the end of the run, in milliseconds since the epoch
 */
export function createComment(ending: Ending, redact: Redact, now: number): string {
  const markup = createMarkup(redact)
  const folded = [
    advice(ending, markup),
    differenceTable(ending.state, markup),
    facts(otherRows(ending, markup)),
  ]
  const parts = [
    ...beginning(ending, markup),
    facts(mainRows(ending, markup)),
    runLine(ending.links, now),
    details('Details', folded.filter(part => part !== '').join('\n\n')),
  ]
  return withinLimit(parts, MAX_COMMENT_BYTES)
}

/** The commit and the run that wrote the comment, and the time. */
function runLine(links: JobLink[], now: number): string {
  const time = new Date(now).toISOString().slice(0, 16).replace('T', ' ')
  // Apart from the links: dark colours alone would not tell them from text in one paragraph.
  const line = linksLine(links.filter(({ kind }) => kind === 'commit' || kind === 'run'))
  return `${line}\n<p>Updated ${time} UTC</p>`.trim()
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
  const parts = [
    `## ⏹️ Pull request closed: ${title}`,
    `<p>The deployment ${code(name)} ${fact}</p>`,
    facts((ids ?? []).map(id => ['Id', code(id)])),
    runLine(links, now),
  ]
  return withinLimit(parts, MAX_COMMENT_BYTES)
}
