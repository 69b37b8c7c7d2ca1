import {
  comparableId,
  type Deployment,
  idOf,
  readDeployment,
  textAt,
  valueAt,
} from './deployment.ts'
import { RequestFailure } from './failure.ts'
import {
  type ListQuery,
  type ReadLimits,
  type Service,
  unusable,
} from './service.ts'

// Reads the list of deployments (interface: list deployments). `offset` counts items, as the one in a response may mean anything.

const PAGE_SIZE = 100
const MOST_PAGES = 1000
const MOST_READINGS = 3

/** How the list is read. */
export interface Reading extends ReadLimits {
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
    if (await isReadToEnd(service, reading)) return
  throw notJoined('the pages of the list do not join, or repeat')
}

async function isReadToEnd(
  service: Service,
  { query, start = 0, take, ...limits }: Reading,
): Promise<boolean> {
  const seen = new Set<string>()
  let offset = start
  /** The item with which the next page begins. */
  let last: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const at = { limit: `${PAGE_SIZE}`, offset: `${offset}` }
    const items = await service.listDeployments({ ...query, ...at }, limits)
    const keys = keysOf(items)
    if (take(items)) return true
    const others = newIn(keys, last, seen)
    if (!others) return false
    if (others.length === 0) return true
    for (const key of others) seen.add(key)
    last = keys.length > 1 ? keys.at(-1) : undefined
    offset += last === undefined ? keys.length : keys.length - 1
  }
  throw notJoined(`the list has no end within ${MOST_PAGES} pages`)
}

/** What a page shows behind the last item of the one before; undefined if it does not join, or repeats what was seen. */
function newIn(
  keys: string[],
  last: string | undefined,
  seen: ReadonlySet<string>,
): string[] | undefined {
  const isJoined = last === undefined || keys[0] === last
  const others = last === undefined ? keys : keys.slice(1)
  return isJoined && !others.some(key => seen.has(key)) ? others : undefined
}

/** What the items of a page are recognised by: their ids, or else their names. */
function keysOf(items: unknown[]): string[] {
  const keys = items.map(
    item => comparableId(idOf(item)) || textAt(item, 'name'),
  )
  if (keys.length > 0 && keys.every(key => key === ''))
    throw notJoined('a page has only items without id and name')
  return keys
}

const notJoined = (what: string): RequestFailure =>
  unusable(
    `${what}. Does the service name the parameters of its list otherwise? See \`list_parameters\``,
  )

/** What a look at the list showed. */
export interface Look {
  /** The deployments that were looked for. */
  found: Deployment[]
  /** Why the look did not reach the end of the list. */
  failure?: RequestFailure | undefined
}

/**
 * Looks for deployments in the list. What a look showed counts, even if it does not reach the end.
 *
 * @param isWanted whether an item is looked for
 */
export async function lookFor(
  service: Service,
  isWanted: (item: unknown) => boolean,
  reading: Omit<Reading, 'take'> & { isOneEnough?: boolean } = {},
): Promise<Look> {
  const found = new Map<string, Deployment>()
  function take(items: unknown[]): boolean {
    for (const item of items.filter(isWanted)) {
      const deployment = readDeployment(item)
      if (!deployment) throw unusable('a listed deployment has no id')
      found.set(comparableId(deployment.id), deployment)
    }
    return reading.isOneEnough === true && found.size > 0
  }
  try {
    await readList(service, { ...reading, take })
    return { found: [...found.values()] }
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure
    return { found: [...found.values()], failure }
  }
}

/** Looks a name up in the whole list. Names are compared exactly. */
export async function lookUp(
  service: Service,
  name: string,
  limits: ReadLimits = {},
): Promise<Look> {
  const names = { items: 0, named: 0 }
  function isWanted(item: unknown): boolean {
    const listed = valueAt(item, 'name')
    names.items += 1
    names.named += typeof listed === 'string' ? 1 : 0
    return listed === name
  }
  const look = await lookFor(service, isWanted, limits)
  const isNameless = names.items > 0 && names.named === 0
  return isNameless && !look.failure
    ? { ...look, failure: notJoined('no listed deployment has a name') }
    : look
}
