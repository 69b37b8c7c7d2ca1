import * as z from 'zod'

// What the sandbox takes. The create request is written apart from the client's schemas, so that a mistake there does not
// repeat here.

const orNull = <Type extends z.ZodType>(type: Type) =>
  type.nullable().default(null)

/** An object that keeps fields beside these: the interface may get others. */
const open = <Fields extends z.ZodRawShape>(
  fields: Fields,
): z.ZodObject<Fields> => z.looseObject(fields)

const text = orNull(z.string())
const id = orNull(z.guid())
/** An object whose contents are the service's own matter: the sandbox keeps them as they are. */
const object = orNull(z.record(z.string(), z.unknown()))
/** A field that only answers have. */
const readOnly: z.ZodType<unknown> = z
  .never('Read-only: not part of the request')
  .optional()

/** The part of a request that a push does not change. */
export type SourceConfig = z.infer<typeof SourceConfig>
const SourceConfig = open({
  integration_id: id,
  listener_id: id,
  repo_url: text,
  custom_url: text,
  install_command: text,
  build_command: text,
  build_on_push: orNull(z.boolean()),
  resource_spec: object,
  listener_config: object,
})

/** The part of a request that each revision has of its own. */
const SourceRevisionConfig = open({
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

const Source = z.enum([
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
])

const Secret = open({ name: z.string(), value: z.string() })

const SecretReference = open({
  name: z.string(),
  secret_name: z.string(),
  secret_key: z.string(),
})

/** A create request. What it leaves out is null. */
export type CreateRequest = z.infer<typeof CreateRequest>
export const CreateRequest = open({
  name: Name,
  source: Source,
  source_config: SourceConfig,
  source_revision_config: SourceRevisionConfig,
  secrets: z.array(Secret),
  secret_references: orNull(z.array(SecretReference)),
  id: readOnly,
  tenant_id: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
  status: readOnly,
  latest_revision_id: readOnly,
  active_revision_id: readOnly,
  image_version: readOnly,
}).refine(
  ({ source, secret_references }) =>
    source === 'external_container' || secret_references === null,
  {
    path: ['secret_references'],
    message: 'Only applicable for the source external_container',
  },
)

/** The query of the list. The interface has only the purposes of the parameters; these names are common. */
export type ListQuery = z.infer<typeof ListQuery>

const filter = z.string().optional()

export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  name_contains: z.string().default(''),
  status: filter,
  image_version: filter,
  tag_value_ids: filter,
  deployment_ids: filter,
  remote_reconciled: z.enum(['true', 'false']).optional(),
  deployment_type: z.enum(['dev_free', 'dev', 'prod']).optional(),
})

/** A ref of a branch as the service names it: `refs/heads/main` as `main`. */
export const branchOf = (ref: string): string =>
  ref.replace(/^refs\/heads\//, '')

/** A push to a branch, as the repository's host would report it: `repo_url` in lower case, `ref` without `refs/heads/`. */
export type Push = z.infer<typeof Push>
export const Push = z.object({
  repo_url: z.string().toLowerCase(),
  ref: z.string().transform(branchOf),
  commit: z.string(),
})
