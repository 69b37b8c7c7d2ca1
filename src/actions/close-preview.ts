import { failed } from '../deployment/outcome.ts'
import { writeComment } from '../github/comment.ts'
import { deactivate } from '../github/deployment-record.ts'
import { jobLinks } from '../github/event.ts'
import { openHost, type Stage } from '../github/host.ts'
import type { Job } from '../github/job.ts'
import { type Inputs, readInputs } from '../inputs/inputs.ts'
import { parseBoolean } from '../inputs/parse.ts'
import { InvalidValue } from '../inputs/problem.ts'
import { parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { invalidInput } from '../report/annotations.ts'
import { closedPreview } from '../report/comment.ts'
import { count } from '../report/markup.ts'
import { reportFailure } from '../report/report.ts'
import { type ActionContext, thrown } from './run.ts'

/** The checked inputs for closing a preview. */
interface ClosedInputs {
  token: string
  environment: string | undefined
  comment: boolean
  name: string
  /** Ids of the deployments that remain; undefined if the look-up failed. */
  ids: string[] | undefined
}

/**
 * Closes the preview of a pull request: sets its GitHub Deployments to inactive, and says in its comment that the
 * deployment remains, because the service's interface cannot delete it. Does not call the service.
 *
 * @returns whether it succeeded; a refusal by GitHub is only a warning
 */
export async function closePreviewAction(context: ActionContext): Promise<boolean> {
  const { job, env, clock } = context
  try {
    const inputs = readInputs(job, env)
    const closed = readClosedInputs(inputs, job)
    if (!closed) {
      const { problems } = inputs
      await reportFailure(job, env, failed(invalidInput(problems)), { outputs: {}, problems })
      return false
    }
    const markdown = closedPreview({ ...closed, links: jobLinks(env), now: clock.date() }, job.redact)
    job.summary(markdown)
    await closeOnHost(closed, markdown, context)
    return true
  } catch (error) {
    await reportFailure(
      job,
      env,
      thrown(
        error,
        context,
        failed({ code: 'cancelled', what: say`Cancelled before the preview was closed` }),
      ),
      { outputs: {}, problems: [] },
    )
    return false
  }
}

function readClosedInputs(inputs: Inputs, job: Job): ClosedInputs | undefined {
  const token = inputs.text('github_token')
  if (token !== undefined) job.mask(token, words('github_token'))
  const name = inputs.text('name')
  const comment = inputs.read('comment', parseBoolean) ?? true
  const ids = inputs.read('ids', parseIds)
  if (token === undefined) inputs.problems.push({ input: 'github_token', message: 'is required' })
  if (name === undefined) inputs.problems.push({ input: 'name', message: 'is required' })
  if (inputs.problems.length > 0 || token === undefined || name === undefined) return undefined
  return { token, name, comment, ids, environment: inputs.text('environment') }
}

function parseIds(text: string): string[] {
  const ids = parseJson(text)
  if (!Array.isArray(ids)) throw new InvalidValue('must be a JSON list of ids')
  return ids.map(String)
}

async function closeOnHost(
  { token, environment, comment, name, ids }: ClosedInputs,
  body: string,
  context: ActionContext,
): Promise<void> {
  const { job } = context
  const host = environment !== undefined || comment ? openHost(token, context) : undefined
  if (!host) return

  async function retire(environment: string, stage: Stage): Promise<void> {
    const done = await deactivate({ name, environment }, 'The pull request is closed', stage)
    job.info(say`${words(count(done, 'GitHub Deployment'))} in ${environment} became inactive`)
  }

  // If nothing was deployed, a new comment would be useless.
  const mayCreate = ids === undefined || ids.length > 0
  await Promise.all([
    environment !== undefined && retire(environment, host.begin('GitHub Deployment', 'end')),
    comment && writeComment({ kind: 'deployment', name, body, mayCreate }, host),
  ])
  host.close()
}
