import type { Field, Kind, Table } from './check.ts'
import { SOURCES, type SourceConfig, type SourceRevisionConfig } from './deployment.ts'

// The request's tables in the interface's own order. "All members are optional in shape" here means: may be omitted,
// but not null. "Nullable" here means: may also be omitted.

const SECRET = required({ name: 'string', value: 'string' })

const SECRET_REFERENCE = required({ name: 'string', secret_name: 'string', secret_key: 'string' })

const VOLUME = {
  ...optional('string', 'name'),
  ...optional('object', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim'),
  ...optional('object', 'nfs', 'projected', 'downwardAPI', 'csi'),
}

const VOLUME_MOUNT = {
  ...optional('string', 'name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr'),
  ...optional('boolean', 'readOnly'),
}

const CONTAINER = {
  ...optional('string', 'name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy'),
  ...optional({ array_of: 'string' }, 'command', 'args'),
  ...optional(
    { array_of: { members: { ...optional('string', 'name', 'value'), ...optional('object', 'valueFrom') } } },
    'env',
  ),
  ...optional({ array_of: 'object' }, 'envFrom'),
  ...optional({ members: optional('object', 'limits', 'requests') }, 'resources'),
  ...optional({ array_of: { members: VOLUME_MOUNT } }, 'volumeMounts'),
  ...optional('object', 'securityContext'),
}

const RESOURCE_SPEC = {
  ...optional('integer', 'min_scale', 'max_scale'),
  ...optional('number', 'cpu', 'cpu_limit'),
  ...optional('integer', 'memory_mb', 'memory_limit_mb'),

  ...optional('integer', 'queue_min_scale', 'queue_max_scale'),
  ...optional('number', 'queue_cpu', 'queue_cpu_limit'),
  ...optional('integer', 'queue_memory_mb', 'queue_memory_limit_mb'),

  ...optional('number', 'orchestrator_cpu', 'orchestrator_cpu_limit'),
  ...optional('integer', 'orchestrator_memory_mb', 'orchestrator_memory_limit_mb'),
  ...optional('integer', 'orchestrator_min_scale', 'orchestrator_max_scale'),

  ...optional('number', 'executor_cpu', 'executor_cpu_limit'),
  ...optional('integer', 'executor_memory_mb', 'executor_memory_limit_mb'),

  ...optional('number', 'redis_cpu', 'redis_cpu_limit'),
  ...optional('integer', 'redis_memory_mb', 'redis_memory_limit_mb'),

  ...optional('number', 'db_cpu', 'db_cpu_limit'),
  ...optional('integer', 'db_memory_mb', 'db_memory_limit_mb', 'db_storage_gi', 'db_max_connections'),

  ...optional('object', 'labels', 'annotations'),
  ...optional('string', 'service_account_name'),
  ...optional({ array_of: { members: optional('string', 'name') } }, 'image_pull_secrets'),
  ...optional({ array_of: { members: VOLUME } }, 'volumes'),
  ...optional({ array_of: { members: VOLUME_MOUNT } }, 'volume_mounts'),
  ...optional({ array_of: { members: CONTAINER } }, 'init_containers', 'sidecars'),
}

const SOURCE_CONFIG = nullable({
  integration_id: 'uuid',
  repo_url: 'string',
  build_on_push: 'boolean',
  custom_url: 'string',
  resource_spec: { members: RESOURCE_SPEC },
  listener_id: 'uuid',
  listener_config: { members: optional('string', 'k8s_namespace') },
  install_command: 'string',
  build_command: 'string',
} satisfies Record<keyof SourceConfig, Kind>)

const SOURCE_REVISION_CONFIG: Table = {
  ...nullable({
    repo_ref: 'string',
    graph_config_path: 'string',
    image_uri: 'string',
    source_tarball_path: 'string',
  } satisfies Record<keyof Omit<SourceRevisionConfig, 'repo_commit_sha'>, Kind>),
  repo_commit_sha: { kind: 'string', read_only: true },
}

/** The body of a create request. */
export const CREATE_REQUEST: Table = {
  ...required({
    name: 'string',
    source: { one_of: SOURCES },
    source_config: { members: SOURCE_CONFIG },
    source_revision_config: { members: SOURCE_REVISION_CONFIG },
    secrets: { array_of: { members: SECRET } },
  }),
  ...nullable({ secret_references: { array_of: { members: SECRET_REFERENCE } } }),
}

function optional(kind: Kind, ...names: string[]): Table {
  return Object.fromEntries(names.map(name => [name, { kind }]))
}

function required(kinds: Record<string, Kind>): Table {
  return withEach(kinds, { required: true })
}

function nullable(kinds: Record<string, Kind>): Table {
  return withEach(kinds, { nullable: true })
}

function withEach(kinds: Record<string, Kind>, rest: Omit<Field, 'kind'>): Table {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { kind, ...rest }]))
}
