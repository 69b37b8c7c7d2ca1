import type { Service } from './client.ts'
import type { Failure, Reply } from './failure.ts'
import type { ListQuery } from './list-parameters.ts'

/** The most that the interface allows. */
const PAGE_SIZE = 100

/** Far beyond any real list: a service that never stops must not hold a job for hours. */
const MAX_PAGES = 20_000

/** A part of the list: where in it the walk starts, and how many wanted items are enough; all of it by default. */
interface Part {
  offset?: number
  most?: number
}

/**
 * Walks the list of deployments to its end and keeps the items that are wanted, as the service sent them.
 *
 * Neither the order of the list nor what a response's `offset` stands for is sure, and a short page may be
 * short because the service imposes its own size. So the walk ends at an empty page only, follows an `offset`
 * that points forwards, and counts items where it does not. A page that brings nothing new means that the
 * service ignores the offset; as a list may also have shifted meanwhile, the walk then starts over, once.
 */
export async function findDeployments(
  list: Service['listDeployments'],
  query: ListQuery,
  wanted: (sent: Record<string, unknown>) => boolean,
  signal: AbortSignal,
  part: Part = {},
): Promise<Reply<Record<string, unknown>[]>> {
  for (let walk = 1; ; walk++) {
    const reply = await walkOnce(list, query, wanted, part, signal)
    if (reply !== 'repeats') return reply
    if (walk === 2) return { ok: false, error: repeats() }
  }
}

async function walkOnce(
  list: Service['listDeployments'],
  query: ListQuery,
  wanted: (sent: Record<string, unknown>) => boolean,
  { offset: start = 0, most = Number.POSITIVE_INFINITY }: Part,
  signal: AbortSignal,
): Promise<Reply<Record<string, unknown>[]> | 'repeats'> {
  const seen = new Set<unknown>()
  const found: Record<string, unknown>[] = []
  let offset = start
  let emptyPages = 0
  for (let count = 0; count < MAX_PAGES; count++) {
    const reply = await list({ ...query, limit: String(PAGE_SIZE), offset: String(offset) }, signal)
    if (!reply.ok) return reply
    const { resources, offset: told } = reply.value
    const pointsForwards = told !== undefined && told > offset
    const before = seen.size
    for (const item of resources) {
      const key = keyOf(item)
      if (seen.has(key)) continue
      seen.add(key)
      if (wanted(item)) found.push(item)
    }
    if (found.length >= most) return { ok: true, value: found.slice(0, most), status: reply.status }
    if (resources.length === 0) {
      // Some services filter a page after they cut it: one that is empty and points on is not yet the end.
      emptyPages++
      if (!pointsForwards || emptyPages > 1) return { ok: true, value: found, status: reply.status }
    } else if (seen.size === before) {
      return 'repeats'
    } else {
      emptyPages = 0
    }
    offset = pointsForwards ? told : offset + resources.length
  }
  return { ok: false, error: endless() }
}

const keyOf = ({ id, name }: Record<string, unknown>) => (typeof id === 'string' ? id : `without id: ${name}`)

function repeats(): Failure {
  const reason =
    'the list of deployments repeats a page although another one was asked for: ' +
    'the service does not know the offset parameter by the name used (see the input list_parameters)'
  return { kind: 'unusable', status: 200, reason, said: { text: '', fields: [] } }
}

function endless(): Failure {
  const reason = `the list of deployments did not end after ${MAX_PAGES} pages (see the input list_parameters)`
  return { kind: 'unusable', status: 200, reason, said: { text: '', fields: [] } }
}
