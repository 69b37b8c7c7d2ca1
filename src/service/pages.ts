import { textAt, valueAt } from '../base/json.ts'
import {
  comparableId,
  type Deployment,
  idOf,
  readDeployment,
} from './deployment.ts'
import { failureOrThrow, RequestFailure } from './failure.ts'
import type { ListQuery, ReadLimits, Service } from './operations.ts'

// Reads the list of deployments (interface: list deployments). `offset` counts items, as the one in a response may mean anything.

const PAGE_SIZE = '100'
const MOST_PAGES = 1000
const MOST_READINGS = 3
/** The pause after the first reading that does not join, in milliseconds; after the second it is twice as long. */
const PAUSE = 1000

/** How the list is read. */
interface Reading extends ReadLimits {
  /** Filters; only the list without filters shows every deployment. */
  query?: ListQuery
  /** The offset of the first page. */
  start?: number
  /** Takes the items of each page. Ends the reading where it returns true. */
  take(items: unknown[]): boolean
  /** Learns that the reading is given up, and begins anew. */
  onRestart?: () => void
}

/**
 * Reads the list to its end. If the list changes meanwhile in a way that may hide an item, it is read again.
 *
 * @throws RequestFailure if a page cannot be read, or the readings prove nothing
 */
export async function readList(
  service: Service,
  reading: Reading,
): Promise<void> {
  const { clock, signal } = service.net
  for (let readings = 1; ; readings++) {
    const seen = new Set<string>()
    const shows = await readPages(service, reading, seen)
    const isWhole =
      shows === 'grown'
        ? // What was put in front since the first page, down to an item that was seen.
          (await readPages(service, reading, seen)) !== 'change'
        : shows === 'end'
    if (isWhole) return
    const pause = readings * PAUSE
    const isLate = clock.now() + pause > (reading.until ?? Infinity)
    if (readings === MOST_READINGS || isLate)
      throw noProof(
        'the pages of the list overlap or leave gaps (see `list_parameters`)',
        'PAGES',
      )
    await clock.sleep(pause, signal)
    reading.onRestart?.()
  }
}

/**
 * What a page shows of the list. `seen`: an item that was seen before, at another place. `grown`: the end, of a list before which items
 * were put meanwhile. `change`: it does not join the page before.
 */
type Shows = 'more' | 'end' | 'grown' | 'seen' | 'change'

/**
 * Reads page after page, as long as they show more. Resolves to what the last one shows: `end`, too, if no more was asked for.
 *
 * @param seen the keys of the items that were seen; gets those of all items
 */
async function readPages(
  service: Service,
  reading: Reading,
  seen: Set<string>,
): Promise<Shows> {
  let offset = reading.start ?? 0
  let expected: string | undefined
  let first: string[] | undefined
  let hasGrown = false
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const items = await service.listDeployments(
      { ...reading.query, limit: PAGE_SIZE, offset: `${offset}` },
      reading,
    )
    const keys = keysOf(items, expected)
    // Before the pages are compared: what any reading shows counts.
    if (reading.take(items)) return 'end'
    first ??= keys
    hasGrown ||= expected !== undefined && keys[0] !== expected
    const shows = whatShows(keys, expected, first, seen)
    if (shows === 'end' && hasGrown) return 'grown'
    if (shows !== 'more') return shows
    for (const key of keys.filter(Boolean)) seen.add(key)
    // The next page begins at the last of several items. A service may show one item a page.
    expected = keys.slice(1).at(-1)
    offset += Math.max(1, keys.length - 1)
  }
  throw noProof(
    `the list does not end within ${MOST_PAGES} pages (see \`list_parameters\`)`,
    'PAGES',
  )
}

/**
 * What a page shows of the list. Items stand for their keys. The expected item stands further down where items were put in front.
 *
 * @param expected the item at whose place the page was asked for, if any
 * @param first the first page, which may be this one
 */
function whatShows(
  keys: string[],
  expected: string | undefined,
  first: string[],
  seen: Set<string>,
): Shows {
  const place = expected === undefined ? -1 : keys.indexOf(expected)
  if (expected !== undefined && place < 0) return 'change'
  const behind = keys.slice(place + 1)
  if (behind.some(key => seen.has(key))) return 'seen'
  if (behind.length > 0) return 'more'
  // Behind a full page there may be more, and a service that ignores `offset` shows its first page again.
  const isLastPage = keys.length < first.length && keys[0] !== first[0]
  return place <= 0 || isLastPage ? 'end' : 'change'
}

/**
 * What the items of a page are recognised by: their ids, or else their names.
 *
 * @param expected the key with which the page should begin; empty if that item has neither
 */
function keysOf(items: unknown[], expected: string | undefined): string[] {
  const keys = items.map(
    item => comparableId(idOf(item)) || textAt(item, 'name'),
  )
  if (keys.length > 0 && !keys.some(Boolean) && expected !== '')
    throw noProof(
      'the list has items that have no id and no name: another service probably answers at `base_url`',
      'NOT_OURS',
    )
  return keys
}

/** A list that proves nothing: its pages do not make a whole, or it is one of something else. */
const noProof = (message: string, code: 'PAGES' | 'NOT_OURS'): RequestFailure =>
  new RequestFailure('unusable', message, { status: 200, code })

/** What a look at the list showed. */
export interface Look {
  /** The deployments that were looked for. */
  found: Deployment[]
  /** Why the look did not reach the end of the list. */
  failure?: RequestFailure | undefined
}

/** How the list is looked through. */
interface LookOptions extends Omit<Reading, 'take'> {
  /** The look ends with the page that brings so many deployments; 0 is one page. */
  enough?: number
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
  { onFound, enough = Infinity, ...reading }: LookOptions,
): Promise<Look> {
  const found = new Map<string, Deployment>()
  function take(items: unknown[]): boolean {
    for (const item of items.filter(isWanted)) {
      const deployment = readDeployment(item)
      if (!deployment)
        throw noProof(
          'the list has a deployment without an id: another service probably answers at `base_url`',
          'NOT_OURS',
        )
      found.set(comparableId(deployment.id), deployment)
      onFound?.(deployment)
    }
    return found.size >= enough
  }
  const failure = await readList(service, { ...reading, take }).then(
    () => undefined,
    failureOrThrow,
  )
  return { found: [...found.values()], failure }
}

/** Looks a name up in the whole list. Names are compared exactly. */
export const lookUp = (
  service: Service,
  name: string,
  options: LookOptions,
): Promise<Look> =>
  lookFor(service, item => valueAt(item, 'name') === name, options)

/** Deployments in words, by id and state. */
export const idsInWords = (deployments: Deployment[]): string =>
  deployments.map(one => `${one.id} (${one.state})`).join(', ')
