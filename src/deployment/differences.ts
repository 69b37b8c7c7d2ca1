import { isDeepStrictEqual } from 'node:util'
import { isObject, valueAt } from '../lib/json.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { repositoryKey } from './repository.ts'

/** A field with different values in the request and in the existing deployment; null if there is no value. */
export interface Difference {
  path: string
  requested: unknown
  existing: unknown
}

/**
 * Compares a request with an existing deployment. Ignores fields that the request leaves out or sets to null, because
 * the service fills in many. Compares lists as a whole, except for secrets: these are compared by name only, and the
 * service may add its own.
 */
export function findDifferences(
  request: CreateDeploymentRequest,
  { sent }: Received<Deployment>,
): Difference[] {
  const { secrets, ...fields } = request
  return [...compare('', fields, sent), ...compareSecrets(secrets, sent)]
}

/** Whether the request has secrets and the deployment lists none, as some services never do. */
export const hidesSecrets = (
  { secrets }: Pick<CreateDeploymentRequest, 'secrets'>,
  { sent }: Received<Deployment>,
): boolean => secrets.length > 0 && secretNames(sent['secrets']).length === 0

function compareSecrets(requested: { name: string }[], sent: Record<string, unknown>): Difference[] {
  const names = secretNames(requested)
  const existing = secretNames(sent['secrets'])
  if (existing.length === 0 || names.every(name => existing.includes(name))) return []
  return [{ path: 'secrets', requested: names, existing }]
}

function compare(path: string, requested: unknown, existing: unknown): Difference[] {
  if (requested === undefined || requested === null) return []
  if (Array.isArray(requested) && Array.isArray(existing ?? [])) {
    return compareLists(path, requested, (existing ?? []) as unknown[])
  }
  // In an item of a list an empty object is a choice, such as `emptyDir: {}`.
  const isChoice = path.includes('[') && Object.keys(requested).length === 0
  if (isObject(requested) && isObject(existing ?? (isChoice ? undefined : {}))) {
    return Object.entries(requested).flatMap(([key, value]) =>
      compare(path === '' ? key : `${path}.${key}`, value, valueAt(existing, [key])),
    )
  }
  const isSame = normal(path, requested) === normal(path, existing) && !areBranchAndTag(requested, existing)
  return isSame ? [] : [{ path, requested, existing: existing ?? null }]
}

/** Compares lists item by item. The order of named items does not matter, except for init containers. */
function compareLists(path: string, requested: unknown[], existing: unknown[]): Difference[] {
  const isNamed = [...requested, ...existing].every(item => nameOf(item) !== undefined)
  const isSorted = isNamed && !path.endsWith('.init_containers')
  const [wanted, there] = isSorted ? [sorted(requested), sorted(existing)] : [requested, existing]
  const [names, others] = [wanted.map(nameOf), there.map(nameOf)]
  if (isNamed && !isDeepStrictEqual(names, others)) return [{ path, requested: names, existing: others }]
  if (wanted.length !== there.length) return [{ path, requested, existing }]
  return wanted.flatMap((item, index) => compare(`${path}[${names[index] ?? index}]`, item, there[index]))
}

function nameOf(item: unknown): string | undefined {
  const name = isObject(item) ? item['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Items by name. A name may repeat, as in `volume_mounts`: then by the other members, if they mean anything. */
function sorted(items: unknown[]): unknown[] {
  const keyOf = (item: unknown) => {
    const members = Object.entries(item as object).filter(([, value]) => value)
    return JSON.stringify([nameOf(item), ...members.sort()])
  }
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** The normal form of a value: what means the same has the same. */
function normal(path: string, value: unknown): unknown {
  if (value === false) return null
  if (typeof value !== 'string') return value ?? null
  const field = path.slice(path.lastIndexOf('.') + 1)
  if (/^(integration_id|listener_id)$/.test(field)) return value.toLowerCase()
  if (field === 'repo_url') return repositoryKey(value)
  if (field === 'repo_ref') return value.replace(/^refs\/(heads|tags)\//, '')
  if (/^(image|image_uri)$/.test(field)) return withoutTag(value)
  if (!/^https?:\/\//i.test(value)) return value
  const { href } = URL.parse(value) ?? { href: value }
  return href.endsWith('/') ? href.slice(0, -1) : href
}

/** Whether one value is the full ref of a branch and the other one that of a tag. */
function areBranchAndTag(...values: unknown[]): boolean {
  return ['refs/heads/', 'refs/tags/'].every(kind => values.some(value => String(value).startsWith(kind)))
}

/** An image without its tag, if it has a digest. */
function withoutTag(image: string): string {
  const [name = '', digest] = image.split('@', 2)
  const tag = name.indexOf(':', name.lastIndexOf('/') + 1)
  return digest === undefined || tag === -1 ? image : `${name.slice(0, tag)}@${digest}`
}

/** The names in a list of secrets, or in a mapping from names to values. */
export function secretNames(secrets: unknown): string[] {
  if (isObject(secrets)) return Object.keys(secrets)
  if (!Array.isArray(secrets)) return []
  return secrets.flatMap(secret => {
    if (typeof secret === 'string') return secret.split('=', 1)
    const name = isObject(secret) ? secret['name'] : undefined
    return typeof name === 'string' ? [name] : []
  })
}

/** A copy of a JSON value with every `secrets` member, at any depth, reduced to a list of names. */
export function withSecretNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecretNames)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([key, member]): [string, unknown] => [
    key,
    key.toLowerCase() === 'secrets' ? secretNames(member) : withSecretNames(member),
  ])
  return Object.fromEntries(members)
}
