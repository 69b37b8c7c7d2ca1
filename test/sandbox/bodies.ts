import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
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

type Json = Record<string, unknown>

/** A request with every field of the interface, each text different. */
export const WHOLE: Json = parse(readFileSync(join(import.meta.dirname, 'whole-request.yml'), 'utf8'))

/** A copy of a request with a value at a path, such as `secrets.0.value`, whose objects are there. */
export function withValue(request: object, path: string, value: unknown): Json {
  const copy = structuredClone(request) as Json
  const [last = '', ...above] = path.split('.').reverse()
  const parent = above.reverse().reduce((part, key) => part[key] as Json, copy)
  parent[last] = value
  return copy
}
