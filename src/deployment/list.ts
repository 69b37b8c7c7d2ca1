import { words } from '../lib/sentence.ts'
import type { ListQuery, Service } from '../service/client.ts'
import { type Failure, unusable } from '../service/failure.ts'
import { type Item, readPages } from '../service/pages.ts'
import {
  comparableId,
  type Deployment,
  idOf,
  readDeployment,
} from '../service/responses.ts'
import type { Stop } from './facts.ts'
import type { Target } from './order.ts'

/** What is looked for in the list, and how the list is read. */
interface Search {
  isWanted: (item: Item) => boolean
  query?: ListQuery
  /** The offset of the first page. */
  start?: number
  /** The reading ends with the page that shows this number of wanted deployments. */
  most?: number
  /** When a look ends that is one of several, by the clock. Its first request is not retried. */
  deadline?: number | undefined
  /** Called with each wanted deployment as soon as a page shows it. */
  onFound?: OnFound | undefined
}

type OnFound = (deployment: Deployment) => void

/** What a reading of the list showed. */
export interface Look {
  /** The wanted deployments. */
  deployments: Deployment[]
  /** The ids of all listed deployments, for comparisons. */
  ids: ReadonlySet<string>
  /** Why the reading broke off. */
  failure?: Failure | undefined
}

/** Reads the list to its end, or until enough is found, and reports it if that takes long. */
async function read(
  service: Service,
  {
    isWanted,
    query,
    most = Number.POSITIVE_INFINITY,
    onFound,
    ...options
  }: Search,
  signal: AbortSignal,
): Promise<Look> {
  const ids = new Set<string>()
  const deployments: Deployment[] = []
  for await (const page of readPages(service, query, signal, options)) {
    if ('kind' in page) return { deployments, ids, failure: page }
    for (const item of page.value) {
      ids.add(idIn(item))
      if (!isWanted(item)) continue
      const deployment = readDeployment(item)
      if (!deployment)
        return { deployments, ids, failure: unusable(page, UNREADABLE) }
      deployments.push(deployment)
      onFound?.(deployment)
    }
    if (deployments.length >= most) break
  }
  return { deployments, ids }
}

const UNREADABLE = words('a listed deployment has no id, or cannot be read')

/** The id of an item for comparisons; empty if it has none. */
const idIn = (item: Item): string => comparableId(idOf(item) ?? '')

const isTarget = (item: Item, target: Target): boolean =>
  'id' in target
    ? idIn(item) === comparableId(target.id)
    : isAlike(item['name'], target.name)

/**
 * Looks for the deployment with an id, or all of a name, in the whole list (interface: list deployments).
 *
 * If no name is equal, a name that differs only in case, surrounding white space or Unicode normalization matches,
 * because some services change names in this way.
 */
export async function lookUp(
  service: Service,
  target: Target,
  signal: AbortSignal,
  deadline?: number,
  onFound?: OnFound,
): Promise<Look> {
  let hasNames = false
  function isWanted(item: Item): boolean {
    hasNames ||= typeof item['name'] === 'string'
    return isTarget(item, target)
  }
  const look = await read(service, { isWanted, deadline, onFound }, signal)
  if ('id' in target) return look
  const isNameless = look.ids.size > 0 && !hasNames
  const failure = isNameless ? unusable({ status: 200 }, NAMELESS) : undefined
  return {
    ...look,
    failure: look.failure ?? failure,
    deployments: namesakes(look.deployments, target.name),
  }
}

const NAMELESS = words('no listed deployment has a name')

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
  const text = listed.trim()
  // To normalize a much longer text would take long.
  const isLong = text.length > LONGEST_CHARACTER * name.length
  return !isLong && fold(text) === fold(name.trim())
}

// Upper case makes `ß` and `ss` equal.
const fold = (text: string) =>
  text.normalize('NFKC').toUpperCase().normalize('NFKC')

/**
 * Prepares repeated looks for one deployment, because no operation reads a single one. The filters by id and name prove
 * nothing: if they do not show the deployment, the look reads the whole list, and so does the next look if the service
 * refuses them. As long as the list shows it, the looks read the list.
 */
export function openFinder(
  service: Service,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
  deadline: number,
): (signal: AbortSignal) => Promise<Look> {
  const isWanted = (item: Item) => isTarget(item, { id })
  const whole = { isWanted, most: 1, deadline }
  const filtered = { ...whole, query: { ids: id, name: name || undefined } }
  let isFiltered = true

  return async signal => {
    if (isFiltered) {
      const look = await read(service, filtered, signal)
      isFiltered = !look.failure || look.failure.kind === 'network'
      if (look.failure || look.deployments.length > 0) return look
    }
    const look = await read(service, whole, signal)
    isFiltered = look.deployments.length === 0
    return look
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
  { name, name_contains, filters, offset: start, max_results }: ListOrder,
  signal: AbortSignal,
): Promise<Listed | Stop> {
  const query = { ...filters, name: name_contains }
  const isWanted = (item: Item) => name === undefined || item['name'] === name
  const most = max_results || Number.POSITIVE_INFINITY
  const { deployments, failure } = await read(
    service,
    { query, isWanted, start, most: most + 1 },
    signal,
  )
  if (failure)
    return {
      code: 'request_failed',
      doing: { task: 'list_deployments' },
      failure,
    }
  const more = deployments.length > most
  return { deployments: deployments.slice(0, most), more }
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
      isExcluded(deployment[FILTERED[filter]], wanted[filter]),
    )
  return (Object.keys(FILTERED) as Filtered[]).filter(isIgnored)
}

/** Whether a filter excludes a value, as it has none of the wanted texts in it. What the service does not return is unknown. */
const isExcluded = (text: string | null | undefined, wanted = ''): boolean =>
  text != null &&
  !wanted.split(',').some(part => fold(text).includes(fold(part)))
