import type { RepositoryRecord } from '../../src/sandbox/service.ts'

/** The smallest valid request. */
export const templateRequest = (name: string) => ({
  ...{ name, source: 'internal_template', source_config: {}, source_revision_config: {}, secrets: [] },
})

/** A request for the first repository of the sandbox. */
export function repohostRequest(
  { repositories: [record] }: { repositories: RepositoryRecord[] },
  name: string,
) {
  return {
    name,
    source: 'repohost',
    source_config: { integration_id: record?.host_integration_id, repo_url: record?.url },
    source_revision_config: { repo_ref: record?.default_branch },
    secrets: [],
  }
}
