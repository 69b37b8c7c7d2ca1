import { detailsUrl } from '../deployment/details.ts'
import { withSecretNames } from '../deployment/differences.ts'
import { explain } from '../deployment/errors.ts'
import { isNewestActive } from '../deployment/goal.ts'
import type { Outcome, RunFailure } from '../deployment/outcome.ts'
import type { GitHubStatus } from '../github/deployment-record.ts'
import type { JobLink } from '../github/event.ts'
import type { Job } from '../github/job.ts'
import { say, words } from '../lib/sentence.ts'
import { withoutUser } from '../secrets/urls.ts'
import { annotateFailure, detailsLine } from './annotations.ts'
import { createComment } from './comment.ts'
import { doubtsOf, headline, inSentences } from './headline.ts'
import type { RunState } from './run-state.ts'
import { createSummary, type Ending } from './summary.ts'

type Ended = Omit<Ending, 'links'>

/** Reports the end of the create action. Returns the comment for a pull request, which is also the output `report`. */
export function reportCreate(job: Job, links: JobLink[], ended: Ended): string {
  const report = createComment({ ...ended, links }, job.redact)
  reportEnd(
    job,
    links,
    ended,
    createOutputs(ended.state, ended.outcome, report),
  )
  return report
}

/** Reports the end of an action: its outputs, the job summary, and a closing line or annotations, each once. */
export function reportEnd(
  job: Job,
  links: JobLink[],
  ended: Ended,
  outputs: Record<string, unknown> = {},
): void {
  const ending = { ...ended, links }
  const { outcome, problems } = ended
  const { deployment, otherVersion } = ended.state
  if (outcome.result !== 'failed') {
    for (const { warning } of doubtsOf(ending))
      if (warning) job.warning({ title: 'Deployment', lines: [warning] })
    const id = deployment ? say` Its id is ${deployment.read.id}.` : words('')
    job.info(
      say`${inSentences(ending)}${id}${words(otherVersion ? ` ${otherVersion.headline}.` : '')}`,
    )
  }
  job.output(outputs)
  job.summary(createSummary(ending, job.redact))
  if (outcome.result !== 'failed') return
  annotateFailure(
    job,
    { ...outcome.failure, what: inSentences(ending) },
    problems,
  )
}

/** Reports a failure that came after the report, or in it. A run that has failed before has its error already. */
export function reportLate(
  job: Job,
  { code, what }: RunFailure,
  hasFailed: boolean,
): void {
  const { title, rerun } = explain({ code })
  const id = job.outputOf('id')
  const known = id
    ? [say`The id of the deployment is ${id}.`, ...detailsLine(job)]
    : []
  const lines = [say`${what}.`, ...known]
  if (hasFailed) job.warning({ title, lines })
  else {
    job.output({ error_code: words(code) })
    job.error({ title, lines: [...lines, words(rerun)] })
  }
}

/** All outputs of the create action. Null and unknown values are empty strings. */
export function createOutputs(
  state: RunState,
  outcome: Outcome,
  report = '',
): Record<string, unknown> {
  const { request, created = '', differences = [] } = state
  return {
    ...waitOutputs(state, outcome),
    created,
    differences: differences.map(({ existing = null, ...difference }) => ({
      ...difference,
      existing,
    })),
    request: request ? withSecretNames(request) : '',
    report: words(report),
  }
}

/** All outputs of the wait action: those of create, except the ones that need a request. */
export function waitOutputs(
  state: RunState,
  outcome: Outcome,
): Record<string, unknown> {
  const { request, deployment } = state
  const read = deployment?.read
  // Before the deployment exists, use the values of the request.
  const config = read ? read.source_config : request?.source_config
  const revision = read
    ? read.source_revision_config
    : request?.source_revision_config
  return {
    id: read?.id ?? state.id ?? '',
    status: read?.status ?? '',
    name: read?.name ?? state.name ?? '',
    url: config?.custom_url ?? '',
    details_url: (read && detailsUrl(state.details_url, read)) ?? '',
    tenant_id: read?.tenant_id ?? '',
    latest_revision_id: read?.latest_revision_id ?? '',
    active_revision_id: read?.active_revision_id ?? '',
    repo_url: config?.repo_url ?? '',
    repo_ref: revision?.repo_ref ?? '',
    repo_commit_sha: read?.source_revision_config?.repo_commit_sha ?? '',
    image_version: read?.image_version ?? '',
    deployment: deployment ? withSecretNames(deployment.sent) : '',
    ...(outcome.result === 'failed' && failureOutputs(outcome.failure)),
  }
}

/** The outputs of a failure of any action. */
export const failureOutputs = ({
  code,
  status,
}: RunFailure): Record<string, unknown> => ({
  error_code: words(code),
  ...(status !== undefined && { http_status: status }),
})

/** The final status of the GitHub Deployment. An adopted deployment is a success only if it runs this version. */
export function recordStatus(
  state: RunState,
  outcome: Outcome,
  redact: (text: string) => string,
): GitHubStatus {
  const { text: description } = headline({ state, outcome })
  if (outcome.result === 'failed')
    return {
      state: outcome.failure.code === 'cancelled' ? 'error' : 'failure',
      description,
    }
  const { read } = state.deployment ?? {}
  const isThisVersion = !state.otherVersion && read && isNewestActive(read)
  if (outcome.result !== 'created' && !isThisVersion)
    return { state: 'inactive', description }
  const environment_url = publicUrl(read?.source_config?.custom_url, redact)
  return {
    state: 'success',
    description,
    ...(environment_url && { environment_url }),
  }
}

/** The URL without its user, if GitHub can link to it. Every reader of the repository sees it, so it has no secret. */
function publicUrl(
  url: string | null | undefined,
  redact: (text: string) => string,
): string | undefined {
  const text = withoutUser(url ?? '')
  const { protocol = '', href = '' } = URL.parse(text) ?? {}
  const isPublic =
    /^https?:$/.test(protocol) &&
    [text, href].every(form => redact(form) === form)
  return isPublic ? href : undefined
}
