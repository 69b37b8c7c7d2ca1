import { closest } from '../lib/closest.ts'
import type { Result } from '../lib/result.ts'
import { type Received, type Service, toRepository } from '../service/client.ts'
import type { RepositoryRecord } from '../service/responses.ts'
import { type Trouble, troubleOf } from './outcome.ts'

/** The repository to look up: `owner/name`, or a URL in any of the usual forms. */
export interface RepositoryLookup {
  integration_id: string
  repository: string
}

const NEAREST_SHOWN = 3

/** Longer names get no suggestions, because the comparison would take too long. */
const LONGEST_NAME = 200

/**
 * Finds the record of a repository in the integration's listing (interface: list repositories of a repository-host
 * integration).
 */
export async function resolveRepository(
  service: Service,
  { integration_id, repository }: RepositoryLookup,
  signal: AbortSignal,
): Promise<Result<Received<RepositoryRecord>, Trouble>> {
  const listed = await listAll(service, integration_id, signal)
  if (!listed.ok) return listed
  const matching = readAll(matchRepository(listed.value, repository), integration_id)
  if (!matching.ok) return matching
  const matches = withoutRepeats(matching.value)
  const [record, ...others] = matches
  if (!record) return { ok: false, error: notFound(repository, listed.value) }
  if (others.length > 0) {
    const isOneUrl = new Set(matches.map(({ read }) => repositoryKey(read.url ?? ''))).size === 1
    const records = matches.map(({ read }) => {
      const installation = isOneUrl ? `, host_integration_id ${read.host_integration_id}` : ''
      return `${nameOf(read)} (${read.url}${installation})`
    })
    return {
      ok: false,
      error: {
        code: 'ambiguous_repository',
        hint: isOneUrl ? 'same_repository' : undefined,
        what: `The repository "${repository}" matches ${matches.length} of the integration's repositories: ${records.join(', ')}`,
      },
    }
  }
  if (!record.read.host_integration_id || !record.read.url) {
    return {
      ok: false,
      error: {
        code: 'unexpected_response',
        what: `The record of the repository "${repository}" has no host_integration_id or no url`,
      },
    }
  }
  return { ok: true, value: record }
}

/** All repositories that an integration can see (interface: list repositories of an integration). */
export async function visibleRepositories(
  service: Service,
  integration_id: string,
  signal: AbortSignal,
): Promise<Result<Received<RepositoryRecord>[], Trouble>> {
  const listed = await listAll(service, integration_id, signal)
  return listed.ok ? readAll(listed.value, integration_id) : listed
}

async function listAll(
  service: Service,
  integration_id: string,
  signal: AbortSignal,
): Promise<Result<Record<string, unknown>[], Trouble>> {
  const reply = await service.listRepositories(integration_id, signal)
  if (reply.ok) return reply
  const trouble = troubleOf(`list the repositories of integration ${integration_id}`, reply.error)
  const isPlain = trouble.code === 'not_found' && !trouble.hint
  return { ok: false, error: isPlain ? { ...trouble, hint: 'integration' } : trouble }
}

/** Reads all records, or fails if one cannot be read. */
function readAll(
  sent: Record<string, unknown>[],
  integration_id: string,
): Result<Received<RepositoryRecord>[], Trouble> {
  const answer = sent.flatMap(record => toRepository(record) ?? [])
  if (answer.length === sent.length) return { ok: true, value: answer }
  return {
    ok: false,
    error: {
      code: 'unexpected_response',
      what: `A record of the repositories of integration ${integration_id} is nested too deeply`,
    },
  }
}

/** The records of the repository, by URL or by owner and name, in any form that {@link repositoryKey} knows. */
export function matchRepository<T extends Record<string, unknown>>(
  records: readonly T[],
  repository: string,
): T[] {
  for (const key of repositoryKeys(repository)) {
    const matches = recordsOfKey(records, key)
    if (matches.length > 0) return matches
  }
  return []
}

function recordsOfKey<T extends Record<string, unknown>>(records: readonly T[], wanted: string): T[] {
  if (wanted === '') return []
  // Making a key is slow, and only few of a hundred thousand records contain the last part of the path.
  const last = wanted.slice(wanted.lastIndexOf('/') + 1).toLowerCase()
  const isWanted = (text: string) => text.toLowerCase().includes(last) && repositoryKey(text) === wanted
  return records.filter(record =>
    [record['url'], nameOf(record)].some(text => typeof text === 'string' && text !== '' && isWanted(text)),
  )
}

/** Removes repeated records: a service that lists a record twice is not ambiguous. */
function withoutRepeats(matches: Received<RepositoryRecord>[]): Received<RepositoryRecord>[] {
  return [...new Map(matches.map(match => [JSON.stringify(match.sent), match])).values()]
}

function notFound(repository: string, records: Record<string, unknown>[]): Trouble {
  const names = records.flatMap(record => nameOf(record) ?? []).filter(name => name.length <= LONGEST_NAME)
  const nearest = closest(repositoryParts(repository).path.slice(0, LONGEST_NAME), names, NEAREST_SHOWN)
  const visible = records.length === 1 ? '1 repository' : `${records.length} repositories`
  return {
    code: 'repository_not_found',
    what:
      `The repository "${repository}" is not among the ${visible} that the integration can see` +
      (nearest.length > 0 ? `; the nearest are ${nearest.join(', ')}` : ''),
  }
}

/** `owner/name` of a record; undefined if one of them is missing. */
const nameOf = ({ owner, name }: Record<string, unknown>): string | undefined =>
  typeof owner === 'string' && typeof name === 'string' && owner && name ? `${owner}/${name}` : undefined

/** The parts of a repository's name or URL. `host` is empty for `owner/name`; `query` is empty if there is none. */
interface RepositoryParts {
  host: string
  path: string
  query: string
}

/** Default ports, which a URL may contain or leave out. */
const DEFAULT_PORTS: Record<string, string> = { https: '443', http: '80', ssh: '22', git: '9418' }

/**
 * The normal form of a repository's name or URL: a URL of any scheme, `user@host:path`, or `owner/name`. Scheme, user,
 * default port, case, repeated slashes, `.git` and a fragment do not matter. Another port or a query means another
 * repository.
 */
export function repositoryKey(repository: string): string {
  const { host, path, query } = repositoryParts(repository)
  return joined(host, path) + query
}

/**
 * The normal forms to look a repository up by, the strictest first. A URL from a browser may have a query; the port of
 * an `ssh://` URL belongs to another server than the URLs in the listing.
 */
function repositoryKeys(repository: string): string[] {
  const { host, path, query } = repositoryParts(repository)
  const hosts = /^\s*ssh:/i.test(repository) ? [host, host.replace(/:\d{1,5}$/, '')] : [host]
  const keys = hosts.flatMap(name => [query, ''].map(end => joined(name, path) + end))
  return [...new Set(keys)]
}

const joined = (host: string, path: string) => [host, path].filter(part => part !== '').join('/')

export function repositoryParts(repository: string): RepositoryParts {
  const [address = ''] = repository.trim().split('#', 1)
  const mark = address.indexOf('?')
  const [text, query] = mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark)]
  const { host, path } = hostAndPath(text.toLowerCase())
  return { host, path: plainPath(path), query }
}

function hostAndPath(text: string): { host: string; path: string } {
  const [, scheme] = /^([a-z][a-z0-9+.-]{0,30}):\/\//.exec(text) ?? []
  if (scheme !== undefined) {
    const rest = text.slice(scheme.length + 3)
    const end = rest.indexOf('/')
    const authority = end === -1 ? rest : rest.slice(0, end)
    const host = authority.slice(authority.lastIndexOf('@') + 1)
    const suffix = `:${DEFAULT_PORTS[scheme] ?? ''}`
    return {
      host: host.endsWith(suffix) ? host.slice(0, -suffix.length) : host,
      path: end === -1 ? '' : rest.slice(end),
    }
  }
  // `git@host:path`; a colon after a slash belongs to the path.
  const colon = text.indexOf(':')
  const slash = text.indexOf('/')
  if (colon <= 0 || (slash !== -1 && slash < colon)) return { host: '', path: text }
  return { host: text.slice(text.lastIndexOf('@', colon) + 1, colon), path: text.slice(colon + 1) }
}

function plainPath(path: string): string {
  const plain = path
    .split('/')
    .filter(part => part !== '')
    .join('/')
  return plain.endsWith('.git') ? plain.slice(0, -'.git'.length) : plain
}
