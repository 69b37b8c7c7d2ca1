import { randomUUID } from 'node:crypto'

/** A record of the repository listing. */
export interface RepositoryRecord {
  host_integration_id: string
  id: number
  name: string
  owner: string
  url: string
  default_branch: string
}

/** A record with only `owner` and `name` required. */
export type RepositorySeed = Pick<RepositoryRecord, 'owner' | 'name'> & Partial<RepositoryRecord>

const MADE_UP: RepositorySeed[] = [
  { owner: 'acme', name: 'shop' },
  { owner: 'acme', name: 'warehouse', default_branch: 'trunk' },
  { owner: 'acme-labs', name: 'shop', default_branch: 'develop' },
]

/**
 * Completes partial records, or makes up three. They share a `host_integration_id` that differs from the integration's
 * own identifier: the interface has both, and a client must copy the record's.
 */
export function wholeRecords(seeds: RepositorySeed[] = MADE_UP): RepositoryRecord[] {
  const host_integration_id = randomUUID()
  return seeds.map((seed, index) => ({
    host_integration_id,
    id: 1001 + index,
    url: `https://github.com/${seed.owner}/${seed.name}`,
    default_branch: 'main',
    ...seed,
  }))
}
