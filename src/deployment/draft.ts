import { merged } from '../lib/json.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { RepositoryRecord } from '../service/responses.ts'

/** The create request as the workflow gives it, before it is checked as a whole. */
export interface Draft extends Omit<CreateDeploymentRequest, 'name' | 'source'>, Partial<CompleteFields> {
  /** Plain settings. The interface has one list for both, so they are sent as entries of `secrets`. */
  variables?: CreateDeploymentRequest['secrets']
  /** Fields that are not in the interface, in the shape of the request. */
  extra_fields?: Record<string, unknown>
}

type CompleteFields = Pick<CreateDeploymentRequest, 'name' | 'source'>

/** A draft that can be sent once its repository is resolved. */
export type CompleteDraft = Draft & CompleteFields

/** A branch in the form in which the listing names one: `refs/heads/main` as `main`. */
const asListed = (ref: string, default_branch: string | null | undefined): string =>
  default_branch && !default_branch.startsWith('refs/heads/') ? ref.replace(/^refs\/heads\//, '') : ref

/**
 * The body of the create operation. For `repohost`, copies three values of the repository record into it (interface:
 * cross-reference of the repository listing); `repo_ref` only if the workflow gives none. Merges extra fields into it.
 */
export function buildRequest(draft: CompleteDraft, record?: RepositoryRecord): CreateDeploymentRequest {
  const { name, source, source_config, source_revision_config, secret_references } = draft
  const entries = [...draft.secrets, ...(draft.variables ?? [])]
  const request: CreateDeploymentRequest = {
    name,
    source,
    source_config,
    source_revision_config,
    secrets: entries.map(({ name, value }) => ({ name, value })),
    ...(secret_references !== undefined && { secret_references }),
  }
  if (record) {
    const { host_integration_id, url, default_branch } = record
    const repo_ref = source_revision_config.repo_ref
      ? asListed(source_revision_config.repo_ref, default_branch)
      : default_branch || undefined
    request.source_config = { ...source_config, integration_id: host_integration_id, repo_url: url }
    request.source_revision_config = { ...source_revision_config, repo_ref }
  }
  return merged(request, draft.extra_fields ?? {}) as CreateDeploymentRequest
}
