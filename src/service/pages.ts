import { words } from '../lib/sentence.ts'
import type { ListQuery, Service } from './client.ts'
import type { Reply } from './failure.ts'
import { idOf } from './responses.ts'

const PAGE_SIZE = 100

/** More pages in a row that show nothing new are no coincidence. */
const MOST_IDLE = 5

/** An item of the list, as the service sent it. */
export type Item = Record<string, unknown>

/**
 * Reads the list of deployments page by page, to an empty page. Yields the new items of each page, and a failure as the
 * last value. `offset` counts items, as `offset` in a response may mean anything.
 *
 * After a full page the next one begins an item early, so that it shows a known item. New deployments only move more of
 * them onto it.
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
  let idle = 0
  while (true) {
    const at = Math.max(start, end - overlap)
    const reply = await list({ ...query, limit: `${PAGE_SIZE}`, offset: `${at}` }, signal, { retry })
    if (!reply.ok) return yield reply
    const { resources, size, offset = 0 } = reply.value
    const isJoined = overlap === 0 || at === start || resources.some(isKnown)
    if (!isJoined) {
      // Deployments were deleted, and others moved onto pages that were read: back by a page.
      overlap += full
    } else if (size === 0) {
      // The service may hide the items of a page. Some always add the limit, behind the end too.
      if (offset <= at) return
      if (++idle > MOST_IDLE) return offset === at + PAGE_SIZE ? undefined : yield NO_END
      ;[end, overlap, last] = [offset, 0, 0]
    } else if (overlap === 0 && last > 1) {
      // The page before was full: the service has shorter pages than it was asked for.
      ;[full, overlap] = [last, 1]
    } else {
      const fresh = resources.filter(item => !isKnown(item) && known.add(keyOf(item)))
      yield { ...reply, value: fresh }
      idle = fresh.length > 0 ? 0 : idle + 1
      if (idle > MOST_IDLE) return yield NO_END
      ;[end, overlap, last] = [at + size, size < full ? 0 : 1, size]
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
