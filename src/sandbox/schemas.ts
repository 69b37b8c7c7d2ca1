import * as z from 'zod'

// The create request, table by table, in the interface's own order. It is written apart from the client's schemas, so
// that a mistake there does not repeat here. The sandbox keeps and returns fields that the interface does not know, so
// that a new one can be tried.
// "All members are optional in shape" here means: may be omitted, but not null. "Nullable" here means: may also be
// omitted.

/** The five values of `source`. */
const SOURCES = [
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
] as const
export type Source = (typeof SOURCES)[number]

/** Fields of one type. */
function each<Name extends string, Type extends z.ZodType>(type: Type, ...names: Name[]): Record<Name, Type> {
  return Object.fromEntries(names.map(name => [name, type])) as Record<Name, Type>
}

const text = z.string().optional()
const integer = z.int().optional()
const number = z.number().optional()
const anyObject = z.record(z.string(), z.unknown())
const object = anyObject.optional()

/** Lists of objects with these members. */
const listOf = (shape: z.ZodRawShape) => z.array(z.looseObject(shape)).optional()

const VolumeMount = {
  ...each(text, 'name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr'),
  readOnly: z.boolean().optional(),
}

const Volume = {
  name: text,
  ...each(object, 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim'),
  ...each(object, 'nfs', 'projected', 'downwardAPI', 'csi'),
}

const Container = {
  ...each(text, 'name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy'),
  ...each(z.array(z.string()).optional(), 'command', 'args'),
  env: listOf({ name: text, value: text, valueFrom: object }),
  envFrom: z.array(anyObject).optional(),
  resources: z.looseObject({ limits: object, requests: object }).optional(),
  volumeMounts: listOf(VolumeMount),
  securityContext: object,
}

const ResourceSpec = z.looseObject({
  ...each(integer, 'min_scale', 'max_scale'),
  ...each(number, 'cpu', 'cpu_limit'),
  ...each(integer, 'memory_mb', 'memory_limit_mb'),

  ...each(integer, 'queue_min_scale', 'queue_max_scale'),
  ...each(number, 'queue_cpu', 'queue_cpu_limit'),
  ...each(integer, 'queue_memory_mb', 'queue_memory_limit_mb'),

  ...each(number, 'orchestrator_cpu', 'orchestrator_cpu_limit'),
  ...each(integer, 'orchestrator_memory_mb', 'orchestrator_memory_limit_mb'),
  ...each(integer, 'orchestrator_min_scale', 'orchestrator_max_scale'),

  ...each(number, 'executor_cpu', 'executor_cpu_limit'),
  ...each(integer, 'executor_memory_mb', 'executor_memory_limit_mb'),

  ...each(number, 'redis_cpu', 'redis_cpu_limit'),
  ...each(integer, 'redis_memory_mb', 'redis_memory_limit_mb'),

  ...each(number, 'db_cpu', 'db_cpu_limit'),
  ...each(integer, 'db_memory_mb', 'db_memory_limit_mb', 'db_storage_gi', 'db_max_connections'),

  ...each(object, 'labels', 'annotations'),
  service_account_name: text,
  image_pull_secrets: listOf({ name: text }),
  volumes: listOf(Volume),
  volume_mounts: listOf(VolumeMount),
  ...each(listOf(Container), 'init_containers', 'sidecars'),
})

/** `source_config`: without a new revision when changed. */
export const SourceConfig = z.looseObject({
  integration_id: z.guid().nullish(),
  repo_url: z.string().nullish(),
  build_on_push: z.boolean().nullish(),
  custom_url: z.string().nullish(),
  resource_spec: ResourceSpec.nullish(),
  listener_id: z.guid().nullish(),
  listener_config: z.looseObject({ k8s_namespace: text }).nullish(),
  ...each(z.string().nullish(), 'install_command', 'build_command'),
})

export type SourceConfig = z.infer<typeof SourceConfig>

const readOnly = z.never('Read-only: not part of the request').optional()

/** `source_revision_config`: a new revision when changed. */
export const SourceRevisionConfig = z.looseObject({
  ...each(z.string().nullish(), 'repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path'),
  repo_commit_sha: readOnly,
})
export type SourceRevisionConfig = z.infer<typeof SourceRevisionConfig>

// The interface does not limit names. No comparable service takes these, which are mostly mistakes.
const Name = z
  .string()
  .regex(
    /^[^\s$\p{Lu}]*(?<!-)$/u,
    'A name has no white space, no capital letter, no `$`, and no `-` at its end',
  )

// The interface does not say which source requires which field. This is the sandbox's own choice.
const REQUIRED: Partial<Record<Source, [group: 'source_config' | 'source_revision_config', name: string][]>> =
  {
    repohost: [
      ['source_config', 'integration_id'],
      ['source_config', 'repo_url'],
      ['source_revision_config', 'repo_ref'],
    ],
    external_container: [['source_revision_config', 'image_uri']],
  }

const isNothing = (value: unknown) => value === undefined || value === null

/** The body of a create request. */
export const CreateRequest = z
  .looseObject({
    name: Name,
    source: z.enum(SOURCES),
    source_config: SourceConfig,
    source_revision_config: SourceRevisionConfig,
    secrets: z.array(z.looseObject(each(z.string(), 'name', 'value'))),
    secret_references: z
      .array(z.looseObject(each(z.string(), 'name', 'secret_name', 'secret_key')))
      .nullish(),
    ...each(readOnly, 'id', 'tenant_id', 'created_at', 'updated_at', 'status'),
    ...each(readOnly, 'latest_revision_id', 'active_revision_id', 'image_version'),
  })
  .superRefine((request, { addIssue }) => {
    for (const [group, name] of REQUIRED[request.source] ?? []) {
      if (!isNothing(request[group][name])) continue
      const message = `Field required for the source ${request.source}`
      addIssue({ code: 'custom', path: [group, name], message })
    }
    if (request.source !== 'external_container' && !isNothing(request.secret_references)) {
      const message = 'Only applicable for the source external_container'
      addIssue({ code: 'custom', path: ['secret_references'], message })
    }
  })
export type CreateRequest = z.infer<typeof CreateRequest>
