import { merged } from '../lib/json.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { RepositoryRecord } from '../service/responses.ts'
import type { Draft } from './order.ts'

/**
 * The body of the create operation. For `repohost`, it has three values of the repository record (interface:
 * cross-reference of the repository listing); `repo_ref` only if the workflow gives none. Extra fields are merged into it.
 */
export function buildRequest(
  draft: Draft,
  record?: RepositoryRecord,
): CreateDeploymentRequest {
  const { source_config, source_revision_config, secrets } = draft
  const request = {
    name: draft.name,
    source: draft.source,
    source_config: {
      ...source_config,
      ...(record && {
        integration_id: record.host_integration_id,
        repo_url: record.url,
      }),
    },
    source_revision_config: {
      ...source_revision_config,
      ...(record && { repo_ref: refOf(source_revision_config, record) }),
    },
    secrets: secrets.map(({ name, value }) => ({ name, value })),
    secret_references: draft.secret_references,
  }
  return merged(request, draft.extra_fields ?? {}) as typeof request
}

/** The ref to send: a branch as the listing writes one, `refs/heads/main` as `main`; all else unchanged. */
function refOf(
  { repo_ref }: Draft['source_revision_config'],
  { default_branch }: RepositoryRecord,
): string | null | undefined {
  // A ref of null is asked for, as the `config` file has it.
  if (repo_ref === null) return null
  const ref = repo_ref || default_branch || undefined
  const isFull = !default_branch || default_branch.startsWith('refs/heads/')
  return isFull ? ref : ref?.replace(/^refs\/heads\//, '')
}
