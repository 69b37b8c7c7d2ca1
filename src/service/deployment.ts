import { isObject, type JsonObject, textAt, valueAt } from '../base/json.ts'

// The resources as the action reads them (interface: deployment, repository record). A new field, a new status, or a missing or
// oddly typed value must not break a release. So a value that is not a text is read as an empty text, and only an id is required.

/**
 * The paths of the fields that the action reads, in the order of the summary's table. The last step names the field, and its
 * output, except for `custom_url`.
 */
const PATHS = [
  'source_config.custom_url',
  'name',
  // AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN, or another value.
  'status',
  'source',
  'source_config.repo_url',
  'source_revision_config.repo_ref',
  'source_revision_config.repo_commit_sha',
  'source_revision_config.image_uri',
  'latest_revision_id',
  'active_revision_id',
  'image_version',
  'tenant_id',
  'created_at',
] as const

type LastStep<Path> = Path extends `${string}.${infer Last}` ? Last : Path

/** The fields of a deployment, or of a request. An unknown value is an empty text. */
export type Fields = Record<LastStep<(typeof PATHS)[number]>, string>

/** Reads the fields of a deployment, or of a request. */
export function fieldsOf(value: unknown): Fields {
  const texts = PATHS.map(path => [path.replace(/.*\./, ''), textAt(value, path)])
  return Object.fromEntries(texts)
}

/** A deployment. */
export interface Deployment extends Fields {
  id: string
  /** Its state in words. */
  state: string
  /** The whole resource as the service sent it. */
  sent: JsonObject
}

/** The id of an item, an opaque text; empty if it has none. A whole number is read as text. */
export function idOf(item: unknown): string {
  const id = valueAt(item, 'id')
  return Number.isSafeInteger(id) ? String(id) : textAt(item, 'id').trim()
}

/** An id in the form in which ids are compared. A UUID becomes lower case, as its case does not matter. */
export const comparableId = (id: string): string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : id

/** Reads a deployment; undefined if it has no id. */
export function readDeployment(sent: unknown): Deployment | undefined {
  const id = idOf(sent)
  if (!isObject(sent) || id === '') return undefined
  const fields = fieldsOf(sent)
  return { ...fields, id, state: stateOf(fields), sent }
}

/** Whether the newest revision is the active one. */
export const isActive = ({ active_revision_id, latest_revision_id }: Fields): boolean =>
  active_revision_id !== '' && comparableId(active_revision_id) === comparableId(latest_revision_id)

/** Whether the status says that the deployment is being deleted: `AWAITING_DELETE` does, `DELETION_PROTECTED` does not. */
export const isBeingDeleted = ({ status }: Deployment): boolean =>
  /DELET(?!ION_PROTECTED)/i.test(status)

/** The state in words. The status alone says little: it stays READY while a revision is built, or after its build failed. */
function stateOf(fields: Fields): string {
  const { status, repo_commit_sha: commit, latest_revision_id, active_revision_id: other } = fields
  const revision = isActive(fields)
    ? 'active'
    : `inactive, ${other ? `an older one (${other}) serves` : 'none is shown to serve'}`
  const known = latest_revision_id ? revision : 'not shown'
  return `status ${status || 'unknown'}, newest revision ${commit && `(commit ${commit}) `}${known}`
}

/** A deployment in words: `deployment "shop" (7a3…)`. */
export const named = ({ name, id }: Pick<Deployment, 'name' | 'id'>): string =>
  name ? `deployment "${name}"${id && ` (${id})`}` : `deployment ${id}`

/** Deployments in words, by id and state; `none`, if there are none. */
export const idsInWords = (deployments: Deployment[]): string =>
  deployments.map(one => `${one.id} (${one.state})`).join(', ') || 'none'

/** Whether two texts are the SHA of the same commit. One may be shortened, to seven characters or more. */
export function isSameCommit(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  const start = (commit: string) => commit.slice(0, length).toLowerCase()
  return length >= 7 && /^[\da-f]+$/i.test(one + other) && start(one) === start(other)
}

/** Whether a text is the full SHA of a commit. */
export const isSha = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)

/**
 * Copies a value without the values of secrets. A list under the key `secrets` becomes a list of names. Any other value under this
 * key becomes undefined, which JSON leaves out. A label or annotation of that name stays.
 *
 * @param key the key under which the value stands
 */
export function withSecretNames(value: unknown, key = ''): unknown {
  // People choose these keys, so `secrets` has no special meaning below them.
  if (['labels', 'annotations'].includes(key)) return value
  if (key === 'secrets') return namesOfSecrets(value)
  if (Array.isArray(value)) return value.map(item => withSecretNames(item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withSecretNames(member, name)]),
  )
}

/** The names in a list of secrets; undefined if the value is not a list. */
export function namesOfSecrets(secrets: unknown): string[] | undefined {
  if (!Array.isArray(secrets)) return undefined
  return secrets
    .map(secret =>
      typeof secret === 'string' ? secret.replace(/=.*/s, '') : textAt(secret, 'name'),
    )
    .filter(Boolean)
}
