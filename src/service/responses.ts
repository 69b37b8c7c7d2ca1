import { isObject, isWalkable, type Path, valueAt } from '../lib/json.ts'
import { SOURCE_CONFIG, SOURCE_REVISION_CONFIG } from './fields.ts'

// The resources in the service's responses, with the fields that the action reads. A new field, a new status, or a
// missing or oddly typed value must not break a release: a field of another type counts as absent, and only `id` is
// required. A deployment also keeps all that was sent.

interface Types {
  string: string
  number: number
  boolean: boolean
  any: unknown
}

/** The fields of a resource and their types. All are nullable. */
interface FieldTypes {
  readonly [field: string]: keyof Types | FieldTypes
}

type Read<T extends FieldTypes> = {
  -readonly [Field in keyof T]?:
    | (T[Field] extends keyof Types
        ? Types[T[Field]]
        : T[Field] extends FieldTypes
          ? Read<T[Field]>
          : never)
    | null
    | undefined
}

const DEPLOYMENT = {
  id: 'string',
  name: 'string',
  source: 'string',
  source_config: {
    ...SOURCE_CONFIG,
    resource_spec: 'any',
    listener_config: 'any',
  },
  source_revision_config: {
    ...SOURCE_REVISION_CONFIG,
    repo_commit_sha: 'string',
  },
  secrets: 'any',
  tenant_id: 'string',
  created_at: 'string',
  updated_at: 'string',
  /** AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN, or a future value. */
  status: 'string',
  latest_revision_id: 'string',
  active_revision_id: 'string',
  secret_references: 'any',
  image_version: 'string',
} as const
export type Deployment = Read<typeof DEPLOYMENT> & {
  id: string
  /** All that the service sent. */
  sent: Record<string, unknown>
}

/** Whether a field that no request has is one of the deployment, at a path from its root: only the service sets it. */
export const isSetByService = (path: Path): boolean =>
  path.at(-1) === 'repo_commit_sha' || Object.hasOwn(DEPLOYMENT, path.join('.'))

/**
 * Whether the keys of a part such as `source_config.resource_spec` are those of the interface. Others are open, and so are
 * the names of secrets.
 */
export const isOfInterface = (path: Path): boolean =>
  path[0] !== 'secrets' && valueAt(DEPLOYMENT, path) !== undefined

const REPOSITORY_RECORD = {
  host_integration_id: 'string',
  id: 'number',
  name: 'string',
  owner: 'string',
  url: 'string',
  default_branch: 'string',
} as const
export type RepositoryRecord = Read<typeof REPOSITORY_RECORD>

/** The id of a deployment, an opaque text; undefined if it has none, or a blank one. A whole number is read as text. */
export function idOf({ id }: Record<string, unknown>): string | undefined {
  if (Number.isSafeInteger(id)) return String(id)
  return typeof id === 'string' && id.trim() !== '' ? id : undefined
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** An id by which deployments are compared: the case of a UUID does not matter. */
export const comparableId = (id: string): string =>
  UUID.test(id) ? id.toLowerCase() : id

/** Reads a deployment; undefined if it has no id or is nested too deeply. */
export function readDeployment(sent: unknown): Deployment | undefined {
  if (!isObject(sent) || !isWalkable(sent)) return undefined
  const id = idOf(sent)
  return id === undefined ? undefined : { ...read(DEPLOYMENT, sent), id, sent }
}

export const readRepositoryRecord = (
  sent: Record<string, unknown>,
): RepositoryRecord => read(REPOSITORY_RECORD, sent)

function read<const T extends FieldTypes>(
  types: T,
  sent: Record<string, unknown>,
): Read<T> {
  const fields = Object.entries(types).map(([field, type]) => [
    field,
    readValue(type, sent[field]),
  ])
  return Object.fromEntries(fields)
}

function readValue(type: FieldTypes[string], value: unknown): unknown {
  if (value === null) return null
  if (typeof type === 'object')
    return isObject(value) ? read(type, value) : undefined
  return type === 'any' || typeof value === type ? value : undefined
}

/** Values of the deployment type filter of the list. */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod'] as const
