import { detailsUrl } from '../deployment/details.ts'
import { withSecretNames } from '../deployment/differences.ts'
import type { Job } from '../github/job.ts'
import type { Problem } from '../inputs/problem.ts'
import { type Sentence, words } from '../lib/sentence.ts'
import { shorten } from '../lib/text.ts'
import type { Deployment } from '../service/responses.ts'
import { failureWords } from '../verdict/headline.ts'
import type { Judged } from '../verdict/judge.ts'
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

/** A deployment of which some fields are known. */
type Known = { [Field in keyof Deployment]?: Deployment[Field] | undefined }

const UNKNOWN: Known = {}

/** All outputs of the wait action, except those of a failure. Before a deployment exists, its request has some values. */
export function deploymentOutputs({ asked, facts }: Judged): Outputs {
  const { deployment, request, id, name } = facts
  const read = deployment?.read
  return {
    ...outputsOf({ id, ...read, name: read?.name ?? name }),
    ...configOutputs(read ?? request ?? UNKNOWN),
    repo_commit_sha: read?.source_revision_config?.repo_commit_sha,
    details_url: read && detailsUrl(asked.details_url, read),
    deployment: withSecretNames(deployment?.sent),
  }
}

const configOutputs = ({
  source_config,
  source_revision_config,
}: Pick<Known, 'source_config' | 'source_revision_config'>): Outputs => ({
  url: source_config?.custom_url,
  repo_url: source_config?.repo_url,
  repo_ref: source_revision_config?.repo_ref,
})

/** The outputs that are fields of the deployment itself. */
const outputsOf = (read: Known): Outputs => ({
  id: read.id,
  name: read.name,
  status: read.status,
  tenant_id: read.tenant_id,
  latest_revision_id: read.latest_revision_id,
  active_revision_id: read.active_revision_id,
  image_version: read.image_version,
})

/** The output `error_message`: one line of at most `LONGEST_ERROR` characters, with the note about those left out. */
export const errorMessage = (job: Job, line: Sentence): Sentence =>
  words(shorten(job.line(line), LONGEST_ERROR - 40))

/** The outputs of a failure of any action; none after a success. */
export function failureOutputs(
  job: Job,
  judged: Judged,
  problems: Problem[],
): Outputs {
  const failure = failureWords(judged)
  if (!failure) return {}
  return {
    error_code: words(failure.code),
    error_message: errorMessage(job, failureLine(judged, problems)),
    ...(failure.status !== undefined && { http_status: failure.status }),
  }
}
