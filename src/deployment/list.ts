import type { Result } from '../lib/result.ts'
import type { Received, Service } from '../service/client.ts'
import type { ListQuery } from '../service/list-parameters.ts'
import { walkDeployments } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'
import { readAll } from './look-up.ts'
import { type Trouble, troubleOf } from './outcome.ts'

/** Filters of the list operation that are the service's to apply. Lists are comma-separated. */
export type Filters = Omit<ListQuery, 'limit' | 'offset' | 'name'>

/** Which deployments are asked for. */
export interface ListOrder {
  /** The whole name, compared here. */
  name: string | undefined
  /** Part of the name, as far as the service's filter by name looks for parts. */
  name_contains: string | undefined
  filters: Filters
  /** Where in the service's list to start. */
  offset: number
  /** At most this many; 0 for all. */
  max_results: number
}

/** What was found. `more`: whether there is more than `max_results` let through. */
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
  // One more than needed shows whether there are more.
  const most = max_results > 0 ? max_results + 1 : Infinity
  const reply = await walkDeployments(service.listDeployments, { query, wanted, offset, most }, signal)
  const read = reply.ok ? readAll(reply.value.found, reply.status, 'a listed deployment') : reply
  if (!read.ok) return { ok: false, error: troubleOf('list deployments', read.error) }
  const deployments = max_results > 0 ? read.value.slice(0, max_results) : read.value
  return { ok: true, value: { deployments, more: read.value.length > deployments.length } }
}

/**
 * Filters that the service seems not to have applied: it gave deployments that they rule out. A parameter that
 * a service does not know by its name is ignored in silence, and a workflow would take all for the few.
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
