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

/** Fields that the interface types as UUIDs. They are compared without case. */
const UUIDS = new Set(['source_config.integration_id', 'source_config.listener_id'])

/** Lists whose order matters: init containers run in order. */
const ORDERED = new Set(['source_config.resource_spec.init_containers'])

/**
 * Compares a request with an existing deployment. Ignores fields that the request leaves out or sets to null, because
 * the service fills in many. Compares lists as a whole, except for secrets: these are compared by name only, and the
 * service may add its own.
 */
export function findDifferences(
  request: CreateDeploymentRequest,
  existing: Received<Deployment>,
): Difference[] {
  const { sent } = existing
  return Object.entries(request).flatMap(([field, value]) => {
    const there = valueAt(sent, [field])
    return field === 'secrets' ? compareSecrets(request.secrets, there) : compare(field, value, there)
  })
}

function compareSecrets(requested: { name: string }[], existing: unknown): Difference[] {
  // Some services never return secrets.
  if (existing === undefined || existing === null) return []
  const wanted = secretNames(requested)
  const there = secretNames(existing)
  const known = new Set(there)
  return wanted.every(name => known.has(name))
    ? []
    : [{ path: 'secrets', requested: wanted, existing: there }]
}

function compare(path: string, requested: unknown, existing: unknown): Difference[] {
  if (requested === undefined || requested === null) return []
  if (isObject(requested) && isObject(existing ?? {})) {
    return Object.entries(requested).flatMap(([key, value]) =>
      compare(`${path}.${key}`, value, valueAt(existing, [key])),
    )
  }
  if (Array.isArray(requested) && Array.isArray(existing ?? [])) {
    return compareLists(path, requested, (existing ?? []) as unknown[])
  }
  return isSame(path, requested, existing) ? [] : [{ path, requested, existing: existing ?? null }]
}

/** Lists of named items (containers, volumes, references) are compared by name, others item by item. */
function compareLists(path: string, requested: unknown[], existing: unknown[]): Difference[] {
  const wanted = byName(requested)
  const there = byName(existing)
  if (!wanted || !there) {
    if (requested.length !== existing.length) return [{ path, requested, existing }]
    if (isSameInAnyOrder(path, requested, existing)) return []
    return requested.flatMap((value, index) => compareItems(`${path}[${index}]`, value, existing[index]))
  }
  const names = new Set([...wanted.keys(), ...there.keys()])
  const differences = [...names].flatMap(name =>
    compareItems(`${path}[${name}]`, wanted.get(name), there.get(name)),
  )
  const isOtherOrder = [...wanted.keys()].join('\0') !== [...there.keys()].join('\0')
  if (differences.length > 0 || !ORDERED.has(path) || !isOtherOrder) return differences
  return [{ path, requested: [...wanted.keys()], existing: [...there.keys()] }]
}

/**
 * Whether lists of named items are the same although names repeat, as those of `volume_mounts` do. Items with more
 * members choose first, as they match fewer others.
 */
function isSameInAnyOrder(path: string, requested: unknown[], existing: unknown[]): boolean {
  const isNamed = (item: unknown) => isObject(item) && typeof item['name'] === 'string'
  if (ORDERED.has(path) || !requested.every(isNamed)) return false
  const left = [...existing]
  const size = (item: unknown) => JSON.stringify(item).length
  return requested
    .toSorted((a, b) => size(b) - size(a))
    .every(item => {
      const at = left.findIndex(other => compareItems(path, item, other).length === 0)
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    })
}

/**
 * Compares two items of lists. Unlike in the rest of the request, a missing member is a difference, and so is an empty
 * object such as `emptyDir: {}`.
 */
function compareItems(path: string, requested: unknown, existing: unknown): Difference[] {
  if ((requested ?? null) === null || (existing ?? null) === null) {
    const isSameNothing = (requested ?? null) === (existing ?? null)
    return isSameNothing ? [] : [{ path, requested: requested ?? null, existing: existing ?? null }]
  }
  if (!isObject(requested) || !isObject(existing)) return compare(path, requested, existing)
  return Object.entries(requested).flatMap(([key, value]) => {
    const there = valueAt(existing, [key])
    const isChoice = isObject(value) && Object.keys(value).length === 0
    if (isChoice && (there ?? null) === null) {
      return [{ path: `${path}.${key}`, requested: value, existing: null }]
    }
    return compare(`${path}.${key}`, value, there)
  })
}

function byName(items: unknown[]): Map<string, unknown> | undefined {
  const named = new Map<string, unknown>()
  for (const item of items) {
    const name = isObject(item) ? item['name'] : undefined
    if (typeof name !== 'string' || named.has(name)) return undefined
    named.set(name, item)
  }
  return named
}

function isSame(path: string, requested: unknown, existing: unknown): boolean {
  if (requested === existing) return true
  if (typeof requested !== 'string' || typeof existing !== 'string') return false
  if (UUIDS.has(path)) return requested.toLowerCase() === existing.toLowerCase()
  return path === 'source_config.repo_url' && repositoryKey(requested) === repositoryKey(existing)
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
