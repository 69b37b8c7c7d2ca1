import {
  comparableId,
  type Deployment,
  idOf,
  readDeployment,
} from './deployment.ts'
import { failureOrThrow, RequestFailure } from './failure.ts'
import { textAt, valueAt } from './json.ts'
import type { ListQuery, ReadLimits, Service } from './service.ts'

// Reads the list of deployments (interface: list deployments). `offset` counts items, as the one in a response may mean anything.

const PAGE_SIZE = 100
const MOST_PAGES = 1000
const MOST_READINGS = 3

/** How the list is read. */
interface Reading extends ReadLimits {
  /** Filters; only the list without filters shows every deployment. */
  query?: ListQuery
  /** The offset of the first page. */
  start?: number
  /** Takes the items of each page. Ends the reading where it returns true. */
  take(items: unknown[]): boolean | undefined
}

/**
 * Reads the list to its end. A page begins at the last item of the one before: if it does not show it, the list has changed, and
 * is read again.
 *
 * @throws RequestFailure if a page cannot be read, or the readings prove nothing
 */
export async function readList(
  service: Service,
  reading: Reading,
): Promise<void> {
  for (let readings = 0; readings < MOST_READINGS; readings++)
    if (await readOnce(service, reading)) return
  throw noProof('its pages overlap or leave gaps')
}

async function readOnce(
  service: Service,
  { query, start = 0, take, ...limits }: Reading,
): Promise<boolean> {
  const seen = new Set<string>()
  let offset = start
  /** The item with which the next page must begin, if any. */
  let overlap: string[] = []
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const at = { limit: `${PAGE_SIZE}`, offset: `${offset}` }
    const items = await service.listDeployments({ ...query, ...at }, limits)
    const keys = keysOf(items)
    // Before the pages are compared: what any reading shows counts.
    if (take(items)) return true
    const isJoined = overlap.every(key => key === keys[0])
    const others = keys.slice(overlap.length)
    if (!isJoined || others.some(key => seen.has(key))) return false
    if (others.length === 0) return true
    for (const key of others.filter(Boolean)) seen.add(key)
    overlap = keys.length > 1 ? keys.slice(-1) : []
    offset += keys.length - overlap.length
  }
  throw noProof(`it does not end within ${MOST_PAGES} pages`)
}

/** What the items of a page are recognised by: their ids, or else their names. */
function keysOf(items: unknown[]): string[] {
  const keys = items.map(
    item => comparableId(idOf(item)) || textAt(item, 'name'),
  )
  if (keys.length > 0 && !keys.some(Boolean))
    throw noProof('its items have no id and no name')
  return keys
}

const NEXT =
  'The list was asked for with the query parameters `limit` and `offset`. If the service names them otherwise, set its names in `list_parameters`, such as `offset: skip`. If these are its names, the list may have changed while it was read: only then may a rerun without a correction succeed.'

/** A list that proves nothing. */
const noProof = (what: string): RequestFailure =>
  new RequestFailure(
    'unusable',
    `it cannot be told what the list holds, as ${what} (see \`list_parameters\`)`,
    { status: 200, next: NEXT },
  )

/** What a look at the list showed. */
export interface Look {
  /** The deployments that were looked for. */
  found: Deployment[]
  /** Why the look did not reach the end of the list. */
  failure?: RequestFailure | undefined
}

/** How the list is looked through. */
interface LookOptions extends Omit<Reading, 'take'> {
  /** Whether the look ends with the first deployment. */
  isOneEnough?: boolean
  /** Whether the look reads one page. */
  isOnePage?: boolean
  /** Learns of a deployment at once, as a signal may end the look. */
  onFound?: (deployment: Deployment) => void
}

/**
 * Looks for deployments in the list. What a look showed counts, even if it does not reach the end.
 *
 * @param isWanted whether an item is looked for
 */
export async function lookFor(
  service: Service,
  isWanted: (item: unknown) => boolean,
  {
    onFound,
    isOneEnough = false,
    isOnePage = false,
    ...reading
  }: LookOptions = {},
): Promise<Look> {
  const found = new Map<string, Deployment>()
  function take(items: unknown[]): boolean | undefined {
    for (const item of items.filter(isWanted)) {
      const deployment = readDeployment(item)
      if (!deployment) throw noProof('a deployment has no id')
      found.set(comparableId(deployment.id), deployment)
      onFound?.(deployment)
    }
    return isOnePage || (isOneEnough && found.size > 0)
  }
  const all = readList(service, { ...reading, take })
  const failure = await all.then(() => undefined, failureOrThrow)
  return { found: [...found.values()], failure }
}

/** Looks a name up in the whole list. Names are compared exactly. */
export const lookUp = (
  service: Service,
  name: string,
  options?: LookOptions,
): Promise<Look> =>
  lookFor(service, item => valueAt(item, 'name') === name, options)

/** Deployments in words, by id and state. */
export const idsInWords = (deployments: Deployment[]): string =>
  deployments.map(one => `${one.id} (${one.state})`).join(', ')
