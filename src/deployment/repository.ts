import { bySimilarity } from '../lib/closest.ts'
import { isWalkable } from '../lib/json.ts'
import type { Service } from '../service/client.ts'
import {
  type RepositoryRecord,
  readRepositoryRecord,
} from '../service/responses.ts'
import type { Context, Stop } from './facts.ts'
import type { RepositoryLookup } from './order.ts'

/**
 * Finds the record of a repository in the integration's listing (interface: list repositories of a repository-host
 * integration).
 */
export async function resolveRepository(
  lookup: RepositoryLookup,
  { service, notify, signal }: Context,
): Promise<RepositoryRecord | Stop> {
  const { integration_id, repository, own_host } = lookup
  const listed = await listRepositories(service, integration_id, signal)
  if ('code' in listed) return listed

  const records = distinct(matchRepository(listed, repository))
  // A repository that was asked for may be on any host.
  const isOwn = ({ url }: RepositoryRecord) =>
    !own_host || partsOf(url ?? '').host === partsOf(own_host).host
  const own = records.filter(isOwn)
  const matches = own.length > 0 ? own : records
  const [record, ...others] = matches
  if (!record) return notFound(repository, listed)
  if (others.length > 0)
    return { code: 'ambiguous_repository', repository, matches }
  if (!record.host_integration_id || !record.url)
    return { code: 'unusable_record', repository }

  if (own.length === 0) {
    notify({
      type: 'notice',
      notice: { code: 'other_host', repository, record },
    })
  }
  notify({ type: 'repository', record })
  return record
}

/** The records as the action reads them. One that the service lists twice is not ambiguous. */
function distinct(records: Record<string, unknown>[]): RepositoryRecord[] {
  const read = records.map(readRepositoryRecord)
  return [
    ...new Map(read.map(record => [JSON.stringify(record), record])).values(),
  ]
}

async function listRepositories(
  service: Service,
  integration_id: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>[] | Stop> {
  const reply = await service.listRepositories(integration_id, signal)
  if (!('kind' in reply)) return reply.value
  return {
    code: 'request_failed',
    doing: { task: 'list_repositories', integration_id },
    failure: reply,
  }
}

/**
 * All repositories that an integration can see, as the service sent them (interface: list repositories of an
 * integration).
 */
export async function visibleRepositories(
  service: Service,
  integration_id: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>[] | Stop> {
  const listed = await listRepositories(service, integration_id, signal)
  // Only a record that is shown whole must be shallow, and the check takes long for a long list.
  if ('code' in listed || isWalkable(listed)) return listed
  return { code: 'nested_repository', integration_id }
}

/** The records of the repository, by URL or by owner and name, in any form that {@link repositoryKey} knows. */
export function matchRepository<T extends Record<string, unknown>>(
  records: readonly T[],
  repository: string,
): T[] {
  const wanted = repositoryKey(repository)
  if (wanted === '') return []
  // Making a key is slow, and only few of a hundred thousand records contain the last part of the path.
  const last = wanted.slice(wanted.lastIndexOf('/') + 1)
  // What is encoded may be written as it is.
  const isEncoded = last.includes('%')
  const isWanted = (text: unknown) =>
    typeof text === 'string' &&
    (isEncoded || text.toLowerCase().includes(last)) &&
    repositoryKey(text) === wanted
  return records.filter(
    record => isWanted(record['url']) || isWanted(fullName(record)),
  )
}

/** How many of the visible repositories an error suggests. */
const MOST_SUGGESTED = 3

function notFound(
  repository: string,
  records: Record<string, unknown>[],
): Stop {
  const names = records.map(fullName).filter(Boolean)
  const nearest = bySimilarity(partsOf(repository).path, names)
    .slice(0, MOST_SUGGESTED)
    .map(({ candidate }) => candidate)
  return {
    code: 'repository_not_found',
    repository,
    visible: records.length,
    nearest,
  }
}

/** `owner/name` of a record; empty if one of them is missing. */
export function fullName({ owner, name }: Record<string, unknown>): string {
  const parts = [owner, name]
  const isWhole = parts.every(part => part && typeof part === 'string')
  return isWhole ? parts.join('/') : ''
}

/**
 * The normal form of a repository's name or URL: a URL of any scheme, `user@host:path`, or `owner/name`. Scheme, user,
 * default port, case, repeated slashes, `.git`, a query behind a path and a fragment do not matter.
 */
export function repositoryKey(repository: string): string {
  const { host, path } = partsOf(repository)
  return [host, path].filter(Boolean).join('/')
}

function partsOf(repository: string): { host: string; path: string } {
  const address = repository.trim().toLowerCase()
  const url = URL.parse(
    address.replace(/^(?:[^/:\s]*@)?([^/:@\s]+):(?!\/\/)/, 'ssh://$1/'),
  )
  const written = url?.host ? url.pathname.toLowerCase() : address
  const parts = written.split('/').filter(Boolean)
  const path = parts.join('/').replace(/\.git$/, '')
  if (!url?.host) return { host: '', path }
  // The port of an SSH server is not that of the URLs in the listing.
  const host = /^https?:$/.test(url.protocol) ? url.host : url.hostname
  return { host, path: path || url.search }
}
