import { detailsUrl } from '../deployment/details.ts'
import { pathInWords, withSecretNames } from '../deployment/differences.ts'
import { valueAt } from '../lib/json.ts'
import type { Judged } from '../verdict/verdict.ts'

/** Values of outputs by their names. Unknown values are empty strings. */
export type Outputs = Record<string, unknown>

/** All outputs of the create action, except `report` and those of a failure. */
export function createOutputs(judged: Judged): Outputs {
  const { request, created } = judged.facts
  const { differences } = judged.verdict.comparison
  return {
    ...deploymentOutputs(judged),
    created,
    differences: differences.map(({ path, requested, existing }) => ({
      path: pathInWords(path),
      requested,
      existing,
    })),
    request: withSecretNames(request),
  }
}

/** The outputs that are fields of the deployment, or of its request before it exists. */
const FIELDS = {
  id: 'id',
  name: 'name',
  status: 'status',
  url: 'source_config.custom_url',
  tenant_id: 'tenant_id',
  latest_revision_id: 'latest_revision_id',
  active_revision_id: 'active_revision_id',
  repo_url: 'source_config.repo_url',
  repo_ref: 'source_revision_config.repo_ref',
  repo_commit_sha: 'source_revision_config.repo_commit_sha',
  image_version: 'image_version',
}

/** All outputs of the wait action, except those of a failure. */
export function deploymentOutputs({ asked, facts, verdict }: Judged): Outputs {
  const { deployment, request } = facts
  // An id that was requested and is not there is no output.
  const id = verdict.stop?.code === 'not_listed' ? undefined : facts.id
  const name = deployment?.name ?? facts.name
  const known = { id, ...(deployment ?? request), name }
  const fields = Object.entries(FIELDS).map(([output, path]) => [
    output,
    valueAt(known, path.split('.')),
  ])
  return {
    ...Object.fromEntries(fields),
    details_url: deployment && detailsUrl(asked.details_url, deployment),
    deployment: withSecretNames(deployment?.sent),
  }
}
