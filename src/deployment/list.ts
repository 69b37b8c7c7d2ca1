import type { Result } from '../lib/result.ts'
import { words } from '../lib/sentence.ts'
import {
  type ListQuery,
  type Received,
  type Service,
  toDeployment,
} from '../service/client.ts'
import type { Failure, Reply } from '../service/failure.ts'
import { type Item, readPages } from '../service/pages.ts'
import { type Deployment, idKey, idOf } from '../service/responses.ts'
import type { Stop } from './end.ts'

export type Target = { id: string } | { name: string }

/** The deployments with the id or the name. */
export interface LookedUp {
  deployments: Received<Deployment>[]
  /** The ids of all listed deployments. */
  ids: ReadonlySet<string>
}

/**
 * Looks for the deployment with an id, or all of a name, in the whole list (interface: list deployments).
 *
 * If no name is equal, a name that differs only in case, surrounding white space or Unicode normalization matches,
 * because some services change names in this way.
 *
 * @param onMatch called with each such deployment as soon as a page shows it
 */
export async function lookUp(
  service: Service,
  target: Target,
  signal: AbortSignal,
  retry = true,
  onMatch?: (deployment: Received<Deployment>) => void,
): Promise<Reply<LookedUp>> {
  const ids = new Set<string>()
  const found: Received<Deployment>[] = []
  for await (const page of readPages(service.listDeployments, {}, signal, {
    retry,
  })) {
    if (!page.ok) return page
    for (const item of page.value) {
      const id = idOf(item)
      if (id !== undefined) ids.add(idKey(id))
      if (
        'id' in target
          ? idKey(id ?? '') !== idKey(target.id)
          : !isAlike(item['name'], target.name)
      )
        continue
      const reply = readItem(item, page.status)
      if (!reply.ok) return reply
      found.push(reply.value)
      onMatch?.(reply.value)
    }
  }
  const deployments =
    'id' in target ? found.slice(0, 1) : namesakes(found, target.name)
  return { ok: true, status: 200, value: { deployments, ids } }
}

function readItem(item: Item, status: number): Reply<Received<Deployment>> {
  const value = toDeployment(item)
  if (value) return { ok: true, value, status }
  const reason = words('a listed deployment has no id, or cannot be read')
  return { ok: false, error: { kind: 'unusable', status, reason } }
}

/** Whether a look-up showed an id. */
export const isListed = (id: string, { ids }: LookedUp): boolean =>
  ids.has(idKey(id))

/** The deployments whose name is equal, or all of them if there are none. */
export function namesakes(
  alike: Received<Deployment>[],
  name: string,
): Received<Deployment>[] {
  const equal = alike.filter(({ read }) => read.name === name)
  return equal.length > 0 ? equal : alike
}

/** Whether names differ at most in case, surrounding white space and Unicode normalization. */
export function isAlike(listed: unknown, name: string): boolean {
  if (typeof listed !== 'string') return false
  if (listed === name) return true
  const [a, b] = [listed.trim(), name.trim()]
  // One character becomes 18 at most. Names that are far too long need not be normalized.
  if (a.length > 18 * b.length || b.length > 18 * a.length) return false
  return fold(a) === fold(b)
}

// Upper case first: it makes `ß` and `ss` equal.
const fold = (text: string) =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/**
 * Prepares repeated looks for one deployment, because no operation reads a single one. The filters by id and name prove
 * nothing: if they do not show the deployment, the look reads the whole list, and so does the next look if the service
 * refuses them. Once the list showed it, all later looks read the list.
 */
export function openFinder(
  service: Service,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
): (signal: AbortSignal) => Promise<Reply<Received<Deployment> | undefined>> {
  let isFiltered = true
  /** Reads pages up to the one with the deployment; with filters only the first. */
  async function search(filters: ListQuery, signal: AbortSignal) {
    for await (const page of readPages(
      service.listDeployments,
      filters,
      signal,
      {
        retry: false,
      },
    )) {
      if (!page.ok) return page
      const item = page.value.find(
        item => idKey(idOf(item) ?? '') === idKey(id),
      )
      if (item) return readItem(item, page.status)
      if (filters.ids !== undefined) break
    }
    return { ok: true as const, value: undefined, status: 200 }
  }
  return async signal => {
    if (isFiltered) {
      const reply = await search({ ids: id, ...(name && { name }) }, signal)
      isFiltered = reply.ok || reply.error.kind === 'network'
      if (!reply.ok || reply.value) return reply
    }
    const reply = await search({}, signal)
    isFiltered = !(reply.ok && reply.value)
    return reply
  }
}

/** Filters of the list operation. The service applies them. Lists are comma-separated. */
export type Filters = Omit<ListQuery, 'limit' | 'offset' | 'name'>

/** The deployments to list. */
export interface ListOrder {
  /** The exact name, compared by the action. */
  name: string | undefined
  name_contains: string | undefined
  filters: Filters
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
): Promise<Result<Listed, Stop>> {
  const query = {
    ...filters,
    ...(name_contains !== undefined && { name: name_contains }),
  }
  const failed = (failure: Failure) => ({
    ok: false as const,
    error: {
      code: 'request_failed' as const,
      doing: { task: 'list_deployments' as const },
      failure,
    },
  })
  const deployments: Received<Deployment>[] = []
  for await (const page of readPages(service.listDeployments, query, signal, {
    start: offset,
  })) {
    if (!page.ok) return failed(page.error)
    for (const item of page.value.filter(
      item => name === undefined || item['name'] === name,
    )) {
      if (max_results > 0 && deployments.length === max_results)
        return { ok: true, value: { deployments, more: true } }
      const reply = readItem(item, page.status)
      if (!reply.ok) return failed(reply.error)
      deployments.push(reply.value)
    }
  }
  return { ok: true, value: { deployments, more: false } }
}

/**
 * Filters that the service apparently did not apply, because it returned deployments that they exclude. A service
 * silently ignores a parameter that it does not know, and the workflow would get too many deployments.
 */
export function ignoredFilters(
  { filters, name_contains }: ListOrder,
  { deployments }: Listed,
): string[] {
  const part = fold(name_contains ?? '')
  const isNamed = deployments.every(({ read: { name } }) =>
    fold(name ?? part).includes(part),
  )
  const ignored = (['status', 'image_version', 'ids'] as const).filter(
    purpose => {
      const wanted = filters[purpose]?.toLowerCase().split(',')
      const shown = deployments.map(
        ({ read }) => read[purpose === 'ids' ? 'id' : purpose],
      )
      return (
        wanted &&
        shown.some(
          value =>
            typeof value === 'string' && !wanted.includes(value.toLowerCase()),
        )
      )
    },
  )
  return isNamed ? ignored : ['name_contains', ...ignored]
}
