import * as z from 'zod/mini'

// The create request, table by table (interface: create a deployment). The inputs, the `config` file, the comparison and the
// JSON schema follow from it: a new field of one value is a line here, and an input in action.yml. A key that is not here is
// sent all the same, with a warning.

z.config(z.locales.en())

const text = z.string()
/** A text that must match a pattern; `message` is the error if it does not. */
export const textLike = (pattern: RegExp, message: string) =>
  z.string().check(z.regex(pattern, message))
/** An id that becomes one step of a URL's path, also that of a deployment. It must not change the rest of the path. */
export const PathStep = textLike(
  /^(?!\.{1,2}$)[^/\\]*$/,
  'must be one step of a path: neither `.` nor `..`, and without a slash',
)
/** A name on one line. White space at its end, such as the line break after a YAML block, is allowed, as the reader trims it. */
export const Name = textLike(/^[^\n\v\f\r\u0085\u2028\u2029]*\s*$/, 'has a line break in it')
/** An address: a URL with a host, or any text without a scheme, such as `owner/name`. */
export const Address = textLike(
  /^(?!https?:|[a-z][a-z0-9+.-]*:\/\/)|^[a-z][a-z0-9+.-]*:\/\/[^/?#\\\s]/i,
  'has a scheme and no host',
)
const Ref = textLike(/(^|[^/])$/, 'ends in `/`: the name of the branch or tag is missing')
/** An image without white space, with a name, and with no empty tag. A digest needs 32 hex digits or more: `name@sha256:…`. */
const Image = textLike(
  /^(?!.*[:/]$|.*:@|.*@(?![a-zA-Z][\w+.-]*:[0-9a-fA-F]{32,}$))\S*$/,
  'is no image: it has white space, or its name, tag or digest is missing',
)
const object = z.record(z.string(), z.unknown())

type Nullish<Members extends z.core.$ZodShape> = {
  [Key in keyof Members]: z.ZodMiniOptional<z.ZodMiniNullable<Members[Key]>>
}

/** A mapping whose members may be null or left out. */
export function mapping<Members extends z.core.$ZodShape>(members: Members) {
  const nullish = Object.entries(members).map(([name, type]) => [name, z.nullish(type)])
  return z.strictObject<Nullish<Members>>(Object.fromEntries(nullish))
}

/** Members of the same type. Their names are in one text, separated by white space. */
export const each = <Type extends z.ZodMiniType>(type: Type, names: string): Record<string, Type> =>
  Object.fromEntries(names.split(/\s+/).map(name => [name, type]))

const VolumeMount = mapping({
  ...each(text, 'name mountPath subPath mountPropagation subPathExpr'),
  readOnly: z.boolean(),
})

const Volume = mapping({
  name: text,
  ...each(
    object,
    `configMap secret emptyDir persistentVolumeClaim nfs projected
     downwardAPI csi`,
  ),
})

const Container = mapping({
  ...each(text, 'name image imagePullPolicy workingDir restartPolicy'),
  ...each(z.array(text), 'command args'),
  env: z.array(mapping({ name: text, value: text, valueFrom: object })),
  envFrom: z.array(object),
  resources: mapping({ limits: object, requests: object }),
  volumeMounts: z.array(VolumeMount),
  securityContext: object,
})

/** Scale and resources; `_mb` are megabytes and `_gi` gibibytes by name. */
const ResourceSpec = mapping({
  ...each(
    z.int(),
    `min_scale max_scale memory_mb memory_limit_mb queue_min_scale
     queue_max_scale queue_memory_mb queue_memory_limit_mb
     orchestrator_min_scale orchestrator_max_scale orchestrator_memory_mb
     orchestrator_memory_limit_mb executor_memory_mb
     executor_memory_limit_mb redis_memory_mb redis_memory_limit_mb
     db_memory_mb db_memory_limit_mb db_storage_gi db_max_connections`,
  ),
  ...each(
    z.number(),
    `cpu cpu_limit queue_cpu queue_cpu_limit orchestrator_cpu
     orchestrator_cpu_limit executor_cpu executor_cpu_limit redis_cpu
     redis_cpu_limit db_cpu db_cpu_limit`,
  ),
  ...each(object, 'labels annotations'),
  service_account_name: text,
  image_pull_secrets: z.array(mapping({ name: text })),
  volumes: z.array(Volume),
  volume_mounts: z.array(VolumeMount),
  ...each(z.array(Container), 'init_containers sidecars'),
})

/** Fields that are fixed, or change without a new revision. Each has an input of its name. {@link CreateRequest} adds others. */
export const SOURCE_CONFIG = {
  integration_id: PathStep,
  build_on_push: z.boolean(),
  custom_url: Address,
  resource_spec: ResourceSpec,
  listener_id: text,
  install_command: text,
  build_command: text,
}

/** Fields that change with a new revision. */
export const SOURCE_REVISION_CONFIG = {
  repo_ref: Ref,
  graph_config_path: text,
  image_uri: Image,
  source_tarball_path: text,
}

export const Source = z.enum([
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
])

export const SECRET_REFERENCES = {
  secret_references: z.array(z.strictObject({ name: text, secret_name: text, secret_key: text })),
}

const Secret = z.strictObject({ name: text, value: text })
export type Secret = z.infer<typeof Secret>

/** Body of the create operation. */
export const CreateRequest = z.strictObject({
  name: Name,
  source: Source,
  source_config: mapping({
    repo_url: Address,
    ...SOURCE_CONFIG,
    listener_config: mapping({ k8s_namespace: text }),
  }),
  source_revision_config: z.extend(mapping(SOURCE_REVISION_CONFIG), {
    repo_commit_sha: z.optional(z.never('is set by the service')),
  }),
  secrets: z.array(Secret),
  ...mapping(SECRET_REFERENCES).shape,
})
export type CreateRequest = z.infer<typeof CreateRequest>
