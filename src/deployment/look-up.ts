import { type Page, type Received, type Service, toDeployment } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import type { ListQuery } from '../service/list-parameters.ts'
import { PAGE_SIZE, type Walk, walkDeployments } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'

interface Options {
  /** Whether each request is retried. A caller that looks again by itself does not need that. */
  retry: boolean
  /** Told of each deployment of the name as soon as a page shows it. */
  onMatch?: (item: Item) => void
}

/** What a look-up of a name found. */
export interface LookedUp {
  /** The deployments of the name. */
  deployments: Received<Deployment>[]
  /** Whether an id was listed, under whatever name. */
  isListed(id: string): boolean
  /** Where the list ended: new deployments appear there if the oldest come first. */
  end: ListQuery
}

type Item = Record<string, unknown>

/**
 * So many deployments are read without the filter by name. This shows each of them, whatever the filter does.
 * Only a longer list is worth finding out whether the filter can be trusted.
 */
const READ_WHOLE = 500

/**
 * Looks for all deployments of a name (interface: list deployments).
 *
 * If no name is equal, a name counts that differs only in case, surrounding white space or Unicode normalization,
 * because some services change names like this.
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
 * Looks for the other deployments of the name of one that was just created. If the first page of the filtered list
 * is not full, and contains the new one and no other of the name, that page is enough. If it is full, the new one
 * may be at the end of the list, and is looked for there before the whole list is read.
 *
 * @param end where the list ended before
 * @returns the deployments of the name, the new one among them as soon as the list shows it
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

/** Whether two ids are the same. A service may write a UUID in upper case here and in lower case there. */
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
 * Finds all wanted deployments. A list of moderate length is read whole. Of a longer one, the rest is read through
 * the filter by name if that filter is seen to work, and whole otherwise.
 *
 * @param names what to filter by
 */
async function search(
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
async function isFilterEarly(
  list: Service['listDeployments'],
  farDown: Item[],
  signal: AbortSignal,
): Promise<boolean> {
  const named = farDown.flatMap(({ id, name }) =>
    typeof id === 'string' && typeof name === 'string' && name.length <= 100 ? [{ id, name }] : [],
  )
  // The longest name is least likely to be a part of many others.
  const [control] = named.sort((a, b) => b.name.length - a.name.length)
  if (!control) return false
  const reply = await firstPage(list, { name: control.name }, signal)
  return reply.ok && reply.value.resources.some(item => hasId(item, control.id))
}

/** Of deployments with alike names those whose name is equal, or all if there are none. */
function namesakes(items: Item[], name: string): Item[] {
  const equal = items.filter(item => item['name'] === name)
  return equal.length > 0 ? equal : items.filter(item => isAlike(item['name'], name))
}

/** Whether names differ at most in case, surrounding white space and Unicode normalization. */
export function isAlike(listed: unknown, name: string): boolean {
  if (typeof listed !== 'string') return false
  if (listed === name) return true
  const [a, b] = [listed.trim(), name.trim()]
  // One character becomes 18 at most. This spares the work for names that are far too long.
  if (a.length > 18 * b.length || b.length > 18 * a.length) return false
  return fold(a) === fold(b)
}

// Upper case first: it makes `ß` and `ss` alike.
const fold = (text: string) => text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** The name, and what it may have become: a filter that compares exactly hides a name that the service changed. */
function spellings(name: string): string[] {
  const trimmed = [name, name.trim()]
  const normalized = trimmed.flatMap(text => [text, text.normalize('NFC'), text.normalize('NFKC')])
  return [...new Set(normalized.flatMap(text => [text, text.toLowerCase()]))]
}

const listedAs = (name: string) => `a listed deployment named "${name}"`

/**
 * Reads listed deployments: all of them, or a failure.
 *
 * @param each what to call one of them in that failure
 */
export function readAll(items: Item[], status: number, each: string): Reply<Received<Deployment>[]> {
  const deployments = items.map(toDeployment)
  if (deployments.every(deployment => deployment !== undefined))
    return { ok: true, value: deployments, status }
  const reason = `${each} has no id, or cannot be read`
  return { ok: false, error: { kind: 'unusable', status, reason, said: { text: '', fields: [] } } }
}
