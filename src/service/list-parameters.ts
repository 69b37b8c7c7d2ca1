/**
 * Names of the list operation's query parameters. The interface describes the parameters by purpose only, so
 * each name is a default that the user can override.
 */
export const LIST_PARAMETERS = {
  limit: 'limit',
  offset: 'offset',
  name: 'name_contains',
  status: 'status',
  remote_reconciled: 'remote_reconciled',
  tag_value_ids: 'tag_value_ids',
  image_version: 'image_version',
  deployment_type: 'deployment_type',
  ids: 'deployment_ids',
}
export type ListParameters = typeof LIST_PARAMETERS

/** A query of the list operation, by purpose. Lists are comma-separated. */
export type ListQuery = Partial<Record<keyof ListParameters, string>>
