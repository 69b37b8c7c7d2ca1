import type { Result } from '../lib/result.ts'
import { words } from '../lib/sentence.ts'
import type { ListQuery, Service } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import { type Item, readPages } from '../service/pages.ts'
import {
  comparableId,
  type Deployment,
  idOf,
  readDeployment,
} from '../service/responses.ts'
import type { Stop } from './end.ts'
import type { Target } from './goal.ts'

/** The deployments with the id or the name. */
export interface LookedUp {
  deployments: Deployment[]
  /** The ids of all listed deployments. */
  ids: Pick<ReadonlySet<string>, 'has'>
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
  onMatch?: (deployment: Deployment) => void,
): Promise<Reply<LookedUp>> {
  const ids = new Set<string>()
  const found: Deployment[] = []
  for await (const page of readList(service, {}, signal, { retry })) {
    if (!page.ok) return page
    for (const item of page.value) {
      ids.add(idIn(item))
      if (!isTarget(item, target)) continue
      const reply = readItem(item, page.status)
      if (!reply.ok) return reply
      found.push(reply.value)
      onMatch?.(reply.value)
    }
  }
  const value: LookedUp = {
    deployments: 'id' in target ? found : namesakes(found, target.name),
    ids: { has: id => ids.has(comparableId(id)) },
  }
  return { ok: true, status: 200, value }
}

/** Reads the list, and reports it if that takes long. */
const readList = (
  service: Service,
  query: ListQuery,
  signal: AbortSignal,
  options: { retry?: boolean; start?: number },
) =>
  readPages(service.listDeployments, query, signal, {
    ...options,
    report: service.report,
  })

const isTarget = (item: Item, target: Target): boolean =>
  'id' in target ? hasId(item, target.id) : isAlike(item['name'], target.name)

const hasId = (item: Item, id: string): boolean =>
  idIn(item) === comparableId(id)

/** The id of an item for comparisons; empty if it has none. */
const idIn = (item: Item): string => comparableId(idOf(item) ?? '')

function readItem(item: Item, status: number): Reply<Deployment> {
  const value = readDeployment(item)
  if (value) return { ok: true, value, status }
  const reason = words('a listed deployment has no id, or cannot be read')
  return { ok: false, error: { kind: 'unusable', status, reason } }
}

/** Whether a look-up showed an id. */
export const isListed = (id: string, { ids }: LookedUp): boolean => ids.has(id)

/** The deployments whose name is equal, or all of them if there are none. */
export function namesakes(alike: Deployment[], name: string): Deployment[] {
  const equal = alike.filter(deployment => deployment.name === name)
  return equal.length > 0 ? equal : alike
}

/** One character becomes so many at most, if it is normalized. */
const LONGEST_CHARACTER = 18

/** Whether names differ at most in case, surrounding white space and Unicode normalization. */
export function isAlike(listed: unknown, name: string): boolean {
  if (typeof listed !== 'string') return false
  if (listed === name) return true
  const a = listed.trim()
  const b = name.trim()
  // Names of too different lengths need not be normalized.
  const shorter = Math.min(a.length, b.length)
  const longer = Math.max(a.length, b.length)
  if (longer > LONGEST_CHARACTER * shorter) return false
  return fold(a) === fold(b)
}

// Upper case first: it makes `ß` and `ss` equal.
const fold = (text: string) =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

type Found = Reply<Deployment | undefined>

/**
 * Prepares repeated looks for one deployment, because no operation reads a single one. The filters by id and name prove
 * nothing: if they do not show the deployment, the look reads the whole list, and so does the next look if the service
 * refuses them. Once the list showed it, all later looks read the list.
 */
export function openFinder(
  service: Service,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
): (signal: AbortSignal) => Promise<Found> {
  let isFiltered = true

  /** Reads pages up to the one with the deployment, or only the first one. */
  async function search(
    query: ListQuery,
    signal: AbortSignal,
    isOnePage: boolean,
  ): Promise<Found> {
    for await (const page of readList(service, query, signal, {
      retry: false,
    })) {
      if (!page.ok) return page
      const item = page.value.find(item => hasId(item, id))
      if (item) return readItem(item, page.status)
      if (isOnePage) break
    }
    return { ok: true, value: undefined, status: 200 }
  }

  return async signal => {
    if (isFiltered) {
      const query = { ids: id, ...(name && { name }) }
      const reply = await search(query, signal, true)
      isFiltered = reply.ok || reply.error.kind === 'network'
      if (!reply.ok || reply.value) return reply
    }
    const reply = await search({}, signal, false)
    isFiltered = !(reply.ok && reply.value)
    return reply
  }
}

/** Filters of the list operation. The service applies them. Lists are comma-separated. */
export type Filters = Omit<ListQuery, 'limit' | 'offset' | 'name'>

/** The deployments to list. */
export interface ListOrder {
  /** The exact name, compared by the action. */
  name?: string | undefined
  name_contains?: string | undefined
  filters: Filters
  offset: number
  /** The maximum number; 0 for all. */
  max_results: number
}

/** The deployments found. `more`: whether there are more than `max_results`. */
export interface Listed {
  deployments: Deployment[]
  more: boolean
}

/**
 * Lists deployments, each once (interface: list deployments). The filters are the service's; a name is looked for in the
 * list that they leave.
 */
export async function listDeployments(
  service: Service,
  order: ListOrder,
  signal: AbortSignal,
): Promise<Result<Listed, Stop>> {
  const { name, offset, max_results } = order
  const most = max_results === 0 ? Number.POSITIVE_INFINITY : max_results
  const deployments: Deployment[] = []
  const pages = readList(service, queryOf(order), signal, { start: offset })

  for await (const page of pages) {
    if (!page.ok) return notListed(page)
    const wanted = page.value.filter(item => isNamed(item, name))
    for (const item of wanted) {
      if (deployments.length === most)
        return { ok: true, value: { deployments, more: true } }
      const reply = readItem(item, page.status)
      if (!reply.ok) return notListed(reply)
      deployments.push(reply.value)
    }
  }
  return { ok: true, value: { deployments, more: false } }
}

const isNamed = (item: Item, name: string | undefined): boolean =>
  name === undefined || item['name'] === name

const queryOf = ({ filters, name_contains }: ListOrder): ListQuery => ({
  ...filters,
  ...(name_contains !== undefined && { name: name_contains }),
})

const notListed = ({ error: failure }: Extract<Found, { ok: false }>) => {
  const doing = { task: 'list_deployments' } as const
  const error: Stop = { code: 'request_failed', doing, failure }
  return { ok: false as const, error }
}

/** The field of a deployment by which a filter chooses. The other filters go by what no response contains. */
const FILTERED = {
  name_contains: 'name',
  status: 'status',
  image_version: 'image_version',
  ids: 'id',
} as const
type Filtered = keyof typeof FILTERED

/**
 * Filters that the service apparently did not apply, because it returned deployments that they exclude. A service
 * silently ignores a parameter that it does not know, and the workflow would get too many deployments.
 */
export function ignoredFilters(
  { filters, name_contains }: ListOrder,
  { deployments }: Listed,
): Filtered[] {
  const wanted = { ...filters, name_contains }
  const isIgnored = (filter: Filtered) =>
    deployments.some(deployment =>
      isExcluded(deployment[FILTERED[filter]], filter, wanted[filter]),
    )
  return (Object.keys(FILTERED) as Filtered[]).filter(isIgnored)
}

/** Whether a filter excludes a value. What the service does not return is unknown. */
function isExcluded(
  value: string | null | undefined,
  filter: Filtered,
  wanted: string | undefined,
): boolean {
  if (typeof value !== 'string' || wanted === undefined) return false
  if (filter === 'name_contains') return !fold(value).includes(fold(wanted))
  return !wanted.toLowerCase().split(',').includes(value.toLowerCase())
}
