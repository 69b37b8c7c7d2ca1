import { merged } from '../lib/json.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { RepositoryRecord } from '../service/responses.ts'
import type { Draft } from './order.ts'

/**
 * The body of the create operation. For `repohost`, copies three values of the repository record into it (interface:
 * cross-reference of the repository listing); `repo_ref` only if the workflow gives none. Merges extra fields into it.
 */
export function buildRequest(
  draft: Draft,
  record?: RepositoryRecord,
): CreateDeploymentRequest {
  const { name, source, secrets, secret_references } = draft
  const request: CreateDeploymentRequest = {
    name,
    source,
    source_config: draft.source_config,
    source_revision_config: draft.source_revision_config,
    secrets: secrets.map(({ name, value }) => ({ name, value })),
    ...(secret_references !== undefined && { secret_references }),
  }
  if (record) fillFrom(record, request)
  return merged(request, draft.extra_fields ?? {}) as CreateDeploymentRequest
}

function fillFrom(
  record: RepositoryRecord,
  request: CreateDeploymentRequest,
): void {
  request.source_config = {
    ...request.source_config,
    integration_id: record.host_integration_id,
    repo_url: record.url,
  }
  request.source_revision_config = {
    ...request.source_revision_config,
    repo_ref: refOf(request.source_revision_config.repo_ref, record),
  }
}

/** The ref to send: a branch as the listing writes one, `refs/heads/main` as `main`; all else unchanged. */
function refOf(
  asked: string | null | undefined,
  { default_branch }: RepositoryRecord,
): string | null | undefined {
  // A ref of null is asked for, as the `config` file has it.
  if (asked === null) return null
  if (!asked) return default_branch || undefined
  const isFull = !default_branch || default_branch.startsWith('refs/heads/')
  return isFull ? asked : asked.replace(/^refs\/heads\//, '')
}
