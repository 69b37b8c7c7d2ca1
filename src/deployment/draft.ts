import { merged } from '../lib/json.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { RepositoryRecord, Source } from '../service/responses.ts'

/** The create request as the workflow gives it, before the checks of several fields together. */
export interface Draft {
  name?: string
  source?: Source
  source_config: CreateDeploymentRequest['source_config']
  source_revision_config: CreateDeploymentRequest['source_revision_config']
  secrets: CreateDeploymentRequest['secrets']
  secret_references?: CreateDeploymentRequest['secret_references']
  /** Fields that are not in the interface, in the shape of the request. */
  extra_fields?: Record<string, unknown> | undefined
}

/** A remark on the field at `path`, a dotted path into the create request. `missing`: the field is required. */
export interface Remark {
  path: string
  message: string
  missing?: boolean
}

/** A draft that can be sent once its repository is resolved. */
export type CompleteDraft = Draft & Pick<CreateDeploymentRequest, 'name' | 'source'>

/**
 * Problems that make a request not worth sending. The service decides which source requires which field, except for
 * these, which follow from the interface.
 */
export function draftProblems(draft: Draft): Remark[] {
  const problems: Remark[] = []
  const { name, source, source_config, source_revision_config, secret_references } = draft
  if (name === undefined || name.trim() === '') {
    problems.push({ path: 'name', message: 'is required: the name of the deployment', missing: true })
  }
  if (source === undefined) {
    problems.push({
      path: 'source',
      message: 'is required: what the deployment is created from',
      missing: true,
    })
  }
  if (source !== undefined && source !== 'external_container' && secret_references != null) {
    problems.push({
      path: 'secret_references',
      message: `applies to source external_container only, not to ${source}`,
    })
  }
  if (source === 'repohost' && source_config.integration_id == null) {
    problems.push({
      path: 'source_config.integration_id',
      message: 'is required with source repohost: the integration through which the repository is listed',
      missing: true,
    })
  }
  if (source === 'external_container' && !source_revision_config.image_uri) {
    problems.push({
      path: 'source_revision_config.image_uri',
      message: 'is required with source external_container',
      missing: true,
    })
  }
  return problems
}

export const isComplete = (draft: Draft): draft is CompleteDraft => draftProblems(draft).length === 0

const BUILT: Source[] = ['repohost', 'internal_source', 'internal_template']

/** Fields that seem to belong to certain sources. Only the service knows, so the action only warns. */
const FIELDS_OF_SOURCES: Record<string, Source[]> = {
  'source_config.integration_id': ['repohost'],
  'source_config.repo_url': ['repohost'],
  'source_config.build_on_push': ['repohost'],
  'source_config.install_command': BUILT,
  'source_config.build_command': BUILT,
  'source_revision_config.repo_ref': ['repohost'],
  'source_revision_config.graph_config_path': BUILT,
  'source_revision_config.image_uri': ['external_container', 'internal_container'],
  'source_revision_config.source_tarball_path': ['internal_source'],
}

/** Warnings of fields that are set, and sent, although they seem to belong to another source. */
export function draftWarnings({ source, source_config, source_revision_config }: CompleteDraft): Remark[] {
  const set = new Map<string, unknown>([
    ...Object.entries(source_config).map(([key, value]) => [`source_config.${key}`, value] as const),
    ...Object.entries(source_revision_config).map(
      ([key, value]) => [`source_revision_config.${key}`, value] as const,
    ),
  ])
  return Object.entries(FIELDS_OF_SOURCES)
    .filter(([path, sources]) => set.get(path) != null && !sources.includes(source))
    .map(([path, sources]) => ({
      path,
      message: `reads as a field of source ${sources.join(' or ')}, not of ${source}; it is sent as it is`,
    }))
}

/**
 * The body of the create operation. For `repohost`, copies three values of the repository record into it (interface:
 * cross-reference of the repository listing); `repo_ref` only if the workflow gives none. Merges extra fields into it.
 */
export function buildRequest(draft: CompleteDraft, record?: RepositoryRecord): CreateDeploymentRequest {
  const { name, source, source_config, source_revision_config, secrets, secret_references, extra_fields } =
    draft
  const request: CreateDeploymentRequest = { name, source, source_config, source_revision_config, secrets }
  if (secret_references !== undefined) request.secret_references = secret_references
  if (record) {
    const { host_integration_id, url, default_branch } = record
    request.source_config = { ...source_config, integration_id: host_integration_id, repo_url: url }
    const repo_ref = source_revision_config.repo_ref ?? default_branch ?? undefined
    request.source_revision_config = { ...source_revision_config, repo_ref }
  }
  return merged(request, extra_fields ?? {}) as CreateDeploymentRequest
}
