import { textAt, valueAt } from '../base/json.ts'
import { comparableId, type Deployment, idOf, readDeployment } from './deployment.ts'
import { failureOrThrow, RequestFailure } from './failure.ts'
import type { ListQuery, ReadLimits, Service } from './operations.ts'

// Reads the list of deployments (interface: list deployments). The `offset` of a request counts items. The `offset` of a response
// is ignored, as its meaning is unknown.

const PAGE_SIZE = '100'
const MOST_PAGES = 1000
const MOST_READINGS = 3
/** The pause after the first reading whose pages do not join, in milliseconds. After the second one it is twice as long. */
const PAUSE = 1000

/** How the list is read. */
interface Reading extends ReadLimits {
  /** Filters; only the list without filters shows every deployment. */
  query?: ListQuery
  /** The offset of the first page. */
  start?: number
  /** Whether an item looks like a deployment, as one of each page must; by default, if it has an id or a name. */
  isKnown?: (item: unknown) => boolean
  /** Takes the items of each page. Returns true to end the reading. */
  take(items: unknown[]): boolean | undefined
  /** Called before the list is read again from the start. */
  onRestart?: () => void
}

/**
 * Reads the list to its end. If the list changes meanwhile in a way that may hide an item, it is read again.
 *
 * @throws RequestFailure if a page cannot be read, or if the pages of no reading join
 */
export async function readList(service: Service, reading: Reading): Promise<void> {
  const { clock, signal } = service.net
  for (let readings = 1; ; readings++) {
    const list = await readPages(service, reading, new Set())
    // If items were added to the front meanwhile, the front is read again.
    const last = list?.hasGrown ? await readPages(service, reading, list.seen) : list
    if (last) return
    const pause = readings * PAUSE
    if (readings === MOST_READINGS || clock.now() + pause > (reading.until ?? Infinity))
      throw listFailure(
        'the pages of the list overlap or leave gaps (see `list_parameters`)',
        'pages',
      )
    await clock.sleep(pause, signal)
    reading.onRestart?.()
  }
}

/** What the pages of a list have shown so far. Each text is the key of an item. */
interface Pages {
  /** The items of an earlier reading. The new front of the list ends at the first of them. */
  readonly known: Set<string>
  /** The items so far. */
  readonly seen: Set<string>
  first?: string[]
  /** The last item of a page, which the next page must show again; undefined if the page had fewer than two items. */
  expected?: string | undefined
  /** Whether items were put in front of the list meanwhile. */
  hasGrown: boolean
}

/**
 * Reads page after page, up to the end of the list, or until `take` returns true. Resolves to undefined if the pages do not join.
 *
 * @param known the items of an earlier reading
 */
async function readPages(
  service: Service,
  reading: Reading,
  known: Set<string>,
): Promise<Pages | undefined> {
  const pages: Pages = { known, seen: new Set(), hasGrown: false }
  let offset = reading.start ?? 0
  for (let count = 0; count < MOST_PAGES; count++) {
    const items = await service.listDeployments(
      { ...reading.query, limit: PAGE_SIZE, offset: `${offset}` },
      reading,
    )
    const page = items.map(keyOf)
    // A later page may have one item alone that is not known: the last item of the page before, shown again.
    if (page.length > Math.min(count, 1) && !items.some(reading.isKnown ?? keyOf))
      throw listFailure(
        'the list has items without a name or an id: another service probably answers at `base_url`',
        'other_items',
      )
    const shows = judgePage(page, pages)
    addPage(page, pages)
    // `take` also gets a page that does not join: a deployment counts if any reading shows it.
    if (reading.take(items) || shows === 'end') return pages
    if (shows === 'change') return undefined
    // The next page begins at the last item of this one, or behind it if the service shows only one item per page.
    offset += Math.max(1, items.length - 1)
  }
  throw listFailure(
    `the list does not end within ${MOST_PAGES} pages (see \`list_parameters\`)`,
    'pages',
  )
}

/** An item is recognised by its id, or else by its name. */
const keyOf = (item: unknown): string => comparableId(idOf(item)) || textAt(item, 'name')

/** What a page shows: `more` items, the `end` of the list, or a `change` of it, as the page does not join those before it. */
type Shows = 'more' | 'end' | 'change'

/** Judges a page by those before it. In the examples the page before is `a b c`, so the next one must show `c` again. */
function judgePage(page: string[], { known, seen, first = [], expected }: Pages): Shows {
  const place = expected === undefined ? -1 : page.indexOf(expected)
  // `d e f`: `c` was removed or moved, so an item next to it may be missed.
  if (expected !== undefined && place < 0) return 'change'
  const behind = page.slice(place + 1)
  if (behind.some(key => known.has(key))) return 'end'
  // `c a d`: the order has changed.
  if (behind.some(key => seen.has(key))) return 'change'
  // `c d e`. Or `b c d`, after an item was added to the front.
  if (behind.length > 0) return 'more'
  // `c` alone. Or an empty page, if no item is expected.
  if (page.length < 2) return 'end'
  // `b c`, after an item was added to the front. A full page, or the first one again, is no end: the service may ignore `offset`.
  return page.length < first.length && page[0] !== first[0] ? 'end' : 'change'
}

function addPage(page: string[], pages: Pages): void {
  const { expected } = pages
  pages.hasGrown ||= expected !== undefined && page[0] !== expected
  pages.first ??= page
  pages.expected = page.slice(1).at(-1)
  for (const key of page.filter(Boolean)) pages.seen.add(key)
}

/** The failure of a list from which nothing follows: its pages do not join, or its items are not deployments. */
const listFailure = (message: string, cause: 'pages' | 'other_items'): RequestFailure =>
  new RequestFailure('unusable', message, { status: 200, cause })

/** What a look at the list showed. */
export interface Look {
  /** The wanted deployments that the list showed. */
  found: Deployment[]
  /** Why the look did not reach the end of the list. */
  failure?: RequestFailure | undefined
}

/** Options of a look at the list. */
interface LookOptions extends Omit<Reading, 'take'> {
  /** Whether the first page is enough. */
  onePage?: boolean
}

/**
 * Looks for deployments in the list. Returns those it found even if it does not reach the end.
 *
 * @param isWanted whether an item is looked for
 */
export async function lookFor(
  service: Service,
  isWanted: (item: unknown) => boolean,
  { onePage, ...reading }: LookOptions,
): Promise<Look> {
  const found = new Map<string, Deployment>()
  function take(items: unknown[]): boolean | undefined {
    for (const item of items.filter(isWanted)) {
      const deployment = readDeployment(item)
      if (!deployment)
        throw listFailure(
          'the list has a deployment without an id: another service probably answers at `base_url`',
          'other_items',
        )
      found.set(comparableId(deployment.id), deployment)
      service.see(deployment)
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
export const lookUp = (service: Service, name: string, options: LookOptions = {}): Promise<Look> =>
  lookFor(service, item => valueAt(item, 'name') === name, {
    // Items without names do not show that the name is free.
    isKnown: item => textAt(item, 'name') !== '',
    ...options,
  })
