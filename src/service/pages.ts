import { words } from '../lib/sentence.ts'
import type { ListQuery, Page, Service } from './client.ts'
import type { Failure, Reply } from './failure.ts'
import { idOf } from './responses.ts'

/** The maximum page size of the interface. */
const PAGE_SIZE = 100

/** How many pages of a long list are requested ahead. */
const MOST_AHEAD = 3

/** Far more than any real list has. An endless list must not block a job for hours. */
const MAX_PAGES = 20_000

/** More pages in a row without a new item are no coincidence. Each of them is read twice. */
const MAX_STALE = 20

/** How many empty pages in a row are passed because they point further. */
const MAX_EMPTY = 3

/** An item of the list, as the service sent it. */
export type Item = Record<string, unknown>

/**
 * Reads the list of deployments page by page, to an empty page. Yields the new items of each page, and a failure as the
 * last value.
 *
 * The next page begins after the items of this one, however few these are. A page without new items is read again: it
 * may be a wrong page. If it stays the same, new deployments have shifted known ones onto it, and the list goes on. A
 * list that only repeats itself fails. `offset` in a response may mean anything, so it moves no page, unless the page is
 * empty and `offset` points further: the service may hide some items, so the list goes on there. An `offset` inside its own
 * page may be the number of a page. If there are unknown items at it, the end is unknown.
 *
 * After full pages the next ones are requested ahead, each one item early. Such a page counts only if it begins with the
 * last item of the page before it and goes on, so a change between the two is not missed. After another one, the rest is
 * read page after page: from one page earlier, if deletions have moved that item away and others onto known pages.
 *
 * @param query the filters; only without filters does every deployment appear
 * @param start the offset of the first page
 * @param expected how many items the list probably has: the empty page behind them is requested with the first page,
 *   and counts only if that has exactly these items
 * @param retry whether each request is retried
 */
export async function* readPages(
  list: Service['listDeployments'],
  query: ListQuery,
  outer: AbortSignal,
  { start = 0, expected = 0, retry = true } = {},
): AsyncGenerator<Reply<Item[]>> {
  const done = new AbortController()
  const signal = AbortSignal.any([outer, done.signal])
  const request = (at: number, options = { retry }) => {
    const page = list({ ...query, limit: String(PAGE_SIZE), offset: String(at) }, signal, options)
    // Nothing may wait for a page that was requested early.
    page.catch(() => {})
    return page
  }
  const requested = new Map([...new Set([start, start + expected])].map(at => [at, request(at)]))
  const readAhead = requestAhead(request)
  const seen = new Set<string>()
  let [offset, full, stale, empty, pageNumber, last] = [start, 0, 0, 0, 0, '']
  try {
    for (let count = 0; count < MAX_PAGES; count++) {
      const { early, hasMoved } = await readAhead(offset - 1, full, last)
      if (hasMoved) offset -= PAGE_SIZE
      const at = early ? offset - 1 : offset
      const reply = early ?? (await (requested.get(at) ?? request(at)))
      requested.delete(offset)
      if (!reply.ok) return yield reply
      const { resources, size, offset: answered = 0 } = reply.value
      if (size !== expected) requested.clear()
      if (size === 0) {
        if (empty > 0 && answered === offset) return yield unreadable(UNCLEAR)
        if (empty === MAX_EMPTY || answered <= offset) {
          const numbered = pageNumber > 0 ? await request(pageNumber) : reply
          if (!numbered.ok) return yield numbered
          const isKnown = numbered.value.resources.every(item => seen.has(keyOf(item)))
          return isKnown ? undefined : yield unreadable(UNCLEAR)
        }
        empty++
        offset = answered
      } else {
        empty = 0
        const fresh = resources.filter(item => seen.size < seen.add(keyOf(item)).size)
        yield { ...reply, value: fresh }
        if (answered > at && answered < at + size) pageNumber ||= answered
        stale = fresh.length > 0 ? 0 : stale + 1
        if (stale > MAX_STALE) return yield unreadable('repeats a page although another page was requested')
        if (stale % 2 === 0) offset = at + size
        full = size === PAGE_SIZE ? full + 1 : 0
        last = idOf(resources.at(-1) ?? {}) ?? ''
      }
    }
    yield unreadable(`did not end after ${MAX_PAGES} pages`)
  } finally {
    done.abort()
  }
}

/**
 * Requests the pages of a list ahead, if enough full pages came before. Resolves to the page at an offset if it begins
 * with the last known item and goes on, or else to whether that item has moved away from it.
 */
function requestAhead(request: (at: number, options: { retry: boolean }) => Promise<Reply<Page>>) {
  const ahead = new Map<number, Promise<Reply<Page>>>()
  let most = MOST_AHEAD
  return async (offset: number, full: number, last: string) => {
    for (let page = 0; page < Math.min(full, most); page++) {
      const at = offset + page * (PAGE_SIZE - 1)
      if (!ahead.has(at)) ahead.set(at, request(at, { retry: false }))
    }
    const early = await ahead.get(offset)
    const ids = early?.ok ? early.value.resources.map(idOf) : []
    const fits = ids.length > 1 && ids[0] === last
    if (fits) ahead.delete(offset)
    else if (ahead.size > 0) {
      // The service may refuse several requests at a time, so these end before the next one.
      await Promise.allSettled(ahead.values())
      ahead.clear()
      most = 0
    }
    return { early: fits ? early : undefined, hasMoved: early?.ok && !ids.includes(last) }
  }
}

const keyOf = (item: Item) =>
  idOf(item) ?? `without id: ${typeof item['name'] === 'string' ? item['name'] : ''}`

const UNCLEAR = 'has an `offset` that its pages do not fit, so its end is unknown'

function unreadable(what: string): { ok: false; error: Failure } {
  const reason = words(`the list of deployments ${what}`)
  return { ok: false, error: { kind: 'unusable', status: 200, reason, problem: 'unpaged' } }
}
