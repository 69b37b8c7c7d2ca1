import type { Clock } from '../lib/clock.ts'
import { isObject } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import type { ListQuery, Service } from './client.ts'
import type { Reply } from './failure.ts'
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

/** How far a reading is: the pages that came, and the different items on them. */
export interface Progress {
  pages: number
  items: number
}

/** To whom a reading that takes long is reported, by which clock. */
export interface ProgressReport {
  clock: Pick<Clock, 'now'>
  onProgress: (progress: Progress) => void
}

interface Options {
  /** The offset of the first page. */
  start?: number
  /** Whether each request is retried. */
  retry?: boolean
  report?: ProgressReport | undefined
}

/**
 * Reads the list to its end. Yields the new items of each page, and a failure as the last value.
 *
 * If the list changes meanwhile, it is read again, and all that any reading shows counts.
 *
 * @param query the filters; only without filters does every deployment appear
 */
export async function* readPages(
  list: Service['listDeployments'],
  query: ListQuery,
  signal: AbortSignal,
  { start = 0, retry = true, report }: Options,
): AsyncGenerator<Reply<Item[]>> {
  const known = new Set<string>()
  const isNew = (item: Item) => {
    const before = known.size
    return known.add(keyOf(item)).size > before
  }
  const onPage = reporter(report)
  const readings: Reading[] = []

  while (readings.length < MOST_READINGS) {
    const reading = startAt(start)
    readings.push(reading)
    while (!reading.hasEnded) {
      const page = { limit: `${PAGE_SIZE}`, offset: `${reading.offset}` }
      const reply = await list({ ...query, ...page }, signal, { retry })
      if (!reply.ok) return yield reply

      const { resources } = reply.value
      addPage(reading, resources.map(keyOf))
      if (isEndless(reading)) return yield unreadable(ENDLESS)

      yield { ...reply, value: resources.filter(isObject).filter(isNew) }
      onPage(known.size)
    }
    if (!reading.hasChanged) return
  }
  const problem = problemOf(readings)
  if (problem) yield unreadable(problem)
}

/** One reading of the list. Items are told apart by their keys. */
interface Reading {
  /** The offset of the next page. */
  offset: number
  /** The keys of the last page, and of all pages. */
  last: string[]
  seen: Set<string>
  pages: number
  hasEnded: boolean
  /** Whether a page did not continue the page before, so that an item may be missing. */
  hasChanged: boolean
  /** Whether a page repeated the page before. */
  hasRepeat: boolean
  /** Whether a page showed nothing of the pages before, so that many items may be missing. */
  hasGap: boolean
}

const startAt = (offset: number): Reading => ({
  offset,
  last: [],
  seen: new Set(),
  pages: 0,
  hasEnded: false,
  hasChanged: false,
  hasRepeat: false,
  hasGap: false,
})

/**
 * Adds a page to a reading, by the keys of its items.
 *
 * After a page of several items, the next page begins at the last of them. If it does not show that item first, items in
 * front of it came, went or moved, and others may have moved onto pages that were read. After a page of one item, the
 * next page begins behind it, as otherwise a service with such pages would show that item for ever.
 */
function addPage(reading: Reading, keys: string[]): void {
  const continues = doesContinue(reading, keys)
  if (!continues) {
    reading.hasChanged = true
    reading.hasRepeat ||= isEqual(reading.last, keys)
    reading.hasGap ||= isBehindGap(reading, keys)
  }
  const goesOn = continues && keys.length > 1
  reading.hasEnded = !goesOn && isEnd(reading, keys)
  reading.pages++
  for (const key of keys) reading.seen.add(key)
  reading.last = keys
  reading.offset += Math.max(1, keys.length - 1)
}

function doesContinue({ last, seen }: Reading, [first]: string[]): boolean {
  if (last.length > 1) return first === last.at(-1)
  return first === undefined || !seen.has(first)
}

const isEqual = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at])

/** An empty page leaves a gap only behind a full page. Behind a short page the list may have become shorter. */
function isBehindGap({ last, seen }: Reading, keys: string[]): boolean {
  if (keys.length === 0) return last.length >= PAGE_SIZE
  return !keys.some(key => seen.has(key))
}

/** The list ends at an empty page, and where nothing follows the last item of the page before. */
const isEnd = ({ last }: Reading, keys: string[]): boolean =>
  keys.length === 0 || keys.at(-1) === last.at(-1)

const isEndless = ({ pages, hasEnded }: Reading): boolean =>
  pages > MOST_PAGES && !hasEnded

/** Why readings that all showed changes prove nothing; undefined if the list may really have changed during each of them. */
function problemOf(readings: Reading[]): Sentence | undefined {
  if (readings.every(({ hasRepeat }) => hasRepeat)) return REPEATED
  const lists = new Set(readings.map(({ seen }) => [...seen].join('\n')))
  const isQuiet = lists.size === 1
  return isQuiet && readings.every(({ hasGap }) => hasGap) ? GAP : undefined
}

const REPEATED = say`the list of deployments shows the same page at each offset, so the service seems to ignore the parameter \`offset\`, whose name \`list_parameters\` sets`

const ENDLESS = say`the list of deployments has more than ${MOST_PAGES} pages, so the service seems to ignore the parameter \`limit\` or \`offset\`, whose names \`list_parameters\` sets`

const GAP = say`a page of the list of deployments does not begin with the last deployment of the page before, and ${MOST_READINGS} readings show the same, so the service seems to count something else than deployments in the parameter \`offset\`, whose name \`list_parameters\` sets`

const unreadable = (reason: Sentence): Reply<never> => ({
  ok: false,
  error: { kind: 'unusable', status: 200, reason, problem: 'list_parameters' },
})

/** The id of an item, in which the case of a UUID does not matter; else its name. */
function keyOf(item: unknown): string {
  if (!isObject(item)) return 'no object'
  const id = idOf(item)
  if (id !== undefined) return comparableId(id)
  const name = item['name']
  return typeof name === 'string' ? `no id: ${name}` : 'no id'
}

/** Reports how far a reading is, from time to time. */
function reporter(report: ProgressReport | undefined): (items: number) => void {
  if (!report) return () => {}
  const { clock, onProgress } = report
  let pages = 0
  let next = clock.now() + REPORT_EVERY
  return items => {
    pages++
    if (clock.now() < next) return
    next = clock.now() + REPORT_EVERY
    onProgress({ pages, items })
  }
}
