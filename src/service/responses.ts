import * as z from 'zod/mini'

/**
 * The resources that the service answers with, table by table, as far as the action itself looks at them. A new
 * field, a new status, a missing or oddly typed value must not break a release, so only `id` is insisted on. What
 * was sent is kept beside what was read, see `Received`. Every run needs these: hence the small build of the library.
 */

/** A response's field: absent, null or of another type than promised, it reads as undefined or null. */
const lenient = <T extends z.ZodMiniType>(type: T) => z.catch(z.nullish(type), undefined)

export const Deployment = z.looseObject({
  id: z.string().check(z.minLength(1)),
  name: lenient(z.string()),
  source: lenient(z.string()),
  source_config: lenient(
    z.looseObject({
      integration_id: lenient(z.string()),
      repo_url: lenient(z.string()),
      build_on_push: lenient(z.boolean()),
      custom_url: lenient(z.string()),
      resource_spec: lenient(z.unknown()),
      listener_id: lenient(z.string()),
      listener_config: lenient(z.unknown()),
      install_command: lenient(z.string()),
      build_command: lenient(z.string()),
    }),
  ),
  source_revision_config: lenient(
    z.looseObject({
      repo_ref: lenient(z.string()),
      graph_config_path: lenient(z.string()),
      image_uri: lenient(z.string()),
      source_tarball_path: lenient(z.string()),
      repo_commit_sha: lenient(z.string()),
    }),
  ),
  secrets: lenient(z.array(z.unknown())),
  tenant_id: lenient(z.string()),
  created_at: lenient(z.string()),
  updated_at: lenient(z.string()),
  /** AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE or UNKNOWN, so far. */
  status: lenient(z.string()),
  latest_revision_id: lenient(z.string()),
  active_revision_id: lenient(z.string()),
  secret_references: lenient(z.array(z.unknown())),
  image_version: lenient(z.string()),
})
export type Deployment = z.infer<typeof Deployment>

/** A page of the list of deployments. Its items are read one by one, and only those that are looked for. */
export const DeploymentPage = z.looseObject({
  resources: z.array(z.unknown()),
  offset: lenient(z.number()),
})

/** A repository that a repository-host integration can see. */
export const RepositoryRecord = z.looseObject({
  host_integration_id: lenient(z.string()),
  id: lenient(z.number()),
  name: lenient(z.string()),
  owner: lenient(z.string()),
  url: lenient(z.string()),
  default_branch: lenient(z.string()),
})
export type RepositoryRecord = z.infer<typeof RepositoryRecord>
