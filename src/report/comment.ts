import type { JobLink } from '../github/event.ts'
import type { Redact } from '../secrets/redact.ts'
import type { Ending } from './ending.ts'
import { createMarkup, details, facts, withinLimit } from './markup.ts'
import {
  advice,
  beginning,
  deploymentWarnings,
  differenceTable,
  linksLine,
  mainRows,
  otherRows,
  warningList,
} from './summary.ts'

/** GitHub refuses a comment of more than 65,536 characters, its marker included. Bytes are never fewer. */
export const MAX_COMMENT_BYTES = 65_000

/**
 * The comment on a pull request, as markdown: the first part of the job summary, the facts for a reviewer, and the rest
 * folded. Text of the service or the workflow is redacted and escaped, so it creates no links or mentions.
 */
export function createComment(ending: Ending, redact: Redact): string {
  const markup = createMarkup(redact)
  const folded = [
    advice(ending, markup),
    differenceTable(ending, markup),
    facts(otherRows(ending, markup)),
  ]
  const parts = [
    ...beginning(ending, markup),
    warningList(deploymentWarnings(ending), markup),
    facts(mainRows(ending, markup)),
    runLine(ending.links),
    details('Details', folded.filter(part => part !== '').join('\n\n')),
  ]
  return withinLimit(parts, MAX_COMMENT_BYTES)
}

const runLine = (links: JobLink[]) =>
  linksLine(links.filter(({ kind }) => kind !== 'pull_request'))

const BY_HAND =
  'The interface of the service cannot delete it. If nobody needs it, delete it in the service.'

/**
 * The comment on a closed pull request, and the job summary, as markdown.
 *
 * @param ids the ids of the deployments with that name; undefined if the look-up failed
 */
export function closedPreview(
  name: string,
  ids: string[] | undefined,
  links: JobLink[],
  redact: Redact,
): string {
  const { code } = createMarkup(redact)
  const [title, fact] = !ids
    ? [
        'the deployment may remain',
        `could not be looked up, and may still be there. ${BY_HAND}`,
      ]
    : ids.length > 0
      ? ['the deployment remains', `is still there. ${BY_HAND}`]
      : ['no deployment remains', 'is not there any more.']
  const parts = [
    `## ⏹️ Pull request closed: ${title}`,
    `<p>The deployment ${code(name)} ${fact}</p>`,
    facts((ids ?? []).map(id => ['Id', code(id)])),
    runLine(links),
  ]
  return withinLimit(parts, MAX_COMMENT_BYTES)
}
