import { type Answer, refusal, unprocessable } from './answer.ts'
import { check, isUuid } from './check.ts'

/** A record of the repository listing. */
export interface RepositoryRecord {
  host_integration_id: string
  id: number
  name: string
  owner: string
  url: string
  default_branch: string
}

/** A record of which only owner and name must be given. */
export type RepositorySeed = Pick<RepositoryRecord, 'owner' | 'name'> & Partial<RepositoryRecord>

const MADE_UP: RepositorySeed[] = [
  { owner: 'acme', name: 'shop' },
  { owner: 'acme', name: 'warehouse', default_branch: 'trunk' },
  { owner: 'acme-labs', name: 'shop', default_branch: 'develop' },
]

/**
 * Whole records from partial ones, or three made-up ones. The `host_integration_id` they share is another than
 * the integration's own identifier: the interface names the two apart, and a client must copy the record's.
 */
export function wholeRecords(seeds: RepositorySeed[] | undefined, uuid: () => string): RepositoryRecord[] {
  const host_integration_id = uuid()
  return (seeds ?? MADE_UP).map((seed, index) => ({
    host_integration_id,
    id: 1001 + index,
    url: `https://github.com/${seed.owner}/${seed.name}`,
    default_branch: 'main',
    ...seed,
  }))
}

/** The listing: the records of the one integration there is; 422 for no uuid, 404 for another's. */
export function listRepositories(
  asked: string,
  integration_id: string,
  repositories: readonly RepositoryRecord[],
): Answer {
  if (!isUuid(asked)) return unprocessable(check(asked, 'uuid', ['path', 'integration_id']))
  if (asked.toLowerCase() !== integration_id.toLowerCase()) return refusal(404, 'Integration not found')
  return { status: 200, body: repositories }
}
