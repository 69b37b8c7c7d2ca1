import type { Result } from '../lib/result.ts'
import type { ListQuery, Received, Service } from '../service/client.ts'
import { walkDeployments } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'
import { readAll } from './look-up.ts'
import { type Trouble, troubleOf } from './outcome.ts'

/** Filters of the list operation. The service applies them. Lists are comma-separated. */
export type Filters = Omit<ListQuery, 'limit' | 'offset' | 'name'>

/** The deployments to list. */
export interface ListOrder {
  /** The exact name, compared by the action. */
  name: string | undefined
  /** Part of the name, for the service's filter by name. */
  name_contains: string | undefined
  filters: Filters
  /** Where in the service's list to start. */
  offset: number
  /** The maximum number; 0 for all. */
  max_results: number
}

/** The deployments found. `more`: whether there are more than `max_results`. */
export interface Listed {
  deployments: Received<Deployment>[]
  more: boolean
}

/** Lists deployments, each once (interface: list deployments). */
export async function listDeployments(
  service: Service,
  { name, name_contains, filters, offset, max_results }: ListOrder,
  signal: AbortSignal,
): Promise<Result<Listed, Trouble>> {
  const filter = name_contains ?? name
  const query = { ...filters, ...(filter !== undefined && { name: filter }) }
  const wanted = (item: Record<string, unknown>) => name === undefined || item['name'] === name
  // One more shows whether there are more.
  const most = max_results > 0 ? max_results + 1 : Infinity
  const reply = await walkDeployments(service.listDeployments, { query, wanted, offset, most }, signal)
  const read = reply.ok ? readAll(reply.value.found, reply.status, 'a listed deployment') : reply
  if (!read.ok) return { ok: false, error: troubleOf('list deployments', read.error) }
  const deployments = max_results > 0 ? read.value.slice(0, max_results) : read.value
  return { ok: true, value: { deployments, more: read.value.length > deployments.length } }
}

/**
 * Filters that the service apparently did not apply, because it returned deployments that they exclude. A service
 * silently ignores a parameter that it does not know, and the workflow would get too many deployments.
 */
export function ignoredFilters({ filters }: ListOrder, { deployments }: Listed): (keyof Filters)[] {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const rulesOut: { [K in keyof Filters]?: (wanted: string, read: Deployment) => boolean } = {
    status: (wanted, { status }) => typeof status === 'string' && !same(status, wanted),
    image_version: (wanted, { image_version }) =>
      typeof image_version === 'string' && !same(image_version, wanted),
    ids: (wanted, { id }) => !wanted.split(',').some(one => same(one, id)),
  }
  return (Object.keys(rulesOut) as (keyof Filters)[]).filter(purpose => {
    const wanted = filters[purpose]
    return wanted !== undefined && deployments.some(({ read }) => rulesOut[purpose]?.(wanted, read))
  })
}
