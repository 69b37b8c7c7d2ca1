import * as z from 'zod'

// What the sandbox takes. The create request is written apart from the client's schemas, so that a mistake there does not
// repeat here. Fields that the interface does not know, and all that is inside of `resource_spec`, are kept and returned.

const INTERNAL = [
  'internal_container',
  'internal_source',
  'internal_template',
] as const
const Source = z.enum(['repohost', 'external_container', ...INTERNAL])

const each = <Name extends string, Type extends z.ZodType>(
  type: Type,
  ...names: Name[]
) => Object.fromEntries(names.map(name => [name, type])) as Record<Name, Type>

const text = z.string().optional()
/** An object whose contents are the service's own matter: the sandbox keeps them as they are. */
const object = z.record(z.string(), z.unknown()).nullish()

export const SourceConfig = z.looseObject({
  ...each(z.guid().nullish(), 'integration_id', 'listener_id'),
  ...each(
    z.string().nullish(),
    'repo_url',
    'custom_url',
    'install_command',
    'build_command',
  ),
  build_on_push: z.boolean().nullish(),
  ...each(object, 'resource_spec', 'listener_config'),
})

const readOnly = z.never('Read-only: not part of the request').optional()

export const SourceRevisionConfig = z.looseObject({
  ...each(
    z.string().nullish(),
    'repo_ref',
    'graph_config_path',
    'image_uri',
    'source_tarball_path',
  ),
  repo_commit_sha: readOnly,
})

// The interface does not limit names. No comparable service takes others, which are mostly mistakes.
const NAME =
  'A name has no white space, no capital letter, no `$`, and no `-` at its end'

export const CreateRequest = z
  .looseObject({
    name: z.string().regex(/^[^\s$\p{Lu}]*(?<!-)$/u, NAME),
    source: Source,
    source_config: SourceConfig,
    source_revision_config: SourceRevisionConfig,
    secrets: z.array(z.looseObject(each(z.string(), 'name', 'value'))),
    secret_references: z
      .array(
        z.looseObject(each(z.string(), 'name', 'secret_name', 'secret_key')),
      )
      .nullish(),
    ...each(readOnly, 'id', 'tenant_id', 'created_at', 'updated_at', 'status'),
    ...each(
      readOnly,
      'latest_revision_id',
      'active_revision_id',
      'image_version',
    ),
  })
  .refine(
    ({ source, secret_references = null }) =>
      source === 'external_container' || secret_references === null,
    {
      path: ['secret_references'],
      message: 'Only applicable for the source external_container',
    },
  )
export type CreateRequest = z.infer<typeof CreateRequest>

const identifiers = z
  .string()
  .transform(list => list.split(',').map(id => id.trim().toLowerCase()))
  .optional()

/** The query of the list. The interface has only the purposes of the parameters; these names are common. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  ...each(text, 'name_contains', 'status', 'image_version'),
  ...each(identifiers, 'tag_value_ids', 'deployment_ids'),
  remote_reconciled: z
    .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' })
    .optional(),
  deployment_type: z.enum(['dev_free', 'dev', 'prod']).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** A push to a branch, with or without `refs/heads/`, as the repository's host would report it. */
export const Push = z.object(each(z.string(), 'repo_url', 'ref', 'commit'))
export type Push = z.infer<typeof Push>
