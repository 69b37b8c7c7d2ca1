import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../lib/json.ts'
import { type Sentence, say } from '../lib/sentence.ts'
import type { ListQuery, ProgressReport, Service } from './client.ts'
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
  const isNew = (key: string | undefined) => {
    const before = known.size
    return key !== undefined && known.add(key).size > before
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
      const keys = keysOf(resources, reading.offset)
      addPage(reading, keys)
      if (isEndless(reading)) return yield unreadable(ENDLESS)

      const items = resources.filter((_, index) => isNew(keys[index]))
      yield { ...reply, value: items.filter(isObject) }
      onPage(known.size)
    }
    if (isProof(reading)) return
  }
  const problem = problemOf(readings)
  if (problem) return yield unreadable(problem)
  if (!isQuiet(readings)) return

  // A list that rests and yet contradicts itself: its second item comes next, unless `offset` counts something else.
  const next = { limit: `${PAGE_SIZE}`, offset: `${start + 1}` }
  const reply = await list({ ...query, ...next }, signal, { retry })
  if (!reply.ok) return yield reply
  const isUnseen = (key: string) => !readings.some(({ seen }) => seen.has(key))
  const keys = keysOf(reply.value.resources, start + 1)
  if (keys.some(isUnseen)) yield unreadable(GAP)
}

/**
 * How a page relates to the pages before it in a reading. Only one that continues them proves that nothing between them is
 * missing. It shows nothing of them if it is behind a gap.
 */
type Relation = 'continues' | 'changed' | 'repeats' | 'gap'

/** One reading of the list. Items are told apart by their keys. */
interface Reading {
  /** The offset of the next page. */
  offset: number
  /** The keys of the last page, and of all pages. */
  last: string[]
  seen: Set<string>
  pages: number
  relations: Set<Relation>
  hasEnded: boolean
}

const startAt = (offset: number): Reading => ({
  offset,
  last: [],
  seen: new Set(),
  pages: 0,
  relations: new Set(),
  hasEnded: false,
})

/**
 * Adds a page to a reading, by the keys of its items.
 *
 * After a page of several items, the next page begins at the last of them. If it does not show that item first, items in
 * front of it came, went or moved, and others may have moved onto pages that were read. After a page of one item, the
 * next page begins behind it, as otherwise a service with such pages would show that item for ever.
 */
function addPage(reading: Reading, keys: string[]): void {
  const relation = relationOf(reading, keys)
  const goesOn = relation === 'continues' && keys.length > 1
  reading.hasEnded = !goesOn && isEnd(reading, keys)
  reading.relations.add(relation)
  reading.pages++
  for (const key of keys) reading.seen.add(key)
  reading.last = keys
  reading.offset += Math.max(1, keys.length - 1)
}

function relationOf({ last, seen }: Reading, keys: string[]): Relation {
  if (last.length > 0 && isDeepStrictEqual(keys, last)) return 'repeats'
  const [first] = keys
  const isBehind = first === undefined || !seen.has(first)
  const continues = last.length > 1 ? first === last.at(-1) : isBehind
  if (continues) return 'continues'
  // Behind a short page an empty one is no gap: the list may have become shorter.
  if (first === undefined) return last.length < PAGE_SIZE ? 'changed' : 'gap'
  return keys.some(key => seen.has(key)) ? 'changed' : 'gap'
}

/** The list ends at an empty page, and where nothing follows the last item of the page before. */
const isEnd = ({ last }: Reading, keys: string[]): boolean =>
  keys.length === 0 || keys.at(-1) === last.at(-1)

const isProof = ({ relations }: Reading): boolean =>
  relations.isSubsetOf(new Set(['continues']))

const isEndless = ({ pages, hasEnded }: Reading): boolean =>
  pages > MOST_PAGES && !hasEnded

/** Why readings that all showed changes prove nothing; undefined if the list may really have changed during each of them. */
function problemOf(readings: Reading[]): Sentence | undefined {
  const allHave = (relation: Relation) =>
    readings.every(({ relations }) => relations.has(relation))
  if (allHave('repeats')) return REPEATED
  return isQuiet(readings) && allHave('gap') ? GAP : undefined
}

/** Whether all readings show the same list. */
function isQuiet(readings: Reading[]): boolean {
  const lists = new Set(readings.map(({ seen }) => [...seen].join('\n')))
  return lists.size === 1
}

const REPEATED = say`the list of deployments shows the same page at each offset, so the service seems to ignore the parameter \`offset\`, or to name it otherwise`

const ENDLESS = say`the list of deployments did not end within ${MOST_PAGES} pages: it is too long to be read, or the service ignores the parameter \`limit\` or \`offset\`, or names it otherwise`

const GAP = say`a page of the list of deployments does not begin with the last deployment of the page before, and ${MOST_READINGS} readings show the same, so the service seems to round the parameter \`offset\`, or to count something else than deployments in it`

const unreadable = (reason: Sentence): Reply<never> => ({
  ok: false,
  error: { kind: 'unusable', status: 200, reason, problem: 'list_parameters' },
})

/** What tells the items of a page apart: the id, else the name, else only the place in the list. */
const keysOf = (items: readonly unknown[], offset: number): string[] =>
  items.map((item, index) => keyOf(item) ?? `at ${offset + index}`)

/** The id of an item, in which the case of a UUID does not matter; else its name. */
function keyOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const id = idOf(item)
  if (id !== undefined) return comparableId(id)
  const name = item['name']
  return typeof name === 'string' ? `no id: ${name}` : undefined
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
