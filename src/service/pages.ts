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
  take(items: unknown[]): boolean | undefined
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
    if (await isReadWhole(service, reading)) return
    const pause = readings * PAUSE
    const isLate = clock.now() + pause > (reading.until ?? Infinity)
    if (readings === MOST_READINGS || isLate)
      throw noProof(
        'the pages of the list overlap or leave gaps (see `list_parameters`)',
        'pages',
      )
    await clock.sleep(pause, signal)
    reading.onRestart?.()
  }
}

/** Reads the list once, and what was put in front of it meanwhile. Resolves to whether the pages join. */
async function isReadWhole(
  service: Service,
  reading: Reading,
): Promise<boolean> {
  const seen = new Set<string>()
  const list = openJoin(seen, 'change')
  const isWhole = await readPages(service, reading, list)
  return isWhole && list.hasGrown()
    ? readPages(service, reading, openJoin(seen, 'end'))
    : isWhole
}

/** What a page shows of the list. `change`: it does not join the page before, as the list has changed. */
type Shows = 'more' | 'end' | 'change'

/** The pages of a reading, one after the other. */
interface Join {
  /** Takes the keys of the items of the next page. */
  accept(page: string[]): Shows
  /** Whether items were put in front of the list meanwhile. */
  hasGrown(): boolean
}

/** Reads page after page, as long as they show more. Resolves to whether they reached the end, or no more was asked for. */
async function readPages(
  service: Service,
  reading: Reading,
  join: Join,
): Promise<boolean> {
  let offset = reading.start ?? 0
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const items = await service.listDeployments(
      { ...reading.query, limit: PAGE_SIZE, offset: `${offset}` },
      reading,
    )
    const page = items.map(keyOf)
    // The last item of the page before may stand alone, and have no key.
    if (page.length > Math.min(pages, 1) && !page.some(Boolean))
      throw noProof(
        'the list has items that have no id and no name: another service probably answers at `base_url`',
        'other_items',
      )
    const shows = join.accept(page)
    // Also of a page that does not join: what any reading shows counts.
    if (reading.take(items)) return true
    if (shows !== 'more') return shows === 'end'
    // The next page begins at the last of several items. A service may show one item a page.
    offset += Math.max(1, items.length - 1)
  }
  throw noProof(
    `the list does not end within ${MOST_PAGES} pages (see \`list_parameters\`)`,
    'pages',
  )
}

/** An item is recognised by its id, or else by its name. */
const keyOf = (item: unknown): string =>
  comparableId(idOf(item)) || textAt(item, 'name')

/**
 * Joins the pages of a reading: the last of several items is expected to begin the next page. It stands further down where items were
 * put in front. Items stand for their keys.
 *
 * The pages `a b c`, `c d e` and `e` join. If `x` is put in front behind the first page, the second is `b c d`: `d` follows `c`, so it
 * goes on. After the end the front is read again, by another join of the same `seen`: `x a b` ends it, as `a` was seen.
 *
 * @param seen the items that were seen; gets those of each page that joins
 * @param again what a page shows that has such an item at another place
 */
function openJoin(seen: Set<string>, again: Shows): Join {
  let first: string[] | undefined
  let expected: string | undefined
  let hasGrown = false

  return {
    hasGrown: () => hasGrown,

    accept(page) {
      first ??= page
      const place = expected === undefined ? -1 : page.indexOf(expected)
      if (expected !== undefined && place < 0) return 'change'
      const behind = page.slice(place + 1)
      if (behind.some(key => seen.has(key))) return again
      hasGrown ||= place > 0
      for (const key of page.filter(Boolean)) seen.add(key)
      expected = page.slice(1).at(-1)
      if (behind.length > 0) return 'more'
      return place <= 0 || isLast(page, first) ? 'end' : 'change'
    },
  }
}

/** Behind a full page there may be more, and a service that ignores `offset` shows its first page again. */
const isLast = (page: string[], first: string[]): boolean =>
  page.length < first.length && page[0] !== first[0]

/** A list that proves nothing: its pages do not make a whole, or it is one of something else. */
const noProof = (
  message: string,
  cause: 'pages' | 'other_items',
): RequestFailure =>
  new RequestFailure('unusable', message, { status: 200, cause })

/** What a look at the list showed. */
export interface Look {
  /** The deployments that were looked for. */
  found: Deployment[]
  /** Why the look did not reach the end of the list. */
  failure?: RequestFailure | undefined
}

/** How the list is looked through. */
interface LookOptions extends Omit<Reading, 'take'> {
  /** Whether the first page is enough. */
  onePage?: boolean
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
  { onFound, onePage, ...reading }: LookOptions,
): Promise<Look> {
  const found = new Map<string, Deployment>()
  function take(items: unknown[]): boolean | undefined {
    for (const item of items.filter(isWanted)) {
      const deployment = readDeployment(item)
      if (!deployment)
        throw noProof(
          'the list has a deployment without an id: another service probably answers at `base_url`',
          'other_items',
        )
      found.set(comparableId(deployment.id), deployment)
      onFound?.(deployment)
    }
    return onePage
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

/** Deployments in words, by id and state; `none`, if there are none. */
export const idsInWords = (deployments: Deployment[]): string =>
  deployments.map(one => `${one.id} (${one.state})`).join(', ') || 'none'
