// The fields of the create request, as the interface has them.

/** The types of fields by their paths, such as `secrets[].name`. An item of an array has a path too. */
type Fields = Record<string, string>

function table(place: string, types: Record<string, string>): Fields {
  const paths = Object.entries(types).flatMap(([type, names]) =>
    names.split(' ').map(name => [`${place}${name}`, type]),
  )
  return Object.fromEntries(paths)
}

const SPEC = 'source_config.resource_spec.'

const volumeMount = (place: string) =>
  table(place, { string: 'name mountPath subPath mountPropagation subPathExpr', boolean: 'readOnly' })

const container = (place: string) => ({
  ...table(place, {
    string: 'name image imagePullPolicy workingDir restartPolicy command[] args[]',
    object: 'resources securityContext env[] envFrom[] volumeMounts[]',
  }),
  ...table(`${place}env[].`, { string: 'name value', object: 'valueFrom' }),
  ...table(`${place}resources.`, { object: 'limits requests' }),
  ...volumeMount(`${place}volumeMounts[].`),
})

/** The fields that may be null. */
export const NULLABLE: Fields = {
  ...table('', { array: 'secret_references' }),
  ...table('source_config.', {
    uuid: 'integration_id listener_id',
    string: 'repo_url custom_url install_command build_command',
    boolean: 'build_on_push',
    object: 'resource_spec listener_config',
  }),
  ...table('source_revision_config.', {
    string: 'repo_ref graph_config_path image_uri source_tarball_path',
  }),
}

const REQUEST: Fields = {
  ...table('', { string: 'name', enum: 'source', object: 'source_config source_revision_config' }),
  ...NULLABLE,
  ...table('secrets[].', { string: 'name value' }),
  ...table('secret_references[].', { string: 'name secret_name secret_key' }),
  ...table('source_config.listener_config.', { string: 'k8s_namespace' }),
  ...table(SPEC, {
    integer:
      'min_scale max_scale memory_mb memory_limit_mb queue_min_scale queue_max_scale queue_memory_mb ' +
      'queue_memory_limit_mb orchestrator_memory_mb orchestrator_memory_limit_mb orchestrator_min_scale ' +
      'orchestrator_max_scale executor_memory_mb executor_memory_limit_mb redis_memory_mb ' +
      'redis_memory_limit_mb db_memory_mb db_memory_limit_mb db_storage_gi db_max_connections',
    number:
      'cpu cpu_limit queue_cpu queue_cpu_limit orchestrator_cpu orchestrator_cpu_limit executor_cpu ' +
      'executor_cpu_limit redis_cpu redis_cpu_limit db_cpu db_cpu_limit',
    object: 'labels annotations',
    string: 'service_account_name image_pull_secrets[].name',
  }),
  ...table(`${SPEC}volumes[].`, {
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
  (request, [path, type], index) => {
    const values: Record<string, unknown> = {
      ...{ string: path, enum: 'external_container', boolean: true, integer: index, number: index + 0.5 },
      ...{ object: {}, array: [], uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` },
    }
    return withValue(request, keysOf(path), values[type])
  },
  {},
)
