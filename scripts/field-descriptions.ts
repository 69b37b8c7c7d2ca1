// Descriptions in the schema of the `config` file for fields without an input of the same name. The interface gives
// only the names of these fields, so the descriptions add no meaning or unit.

/** Parts of a deployment with their own resources, by the prefix of their fields. */
const PARTS: Record<string, string> = {
  '': 'the application',
  queue_: 'the queue',
  orchestrator_: 'the orchestrator',
  executor_: 'the executor',
  redis_: 'Redis',
  db_: 'the database',
}

const RESOURCES: Record<string, string> = {
  min_scale: 'Lower bound of the scale of',
  max_scale: 'Upper bound of the scale of',
  cpu: 'CPU of',
  cpu_limit: 'Limit of the CPU of',
  memory_mb: 'Memory, in megabytes, of',
  memory_limit_mb: 'Limit of the memory, in megabytes, of',
  storage_gi: 'Storage, in gibibytes, of',
  max_connections: 'Highest number of connections to',
}

const SPEC = 'source_config.resource_spec'

const FIELDS: Record<string, string> = {
  source_config: 'Fields of the source that are fixed, or that change without a new revision.',
  source_revision_config: 'Fields of the source that need a new revision when they change.',
  secrets:
    "Names of secrets. Each value comes from the input `secrets`, or else from the step's environment variable of that name.",
  variables: 'Plain settings of the deployment, which are not masked and are sent as entries of `secrets`.',
  extra_fields:
    'Fields that the service accepts and the action does not know, in the shape of the create request. They are merged into it without a check.',
  secret_references: 'References to secrets of the cluster, with the source `external_container`.',
  'secret_references[].name': 'Name of the variable that the deployment sees.',
  'secret_references[].secret_name': 'Name of the secret in the cluster.',
  'secret_references[].secret_key': 'Key in that secret.',
  'source_config.repo_url':
    'URL of the repository, or `owner/name`. Default: the repository of the workflow.',
  'source_config.listener_config': 'Settings of the listener.',
  [`${SPEC}.labels`]: 'Labels of the pod.',
  [`${SPEC}.annotations`]: 'Annotations of the pod.',
  [`${SPEC}.service_account_name`]: 'Service account of the pod.',
  [`${SPEC}.image_pull_secrets`]: 'Secrets of the cluster with which images are pulled.',
  [`${SPEC}.image_pull_secrets[].name`]: 'Name of the secret.',
  [`${SPEC}.volumes`]: 'Volumes of the pod.',
  [`${SPEC}.volumes[].name`]: 'Name of the volume, to which mounts refer.',
  [`${SPEC}.volume_mounts`]: 'Volumes that the container of the application mounts.',
  [`${SPEC}.init_containers`]: 'Containers that run before the application, one after the other.',
  [`${SPEC}.sidecars`]: 'Containers that run beside the application.',
}

const VOLUME_MOUNT: Record<string, string> = {
  name: 'Name of the volume.',
  mountPath: 'Path in the container at which the volume is mounted.',
  subPath: 'Path in the volume that is mounted instead of its root.',
  subPathExpr: 'The same, with variables of the container in it.',
  mountPropagation: 'How mounts reach from the host to the container and back.',
  readOnly: 'Whether the container may only read the volume.',
}

const CONTAINER: Record<string, string> = {
  name: 'Name of the container.',
  image: 'Image of the container.',
  imagePullPolicy: 'When the image is pulled.',
  workingDir: 'Working directory of the command.',
  restartPolicy: 'When the container is restarted.',
  command: "Command that replaces the image's entrypoint.",
  args: 'Arguments of the command.',
  env: 'Environment variables.',
  'env[].name': 'Name of the variable.',
  'env[].value': 'Value of the variable. A secret does not belong here.',
  'env[].valueFrom': 'Source of the value, as the cluster defines it.',
  envFrom: 'Sources of several variables, as the cluster defines them.',
  resources: 'Resources of the container.',
  'resources.limits': 'Most that the container may use, as the cluster defines it.',
  'resources.requests': 'What is reserved for the container, as the cluster defines it.',
  volumeMounts: 'Volumes that the container mounts.',
  securityContext: 'Privileges of the container, as the cluster defines them.',
}

/**
 * The description of a field by its path, with `[]` for the items of a list; undefined if an input has the description.
 */
export function fieldDescription(path: string): string | undefined {
  if (FIELDS[path] !== undefined) return FIELDS[path]
  const [, mount] = /\.(?:volume_mounts|volumeMounts)\[\]\.(\w+)$/.exec(path) ?? []
  if (mount !== undefined) return VOLUME_MOUNT[mount]
  const [, container] = /\.(?:init_containers|sidecars)\[\]\.(.+)$/.exec(path) ?? []
  if (container !== undefined) return CONTAINER[container]
  const [, volume] = /\.volumes\[\]\.(\w+)$/.exec(path) ?? []
  if (volume !== undefined) return `Settings of a volume of the kind ${volume}, as the cluster defines them.`
  const [, prefix = '', resource = ''] =
    /\.resource_spec\.(queue_|orchestrator_|executor_|redis_|db_)?(\w+)$/.exec(path) ?? []
  return RESOURCES[resource] === undefined ? undefined : `${RESOURCES[resource]} ${PARTS[prefix]}.`
}
