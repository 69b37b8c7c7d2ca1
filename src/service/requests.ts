import * as z from 'zod'
import { isObject } from '../lib/json.ts'
import {
  type Kind,
  SOURCE_CONFIG,
  SOURCE_REVISION_CONFIG,
  SOURCES,
} from './fields.ts'

// The create request, table by table. Unknown fields are refused, because the service might silently drop them. This module
// is loaded only if a workflow gives a document to check.

/** Lists of Kubernetes. Unknown fields of their items are sent: the service may know more of Kubernetes. */
export const OPEN_LISTS: PropertyKey[] = [
  'volumes',
  'volume_mounts',
  'init_containers',
  'sidecars',
]

/** An object with contents that are not part of the interface. */
export const OpenObject = z.custom<Record<string, unknown>>(
  isObject,
  'must be a mapping',
)

const text = z.string()

/** Members of the same type. */
const each = <const Name extends string, T extends z.ZodType>(
  names: Name[],
  type: T,
) => Object.fromEntries(names.map(name => [name, type])) as Record<Name, T>

/** A mapping whose members may be left out, and which has no others. */
const mapping = <T extends z.ZodRawShape>(members: T) =>
  z.strictObject(members).partial()

const VolumeMount = mapping({
  ...each(
    ['name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr'],
    text,
  ),
  readOnly: z.boolean(),
})

const Volume = mapping({
  name: text,
  ...each(
    [
      'configMap',
      'secret',
      'emptyDir',
      'persistentVolumeClaim',
      'nfs',
      'projected',
      'downwardAPI',
      'csi',
    ],
    OpenObject,
  ),
})

const Variable = mapping({ name: text, value: text, valueFrom: OpenObject })

const Resources = mapping({ limits: OpenObject, requests: OpenObject })

const Container = mapping({
  ...each(
    ['name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy'],
    text,
  ),
  ...each(['command', 'args'], z.array(text)),
  env: z.array(Variable),
  envFrom: z.array(OpenObject),
  resources: Resources,
  volumeMounts: z.array(VolumeMount),
  securityContext: OpenObject,
})

/** Scale and resources of every part of a deployment; `_mb` are megabytes and `_gi` gibibytes by name. */
export const ResourceSpec = mapping({
  ...each(
    [
      'min_scale',
      'max_scale',
      'memory_mb',
      'memory_limit_mb',
      'queue_min_scale',
      'queue_max_scale',
      'queue_memory_mb',
      'queue_memory_limit_mb',
      'orchestrator_min_scale',
      'orchestrator_max_scale',
      'orchestrator_memory_mb',
      'orchestrator_memory_limit_mb',
      'executor_memory_mb',
      'executor_memory_limit_mb',
      'redis_memory_mb',
      'redis_memory_limit_mb',
      'db_memory_mb',
      'db_memory_limit_mb',
      'db_storage_gi',
      'db_max_connections',
    ],
    z.int(),
  ),
  ...each(
    [
      'cpu',
      'cpu_limit',
      'queue_cpu',
      'queue_cpu_limit',
      'orchestrator_cpu',
      'orchestrator_cpu_limit',
      'executor_cpu',
      'executor_cpu_limit',
      'redis_cpu',
      'redis_cpu_limit',
      'db_cpu',
      'db_cpu_limit',
    ],
    z.number(),
  ),
  ...each(['labels', 'annotations'], OpenObject),
  service_account_name: text,
  image_pull_secrets: z.array(mapping({ name: text })),
  volumes: z.array(Volume),
  volume_mounts: z.array(VolumeMount),
  ...each(['init_containers', 'sidecars'], z.array(Container)),
})

const SCHEMAS = {
  string: text.nullish(),
  boolean: z.boolean().nullish(),
} satisfies Record<Kind, z.ZodType>

const fields = <T extends Record<string, Kind>>(table: T) =>
  Object.fromEntries(
    Object.entries(table).map(([name, kind]) => [name, SCHEMAS[kind]]),
  ) as {
    [Name in keyof T]: (typeof SCHEMAS)[T[Name]]
  }

const SourceConfig = z.strictObject({
  ...fields(SOURCE_CONFIG),
  resource_spec: ResourceSpec.nullish(),
  listener_config: mapping({ k8s_namespace: text }).nullish(),
})

const SourceRevisionConfig = z.strictObject(fields(SOURCE_REVISION_CONFIG))

export const SecretReference = z.strictObject({
  name: text,
  secret_name: text,
  secret_key: text,
})

/** Body of the create operation. */
export const CreateDeploymentRequest = z.strictObject({
  name: text,
  source: z.enum(SOURCES),
  source_config: SourceConfig,
  source_revision_config: SourceRevisionConfig,
  secrets: z.array(z.strictObject({ name: text, value: text })),
  secret_references: z.array(SecretReference).nullish(),
})
export type CreateDeploymentRequest = z.infer<typeof CreateDeploymentRequest>
