import { writeComment } from '../github/comment.ts'
import { deactivate } from '../github/deployment-record.ts'
import { jobLinks } from '../github/event.ts'
import { openHost, type Stage } from '../github/host.ts'
import { readInputs } from '../inputs/inputs.ts'
import { parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { closedPreview } from '../report/comment.ts'
import { count } from '../report/markup.ts'
import { type ActionContext, runStep } from './run.ts'

/**
 * The last step of preview.yml for a closed pull request: sets its GitHub Deployments to inactive, and says in its comment
 * that the deployment remains, because the service's interface cannot delete it. Does not call the service. A refusal by
 * GitHub is only a warning.
 */
export const closePreviewAction = (context: ActionContext) => runStep(() => closePreview(context), context)

async function closePreview(context: ActionContext): Promise<'reported'> {
  const { job, env, clock } = context
  const inputs = readInputs(job, env)
  const [token = '', name = '', environment] = ['github_token', 'name', 'environment'].map(inputs.text)
  job.mask(token, words('github_token'))
  const isCommented = inputs.text('comment') === 'true'
  // Undefined if the look-up failed.
  const listed = parseJson(inputs.text('ids') ?? '')
  const ids = Array.isArray(listed) ? listed.map(String) : undefined
  const body = closedPreview({ name, ids, links: jobLinks(env), now: clock.date() }, job.redact)
  job.summary(body)
  const host = environment !== undefined || isCommented ? await openHost(token, context) : undefined
  if (!host) return 'reported'

  async function retire(environment: string, stage: Stage): Promise<void> {
    const done = await deactivate({ name, environment }, 'The pull request is closed', stage)
    job.info(say`${words(count(done, 'GitHub Deployment'))} in ${environment} became inactive`)
  }

  // If nothing was deployed, a new comment would be useless.
  const mayCreate = ids === undefined || ids.length > 0
  await Promise.all([
    environment !== undefined && retire(environment, host.begin('GitHub Deployment', 'end')),
    isCommented && writeComment({ kind: 'deployment', name, body, mayCreate }, host),
  ])
  return 'reported'
}
