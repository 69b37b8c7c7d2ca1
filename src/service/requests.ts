import * as z from 'zod'
import { type Kind, SOURCE_CONFIG, SOURCE_REVISION_CONFIG } from './fields.ts'
import { SOURCES } from './responses.ts'

/**
 * The create request, table by table. Unknown fields are refused, because the service might silently drop them. This
 * module is loaded only if a workflow gives a document to check.
 */

const isMapping = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An object whose contents are not part of the interface. It is sent unchanged; only numbers that JSON would silently
 * change (not finite, or not exact) are refused.
 */
export const OpenObject = z
  .custom<Record<string, unknown>>(isMapping, 'must be a mapping')
  .superRefine((value, check) => {
    for (const { path, number } of numbersIn(value)) {
      if (Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))) continue
      check.addIssue({
        code: 'custom',
        path,
        message: 'must be a number that JSON can carry exactly, or in quotes',
      })
    }
  })

function* numbersIn(
  value: unknown,
  path: PropertyKey[] = [],
): Generator<{ path: PropertyKey[]; number: number }> {
  if (typeof value === 'number') yield { path, number: value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    yield* numbersIn(member, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

const Integer = z.int()

const VolumeMount = z.strictObject({
  name: z.string().optional(),
  mountPath: z.string().optional(),
  subPath: z.string().optional(),
  mountPropagation: z.string().optional(),
  subPathExpr: z.string().optional(),
  readOnly: z.boolean().optional(),
})

const Volume = z.strictObject({
  name: z.string().optional(),
  configMap: OpenObject.optional(),
  secret: OpenObject.optional(),
  emptyDir: OpenObject.optional(),
  persistentVolumeClaim: OpenObject.optional(),
  nfs: OpenObject.optional(),
  projected: OpenObject.optional(),
  downwardAPI: OpenObject.optional(),
  csi: OpenObject.optional(),
})

const Container = z.strictObject({
  name: z.string().optional(),
  image: z.string().optional(),
  imagePullPolicy: z.string().optional(),
  workingDir: z.string().optional(),
  restartPolicy: z.string().optional(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  env: z
    .array(
      z.strictObject({
        name: z.string().optional(),
        value: z.string().optional(),
        valueFrom: OpenObject.optional(),
      }),
    )
    .optional(),
  envFrom: z.array(OpenObject).optional(),
  resources: z.strictObject({ limits: OpenObject.optional(), requests: OpenObject.optional() }).optional(),
  volumeMounts: z.array(VolumeMount).optional(),
  securityContext: OpenObject.optional(),
})

/** Scale and resources of every part of a deployment; `_mb` are megabytes and `_gi` gibibytes by name. */
export const ResourceSpec = z.strictObject({
  min_scale: Integer.optional(),
  max_scale: Integer.optional(),
  cpu: z.number().optional(),
  cpu_limit: z.number().optional(),
  memory_mb: Integer.optional(),
  memory_limit_mb: Integer.optional(),

  queue_min_scale: Integer.optional(),
  queue_max_scale: Integer.optional(),
  queue_cpu: z.number().optional(),
  queue_cpu_limit: z.number().optional(),
  queue_memory_mb: Integer.optional(),
  queue_memory_limit_mb: Integer.optional(),

  orchestrator_cpu: z.number().optional(),
  orchestrator_cpu_limit: z.number().optional(),
  orchestrator_memory_mb: Integer.optional(),
  orchestrator_memory_limit_mb: Integer.optional(),
  orchestrator_min_scale: Integer.optional(),
  orchestrator_max_scale: Integer.optional(),

  executor_cpu: z.number().optional(),
  executor_cpu_limit: z.number().optional(),
  executor_memory_mb: Integer.optional(),
  executor_memory_limit_mb: Integer.optional(),

  redis_cpu: z.number().optional(),
  redis_cpu_limit: z.number().optional(),
  redis_memory_mb: Integer.optional(),
  redis_memory_limit_mb: Integer.optional(),

  db_cpu: z.number().optional(),
  db_cpu_limit: z.number().optional(),
  db_memory_mb: Integer.optional(),
  db_memory_limit_mb: Integer.optional(),
  db_storage_gi: Integer.optional(),
  db_max_connections: Integer.optional(),

  labels: OpenObject.optional(),
  annotations: OpenObject.optional(),
  service_account_name: z.string().optional(),
  image_pull_secrets: z.array(z.strictObject({ name: z.string().optional() })).optional(),
  volumes: z.array(Volume).optional(),
  volume_mounts: z.array(VolumeMount).optional(),
  init_containers: z.array(Container).optional(),
  sidecars: z.array(Container).optional(),
})

const SCHEMAS = {
  text: z.string().nullish(),
  boolean: z.boolean().nullish(),
} satisfies Record<Kind, z.ZodType>

/** The schema of the fields of a table. */
const fields = <T extends Record<string, Kind>>(table: T) =>
  Object.fromEntries(Object.entries(table).map(([name, kind]) => [name, SCHEMAS[kind]])) as {
    [Name in keyof T]: (typeof SCHEMAS)[T[Name]]
  }

/** Fields that depend on the source. */
const SourceConfig = z.strictObject({
  ...fields(SOURCE_CONFIG),
  resource_spec: ResourceSpec.nullish(),
  listener_config: z.strictObject({ k8s_namespace: z.string().optional() }).nullish(),
})

/** Fields that depend on the source, as a request may set them. */
const SourceRevisionConfig = z.strictObject(fields(SOURCE_REVISION_CONFIG))

const Secret = z.strictObject({ name: z.string(), value: z.string() })

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
  secrets: z.array(Secret),
  secret_references: z.array(SecretReference).nullish(),
})
export type CreateDeploymentRequest = z.infer<typeof CreateDeploymentRequest>
