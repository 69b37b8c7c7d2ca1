// Values that the interface enumerates.

/** What a deployment is created from. */
export const SOURCES = [
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
] as const
export type Source = (typeof SOURCES)[number]

/** Values of the deployment type filter of the list. */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod'] as const
