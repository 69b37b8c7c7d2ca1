import { deactivateRecords } from '../github/deployment-record.ts'
import { openHost } from '../github/github-api.ts'
import { writeComment } from '../github/pull-request-comment.ts'
import { readConnection } from '../inputs/connection.ts'
import { openInputs } from '../inputs/inputs.ts'
import type { Problem } from '../inputs/problem.ts'
import { parseJson } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import { warnAfter } from '../report/report.ts'
import { closedPreview } from '../report/summary.ts'
import { type ActionContext, runStep } from './run.ts'

/**
 * The last step of preview.yml for a closed pull request: sets its GitHub Deployments to inactive, and says in its comment
 * that the deployment remains, because the service's interface cannot delete it. Does not call the service. A refusal by
 * GitHub is only a warning.
 */
export const closePreviewAction = (context: ActionContext) =>
  runStep(() => closePreview(context), context)

const CLOSED = 'The pull request is closed'

async function closePreview(context: ActionContext): Promise<Problem[]> {
  const { job, env, workflow } = context
  const inputs = openInputs(job, env)
  const token = inputs.text('github_token') ?? ''
  job.mask(token, words('github_token'))
  const name = inputs.text('name') ?? ''
  const environment = inputs.text('environment')
  // Its problems were those of the run that created the deployment.
  const service = await readConnection(inputs)

  const listed = parseJson(inputs.text('ids') ?? '')
  // Undefined if the look-up failed.
  const ids = Array.isArray(listed) ? listed.map(String) : undefined
  const body = closedPreview(name, ids, workflow.links, job.redact)
  job.summary(body)

  const host = openHost(token, context)
  if (service.base_url !== '' && environment !== undefined)
    await deactivateRecords({ name, service, environment }, CLOSED, host)
  // If nothing was deployed, a new comment would be useless.
  const mayCreate = ids?.length !== 0
  if (inputs.text('comment') === 'true')
    await writeComment({ kind: 'deployment', name, body, mayCreate }, host)
  warnAfter(job, host.warnings)
  return []
}
