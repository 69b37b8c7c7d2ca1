import * as z from 'zod'

// What the sandbox takes. The create request is written apart from the client's schemas, so that a mistake there does not
// repeat here. Fields that the interface does not know, and all that is inside of `resource_spec`, are kept and returned.

/** A field that a request may leave out or set to null. */
type Nullable<Value> = Value | null | undefined

export type Source = z.infer<typeof Source>
const Source = z.enum([
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
])

/** The part of a create request that a push does not change. */
export interface RequestedConfig {
  integration_id?: Nullable<string>
  listener_id?: Nullable<string>
  repo_url?: Nullable<string>
  custom_url?: Nullable<string>
  install_command?: Nullable<string>
  build_command?: Nullable<string>
  build_on_push?: Nullable<boolean>
  resource_spec?: Nullable<Record<string, unknown>>
  listener_config?: Nullable<Record<string, unknown>>
}

/** The part of a create request that each revision has of its own. */
export interface RequestedRevision {
  repo_ref?: Nullable<string>
  graph_config_path?: Nullable<string>
  image_uri?: Nullable<string>
  source_tarball_path?: Nullable<string>
}

export interface Secret {
  name: string
  value: string
}

export interface SecretReference {
  name: string
  secret_name: string
  secret_key: string
}

export interface CreateRequest {
  name: string
  source: Source
  source_config: RequestedConfig
  source_revision_config: RequestedRevision
  secrets: Secret[]
  secret_references?: Nullable<SecretReference[]>
}

const text = z.string().nullish()
const id = z.guid().nullish()
/** An object whose contents are the service's own matter: the sandbox keeps them as they are. */
const object = z.record(z.string(), z.unknown()).nullish()
const readOnly = z.never('Read-only: not part of the request').optional()

export const SourceConfig = z.looseObject({
  integration_id: id,
  listener_id: id,
  repo_url: text,
  custom_url: text,
  install_command: text,
  build_command: text,
  build_on_push: z.boolean().nullish(),
  resource_spec: object,
  listener_config: object,
})

export const SourceRevisionConfig = z.looseObject({
  repo_ref: text,
  graph_config_path: text,
  image_uri: text,
  source_tarball_path: text,
  repo_commit_sha: readOnly,
})

// The interface does not limit names. No comparable service takes others, which are mostly mistakes.
const Name = z
  .string()
  .regex(
    /^[^\s$\p{Lu}]*(?<!-)$/u,
    'A name has no white space, no capital letter, no `$`, and no `-` at its end',
  )

const References = z
  .array(
    z.looseObject({
      name: z.string(),
      secret_name: z.string(),
      secret_key: z.string(),
    }),
  )
  .nullish()

export const CreateRequest: z.ZodType<CreateRequest> = z
  .looseObject({
    name: Name,
    source: Source,
    source_config: SourceConfig,
    source_revision_config: SourceRevisionConfig,
    secrets: z.array(z.looseObject({ name: z.string(), value: z.string() })),
    secret_references: References,
    id: readOnly,
    tenant_id: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
    status: readOnly,
    latest_revision_id: readOnly,
    active_revision_id: readOnly,
    image_version: readOnly,
  })
  .refine(hasFittingReferences, {
    path: ['secret_references'],
    message: 'Only applicable for the source external_container',
  })

function hasFittingReferences(request: CreateRequest): boolean {
  const hasNone = (request.secret_references ?? null) === null
  return hasNone || request.source === 'external_container'
}

const filter = z.string().optional()

const identifiers = z
  .string()
  .transform(list => list.split(',').map(id => id.trim().toLowerCase()))
  .optional()

/** The query of the list. The interface has only the purposes of the parameters; these names are common. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  name_contains: filter,
  status: filter,
  image_version: filter,
  tag_value_ids: identifiers,
  deployment_ids: identifiers,
  remote_reconciled: z
    .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' })
    .optional(),
  deployment_type: z.enum(['dev_free', 'dev', 'prod']).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** A push to a branch, with or without `refs/heads/`, as the repository's host would report it. */
export interface Push {
  repo_url: string
  ref: string
  commit: string
}

export const Push: z.ZodType<Push> = z.object({
  repo_url: z.string(),
  ref: z.string(),
  commit: z.string(),
})
