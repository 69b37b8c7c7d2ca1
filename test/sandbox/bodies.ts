import type { Json } from './client.ts'
import type { Sandbox } from './sandbox.ts'

/** The smallest valid request. */
export function templateRequest(name: string): Json {
  return { name, source: 'internal_template', source_config: {}, source_revision_config: {}, secrets: [] }
}

/** A request for the first repository of the sandbox. */
export function repohostRequest(sandbox: Sandbox, name: string, source_config: Json = {}): Json {
  const [record] = sandbox.repositories
  return {
    name,
    source: 'repohost',
    source_config: {
      integration_id: record?.host_integration_id,
      repo_url: record?.url,
      ...source_config,
    },
    source_revision_config: { repo_ref: record?.default_branch },
    secrets: [],
  }
}
