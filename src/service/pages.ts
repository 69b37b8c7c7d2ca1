import type { ListQuery, Service } from './client.ts'
import type { Failure, Reply } from './failure.ts'
import { NOTHING_SAID } from './said.ts'

/** The maximum page size of the interface. */
export const PAGE_SIZE = 100

/** Far more than any real list has. An endless list must not block a job for hours. */
const MAX_PAGES = 20_000

/** How often the list is read again after it repeated a page: it may shift while it is read, but not every time. */
const MAX_WALKS = 3

/**
 * How many empty pages in a row are followed to the offset that they name. Some services always name a further one; most
 * of these add the requested limit.
 */
const MAX_EMPTY_PAGES = { byLimit: 2, otherwise: 5 }

/** After this many short pages in a row without new items, more pages will not show any. */
const MAX_STALE_PAGES = 2

type Item = Record<string, unknown>

/** Which part of the list to read, and what to keep of it. */
export interface Walk {
  /** The filters. Only a walk without filters is certain to see every deployment. */
  query: ListQuery
  wanted: (item: Item) => boolean
  /** The offset of the first page; default 0. */
  offset?: number
  /** Stop after this many wanted items. */
  most?: number
  /** Stop after this many items, wanted or not, on at least three pages. */
  enough?: number
  /** The service is known to filter before it cuts the list into pages. */
  isEarly?: boolean
  /** Finds out whether the service filters early, from items far down the list. If set, no match is missed. */
  isFilterEarly?: (farDown: Item[]) => Promise<boolean>
}

/** The result of a walk. */
interface Walked {
  /** The wanted items, each once, as the service sent them. */
  found: Item[]
  /** Whether the walk reached the end of the list. */
  ended: boolean
  /** The offset after the last page. */
  next: number
  /** The last page that was not empty. */
  lastPage: Item[]
}

/**
 * Reads the list of deployments page by page, to its end unless a limit stops it earlier.
 *
 * The next page begins after the items of this page. The response's `offset` is ignored, because it may mean the next
 * page, this page, the total or something else. The list ends at an empty page: a short page is not proof, because the
 * service may have a smaller page size. The walk never skips an item unless one is deleted in the meantime; new items
 * at the front of the list only make some items appear twice.
 *
 * An empty page whose `offset` points further may be one from which the service removed all items. The walk continues at
 * that offset. If it is the end too, and is no further offset, it was a total: then the pages hide some of the items.
 *
 * A service may filter after it cuts the page. Then pages are short or empty although the list goes on. So if a
 * filtered page shows nothing new and there is a hint of more items, the walk requests the same page without the filter
 * and counts its items. Hints are an `offset` that points further, and a page that repeats items. Without such a hint a
 * filtered list may end too early: a caller that must not miss anything gives `isFilterEarly`, or reads the list without
 * filters.
 *
 * @returns a failure if the list repeats itself, does not end, or has more items than its pages
 */
export async function walkDeployments(
  list: Service['listDeployments'],
  walk: Walk,
  signal: AbortSignal,
): Promise<Reply<Walked>> {
  for (let count = 0; count < MAX_WALKS; count++) {
    const reply = await walkOnce(list, walk, signal)
    if (reply !== 'repeats') return reply
  }
  return { ok: false, error: repeats() }
}

async function walkOnce(
  list: Service['listDeployments'],
  {
    query,
    wanted,
    offset: start = 0,
    most = Infinity,
    enough = Infinity,
    isEarly = false,
    isFilterEarly,
  }: Walk,
  signal: AbortSignal,
): Promise<Reply<Walked> | 'repeats'> {
  const read = (filters: ListQuery, offset: number) =>
    list({ ...filters, limit: String(PAGE_SIZE), offset: String(offset) }, signal)
  const mayBeLate = !isEarly && Object.keys(query).length > 0
  const seen = new Set<unknown>()
  const passed = new Set<unknown>()
  const found: Item[] = []
  let offset = start
  let lastPage: Item[] = []
  let largest = 0
  let stale = 0
  let isLate = false
  let empty = 0
  for (let count = 0; count < MAX_PAGES; count++) {
    const reply = await read(query, offset)
    if (!reply.ok) return reply
    const { resources, size, offset: told = 0 } = reply.value
    const fresh = resources.filter(item => isNew(seen, item))
    for (const item of fresh) if (wanted(item)) found.push(item)
    const walked = (ended: boolean): Reply<Walked> => ({
      ok: true,
      status: reply.status,
      value: { found: found.slice(0, most), ended, next: offset + size, lastPage },
    })
    if (resources.length > 0) lastPage = resources
    if (found.length >= most || (seen.size >= enough && offset - start >= 2 * largest)) return walked(false)

    let step = size
    let isStale = size > 0 && fresh.length === 0
    const isDoubtful = isStale || isLate || told > offset || isFilterEarly !== undefined
    if (mayBeLate && fresh.length === 0 && isDoubtful) {
      const unfiltered = await read({}, offset)
      if (!unfiltered.ok) return unfiltered
      step = unfiltered.value.size
      if (isFilterEarly && !isLate && step > 0) {
        const further = await read({}, offset + step)
        if (!further.ok) return further
        if (further.value.size === 0 || (await isFilterEarly(further.value.resources))) return walked(true)
        isLate = true
      }
      isLate ||= isStale
      isStale = step > 0 && unfiltered.value.resources.filter(item => isNew(passed, item)).length === 0
    }
    // A full page of known items may be a wrong page. A shorter one has the last items of the list, which new items at
    // the front have shifted to here.
    if (isStale && step >= largest) return 'repeats'
    stale = isStale ? stale + 1 : 0
    if (stale >= MAX_STALE_PAGES) return walked(true)
    if (step === 0) {
      const most = told - offset === PAGE_SIZE ? MAX_EMPTY_PAGES.byLimit : MAX_EMPTY_PAGES.otherwise
      if (mayBeLate || told < offset || empty >= most) return walked(true)
      if (told === offset) return empty === 0 ? walked(true) : { ok: false, error: hidden(told) }
      empty++
      offset = told
      continue
    }
    empty = 0
    largest = Math.max(largest, step)
    offset += step
  }
  return { ok: false, error: endless() }
}

/** Adds an item to the set. Returns whether it is new. */
function isNew(seen: Set<unknown>, item: Item): boolean {
  const before = seen.size
  return seen.add(keyOf(item)).size > before
}

const keyOf = ({ id, name }: Item) =>
  typeof id === 'string' ? id : `without id: ${typeof name === 'string' ? name : ''}`

const CHECK = 'check the input list_parameters'

const repeats = (): Failure =>
  cannotBeRead(
    `the list of deployments repeats a page although another page was requested. The service may know the offset parameter by another name: ${CHECK}`,
  )

const hidden = (total: number): Failure =>
  cannotBeRead(
    `the list of deployments has an offset of ${total} and shows fewer deployments, so its end is unknown: ${CHECK}`,
  )

const endless = (): Failure =>
  cannotBeRead(`the list of deployments did not end after ${MAX_PAGES} pages: ${CHECK}`)

function cannotBeRead(reason: string): Failure {
  return { kind: 'unusable', status: 200, reason, said: NOTHING_SAID }
}
