import * as z from 'zod'

// The tables of the create request, as the interface has them.

type Rule = 'required' | 'nullable' | 'optional' | 'read-only'

/** A field as `type rule`, such as `string required`, by its path, such as `secrets[].name`. */
type Fields = Record<string, `${string} ${Rule}`>

function table(place: string, rule: Rule, types: Record<string, string>): Fields {
  const paths = Object.entries(types).flatMap(([type, names]) =>
    names.split(' ').map(name => [`${place}${name}`, `${type} ${rule}`]),
  )
  return Object.fromEntries(paths)
}

const SPEC = 'source_config.resource_spec.'

const volumeMount = (place: string) =>
  table(place, 'optional', {
    string: 'name mountPath subPath mountPropagation subPathExpr',
    boolean: 'readOnly',
  })

const container = (place: string) => ({
  ...table(place, 'optional', {
    string: 'name image imagePullPolicy workingDir restartPolicy',
    array: 'command args env envFrom volumeMounts',
    object: 'resources securityContext',
  }),
  ...table(place, 'required', { string: 'command[] args[]', object: 'env[] envFrom[] volumeMounts[]' }),
  ...table(`${place}env[].`, 'optional', { string: 'name value', object: 'valueFrom' }),
  ...table(`${place}resources.`, 'optional', { object: 'limits requests' }),
  ...volumeMount(`${place}volumeMounts[].`),
})

/** The fields of the request. An item of an array is required: it is not null. */
export const REQUEST: Fields = {
  ...table('', 'required', {
    string: 'name',
    enum: 'source',
    object: 'source_config source_revision_config secrets[] secret_references[]',
    array: 'secrets',
  }),
  ...table('', 'nullable', { array: 'secret_references' }),
  ...table('secrets[].', 'required', { string: 'name value' }),
  ...table('secret_references[].', 'required', { string: 'name secret_name secret_key' }),
  ...table('source_config.', 'nullable', {
    uuid: 'integration_id listener_id',
    string: 'repo_url custom_url install_command build_command',
    boolean: 'build_on_push',
    object: 'resource_spec listener_config',
  }),
  ...table('source_config.listener_config.', 'optional', { string: 'k8s_namespace' }),
  ...table('source_revision_config.', 'nullable', {
    string: 'repo_ref graph_config_path image_uri source_tarball_path',
  }),
  ...table(SPEC, 'optional', {
    integer:
      'min_scale max_scale memory_mb memory_limit_mb queue_min_scale queue_max_scale queue_memory_mb ' +
      'queue_memory_limit_mb orchestrator_memory_mb orchestrator_memory_limit_mb orchestrator_min_scale ' +
      'orchestrator_max_scale executor_memory_mb executor_memory_limit_mb redis_memory_mb ' +
      'redis_memory_limit_mb db_memory_mb db_memory_limit_mb db_storage_gi db_max_connections',
    number:
      'cpu cpu_limit queue_cpu queue_cpu_limit orchestrator_cpu orchestrator_cpu_limit executor_cpu ' +
      'executor_cpu_limit redis_cpu redis_cpu_limit db_cpu db_cpu_limit',
    object: 'labels annotations',
    string: 'service_account_name',
    array: 'image_pull_secrets volumes volume_mounts init_containers sidecars',
  }),
  ...table(SPEC, 'required', {
    object: 'image_pull_secrets[] volumes[] volume_mounts[] init_containers[] sidecars[]',
  }),
  ...table(`${SPEC}image_pull_secrets[].`, 'optional', { string: 'name' }),
  ...table(`${SPEC}volumes[].`, 'optional', {
    string: 'name',
    object: 'configMap secret emptyDir persistentVolumeClaim nfs projected downwardAPI csi',
  }),
  ...volumeMount(`${SPEC}volume_mounts[].`),
  ...container(`${SPEC}init_containers[].`),
  ...container(`${SPEC}sidecars[].`),
}

/** A path as keys, with the first item of each array. */
export const keysOf = (path: string): (string | number)[] =>
  path
    .replaceAll('[]', '.0')
    .split('.')
    .map(key => (key === '0' ? 0 : key))

/** A copy of a request with a value at a path, with the objects and arrays above it. */
export function withValue(
  request: object,
  keys: (string | number)[],
  value: unknown,
): Record<string, unknown> {
  const copy: Record<string | number, unknown> = structuredClone(request) as Record<string, unknown>
  let parent = copy
  for (const [index, key] of keys.slice(0, -1).entries()) {
    parent[key] ??= typeof keys[index + 1] === 'number' ? [] : {}
    parent = parent[key] as typeof parent
  }
  parent[keys.at(-1) ?? ''] = value
  return copy
}

/** A request with every field of the interface, each text different. */
export const WHOLE = Object.entries(REQUEST).reduce<Record<string, unknown>>(
  (request, [path, field], index) => {
    const values: Record<string, unknown> = {
      ...{ string: path, enum: 'external_container', boolean: true, integer: index, number: index + 0.5 },
      ...{ object: {}, array: [], uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` },
    }
    return withValue(request, keysOf(path), values[field.split(' ')[0] ?? ''])
  },
  {},
)

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The fields of a schema, in the terms of {@link REQUEST}. */
export function fieldsOf(schema: z.ZodType): Fields {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'object'
    },
  })
  const fields: Fields = {}
  const visit = (path: string, given: JsonSchema, isRequired: boolean) => {
    // `{"type": ["string", "null"]}`, or `{"anyOf": [{...}, {"type": "null"}]}`.
    const [type] = Array.isArray(given.type) ? given.type : []
    const inner = (type ? { type } : (given.anyOf?.[0] ?? given)) as JsonSchema
    const isNullable = inner !== given
    const rule = isNullable ? 'nullable' : isRequired ? 'required' : 'optional'
    if (path !== '') fields[path] = inner.not ? 'never read-only' : `${typeOf(inner)} ${rule}`
    if (inner.items) visit(`${path}[]`, inner.items as JsonSchema, true)
    for (const [name, member] of Object.entries(inner.properties ?? {})) {
      visit(
        path === '' ? name : `${path}.${name}`,
        member as JsonSchema,
        inner.required?.includes(name) ?? false,
      )
    }
  }
  visit('', json, true)
  return fields
}

const typeOf = (schema: JsonSchema) =>
  schema.enum ? 'enum' : schema.format === 'uuid' ? 'uuid' : String(schema.type)
