import type { Result } from '../lib/result.ts'
import { words } from '../lib/sentence.ts'
import type { ListQuery, Received, Service } from '../service/client.ts'
import { readPages } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'
import { readItem } from './look-up.ts'
import { type RunFailure, runFailure } from './outcome.ts'

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

/**
 * Lists deployments, each once (interface: list deployments). The filters are the service's; a name is looked for in the
 * list that they leave.
 */
export async function listDeployments(
  service: Service,
  { name, name_contains, filters, offset, max_results }: ListOrder,
  signal: AbortSignal,
): Promise<Result<Listed, RunFailure>> {
  const query = { ...filters, ...(name_contains !== undefined && { name: name_contains }) }
  const most = max_results > 0 ? max_results : Infinity
  const deployments: Received<Deployment>[] = []
  for await (const page of readPages(service.listDeployments, query, signal, { start: offset })) {
    if (!page.ok) return { ok: false, error: runFailure(words('list deployments'), page.error) }
    for (const item of page.value.filter(item => name === undefined || item['name'] === name)) {
      if (deployments.length === most) return { ok: true, value: { deployments, more: true } }
      const reply = readItem(item, page.status)
      if (!reply.ok) return { ok: false, error: runFailure(words('list deployments'), reply.error) }
      deployments.push(reply.value)
    }
  }
  return { ok: true, value: { deployments, more: false } }
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
