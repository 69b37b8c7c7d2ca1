import { words } from '../lib/sentence.ts'
import type { ListQuery, Service } from './client.ts'
import type { Reply } from './failure.ts'
import { idOf } from './responses.ts'

const PAGE_SIZE = 100

/** More pages in a row without a new item are no coincidence. */
const MOST_STALE = 12

/** More empty pages in a row are the end, though they point further: some services always add the limit. */
const MOST_EMPTY = 5

/** An item of the list, as the service sent it. */
export type Item = Record<string, unknown>

/**
 * Reads the list of deployments page by page, to an empty page. Yields the new items of each page, and a failure as the
 * last value. `offset` counts items, and in a response it counts only if an empty page points further: the service may
 * hide the items of a page.
 *
 * After a full page the next one begins an item early. If it shows no known item, deployments were deleted meanwhile, and
 * others moved onto pages that were read: the reading goes back a page. New deployments only move known ones onto the
 * next page. A list that repeats known items again and again fails, as its end is unknown.
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
  const known = new Set<string>()
  const isKnown = (item: Item) => known.has(keyOf(item))
  /** The end of what was read, and how many items before it the next page begins. */
  let [end, overlap] = [start, 0]
  /** The sizes of a full page and of the page before. */
  let [full, last] = [PAGE_SIZE, 0]
  let [stale, empty] = [0, 0]
  while (true) {
    const at = Math.max(start, end - overlap)
    const reply = await list({ ...query, limit: `${PAGE_SIZE}`, offset: `${at}` }, signal, { retry })
    if (!reply.ok) return yield reply
    const { resources, size, offset = 0 } = reply.value
    const isJoined = overlap === 0 || at === start || resources.some(isKnown)
    if (!isJoined) {
      overlap += full
    } else if (size === 0) {
      if (offset <= at || ++empty > MOST_EMPTY) return
      ;[end, overlap, last] = [offset, 0, 0]
    } else if (overlap === 0 && last > 1) {
      // The service has shorter pages than it was asked for: the page before was full.
      ;[full, overlap] = [last, 1]
    } else {
      const fresh = resources.filter(item => !isKnown(item) && known.add(keyOf(item)))
      yield { ...reply, value: fresh }
      stale = fresh.length > 0 ? 0 : stale + 1
      if (stale > MOST_STALE) return yield NO_END
      ;[end, overlap, last, empty] = [at + size, size < full ? 0 : 1, size, 0]
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
    problem: 'unpaged',
  },
}
