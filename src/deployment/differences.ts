import { isObject } from '../lib/json.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { normalizeRepository } from './repository.ts'

/** A field that was asked for and is otherwise in the deployment that exists; null is "not there". */
export interface Difference {
  path: string
  requested: unknown
  existing: unknown
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Compares what was asked for with a deployment that exists. Members that the request leaves out, or sets to
 * null, do not count: the service fills in many. Secrets are compared by name alone.
 */
export function findDifferences(
  request: CreateDeploymentRequest,
  existing: Received<Deployment>,
): Difference[] {
  const { sent } = existing
  return [
    ...compare('source', request.source, sent['source']),
    ...compare('source_config', request.source_config, sent['source_config']),
    ...compare('source_revision_config', request.source_revision_config, sent['source_revision_config']),
    ...compareSecrets(request.secrets, sent['secrets']),
    ...compare('secret_references', request.secret_references, sent['secret_references']),
  ]
}

function compareSecrets(requested: { name: string }[], existing: unknown): Difference[] {
  // A service that does not show secrets leaves nothing to compare.
  if (existing === undefined || existing === null) return []
  const wanted = secretNames(requested)
  const there = secretNames(existing)
  return wanted.every(name => there.includes(name))
    ? []
    : [{ path: 'secrets', requested: wanted, existing: there }]
}

/** The names in a list of secrets, whatever else it holds. */
export function secretNames(secrets: unknown): string[] {
  if (!Array.isArray(secrets)) return []
  return secrets.flatMap(secret => {
    const name = isObject(secret) ? secret['name'] : secret
    return typeof name === 'string' ? [name] : []
  })
}

function compare(path: string, requested: unknown, existing: unknown): Difference[] {
  if (requested === undefined || requested === null) return []
  if (isObject(requested) && isObject(existing ?? {})) {
    // In an item of a list an empty object is a choice (`emptyDir: {}`); elsewhere it asks for nothing.
    if (existing == null && Object.keys(requested).length === 0 && path.includes('[')) {
      return [{ path, requested, existing: null }]
    }
    const there = (existing ?? {}) as Record<string, unknown>
    return Object.entries(requested).flatMap(([key, value]) =>
      compare(`${path}.${key}`, value, own(there, key)),
    )
  }
  if (Array.isArray(requested) && Array.isArray(existing ?? [])) {
    return compareLists(path, requested, (existing ?? []) as unknown[])
  }
  return isSame(path, requested, existing) ? [] : [{ path, requested, existing: existing ?? null }]
}

/** Lists of named things (containers, volumes, references) are compared by name, others item by item. */
function compareLists(path: string, requested: unknown[], existing: unknown[]): Difference[] {
  const wanted = byName(requested)
  const there = byName(existing)
  if (wanted && there) {
    return [...wanted].flatMap(([name, value]) => compare(`${path}[${name}]`, value, there.get(name) ?? null))
  }
  if (requested.length !== existing.length) return [{ path, requested, existing }]
  return requested.flatMap((value, index) => compare(`${path}[${index}]`, value, existing[index]))
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
  if (UUID.test(requested)) return requested.toLowerCase() === existing.toLowerCase()
  return path === 'source_config.repo_url' && normalizeRepository(requested) === normalizeRepository(existing)
}

const own = (object: Record<string, unknown>, key: string) =>
  Object.hasOwn(object, key) ? object[key] : undefined
