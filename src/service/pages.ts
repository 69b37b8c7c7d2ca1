import type { Service } from './client.ts'
import type { Failure, Reply } from './failure.ts'
import type { ListQuery } from './list-parameters.ts'

/** The largest page that the interface allows. */
export const PAGE_SIZE = 100

/** Far beyond any real list. A list that never ends must not hold a job for hours. */
const MAX_PAGES = 20_000

/** A list may shift by a whole page while it is read, but not each time. */
const MAX_WALKS = 3

/** After so many short pages in a row that show nothing new, more pages will not either. */
const MAX_STALE_PAGES = 2

type Item = Record<string, unknown>

/** Which part of the list to read, and what to keep of it. */
export interface Walk {
  /** The filters. A walk without filters is the only one that is sure to see every deployment. */
  query: ListQuery
  wanted: (item: Item) => boolean
  /** The offset of the first page; default 0. */
  offset?: number
  /** Stop when so many wanted items are found. */
  most?: number
  /** Stop once so many items, wanted or not, were seen on at least three pages. */
  enough?: number
  /** The filters are known to be applied before the list is cut into pages. */
  isEarly?: boolean
}

/** What a walk saw. */
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
 * Reads the list of deployments page by page, to its end unless told to stop earlier.
 *
 * The next page begins after the items of this one, whatever `offset` the response has: it may be the next
 * page's, this page's, the total or anything else. The list ends at an empty page. A page may be short only
 * because the service has a smaller limit of its own. The walk never skips an item as long as none is deleted
 * meanwhile; new items at the front of the list only make some items appear twice.
 *
 * A service may apply a filter after it cuts the page. Then pages are short or empty although the list goes on.
 * So if a filtered page shows nothing new, and something hints at more, the same page without the filter tells
 * how many items the service looked through. Hints are an `offset` that points further, and a page that repeats
 * items. A filtered list without such a hint ends too early: a caller that must not miss anything reads the
 * list without filters.
 *
 * @returns a failure if the list repeats itself or does not end
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
  { query, wanted, offset: start = 0, most = Infinity, enough = Infinity, isEarly = false }: Walk,
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
  for (let count = 0; count < MAX_PAGES; count++) {
    const reply = await read(query, offset)
    if (!reply.ok) return reply
    const { resources, size, offset: told = 0 } = reply.value
    const fresh = resources.filter(item => isNew(seen, item))
    found.push(...fresh.filter(wanted))
    const walked = (ended: boolean): Reply<Walked> => ({
      ok: true,
      status: reply.status,
      value: { found: found.slice(0, most), ended, next: offset + size, lastPage },
    })
    if (resources.length > 0) lastPage = resources
    if (found.length >= most || (seen.size >= enough && offset - start >= 2 * largest)) return walked(false)

    let step = size
    let isStale = size > 0 && fresh.length === 0
    if (mayBeLate && fresh.length === 0 && (isStale || isLate || told > offset)) {
      const unfiltered = await read({}, offset)
      if (!unfiltered.ok) return unfiltered
      step = unfiltered.value.size
      isLate ||= isStale
      isStale = step > 0 && unfiltered.value.resources.filter(item => isNew(passed, item)).length === 0
    }
    // A full page of known items may be the wrong page. A shorter one holds the last items of the list, which new
    // items at its front have shifted to here.
    if (isStale && step >= largest) return 'repeats'
    stale = isStale ? stale + 1 : 0
    if (stale >= MAX_STALE_PAGES) return walked(true)
    if (step === 0) return walked(true)
    largest = Math.max(largest, step)
    offset += step
  }
  return { ok: false, error: endless() }
}

/** Whether an item was not in the set; it is from then on. */
function isNew(seen: Set<unknown>, item: Item): boolean {
  const before = seen.size
  return seen.add(keyOf(item)).size > before
}

const keyOf = ({ id, name }: Item) => (typeof id === 'string' ? id : `without id: ${name}`)

const CHECK = 'check the input list_parameters'

const repeats = (): Failure =>
  cannotBeRead(
    `the list of deployments repeats a page although another page was requested. The service may know the offset parameter by another name: ${CHECK}`,
  )

const endless = (): Failure =>
  cannotBeRead(`the list of deployments did not end after ${MAX_PAGES} pages: ${CHECK}`)

function cannotBeRead(reason: string): Failure {
  return { kind: 'unusable', status: 200, reason, said: { text: '', fields: [] } }
}
