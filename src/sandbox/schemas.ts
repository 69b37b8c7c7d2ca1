import * as z from 'zod'

// What the sandbox takes. The create request is written apart from the client's schemas, so that a mistake there does not
// repeat here. Fields that the interface does not know are kept and returned, so that a new one can be tried.

const Source = z.enum([
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
])

/** Fields of one type. */
const each = <Name extends string, Type extends z.ZodType>(type: Type, ...names: Name[]) =>
  Object.fromEntries(names.map(name => [name, type])) as Record<Name, Type>

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
  ...each(integer, 'min_scale', 'max_scale', 'memory_mb', 'memory_limit_mb'),
  ...each(number, 'cpu', 'cpu_limit', 'queue_cpu', 'queue_cpu_limit'),
  ...each(integer, 'queue_min_scale', 'queue_max_scale', 'queue_memory_mb', 'queue_memory_limit_mb'),
  ...each(number, 'orchestrator_cpu', 'orchestrator_cpu_limit', 'executor_cpu', 'executor_cpu_limit'),
  ...each(integer, 'orchestrator_min_scale', 'orchestrator_max_scale'),
  ...each(integer, 'orchestrator_memory_mb', 'orchestrator_memory_limit_mb'),
  ...each(integer, 'executor_memory_mb', 'executor_memory_limit_mb'),
  ...each(integer, 'redis_memory_mb', 'redis_memory_limit_mb'),
  ...each(number, 'redis_cpu', 'redis_cpu_limit', 'db_cpu', 'db_cpu_limit'),
  ...each(integer, 'db_memory_mb', 'db_memory_limit_mb', 'db_storage_gi', 'db_max_connections'),
  ...each(object, 'labels', 'annotations'),
  service_account_name: text,
  image_pull_secrets: listOf({ name: text }),
  volumes: listOf(Volume),
  volume_mounts: listOf(VolumeMount),
  ...each(listOf(Container), 'init_containers', 'sidecars'),
})

export const SourceConfig = z.looseObject({
  ...each(z.guid().nullish(), 'integration_id', 'listener_id'),
  ...each(z.string().nullish(), 'repo_url', 'custom_url', 'install_command', 'build_command'),
  build_on_push: z.boolean().nullish(),
  resource_spec: ResourceSpec.nullish(),
  listener_config: z.looseObject({ k8s_namespace: text }).nullish(),
})

const readOnly = z.never('Read-only: not part of the request').optional()

export const SourceRevisionConfig = z.looseObject({
  ...each(z.string().nullish(), 'repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path'),
  repo_commit_sha: readOnly,
})

// The interface does not limit names. No comparable service takes others, which are mostly mistakes.
const NAME = 'A name has no white space, no capital letter, no `$`, and no `-` at its end'

/** The sandbox's own choice, as the interface does not say which source requires which field. */
const REQUIRED: Record<string, ['source_config' | 'source_revision_config', ...string[]][]> = {
  repohost: [
    ['source_config', 'integration_id', 'repo_url'],
    ['source_revision_config', 'repo_ref'],
  ],
  external_container: [['source_revision_config', 'image_uri']],
}

/** The body of a create request. */
export const CreateRequest = z
  .looseObject({
    name: z.string().regex(/^[^\s$\p{Lu}]*(?<!-)$/u, NAME),
    source: Source,
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
    const refuse = (path: string[], message: string) => addIssue({ code: 'custom', path, message })
    const { source, secret_references = null } = request
    for (const [group, ...fields] of REQUIRED[source] ?? []) {
      const missing = fields.filter(field => (request[group][field] ?? null) === null)
      for (const field of missing) refuse([group, field], `Field required for the source ${source}`)
    }
    if (source !== 'external_container' && secret_references !== null)
      refuse(['secret_references'], 'Only applicable for the source external_container')
  })
export type CreateRequest = z.infer<typeof CreateRequest>

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^[+-]?\d+$/, 'Input should be a valid integer')
    .transform(Number)
    .pipe(z.int().min(least).max(most))

/** The identifiers of a comma-separated list. */
const identifiers = z
  .string()
  .transform(list => list.split(',').map(id => id.trim().toLowerCase()))
  .optional()

/** The query of the list. The interface has only the purposes of the parameters; these names are common. */
export const ListQuery = z.object({
  limit: wholeNumber(1, 100).default(20),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  ...each(text, 'name_contains', 'status', 'image_version'),
  ...each(identifiers, 'tag_value_ids', 'deployment_ids'),
  remote_reconciled: z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }).optional(),
  deployment_type: z.enum(['dev_free', 'dev', 'prod']).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** A push to a branch, with or without `refs/heads/`, as the repository's host would report it. */
export const Push = z.object(each(z.string(), 'repo_url', 'ref', 'commit'))
export type Push = z.infer<typeof Push>
