import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { Deployment } from '../service/responses.ts'

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

/** Whether the deployment has the state and the commit that the goal asks for. */
export function isReached(
  { wait_for, commit }: Goal,
  deployment: Deployment,
): boolean {
  if (commit !== undefined && !isCommit(commit, commitOf(deployment)))
    return false
  if (wait_for === 'ready') return deployment.status === 'READY'
  return wait_for === 'none' || isNewestActive(deployment)
}

/** Whether two SHAs are the same commit, regardless of case. */
export const isCommit = (wanted: string, commit: string | undefined): boolean =>
  commit?.toLowerCase() === wanted.toLowerCase()

/** The commit of the newest revision; undefined if the service does not return it. */
export const commitOf = ({
  source_revision_config,
}: Deployment): string | undefined =>
  source_revision_config?.repo_commit_sha || undefined

/** Whether the newest revision is the one that serves. `READY` does not say so: it is said of the deployment. */
export const isNewestActive = ({
  active_revision_id,
  latest_revision_id,
}: Deployment): boolean =>
  Boolean(active_revision_id) && active_revision_id === latest_revision_id

/** Whether a state or a commit is waited for. */
export const hasState = ({ wait_for, commit }: Goal): boolean =>
  wait_for !== 'none' || commit !== undefined

/** The goal in words: `active at commit 0a1b2c3d4e5f and healthy`; empty if nothing is waited for. */
export function goalInWords({ wait_for, commit, health_url }: Goal): Sentence {
  const at = commit === undefined ? [] : [say`at commit ${shortCommit(commit)}`]
  const state =
    wait_for === 'none' ? at : [joined([words(wait_for), ...at], ' ')]
  return joined(
    health_url === undefined ? state : [...state, words('healthy')],
    ' and ',
  )
}

/** The state of the deployment in one line, with the commit of its newest revision if the goal has one. */
export function stateOf(
  { commit }: Pick<Goal, 'commit'>,
  deployment: Deployment,
): Sentence {
  const { status, active_revision_id: active, latest_revision_id } = deployment
  const parts = [status ?? words('no status')]
  if (isNewestActive(deployment)) parts.push(words('newest revision active'))
  else if (active && latest_revision_id)
    parts.push(say`newest revision not active, revision ${active} serves`)
  else if (active !== undefined && !active)
    parts.push(words('no revision active'))
  const current = commitOf(deployment)
  if (commit !== undefined)
    parts.push(
      current ? say`at commit ${shortCommit(current)}` : words('no commit yet'),
    )
  return joined(parts)
}

/** The first characters of a SHA; other text is not shortened. */
export const shortCommit = (commit = ''): string =>
  /^[0-9a-f]{40,64}$/i.test(commit) ? commit.slice(0, 12) : commit

/** Whether the newest revision is known to have another commit than the wanted one. */
export function isAtOtherCommit(
  { commit }: Goal,
  deployment: Deployment,
): boolean {
  const current = commitOf(deployment)
  return (
    commit !== undefined && current !== undefined && !isCommit(commit, current)
  )
}
