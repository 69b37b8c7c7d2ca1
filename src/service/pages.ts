import { words } from '../lib/sentence.ts'
import type { ListQuery, Service } from './client.ts'
import type { Reply } from './failure.ts'
import { idOf } from './responses.ts'

const PAGE_SIZE = 100

/** More pages in a row without a new item are no coincidence. */
const MOST_STALE = 12

/**
 * How many empty pages in a row are passed because they point further: of those that only add the limit, as some services
 * do behind the end too, and of all. More of the others have no end.
 */
const MOST_EMPTY = { adding: 3, all: 20 }

/** An item of the list, as the service sent it. */
export type Item = Record<string, unknown>

/**
 * Reads the list of deployments page by page, to an empty page. Yields the new items of each page, and a failure as the
 * last value.
 *
 * `offset` counts items. The next page begins after the items that came, however few, because `offset` in a response may
 * mean anything: the next offset, the page's own, a total. It counts only if an empty page points further: the service
 * may hide the items of a page.
 *
 * After a full page the next request begins one item early. If that page shows no known item, deployments were deleted
 * meanwhile, and others moved onto pages that were read: the reading goes back a page. New deployments only move known
 * ones onto the next page. A page that another one follows was full, as the service may have shorter pages than it was
 * asked for: the reading continues one item before that other one, to see whether the two follow one another.
 *
 * A list that repeats known items again and again fails, as its end is unknown. So does one with unknown items at an
 * `offset` that lay inside its own page: it counts pages.
 *
 * @param query the filters; only without filters does every deployment appear
 * @param start the offset of the first page
 * @param retry whether each request is retried
 */
export async function* readPages(
  list: Service['listDeployments'],
  query: ListQuery,
  signal: AbortSignal,
  { start = 0, retry = true } = {},
): AsyncGenerator<Reply<Item[]>> {
  /** The known items, each with the number of those that were known before it. */
  const seen = new Map<string, number>()
  const pageAt = (at: number) => list({ ...query, limit: `${PAGE_SIZE}`, offset: `${at}` }, signal, { retry })
  let [offset, early, stale, empty, pageNumber] = [start, 0, 0, 0, 0]
  /** The sizes of a full page, as far as known, and of the page before. */
  let [full, last] = [PAGE_SIZE, 0]
  /** How many items were known before the next page, and the end of the page that it comes before. */
  let [known, read] = [0, 0]
  const isKnown = (item: Item) => (seen.get(keyOf(item)) ?? known) < known
  while (true) {
    const at = Math.max(start, offset - early)
    const reply = await pageAt(at)
    if (!reply.ok) return yield reply
    const { resources, size, offset: answered = 0 } = reply.value
    if (early > 0 && at > start && !resources.some(isKnown)) {
      early += full
      read = 0
    } else if (size > 0) {
      const before = seen.size
      const fresh = resources.filter(item => !seen.has(keyOf(item)) && seen.set(keyOf(item), seen.size))
      yield { ...reply, value: fresh }
      stale = fresh.length > 0 ? 0 : stale + 1
      if (stale > MOST_STALE) return yield NO_END
      if (answered > at && answered < at + size) pageNumber = answered
      // The page before this one.
      const wasFull = early === 0 && last > 1
      if (wasFull) full = last
      offset = at + size
      early = size < full && offset >= read ? 0 : 1
      offset = Math.max(offset, read)
      known = seen.size
      if (wasFull) [offset, early, known, read] = [at, 1, before, at + size]
      last = size
      empty = 0
    } else if (answered > at && !(answered === at + PAGE_SIZE && empty >= MOST_EMPTY.adding)) {
      if (++empty > MOST_EMPTY.all) return yield NO_END
      offset = answered
      early = 0
      last = 0
    } else {
      const numbered = pageNumber > 0 ? await pageAt(pageNumber) : reply
      if (!numbered.ok) return yield numbered
      return numbered.value.resources.every(isKnown) ? undefined : yield NO_END
    }
  }
}

const keyOf = (item: Item) =>
  idOf(item) ?? `without id: ${typeof item['name'] === 'string' ? item['name'] : ''}`

const NO_END: Reply<never> = {
  ok: false,
  error: {
    kind: 'unusable',
    status: 200,
    reason: words('the pages of the list of deployments do not follow one another, so its end is unknown'),
    problem: 'list_parameters',
  },
}
