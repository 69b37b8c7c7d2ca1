import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Goal } from './goal.ts'
import type { RepositoryLookup } from './repository.ts'

/** The create request as the workflow gives it. It can be sent once its repository is resolved. */
export interface Draft extends CreateDeploymentRequest {
  /** Fields that are not in the interface, in the shape of the request. */
  extra_fields?: Record<string, unknown>
}

/** What the workflow asks for. */
export interface Order extends Goal {
  draft: Draft
  /** The repository to look up, for source `repohost`. */
  repository: RepositoryLookup | undefined
  /** What becomes of an existing deployment with the name. */
  if_exists: 'match' | 'fail' | 'reuse'
  dry_run: boolean
  /** The version that the run is for. */
  run?: RunVersion
}

/** The version that a run is for, as far as the workflow says so. */
export interface RunVersion {
  /** The URL of the workflow's own repository, or `owner/name` if its host is not known. */
  repository?: string | undefined
  sha?: string | undefined
  /** The full ref of the run, or the name of its branch or tag. */
  ref?: string | undefined
  /** The expression that gives `ref` in a workflow; undefined for the head of a fork, which is no ref of the repository. */
  expression?: string | undefined
}
