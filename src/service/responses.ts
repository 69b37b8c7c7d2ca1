import { isObject } from '../lib/json.ts'

// The resources in the service's responses, with the fields that the action reads. A new field, a new status, or a
// missing or oddly typed value must not break a release: a field of another type counts as absent, and only `id` is
// required. The action also keeps the resource as it was sent, see `Received`.

interface Types {
  string: string
  number: number
  boolean: boolean
  list: unknown[]
  /** Of any type. */
  any: unknown
}

/** The fields of a resource and their types. All are nullable. */
interface Table {
  readonly [field: string]: keyof Types | Table
}

type Read<T extends Table> = {
  -readonly [Field in keyof T]?:
    | (T[Field] extends keyof Types ? Types[T[Field]] : T[Field] extends Table ? Read<T[Field]> : never)
    | null
    | undefined
}

const DEPLOYMENT = {
  name: 'string',
  source: 'string',
  source_config: {
    integration_id: 'string',
    repo_url: 'string',
    build_on_push: 'boolean',
    custom_url: 'string',
    resource_spec: 'any',
    listener_id: 'string',
    listener_config: 'any',
    install_command: 'string',
    build_command: 'string',
  },
  source_revision_config: {
    repo_ref: 'string',
    graph_config_path: 'string',
    image_uri: 'string',
    source_tarball_path: 'string',
    repo_commit_sha: 'string',
  },
  secrets: 'list',
  tenant_id: 'string',
  created_at: 'string',
  updated_at: 'string',
  /** AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN, or a future value. */
  status: 'string',
  latest_revision_id: 'string',
  active_revision_id: 'string',
  secret_references: 'list',
  image_version: 'string',
} as const
export type Deployment = Read<typeof DEPLOYMENT> & { id: string }

/** A repository that a repository-host integration can see. */
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
  if (Number.isSafeInteger(id) || JSON.isRawJSON(id)) return JSON.stringify(id)
  return typeof id === 'string' && id.trim() !== '' ? id : undefined
}

/** Reads a deployment; undefined if it has no id. */
export function readDeployment(sent: Record<string, unknown>): Deployment | undefined {
  const id = idOf(sent)
  return id === undefined ? undefined : { ...read(DEPLOYMENT, sent), id }
}

export const readRepositoryRecord = (sent: Record<string, unknown>): RepositoryRecord =>
  read(REPOSITORY_RECORD, sent)

/** Reads a page of the list of deployments; undefined if it has no `resources`. */
export function readDeploymentPage(
  sent: Record<string, unknown>,
): { resources: unknown[]; offset: number | undefined } | undefined {
  const { resources, offset } = read({ resources: 'list', offset: 'number' }, sent)
  return resources ? { resources, offset: offset ?? undefined } : undefined
}

function read<const T extends Table>(table: T, sent: Record<string, unknown>): Read<T> {
  const fields = Object.entries(table).flatMap(([field, type]): [string, unknown][] => {
    const value = sent[field]
    if (value === null) return [[field, null]]
    if (typeof type === 'object') return isObject(value) ? [[field, read(type, value)]] : []
    return isOf(type, value) ? [[field, value]] : []
  })
  return Object.fromEntries(fields) as Read<T>
}

function isOf(type: keyof Types, value: unknown): boolean {
  switch (type) {
    case 'any':
      return value !== undefined
    case 'list':
      return Array.isArray(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

// Values that the interface enumerates.

/** The kinds of source. */
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
