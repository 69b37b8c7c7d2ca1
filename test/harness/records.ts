import { COMMIT } from './job.ts'

/** A deployment as the service holds it. It may have fields that the interface does not know. */
export interface Deployment {
  id: string
  name: string
  source: string
  source_config: Record<string, unknown>
  source_revision_config: Record<string, unknown>
  secrets: { name: string; value: string }[]
  secret_references: object[] | null
  tenant_id: string
  created_at: string
  updated_at: string
  status: string
  latest_revision_id: string | null
  active_revision_id: string | null
  image_version: string | null
  [field: string]: unknown
}

/** Fields to set. */
export type Fields = Partial<Deployment>

export interface RepositoryRecord {
  host_integration_id: string
  id: number
  name: string
  owner: string
  url: string
  default_branch: string
}

const uuid = () => crypto.randomUUID()
const nulls = (...names: string[]): Record<string, unknown> => Object.fromEntries(names.map(name => [name, null]))
const CONFIG = nulls(
  ...['integration_id', 'repo_url', 'build_on_push', 'custom_url', 'resource_spec'],
  ...['listener_id', 'listener_config', 'install_command', 'build_command'],
)
const REVISION_CONFIG = nulls(
  ...['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path', 'repo_commit_sha'],
)

/** A deployment with all fields: `shop`, of a container image, ready and active, unless the fields say otherwise. */
export function deployment(fields: Fields = {}): Deployment {
  const revision = uuid()
  const created_at = new Date().toISOString()
  const identity = { id: uuid(), name: 'shop', source: 'external_container', tenant_id: uuid() }
  const state = { status: 'READY', latest_revision_id: revision, active_revision_id: revision }
  const times = { created_at, updated_at: created_at }
  const configs = { source_config: CONFIG, source_revision_config: REVISION_CONFIG }
  const rest = { secrets: [], secret_references: null, image_version: null }
  return withFields({ ...identity, ...configs, ...rest, ...times, ...state }, fields)
}

/** The deployment with fields set. What a configuration does not name stays as it was. */
export const withFields = (deployment: Deployment, fields: Fields): Deployment => ({
  ...deployment,
  ...fields,
  source_config: { ...deployment.source_config, ...fields.source_config },
  source_revision_config: { ...deployment.source_revision_config, ...fields.source_revision_config },
})

/** The deployment that a create request with this body makes, with more fields. A repository is at `COMMIT`. */
export function deploymentOf(body: unknown, more: Fields = {}): Deployment {
  const fields = body as Fields
  const repo_commit_sha = fields.source === 'repohost' ? COMMIT : null
  return withFields(withFields(deployment({ source_revision_config: { repo_commit_sha } }), fields), more)
}

/** The newest revision is not active, and no older one is. */
export const BUILDING: Fields = { active_revision_id: null }

/** A repository: acme/shop with the default branch `main`, unless the fields say otherwise. */
export function repository(fields: Partial<RepositoryRecord> = {}): RepositoryRecord {
  const { owner = 'acme', name = 'shop' } = fields
  const url = `https://github.com/${owner}/${name}`
  return { host_integration_id: uuid(), id: 1, name, owner, url, default_branch: 'main', ...fields }
}

/** How a service shows a deployment in the answer of an operation. */
export type Dialect = (deployment: Deployment, operation: 'list' | 'create') => unknown

/** Answers a create with id and tenant alone, and lists identity and state without any configuration. */
export const terse: Dialect = (deployment, operation) => {
  const { id, name, tenant_id, status, latest_revision_id, active_revision_id } = deployment
  if (operation === 'create') return { id, tenant_id }
  return { id, name, tenant_id, status, latest_revision_id, active_revision_id }
}

/**
 * Shows fields that the interface does not have, and some in another form: the ref as the resolved commit, the address as
 * a bare host, the image that was built. It never returns secrets.
 */
export const talkative: Dialect = ({ secrets: _, source_config, source_revision_config, ...others }) => {
  const { repo_ref, repo_commit_sha, image_uri } = source_revision_config
  const custom_url = String(source_config['custom_url'] ?? '').replace(/^https?:\/\//, '') || null
  const commit = repo_ref === null ? null : (repo_commit_sha ?? COMMIT)
  const built = { image_uri: image_uri ?? `registry.example/built/${others.id}:1` }
  return {
    deployment_type: 'serverless',
    ...others,
    display_name: others.name,
    source_config: { ...source_config, custom_url, repo_branch: repo_ref },
    source_revision_config: { ...source_revision_config, ...built, repo_ref: commit, repo_commit_sha: commit },
  }
}
