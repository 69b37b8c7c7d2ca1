import { detailsUrl } from '../deployment/details.ts'
import { withSecretNames } from '../deployment/differences.ts'
import { commitOf } from '../deployment/goal.ts'
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
    differences: differences.map(difference => ({
      ...difference,
      existing: difference.existing ?? null,
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
export function deploymentOutputs({ asked, facts, verdict }: Judged): Outputs {
  const { deployment, request, name } = facts
  // An id that was requested and is not there is no output.
  const id = verdict.stop?.code === 'not_listed' ? undefined : facts.id
  const { source_config: config, source_revision_config: revision } =
    deployment ?? request ?? {}
  const known: Outputs = { id, ...deployment, name: deployment?.name ?? name }
  return {
    ...Object.fromEntries(FIELDS.map(field => [field, known[field]])),
    url: config?.custom_url,
    repo_url: config?.repo_url,
    repo_ref: revision?.repo_ref,
    repo_commit_sha: deployment && commitOf(deployment),
    details_url: deployment && detailsUrl(asked.details_url, deployment),
    deployment: withSecretNames(deployment?.sent),
  }
}
