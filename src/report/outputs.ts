import type { Outcome } from '../deployment/outcome.ts'
import { withSecretNames } from '../deployment/secret-names.ts'
import type { Received } from '../service/client.ts'
import type { Deployment } from '../service/responses.ts'
import type { RunState } from './run-state.ts'

/** All outputs of the create action. Null and unknown values are empty strings. */
export function createOutputs(state: RunState, outcome: Outcome, report = ''): Record<string, unknown> {
  const { request, created, deployment, differences } = state
  const succeeded = outcome.result !== 'failed'
  const read = deployment?.read
  // Before the deployment exists, use the values of the request.
  const config = read ? read.source_config : request?.source_config
  const revision = read ? read.source_revision_config : request?.source_revision_config
  return {
    id: read?.id ?? state.id ?? '',
    status: read?.status ?? '',
    name: read?.name ?? state.name ?? '',
    created: created === undefined ? '' : String(created),
    url: config?.custom_url ?? '',
    tenant_id: read?.tenant_id ?? '',
    latest_revision_id: read?.latest_revision_id ?? '',
    active_revision_id: read?.active_revision_id ?? '',
    repo_url: config?.repo_url ?? '',
    repo_ref: revision?.repo_ref ?? '',
    repo_commit_sha: read?.source_revision_config?.repo_commit_sha ?? '',
    image_version: read?.image_version ?? '',
    deployment: deployment ? publicDeployment(deployment) : '',
    differences: differences ? withSecretNames(differences) : succeeded ? [] : '',
    request: request ? withSecretNames(request) : '',
    report,
    ...(!succeeded && { error_code: outcome.trouble.code }),
    ...(!succeeded &&
      outcome.trouble.status !== undefined && { http_status: String(outcome.trouble.status) }),
  }
}

/** All outputs of the wait action: those of create, except the ones that need a request. */
export function waitOutputs(state: RunState, outcome: Outcome): Record<string, unknown> {
  const {
    created: _,
    differences: __,
    request: ___,
    report: ____,
    ...outputs
  } = createOutputs(state, outcome)
  return outputs
}

/** A deployment as the service sent it, with every `secrets` member reduced to names. */
export const publicDeployment = ({ sent }: Received<Deployment>): unknown => withSecretNames(sent)
