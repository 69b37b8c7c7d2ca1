import { COMMIT } from '../harness/job.ts'
import type { Fields } from '../harness/records.ts'
import type { Service } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'

/** The inputs of a deployment of an image by its tag. */
export const IMAGE = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }

/** What `IMAGE` asks for, as the service holds it. */
export const AS_ASKED: Fields = { source_revision_config: { image_uri: IMAGE.image_uri } }

/** Another image than `IMAGE` asks for. */
export const OTHER_IMAGE: Fields = { source_revision_config: { image_uri: 'registry.example/shop:2' } }

/** The inputs of a deployment of the repository acme/shop. */
export const repositoryOrder = ({ integration_id }: { integration_id: string }) => ({
  name: 'shop',
  source: 'repohost',
  integration_id,
  repository: 'acme/shop',
})

/** What `repositoryOrder` asks for, as the service holds it, at the commit of the run. */
export function repositoryAsAsked({ repositories: [record] }: Pick<Service, 'repositories'>): Fields {
  return {
    source: 'repohost',
    source_config: { integration_id: record?.host_integration_id, repo_url: record?.url },
    source_revision_config: { repo_ref: record?.default_branch, repo_commit_sha: COMMIT },
  }
}

/** All warnings, a line each. */
export const warningsOf = ({ warnings }: Run): string => warnings.map(({ message }) => message).join('\n')

/** The message of the one error, or nothing. */
export const errorOf = ({ errors }: Run): string => errors.map(({ message }) => message).join('\n')

/** The warning that a run which adopts deployed nothing. */
export const NOTHING_DEPLOYED = /nothing was deployed/i
