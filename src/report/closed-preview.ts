import type { JobLink } from '../github/links.ts'
import type { Redact } from '../github/redact.ts'
import { updatedRows } from './comment.ts'
import { createMarkup, table } from './markup.ts'
import { unlinked } from './unlinked.ts'

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

function heading({ ids }: ClosedPreview): string {
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
  return [`### ${heading(closed)}`, `<p>${sentence}</p>`, table([], rows)].join('\n\n')
}
