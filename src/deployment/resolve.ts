import type { Received, Service } from '../service/client.ts'
import type { RepositoryRecord } from '../service/schemas.ts'
import { closest } from './closest.ts'
import { type Failed, failed, troubleOf } from './outcome.ts'

/** Where a repository is looked for: `repository` is `owner/name` or a URL in any of its usual forms. */
export interface RepositoryLookup {
  integration_id: string
  repository: string
}

const NEAREST_SHOWN = 3

/**
 * Finds the one record that the integration lists for a repository (interface: list repositories of a
 * repository-host integration).
 */
export async function resolveRepository(
  service: Service,
  { integration_id, repository }: RepositoryLookup,
  signal: AbortSignal,
): Promise<{ record: Received<RepositoryRecord> } | Failed> {
  const listed = await visibleRepositories(service, integration_id, signal)
  if ('result' in listed) return listed
  const matches = withoutRepeats(matchRepository(listed.answer, repository))
  const [record, ...others] = matches
  if (!record) return failed(notFound(repository, listed.answer))
  if (others.length > 0) {
    const records = matches.map(match => `${nameOf(match.read)} (${match.read.url})`).join(', ')
    return failed({
      code: 'ambiguous_repository',
      what: `The repository "${repository}" matches ${matches.length} of the integration's repositories: ${records}`,
    })
  }
  if (!record.read.host_integration_id || !record.read.url) {
    return failed({
      code: 'unexpected_response',
      what: `The record of the repository "${repository}" carries no host_integration_id or no url`,
    })
  }
  return { record }
}

/** All repositories that an integration can see (interface: list repositories of an integration). */
export async function visibleRepositories(
  service: Service,
  integration_id: string,
  signal: AbortSignal,
): Promise<{ answer: Received<RepositoryRecord>[] } | Failed> {
  const reply = await service.listRepositories(integration_id, signal)
  if (reply.ok) return { answer: reply.value }
  const trouble = troubleOf(`list the repositories of integration ${integration_id}`, reply.failure)
  return failed(trouble.code === 'not_found' && !trouble.hint ? { ...trouble, hint: 'integration' } : trouble)
}

/** The records that are the repository, by URL or by owner and name; case, `.git` and URL forms do not matter. */
export function matchRepository<T extends { read: RepositoryRecord }>(
  records: readonly T[],
  repository: string,
): T[] {
  const wanted = normalizeRepository(repository)
  return records.filter(({ read }) => {
    if (read.url && normalizeRepository(read.url) === wanted) return true
    return Boolean(read.owner && read.name) && normalizeRepository(nameOf(read)) === wanted
  })
}

/**
 * One spelling for all forms of a repository: `host/path` for a URL, `owner/name` for a bare name. User names,
 * ports, schemes, case, `.git` and slashes at the ends are left out.
 */
export function normalizeRepository(repository: string): string {
  const text = repository.trim().toLowerCase()
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:]*)(?::\d*)?(\/.*)?$/.exec(text)
  const scp = /^(?:[^/@:]+@)?([^/@:]+):(.+)$/.exec(text)
  const path = url ? `${url[1]}${url[2] ?? ''}` : scp ? `${scp[1]}/${scp[2]}` : text
  return path
    .replace(/[?#].*$/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\.git$/, '')
}

/** A service may list one and the same record twice; that is not an ambiguity. */
function withoutRepeats(matches: Received<RepositoryRecord>[]): Received<RepositoryRecord>[] {
  return [...new Map(matches.map(match => [JSON.stringify(match.sent), match])).values()]
}

function notFound(repository: string, records: Received<RepositoryRecord>[]) {
  const names = records.map(({ read }) => nameOf(read))
  const nearest = closest(pathOf(repository), names, NEAREST_SHOWN)
  const visible = records.length === 1 ? '1 repository' : `${records.length} repositories`
  return {
    code: 'repository_not_found' as const,
    what:
      `The repository "${repository}" is not among the ${visible} that the integration can see` +
      (nearest.length > 0 ? `; the nearest are ${nearest.join(', ')}` : ''),
  }
}

/** The owner and name in any form of a repository. */
const pathOf = (repository: string) =>
  /:/.test(repository)
    ? normalizeRepository(repository).replace(/^[^/]*\//, '')
    : normalizeRepository(repository)

const nameOf = (record: RepositoryRecord) => `${record.owner}/${record.name}`
