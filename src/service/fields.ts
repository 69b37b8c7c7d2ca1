// Fields of the create request and their kinds. The inputs of the same names, the schema of the request and the schema of
// the `config` file derive from these tables: a new optional field is a line here, and an input in action.yml.

export type Kind = 'text' | 'boolean'

/** Fields of `source_config`: fixed, or changed without a new revision. */
export const SOURCE_CONFIG = {
  integration_id: 'text',
  repo_url: 'text',
  build_on_push: 'boolean',
  custom_url: 'text',
  listener_id: 'text',
  install_command: 'text',
  build_command: 'text',
} as const satisfies Record<string, Kind>

/** Fields of `source_revision_config`: changed with a new revision. */
export const SOURCE_REVISION_CONFIG = {
  repo_ref: 'text',
  graph_config_path: 'text',
  image_uri: 'text',
  source_tarball_path: 'text',
} as const satisfies Record<string, Kind>
