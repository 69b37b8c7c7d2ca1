import { createHash } from 'node:crypto'

/** The five values of `source`. */
export const SOURCES = [
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
] as const

/** The values of the list's deployment type filter. */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod'] as const

export type Source = (typeof SOURCES)[number]
export type DeploymentType = (typeof DEPLOYMENT_TYPES)[number]
interface Secret {
  name: string
  value: string
}
interface SecretReference {
  name: string
  secret_name: string
  secret_key: string
}

export interface SourceConfig {
  integration_id: string | null
  repo_url: string | null
  build_on_push: boolean | null
  custom_url: string | null
  resource_spec: Record<string, unknown> | null
  listener_id: string | null
  listener_config: { k8s_namespace?: string } | null
  install_command: string | null
  build_command: string | null
}

export interface SourceRevisionConfig {
  repo_ref: string | null
  graph_config_path: string | null
  image_uri: string | null
  source_tarball_path: string | null
  repo_commit_sha: string | null
}

/** A deployment as the service sends it. `status` is a string because a service may have more values than listed. */
export interface Deployment {
  name: string
  source: Source
  source_config: SourceConfig
  source_revision_config: SourceRevisionConfig
  secrets: Secret[]
  id: string
  tenant_id: string
  created_at: string
  updated_at: string
  status: string
  latest_revision_id: string | null
  active_revision_id: string | null
  secret_references: SecretReference[] | null
  image_version: string | null
}

/** The body of a valid create request. */
export interface CreateRequest {
  name: string
  source: Source
  source_config: Partial<SourceConfig>
  source_revision_config: Partial<Omit<SourceRevisionConfig, 'repo_commit_sha'>>
  secrets: Secret[]
  secret_references?: SecretReference[] | null
}

/** The fields that the service adds to a request; `created_ms` is in milliseconds since the epoch. */
interface Origin {
  id: string
  revision_id: string
  tenant_id: string
  created_ms: number
}

/** The source configuration with every field, null if not given. */
export function wholeSourceConfig(given: Partial<SourceConfig> = {}): SourceConfig {
  return {
    integration_id: null,
    repo_url: null,
    build_on_push: null,
    custom_url: null,
    resource_spec: null,
    listener_id: null,
    listener_config: null,
    install_command: null,
    build_command: null,
    ...given,
  }
}

/** The source revision configuration with every field, null if not given. */
export function wholeRevisionConfig(given: Partial<SourceRevisionConfig> = {}): SourceRevisionConfig {
  return {
    repo_ref: null,
    graph_config_path: null,
    image_uri: null,
    source_tarball_path: null,
    repo_commit_sha: null,
    ...given,
  }
}

/** The new deployment of a create request, without an active revision. */
export function newDeployment(request: CreateRequest, origin: Origin): Deployment {
  const created_at = new Date(origin.created_ms).toISOString()
  const image_uri = request.source_revision_config.image_uri ?? null
  return {
    name: request.name,
    source: request.source,
    source_config: wholeSourceConfig(request.source_config),
    source_revision_config: wholeRevisionConfig({
      ...request.source_revision_config,
      repo_commit_sha: madeUpCommit(request.source, origin.revision_id),
    }),
    secrets: request.secrets,
    id: origin.id,
    tenant_id: origin.tenant_id,
    created_at,
    updated_at: created_at,
    status: 'AWAITING_DATABASE',
    latest_revision_id: origin.revision_id,
    active_revision_id: null,
    secret_references: request.secret_references ?? null,
    image_version: imageVersion(request.source, image_uri),
  }
}

/** A made-up commit of 40 hexadecimal digits for a repository, null for every other source. */
function madeUpCommit(source: Source, revision_id: string): string | null {
  return source === 'repohost' ? createHash('sha1').update(revision_id).digest('hex') : null
}

/** The tag of a container image, or null. A port (`host:5000/app`) and a digest are not tags. */
function imageVersion(source: Source, image_uri: string | null): string | null {
  if (image_uri === null || !(source === 'external_container' || source === 'internal_container')) return null
  return /:([^:/]+)$/.exec(image_uri.split('@', 1)[0] ?? '')?.[1] ?? null
}
