import { deactivateRecords } from '../github/deployment-record.ts'
import { openHost } from '../github/github-api.ts'
import { writeComment } from '../github/pull-request-comment.ts'
import { readConnection } from '../inputs/connection.ts'
import { openInputs } from '../inputs/inputs.ts'
import { parseJson } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import { warnAfter } from '../report/report.ts'
import { closedPreview } from '../report/summary.ts'
import { type ActionContext, type Run, runStep } from './run.ts'

/**
 * The last step of preview.yml for a closed pull request: sets its GitHub Deployments to inactive, and says in its comment
 * that the deployment remains, because the service's interface cannot delete it. Does not call the service. A refusal by
 * GitHub is only a warning.
 */
export const closePreviewAction = (context: ActionContext) =>
  runStep(closePreview, context)

const CLOSED = 'The pull request is closed'

async function closePreview(run: Run): Promise<undefined> {
  const { job, env, workflow } = run
  const inputs = openInputs(job, env)
  const token = inputs.raw('github_token')
  job.mask(token, words('github_token'))
  const name = inputs.raw('name')
  const environment = inputs.raw('environment')
  // Its problems were those of the run that created the deployment.
  const service = await readConnection(inputs)

  const listed = parseJson(inputs.raw('ids'))
  // Undefined if the look-up failed.
  const ids = Array.isArray(listed) ? listed.map(String) : undefined
  const body = closedPreview(name, ids, workflow.links, job.redact)
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
