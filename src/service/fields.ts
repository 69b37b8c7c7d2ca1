// Fields of the create request and their kinds. The inputs, the schemas, the comparison and the reading of responses follow
// from these tables: a new optional field is a line here, and an input in action.yml.

/** The kinds are those of `typeof`. They are constants, so that a wrong one is an error in its own line and nowhere else. */
const text = 'string' as const
const boolean = 'boolean' as const
export type Kind = typeof text | typeof boolean

/** Fields of `source_config`: fixed, or changed without a new revision. */
export const SOURCE_CONFIG = {
  integration_id: text,
  repo_url: text,
  build_on_push: boolean,
  custom_url: text,
  listener_id: text,
  install_command: text,
  build_command: text,
} satisfies Record<string, Kind>

/** Fields of `source_revision_config`: changed with a new revision. */
export const SOURCE_REVISION_CONFIG = {
  repo_ref: text,
  graph_config_path: text,
  image_uri: text,
  source_tarball_path: text,
} satisfies Record<string, Kind>

/** Whether a key is one of the create request, also of the objects in it. The keys of its documents are not counted. */
export const isRequestKey = (key: string): boolean => REQUEST_KEYS.includes(key)

const REQUEST_KEYS = [
  ...Object.keys(SOURCE_CONFIG),
  ...Object.keys(SOURCE_REVISION_CONFIG),
  'name',
  'source',
  'source_config',
  'resource_spec',
  'listener_config',
  'k8s_namespace',
  'source_revision_config',
  'secrets',
  'secret_references',
]

export const SOURCES = [
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
] as const
export type Source = (typeof SOURCES)[number]
