import { words } from '../lib/sentence.ts'
import type { ListQuery, Service } from './client.ts'
import type { Reply } from './failure.ts'
import { idOf } from './responses.ts'

const PAGE_SIZE = 100

/** So many pages in a row may show nothing new, for example where the service removes items after it has cut a page. */
const MOST_IDLE = 8

/** An item of the list, as the service sent it. */
export type Item = Record<string, unknown>

/**
 * Reads the list of deployments page by page, to an empty page. Yields the new items of each page, and a failure as the
 * last value. `offset` counts items, as `offset` in a response may mean anything.
 *
 * After a full page the next one begins an item early, so that it shows the last known item. If it does not, items before
 * it were deleted or moved, and others moved onto pages that were read: the reading goes back a page.
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
  /** The sizes of a full page and of the page before, and the last item of that. */
  let [full, before] = [PAGE_SIZE, 0]
  let last: string | undefined
  let idle = 0
  while (true) {
    const at = Math.max(start, end - overlap)
    const reply = await list(
      { ...query, limit: `${PAGE_SIZE}`, offset: `${at}` },
      signal,
      {
        retry,
      },
    )
    if (!reply.ok) return yield reply
    const { resources, size, offset = 0 } = reply.value
    const isWhole = overlap === 0 || at === start
    if (
      !isWhole &&
      !resources.some(item =>
        overlap === 1 ? keyOf(item) === last : isKnown(item),
      )
    ) {
      overlap += full
    } else if (size === 0) {
      // The service may hide the items of a page. Some always add the limit, behind the end too.
      if (offset <= at) return
      if (++idle > MOST_IDLE)
        return offset === at + PAGE_SIZE ? undefined : yield NO_END
      ;[end, overlap, before] = [offset, 0, 0]
    } else if (overlap === 0 && before > 1 && !resources.every(isKnown)) {
      // The page before was full: the service has shorter pages than it was asked for.
      ;[full, overlap] = [before, 1]
    } else {
      const fresh = resources.filter(
        item => !isKnown(item) && known.add(keyOf(item)),
      )
      yield { ...reply, value: fresh }
      idle = fresh.length > 0 ? 0 : idle + 1
      if (idle > MOST_IDLE) return yield NO_END
      last = resources.map(keyOf).at(-1)
      ;[end, overlap, before] = [at + size, size < full ? 0 : 1, size]
    }
  }
}

const keyOf = (item: Item) =>
  idOf(item) ??
  `without id: ${typeof item['name'] === 'string' ? item['name'] : ''}`

const NO_END: Reply<never> = {
  ok: false,
  error: {
    kind: 'unusable',
    status: 200,
    reason: words(
      'the pages of the list of deployments do not follow one another, so its end is unknown',
    ),
    problem: 'list_parameters',
  },
}
