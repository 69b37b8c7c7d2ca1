import type { CreateDeploymentRequest } from '../service/requests.ts'
import { comparableId, type Deployment } from '../service/responses.ts'

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

/** The repository to look up: `owner/name`, or a URL in any of the usual forms. */
export interface RepositoryLookup {
  integration_id: string
  repository: string
  /** The URL of the host of the workflow's own repository, if that is the one to look up because none was given. */
  own_host?: string | undefined
}

/** The deployment to look for. */
export type Target = { id: string } | { name: string }

/** The state to wait for: any, status READY, or the newest revision is active. */
export type WaitFor = 'none' | 'ready' | 'active'

/** The goal of a wait: first the state and the commit, then health. The names are the inputs' names. */
export interface Goal {
  wait_for: WaitFor
  /** The commit that the newest revision must have, as a full SHA. */
  commit?: string | undefined
  /** The URL that must answer 2xx: absolute, or a path on the deployment's `custom_url`. */
  health_url?: string | undefined
  /** Text that the healthy answer must contain. */
  health_contains?: string | undefined
  /** Time limit for everything together, in milliseconds. */
  wait_timeout: number
}

/** What a create waits for. Without `wait_for`, its commit is compared and not waited for. */
export const goalOfCreate = (asked: Goal): Goal =>
  asked.wait_for === 'none' ? { ...asked, commit: undefined } : asked

/** Whether the deployment has the state and the commit that the goal asks for. */
export function isReached(
  { wait_for, commit }: Goal,
  deployment: Deployment,
): boolean {
  const isAtCommit =
    commit === undefined || isCommit(commit, commitOf(deployment))
  return isAtCommit && STATES[wait_for](deployment)
}

/** Whether a deployment has each state that can be waited for. */
const STATES: Record<WaitFor, (deployment: Deployment) => boolean> = {
  none: () => true,
  ready: ({ status }) => status === 'READY',
  active: isNewestActive,
}

/** The least part of a SHA that names a commit. */
const SHORT_SHA = /^[0-9a-f]{7,64}$/

/** Whether two SHAs are of the same commit. One of them may be short. */
export function isCommit(one: string, other = ''): boolean {
  const a = one.toLowerCase()
  const b = other.toLowerCase()
  const areShas = SHORT_SHA.test(a) && SHORT_SHA.test(b)
  return a === b || (areShas && (a.startsWith(b) || b.startsWith(a)))
}

/** The commit of the newest revision; undefined if the service does not return it, or has not built it yet. */
export const commitOf = ({
  source_revision_config,
}: Deployment): string | undefined =>
  source_revision_config?.repo_commit_sha || undefined

/** Whether the newest revision is the one that serves. `READY` does not say so: it is said of the deployment. */
export function isNewestActive({
  active_revision_id: active,
  latest_revision_id: latest,
}: Deployment): boolean {
  if (!active) return false
  return comparableId(active) === comparableId(latest ?? '')
}

/** Whether a state or a commit is waited for. */
export const hasState = ({ wait_for, commit }: Goal): boolean =>
  wait_for !== 'none' || commit !== undefined

/** Whether the newest revision is known to have another commit than the wanted one. */
export function isAtOtherCommit(
  commit: string | undefined,
  deployment: Deployment,
): boolean {
  const current = commitOf(deployment)
  const areKnown = commit !== undefined && current !== undefined
  return areKnown && !isCommit(commit, current)
}

/** Whether the service deletes a deployment. Services have more such statuses than the interface shows. */
export const isBeingDeleted = ({
  status,
}: Pick<Deployment, 'status'>): boolean => /delet/i.test(status ?? '')
