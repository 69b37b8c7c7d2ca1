import { words } from '../lib/sentence.ts'
import type { ListQuery, Service } from './client.ts'
import type { Reply } from './failure.ts'
import { idOf } from './responses.ts'

/** The maximum page size of the interface. */
const PAGE_SIZE = 100

/** More pages in a row without a new item are no coincidence. */
const MOST_STALE = 5

/** How many empty pages in a row are passed because they point further. */
const MOST_EMPTY = 3

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
 * ones onto the next page. A list that repeats known items again and again has no end, and fails.
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
  const seen = new Set<string>()
  let [offset, early, stale, empty] = [start, 0, 0, 0]
  while (true) {
    const at = Math.max(start, offset - early)
    const reply = await list({ ...query, limit: `${PAGE_SIZE}`, offset: `${at}` }, signal, { retry })
    if (!reply.ok) return yield reply
    const { resources, size, offset: answered = 0 } = reply.value
    if (early > 0 && at > start && !resources.some(item => seen.has(keyOf(item)))) {
      early += PAGE_SIZE
    } else if (size > 0) {
      const fresh = resources.filter(item => seen.size < seen.add(keyOf(item)).size)
      yield { ...reply, value: fresh }
      stale = fresh.length > 0 ? 0 : stale + 1
      if (stale > MOST_STALE) return yield ENDLESS
      offset = at + size
      early = size < PAGE_SIZE ? 0 : 1
      empty = 0
    } else {
      if (answered <= at || ++empty > MOST_EMPTY) return
      offset = answered
      early = 0
    }
  }
}

const keyOf = (item: Item) =>
  idOf(item) ?? `without id: ${typeof item['name'] === 'string' ? item['name'] : ''}`

const ENDLESS: Reply<never> = {
  ok: false,
  error: {
    kind: 'unusable',
    status: 200,
    reason: words('the list of deployments repeats the same items, whatever page is requested'),
    problem: 'unpaged',
  },
}
