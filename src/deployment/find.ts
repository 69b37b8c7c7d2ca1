import type { Received, Service } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import type { ListQuery } from '../service/list-parameters.ts'
import { walkDeployments } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'
import { isSameId, readAll } from './look-up.ts'

/** What one search came to, and how many requests it took. `value` is undefined where the list does not hold it. */
export interface Search {
  reply: Reply<Received<Deployment> | undefined>
  requests: number
}

/**
 * Prepares to find one deployment in the list, again and again: no operation reads a single deployment.
 *
 * The filters by id and name keep a search at one request. They are not trusted: where the service refuses them, or the
 * filtered list lacks the deployment, the search walks the whole list, and once that finds it, so do all later ones.
 *
 * @param options whether each request is retried
 */
export function openFinder(
  service: Service,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
  options: { retry: boolean },
): (signal: AbortSignal) => Promise<Search> {
  let filters: ListQuery | undefined = { ids: id, ...(name && { name }) }

  return async signal => {
    let requests = 0
    const list: Service['listDeployments'] = (query, until) => {
      requests++
      return service.listDeployments(query, until, options)
    }
    async function walk(query: ListQuery): Promise<Search['reply']> {
      const wanted = (sent: Record<string, unknown>) => isSameId(sent['id'], id)
      const found = await walkDeployments(list, { query, wanted, most: 1 }, signal)
      const reply = found.ok ? readAll(found.value.found, found.status, `the listed deployment ${id}`) : found
      return reply.ok ? { ...reply, value: reply.value[0] } : reply
    }
    if (filters) {
      const reply = await walk(filters)
      if (!isInconclusive(reply)) return { reply, requests }
    }
    const reply = await walk({})
    if (reply.ok && reply.value) filters = undefined
    return { reply, requests }
  }
}

/** Whether the filters may be why the deployment was not found. */
const isInconclusive = (reply: Search['reply']): boolean =>
  reply.ok
    ? reply.value === undefined
    : reply.error.kind === 'refused' && [400, 422].includes(reply.error.status)
