import { within } from '../lib/clock.ts'
import { type ListQuery, type Page, type Received, type Service, toDeployment } from '../service/client.ts'
import type { Failure, Reply } from '../service/failure.ts'
import { PAGE_SIZE, type Walk, walkDeployments } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'
import { NOTHING_SAID } from '../service/said.ts'
import type { Context } from './context.ts'

interface Options {
  /** Whether each request is retried. Not needed if the caller looks up again anyway. */
  retry: boolean
  /** Called with each deployment of the name as soon as a page shows it. */
  onMatch?: (item: Item) => void
}

/** The result of looking up a name. */
export interface LookedUp {
  /** The deployments with the name. */
  deployments: Received<Deployment>[]
  /** Whether an id was listed, with any name. */
  isListed(id: string): boolean
  /** The offset of the list's end. New deployments appear there if the list has the oldest first. */
  end: ListQuery
}

type Item = Record<string, unknown>

/**
 * The number of deployments that are read without the filter by name, so that a wrong filter can hide none of them.
 * Only for a longer list does the look-up test the filter.
 */
const READ_WHOLE = 500

/**
 * Looks for all deployments of a name (interface: list deployments).
 *
 * If no name is equal, a name that differs only in case, surrounding white space or Unicode normalization matches,
 * because some services change names in this way.
 */
export async function lookUpName(
  service: Service,
  name: string,
  signal: AbortSignal,
  options: Options = { retry: true },
): Promise<Reply<LookedUp>> {
  const ids = new Set<string>()
  const wanted = (item: Item) => {
    if (typeof item['id'] === 'string') ids.add(keyOf(item['id']))
    const isMatch = isAlike(item['name'], name)
    if (isMatch) options.onMatch?.(item)
    return isMatch
  }
  const reply = await search(listOf(service, options), { names: spellings(name), wanted }, signal)
  if (!reply.ok) return reply
  const { items, end } = reply.value
  const read = readAll(namesakes(items, name), reply.status, listedAs(name))
  if (!read.ok) return read
  return { ...read, value: { deployments: read.value, isListed: id => ids.has(keyOf(id)), end } }
}

/**
 * Looks for other deployments with the name of a new one. If the first page of the filtered list is not full, and
 * contains the new one and no other with the name, that page is enough. If the page is full, the new one may be at the
 * end of the list, so this looks there before it reads the whole list.
 *
 * @param end where the list ended before
 * @returns the deployments with the name, including the new one once the list shows it
 */
export async function lookUpNamesakes(
  service: Service,
  { id, name, end }: { id: string; name: string; end: ListQuery },
  signal: AbortSignal,
  options: Options,
): Promise<Reply<Received<Deployment>[]>> {
  const list = listOf(service, options)
  const seen = new Map<unknown, Item>()
  for (const query of [{ name, offset: '0' }, end]) {
    const page = await list({ ...query, limit: String(PAGE_SIZE) }, signal)
    if (!page.ok) return page
    const { resources, size } = page.value
    for (const item of namesakes(resources, name)) {
      seen.set(item['id'], item)
      options.onMatch?.(item)
    }
    const [listed, ...others] = seen.values()
    if (others.length > 0) break
    if (size < PAGE_SIZE && listed && hasId(listed, id)) return readAll([listed], page.status, listedAs(name))
  }
  const reply = await lookUpName(service, name, signal, options)
  return reply.ok ? { ...reply, value: reply.value.deployments } : reply
}

/** Whether two ids are the same. A service may write a UUID in upper case once and in lower case once. */
export const isSameId = (one: unknown, other: string): boolean =>
  typeof one === 'string' && keyOf(one) === keyOf(other)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const keyOf = (id: string) => (UUID.test(id) ? id.toLowerCase() : id)
const hasId = (item: Item, id: string) => isSameId(item['id'], id)

function listOf(service: Service, { retry }: Options): Service['listDeployments'] {
  return (query, signal) => service.listDeployments(query, signal, { retry })
}

function firstPage(
  list: Service['listDeployments'],
  query: ListQuery,
  signal: AbortSignal,
): Promise<Reply<Page>> {
  return list({ ...query, limit: String(PAGE_SIZE), offset: '0' }, signal)
}

/**
 * Finds all wanted deployments. Reads a list of moderate length completely. Reads the rest of a longer list through
 * the filter by name if the filter provably works, and completely otherwise.
 *
 * @param names the values for the filter
 */
export async function search(
  list: Service['listDeployments'],
  { names, wanted }: { names: string[]; wanted: (item: Item) => boolean },
  signal: AbortSignal,
): Promise<Reply<{ items: Item[]; end: ListQuery }>> {
  const start = await walkDeployments(list, { query: {}, wanted, enough: READ_WHOLE }, signal)
  if (!start.ok) return start
  const { found, ended, next, lastPage } = start.value
  if (ended) {
    return { ...start, value: { items: found, end: { offset: String(next) } } }
  }
  const works = await isFilterEarly(list, lastPage, signal)
  const walks: Pick<Walk, 'query' | 'offset' | 'isEarly'>[] = works
    ? names.map(name => ({ query: { name }, isEarly: true }))
    : [{ query: {}, offset: next }]
  const items = new Map(found.map(item => [item['id'], item]))
  let end: ListQuery | undefined
  for (const walk of walks) {
    const reply = await walkDeployments(list, { ...walk, wanted }, signal)
    if (!reply.ok) return reply
    for (const item of reply.value.found) items.set(item['id'], item)
    end ??= { ...walk.query, offset: String(reply.value.next) }
  }
  return { ...start, value: { items: [...items.values()], end: end ?? {} } }
}

/**
 * Whether the service applies its filter by name before it cuts the list into pages. It does if the name of a
 * deployment far down the list brings that deployment to the first page.
 */
export async function isFilterEarly(
  list: Service['listDeployments'],
  farDown: Item[],
  signal: AbortSignal,
): Promise<boolean> {
  const named = farDown.flatMap(({ id, name }) =>
    typeof id === 'string' && typeof name === 'string' && name.length <= 100 ? [{ id, name }] : [],
  )
  // The longest name is the least likely one to be part of many others.
  const [control] = named.sort((a, b) => b.name.length - a.name.length)
  if (!control) return false
  const reply = await firstPage(list, { name: control.name }, signal)
  return reply.ok && reply.value.resources.some(item => hasId(item, control.id))
}

/** The deployments whose name is equal, or all of them if there are none. */
function namesakes(items: Item[], name: string): Item[] {
  const equal = items.filter(item => item['name'] === name)
  return equal.length > 0 ? equal : items.filter(item => isAlike(item['name'], name))
}

/** Whether names differ at most in case, surrounding white space and Unicode normalization. */
export function isAlike(listed: unknown, name: string): boolean {
  if (typeof listed !== 'string') return false
  if (listed === name) return true
  const [a, b] = [listed.trim(), name.trim()]
  // One character becomes 18 at most. Names that are far too long need not be normalized.
  if (a.length > 18 * b.length || b.length > 18 * a.length) return false
  return fold(a) === fold(b)
}

// Upper case first: it makes `ß` and `ss` equal.
const fold = (text: string) => text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** The name and the spellings that a service may have stored: an exact filter would hide a changed name. */
function spellings(name: string): string[] {
  const trimmed = [name, name.trim()]
  const normalized = trimmed.flatMap(text => [text, text.normalize('NFC'), text.normalize('NFKC')])
  return [...new Set(normalized.flatMap(text => [text, text.toLowerCase()]))]
}

const listedAs = (name: string) => `a listed deployment named "${name}"`

/**
 * Reads all listed deployments, or fails if one cannot be read.
 *
 * @param each the word for one of them in the failure
 */
export function readAll(items: Item[], status: number, each: string): Reply<Received<Deployment>[]> {
  const deployments = items.map(toDeployment)
  if (deployments.every(deployment => deployment !== undefined))
    return { ok: true, value: deployments, status }
  const reason = `${each} has no id, or cannot be read`
  return { ok: false, error: { kind: 'unusable', status, reason, said: NOTHING_SAID } }
}

/** The result of the look-ups after a POST. */
export interface Namesakes {
  /** The new deployment as the list shows it; undefined if the list did not show it in time. */
  listed: Received<Deployment> | undefined
  /** All other deployments with the name. */
  others: Received<Deployment>[]
}

/**
 * When to look for other deployments with the name: pauses before each look-up and the time for all of them, in
 * milliseconds. After a second POST two deployments are more likely, so the look-ups go on for longer.
 */
const LOOKS = {
  quick: { pauses: [0, 500, 1000, 1500, 1500], within: 5000 },
  thorough: { pauses: [0, 1000, 2000, 4000, 8000, 5000], within: 30_000 },
}

/**
 * Looks for other deployments with the name of a new one, until the list shows the new one or the time is over. If it
 * finds another one, it reads the list to its end once more, regardless of the time. If duplicates could not be ruled
 * out, the log says so.
 *
 * @param end where the list ended before the create
 */
export async function findNamesakes(
  own: Received<Deployment>,
  { name, end }: { name: string; end: ListQuery },
  effort: keyof typeof LOOKS,
  context: Context,
): Promise<Namesakes> {
  const { service, clock, notify } = context
  const { id } = own.read
  // One look that shows it is enough: a list may come from several replicas, some of which lag.
  let listed: Received<Deployment> | undefined
  const others = new Map<string, Received<Deployment>>()
  function onMatch(item: Record<string, unknown>) {
    const deployment = toDeployment(item)
    if (deployment && isSameId(deployment.read.id, id)) listed = deployment
    else if (deployment) others.set(deployment.read.id, deployment)
  }

  const looks = LOOKS[effort]
  let failure: Failure | undefined
  await within(looks.within, context, async signal => {
    for (const pause of looks.pauses) {
      const isLast = listed !== undefined
      await clock.sleep(isLast ? SAME_SECOND : pause, signal)
      const reply = await lookUpNamesakes(service, { id, name, end }, signal, { retry: false, onMatch })
      failure = reply.ok ? undefined : reply.error
      if (listed && (isLast || others.size > 0 || !isCoarse(listed.read, clock.date()))) return
    }
  })
  if (others.size > 0) await lookUpName(service, name, context.signal, { retry: true, onMatch })
  if (!listed) notify({ type: 'duplicates_possible', failure, listed: [...others.keys()] })
  return { listed, others: [...others.values()] }
}

/**
 * The deployment that wins among several with one name: the oldest by `created_at`, then the lowest id. All runs that
 * see the same deployments choose the same one.
 */
export function winnerOf(deployments: Received<Deployment>[]): Received<Deployment> | undefined {
  return deployments.toSorted(byAge)[0]
}

function byAge({ read: a }: Received<Deployment>, { read: b }: Received<Deployment>): number {
  const [first, second] = [ageOf(a), ageOf(b)]
  if (first.ms !== second.ms) return first.ms - second.ms
  return compare(first.fraction, second.fraction) || compare(a.id.toLowerCase(), b.id.toLowerCase())
}

/** A time with all its digits: a `Date` would lose everything after the milliseconds. */
function ageOf({ created_at }: Deployment): { ms: number; fraction: string } {
  const ms = Date.parse(created_at ?? '')
  const fraction = /\.(\d+)/.exec(created_at ?? '')?.[1] ?? ''
  return { ms: Number.isNaN(ms) ? Number.MAX_VALUE : ms, fraction: fraction.padEnd(12, '0') }
}

/** After this time another run's deployment can no longer be as old, in milliseconds. */
const SAME_SECOND = 1000

/** Far more than the clocks of the service and the runner differ. In milliseconds. */
const RECENT = 300_000

/** Whether the creation time is recent and has whole seconds, so that other runs may create one of the same time. */
const isCoarse = ({ created_at }: Deployment, now: number) =>
  created_at != null && !/\.\d/.test(created_at) && Math.abs(now - Date.parse(created_at)) < RECENT

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
