import { detailsUrl } from '../deployment/details.ts'
import { withSecretNames } from '../deployment/differences.ts'
import { commitOf } from '../deployment/goal.ts'
import type { Job } from '../github/job.ts'
import type { Problem } from '../inputs/problem.ts'
import { type Sentence, words } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import type { Judged } from '../verdict/verdict.ts'
import { failureLine } from './annotations.ts'

/** Values of outputs by their names. Unknown values are empty strings. */
export type Outputs = Record<string, unknown>

const LONGEST_ERROR = 500

/** All outputs of the create action, except `report` and those of a failure. */
export function createOutputs(judged: Judged): Outputs {
  const { request, created } = judged.facts
  const { differences } = judged.verdict.comparison
  return {
    ...deploymentOutputs(judged),
    created,
    differences: differences.map(({ path, requested, existing = null }) => ({
      path,
      requested,
      existing,
    })),
    request: withSecretNames(request),
  }
}

/** The outputs that are fields of the deployment itself. */
const FIELDS = [
  'id',
  'name',
  'status',
  'tenant_id',
  'latest_revision_id',
  'active_revision_id',
  'image_version',
]

/** All outputs of the wait action, except those of a failure. Before a deployment exists, its request has some values. */
export function deploymentOutputs({ asked, facts }: Judged): Outputs {
  const { deployment, request, id, name } = facts
  const known: Outputs = { id, ...deployment, name: deployment?.name ?? name }
  return {
    ...Object.fromEntries(FIELDS.map(field => [field, known[field]])),
    ...configOutputs(deployment ?? request),
    repo_commit_sha: deployment && commitOf(deployment),
    details_url: deployment && detailsUrl(asked.details_url, deployment),
    deployment: withSecretNames(deployment?.sent),
  }
}

/** The outputs that a create request has as well. */
const configOutputs = (
  config: Deployment | CreateDeploymentRequest | undefined,
): Outputs => ({
  url: config?.source_config?.custom_url,
  repo_url: config?.source_config?.repo_url,
  repo_ref: config?.source_revision_config?.repo_ref,
})

/** The output `error_message`: one line of at most `LONGEST_ERROR` characters, with the note about those left out. */
export const errorMessage = (job: Job, line: Sentence): Sentence =>
  words(shorten(job.line(line), LONGEST_ERROR - 40))

/** The outputs of a failure of any action; none after a success. */
export function failureOutputs(
  job: Job,
  { verdict }: Judged,
  problems: Problem[],
): Outputs {
  const { failure } = verdict
  if (!failure) return {}
  return {
    error_code: words(failure.code),
    error_message: errorMessage(job, failureLine(failure, problems)),
    ...(failure.status !== undefined && { http_status: failure.status }),
  }
}
