import type { Result } from '../lib/result.ts'
import type { ListQuery, Received, Service } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import { walkDeployments } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'
import { isFilterEarly, readAll, search } from './look-up.ts'
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

type Item = Record<string, unknown>

/** Lists deployments, each once (interface: list deployments). */
export async function listDeployments(
  service: Service,
  { name, name_contains, filters, offset, max_results }: ListOrder,
  signal: AbortSignal,
): Promise<Result<Listed, Trouble>> {
  const list = service.listDeployments
  const query = { ...filters, ...(name_contains !== undefined && { name: name_contains }) }
  const wanted = (item: Item) => name === undefined || item['name'] === name
  const isByName = name !== undefined && Object.keys(query).length === 0 && offset === 0
  const found = isByName ? await byName() : await byFilters()
  const read = found.ok ? readAll(found.value, found.status, 'a listed deployment') : found
  if (!read.ok) return { ok: false, error: troubleOf('list deployments', read.error) }
  const deployments = max_results > 0 ? read.value.slice(0, max_results) : read.value
  return { ok: true, value: { deployments, more: read.value.length > deployments.length } }

  /** The filter by name may hide the very name, so it is used only where it works. */
  async function byName(): Promise<Reply<Item[]>> {
    const reply = await search(list, { names: [name ?? ''], wanted }, signal)
    return reply.ok ? { ...reply, value: reply.value.items } : reply
  }

  async function byFilters(): Promise<Reply<Item[]>> {
    // One more shows whether there are more.
    const most = max_results > 0 ? max_results + 1 : Infinity
    const check = (farDown: Item[]) => isFilterEarly(list, farDown, signal)
    const reply = await walkDeployments(list, { query, wanted, offset, most, isFilterEarly: check }, signal)
    return reply.ok ? { ...reply, value: reply.value.found } : reply
  }
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
