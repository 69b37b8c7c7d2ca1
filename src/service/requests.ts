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

const each = <const Name extends string, T extends z.ZodType>(
  names: Name[],
  type: T,
) =>
  Object.fromEntries(names.map(name => [name, type.optional()])) as Record<
    Name,
    z.ZodOptional<T>
  >

const VolumeMount = z.strictObject({
  ...each(
    ['name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr'],
    z.string(),
  ),
  readOnly: z.boolean().optional(),
})

const Volume = z.strictObject({
  name: z.string().optional(),
  ...each(
    ['configMap', 'secret', 'emptyDir', 'persistentVolumeClaim'],
    OpenObject,
  ),
  ...each(['nfs', 'projected', 'downwardAPI', 'csi'], OpenObject),
})

const Variable = z.strictObject({
  ...each(['name', 'value'], z.string()),
  valueFrom: OpenObject.optional(),
})

const Container = z.strictObject({
  ...each(
    ['name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy'],
    z.string(),
  ),
  ...each(['command', 'args'], z.array(z.string())),
  env: z.array(Variable).optional(),
  envFrom: z.array(OpenObject).optional(),
  resources: z
    .strictObject(each(['limits', 'requests'], OpenObject))
    .optional(),
  volumeMounts: z.array(VolumeMount).optional(),
  securityContext: OpenObject.optional(),
})

/** Scale and resources of every part of a deployment; `_mb` are megabytes and `_gi` gibibytes by name. */
export const ResourceSpec = z.strictObject({
  ...each(['min_scale', 'max_scale', 'memory_mb', 'memory_limit_mb'], z.int()),
  ...each(['cpu', 'cpu_limit', 'queue_cpu', 'queue_cpu_limit'], z.number()),
  ...each(
    [
      'queue_min_scale',
      'queue_max_scale',
      'queue_memory_mb',
      'queue_memory_limit_mb',
    ],
    z.int(),
  ),
  ...each(['orchestrator_min_scale', 'orchestrator_max_scale'], z.int()),
  ...each(['orchestrator_memory_mb', 'orchestrator_memory_limit_mb'], z.int()),
  ...each(
    [
      'orchestrator_cpu',
      'orchestrator_cpu_limit',
      'executor_cpu',
      'executor_cpu_limit',
    ],
    z.number(),
  ),
  ...each(['executor_memory_mb', 'executor_memory_limit_mb'], z.int()),
  ...each(['redis_memory_mb', 'redis_memory_limit_mb'], z.int()),
  ...each(['redis_cpu', 'redis_cpu_limit'], z.number()),
  ...each(
    [
      'db_memory_mb',
      'db_memory_limit_mb',
      'db_storage_gi',
      'db_max_connections',
    ],
    z.int(),
  ),
  ...each(['db_cpu', 'db_cpu_limit'], z.number()),
  ...each(['labels', 'annotations'], OpenObject),
  service_account_name: z.string().optional(),
  image_pull_secrets: z
    .array(z.strictObject({ name: z.string().optional() }))
    .optional(),
  volumes: z.array(Volume).optional(),
  volume_mounts: z.array(VolumeMount).optional(),
  ...each(['init_containers', 'sidecars'], z.array(Container)),
})

const SCHEMAS = {
  text: z.string().nullish(),
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
  listener_config: z
    .strictObject({ k8s_namespace: z.string().optional() })
    .nullish(),
})

const SourceRevisionConfig = z.strictObject(fields(SOURCE_REVISION_CONFIG))

export const SecretReference = z.strictObject({
  name: z.string(),
  secret_name: z.string(),
  secret_key: z.string(),
})

/** Body of the create operation. */
export const CreateDeploymentRequest = z.strictObject({
  name: z.string(),
  source: z.enum(SOURCES),
  source_config: SourceConfig,
  source_revision_config: SourceRevisionConfig,
  secrets: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  secret_references: z.array(SecretReference).nullish(),
})
export type CreateDeploymentRequest = z.infer<typeof CreateDeploymentRequest>
