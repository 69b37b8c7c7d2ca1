import { isDeepStrictEqual } from 'node:util'
import { LATE } from '../lib/clock.ts'
import { isObject } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import type { ListQuery, Page, ProgressReport, Service } from './client.ts'
import type { Failure, Reply, UnusableFailure } from './failure.ts'
import { comparableId, idOf } from './responses.ts'

// Reads the list of deployments page by page. `offset` counts items, as `offset` in a response may mean anything.

const PAGE_SIZE = 100

const MOST_PAGES = 1000

/** The first reading of a list, and three more if it changes meanwhile. */
const MOST_READINGS = 4

/** The time until a reading is reported, and between two reports, in milliseconds. */
const REPORT_EVERY = 10_000

/** An item of the list, as the service sent it. */
export type Item = Record<string, unknown>

interface Options {
  /** The offset of the first page. */
  start?: number
  /** When a look ends that is one of several, by the clock. Its first request is not retried, as the next look follows. */
  deadline?: number | undefined
}

/**
 * Reads the list to its end. Yields the new items of each page, and a failure as the last value.
 *
 * If the list changes meanwhile, it is read again, and all that any reading shows counts.
 *
 * @param query the filters; only without filters does every deployment appear
 */
export async function* readPages(
  { listDeployments, report }: Pick<Service, 'listDeployments' | 'report'>,
  query: ListQuery | undefined,
  signal: AbortSignal,
  { start = 0, deadline }: Options,
): AsyncGenerator<Reply<Item[]>> {
  const known = new Set<Key>()
  const isNew = (key: Key) => !known.has(key) && known.add(key)
  const onPage = reporter(report)
  const pageAt = async (offset: number): Promise<Reply<Page>> => {
    const page = { limit: `${PAGE_SIZE}`, offset: `${offset}` }
    try {
      const isFirst = deadline !== undefined && known.size === 0
      const until = isFirst ? 0 : deadline
      return await listDeployments({ ...query, ...page }, signal, until)
    } catch (error) {
      // The service answered, so it is not unreachable.
      if (error !== LATE || known.size === 0) throw error
      return untrusted(tooLong(known.size), 'list_late')
    }
  }
  const readings: Reading[] = []

  while (readings.length < MOST_READINGS) {
    const reading = startAt(start)
    readings.push(reading)
    while (!reading.hasEnded) {
      if (reading.pages > MOST_PAGES) return yield untrusted(ENDLESS)
      const reply = await pageAt(reading.offset)
      if ('kind' in reply) return yield reply
      const keys = keysOf(reply.value, reading.offset)
      addPage(reading, keys)
      const items = reply.value.filter((_, index) => isNew(keys[index]))
      yield { ...reply, value: items.filter(isObject) }
      onPage(known.size)
    }
    if (reading.flaws.size === 0) return
  }
  const failure = await contradictionIn(readings, known, start, pageAt)
  if (failure) yield failure
}

/** Why readings which all have flaws prove nothing; undefined if the list changed meanwhile, as then all that they showed counts. */
async function contradictionIn(
  readings: Reading[],
  known: ReadonlySet<Key>,
  start: number,
  pageAt: (offset: number) => Promise<Reply<Page>>,
): Promise<Failure | undefined> {
  const allHave = (flaw: Flaw) => readings.every(({ flaws }) => flaws.has(flaw))
  if (allHave('repeats')) return untrusted(REPEATED, 'list_repeats')
  const isAtRest = readings.every(({ seen }) => seen.size === known.size)
  if (!isAtRest) return undefined

  // Its second item comes next, unless `offset` counts something else.
  const second = start + 1
  const reply = await pageAt(second)
  if ('kind' in reply) return reply
  const showsMore = keysOf(reply.value, second).some(key => !known.has(key))
  return allHave('gap') || showsMore ? untrusted(GAP, 'list_gap') : undefined
}

/** What tells an item from others; undefined for none. */
type Key = string | undefined

/**
 * Why a page proves nothing of those before it: it is the same as the one before, shows nothing of them, or does not begin
 * where it should. A reading of a list that changes meanwhile has such pages too.
 */
type Flaw = 'repeats' | 'gap' | 'changed'

/** One reading of the list. */
interface Reading {
  pages: number
  /** The offset of the next page. */
  offset: number
  /** The keys of the last page, and of all pages. */
  last: Key[]
  seen: Set<Key>
  /** Only a reading without flaws proves that it misses nothing. */
  flaws: Set<Flaw>
  hasEnded: boolean
}

const startAt = (offset: number): Reading => ({
  pages: 0,
  offset,
  last: [],
  seen: new Set(),
  flaws: new Set(),
  hasEnded: false,
})

/**
 * The keys with which the page after another one begins: its last one. After a page of one item the next begins behind it,
 * as otherwise a service with such pages would show that item for ever.
 */
const overlapOf = (page: Key[]): Key[] => page.slice(1).slice(-1)

/** Adds a page to a reading, by the keys of its items. The list ends at a page on which nothing follows the last item of the page before. */
function addPage(reading: Reading, keys: Key[]): void {
  const flaw = flawOf(reading, keys)
  const behind = keys.slice(keys.indexOf(reading.last.at(-1)) + 1)
  reading.hasEnded = flaw === 'repeats' || behind.length === 0
  if (flaw) reading.flaws.add(flaw)
  for (const key of keys) reading.seen.add(key)
  reading.pages++
  reading.last = keys
  reading.offset += keys.length - overlapOf(keys).length
}

/**
 * If a page does not begin where it should, items in front of it came, went or moved, and others may have moved onto pages
 * that were read. The items that follow are new, unless one has moved.
 */
function flawOf({ last, seen }: Reading, keys: Key[]): Flaw | undefined {
  const overlap = overlapOf(last)
  const begin = keys.slice(0, overlap.length)
  const isInPlace = isDeepStrictEqual(begin, overlap)
  const behind = new Set(keys.slice(overlap.length))
  if (isInPlace && seen.isDisjointFrom(behind)) return undefined
  if (isDeepStrictEqual(keys, last)) return 'repeats'
  // An empty page behind a short one is no gap: the list may have become shorter.
  const isShorter = keys.length === 0 && last.length < PAGE_SIZE
  const isGap = !isShorter && seen.isDisjointFrom(new Set(keys))
  return isGap ? 'gap' : 'changed'
}

const REPEATED = say`the list of deployments shows the same page at each offset, so the service seems to ignore \`offset\`, or to have another name for it`

const ENDLESS = say`the list of deployments did not end within ${MOST_PAGES} pages: it is too long to be read, or the service ignores \`limit\` and \`offset\`, or has other names for them`

const GAP = say`the pages of the list do not join, so deployments may be missing: in ${MOST_READINGS} readings a page did not begin with the deployment at its \`offset\`. The service seems to round \`offset\`, or to count something else`

const tooLong = (items: number) =>
  say`the list of deployments did not end in time, after ${items} of them`

const untrusted = (
  reason: Sentence,
  problem: UnusableFailure['problem'] = 'list_parameters',
): Failure => ({ kind: 'unusable', status: 200, reason, problem })

/** What tells the items of a page apart: the id, else the name, else only the place in the list. */
const keysOf = (items: Page, offset: number): Key[] =>
  items.map((item, index) => keyOf(item) ?? `at ${offset + index}`)

/** The id of an item, in which the case of a UUID does not matter; else its name. */
function keyOf(item: unknown): Key {
  if (!isObject(item)) return undefined
  const { name } = item
  const id = idOf(item)
  if (id !== undefined) return comparableId(id)
  return typeof name === 'string' ? `no id: ${name}` : undefined
}

/** Reports how far a reading is, from time to time. */
function reporter({ clock, onProgress }: ProgressReport) {
  let pages = 0
  let next = clock.now() + REPORT_EVERY
  return (items: number) => {
    pages++
    if (clock.now() < next) return
    next = clock.now() + REPORT_EVERY
    onProgress({ pages, items })
  }
}
