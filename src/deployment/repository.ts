import { closest } from '../lib/closest.ts'
import type { Result } from '../lib/result.ts'
import { type Received, type Service, toRepository } from '../service/client.ts'
import type { RepositoryRecord } from '../service/responses.ts'
import { type Trouble, troubleOf } from './outcome.ts'
import { repositoryKey, repositoryKeys, repositoryParts } from './repository-url.ts'

/** Where a repository is looked for: `repository` is `owner/name` or a URL in any of its usual forms. */
export interface RepositoryLookup {
  integration_id: string
  repository: string
}

const NEAREST_SHOWN = 3

/** Longer names are not compared with others, which would take long. */
const LONGEST_NAME = 200

/**
 * Finds the one record that the integration lists for a repository (interface: list repositories of a
 * repository-host integration).
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
    const records = matches.map(match => `${nameOf(match.read)} (${match.read.url})`).join(', ')
    return {
      ok: false,
      error: {
        code: 'ambiguous_repository',
        what: `The repository "${repository}" matches ${matches.length} of the integration's repositories: ${records}`,
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

/** Records as the action reads them: all of them, or a failure. */
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

/** The records that are the repository, by URL or by owner and name, in any form that {@link repositoryKey} knows. */
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
  // A key takes long to make, and of a hundred thousand records few contain the last part of the path.
  const last = wanted.slice(wanted.lastIndexOf('/') + 1).toLowerCase()
  const isWanted = (text: string) => text.toLowerCase().includes(last) && repositoryKey(text) === wanted
  return records.filter(record =>
    [record['url'], nameOf(record)].some(text => typeof text === 'string' && text !== '' && isWanted(text)),
  )
}

/** A service may list one and the same record twice; that is not an ambiguity. */
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

/** `owner/name` of a record; undefined where it does not have both. */
const nameOf = ({ owner, name }: Record<string, unknown>): string | undefined =>
  typeof owner === 'string' && typeof name === 'string' && owner && name ? `${owner}/${name}` : undefined
