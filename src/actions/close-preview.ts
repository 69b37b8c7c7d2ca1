import { deactivateRecords } from '../github/deployment-record.ts'
import { openHost } from '../github/github-api.ts'
import { writeComment } from '../github/pull-request-comment.ts'
import { readConnection } from '../inputs/connection.ts'
import { openInputs } from '../inputs/inputs.ts'
import { parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { html, table, withinLimit } from '../report/markup.ts'
import { warnAfter } from '../report/report.ts'
import { MAX_COMMENT_BYTES, runLine } from '../report/summary.ts'
import { type Run, stepOf } from './run.ts'

/**
 * The last step of preview.yml for a closed pull request: sets its GitHub Deployments to inactive, and says in its comment
 * that the deployment remains, because the service's interface cannot delete it. Does not call the service. A refusal by
 * GitHub is only a warning.
 */
export const closePreviewAction = stepOf(closePreview)

const CLOSED = 'The pull request is closed'

async function closePreview(run: Run): Promise<undefined> {
  const { job, workflow } = run
  const inputs = openInputs(run)
  const token = inputs.raw('github_token')
  job.mask(token, words('github_token'))
  const name = inputs.raw('name')
  const environment = inputs.raw('environment')
  // Its problems were those of the run that created the deployment.
  const service = await readConnection(inputs)

  const listed = parseJson(inputs.raw('ids'))
  // Undefined if the look-up failed.
  const ids = Array.isArray(listed) ? listed.map(String) : undefined
  const { title, fact } = remainsOf(ids)
  const parts = [
    html`## ⏹️ Pull request closed: ${words(title)}`,
    html`<p>${say`The deployment ${name} ${words(fact)}`}</p>`,
    table([], ids?.map(id => [words('Id'), id]) ?? []),
    runLine(workflow.links),
  ]
  const body = withinLimit(parts, MAX_COMMENT_BYTES, job.redact)
  job.summary(body)

  const host = openHost(token, run)
  if (service.base_url && environment)
    await deactivateRecords({ name, service, environment }, CLOSED, host)
  // If nothing was deployed, a new comment would be useless.
  const mayCreate = ids?.length !== 0
  if (inputs.raw('comment') === 'true')
    await writeComment({ kind: 'deployment', name, body, mayCreate }, host)
  warnAfter(job, host.warnings)
}

const BY_HAND =
  'The interface of the service cannot delete it. If nobody needs it, delete it in the service.'

/** What remains of a preview, by the ids of the deployments with its name; undefined if the look-up failed. */
function remainsOf(ids: string[] | undefined): { title: string; fact: string } {
  if (!ids)
    return {
      title: 'the deployment may remain',
      fact: `could not be looked up, and may still be there. ${BY_HAND}`,
    }
  return ids.length > 0
    ? { title: 'the deployment remains', fact: `is still there. ${BY_HAND}` }
    : { title: 'no deployment remains', fact: 'is not there any more.' }
}
