import { write } from '../lib/sentence.ts'
import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { compareRequest } from './differences.ts'
import { isBeingDeleted, type Stopped, stopped } from './end.ts'
import type { Comparison, Notify } from './facts.ts'
import type { Order } from './order.ts'

/** A deployment to use. */
export interface Usable {
  result: 'created' | 'adopted'
  deployment: Deployment
  /** Whether `deployment` is from the list, or only from the answer to the create request. */
  listed: boolean
}

/** The path of the newest revision's commit in a deployment. A request does not have this field. */
const COMMIT = 'source_revision_config.repo_commit_sha'

/** Whether nothing but the commit differs: a push may build another one. */
export const isCommitOnly = ({ differences }: Comparison): boolean =>
  differences.every(({ path }) => write(path) === COMMIT)

/**
 * Compares what the workflow asks for with a deployment as the service sent it: the request, and the commit. The
 * workflow's `repo_ref` may be a full ref; the request has it as the listing of repositories writes refs.
 */
export function compareAll(
  request: CreateDeploymentRequest,
  sent: Record<string, unknown>,
  { commit, draft }: Pick<Order, 'commit' | 'draft'>,
): Comparison {
  const { source_revision_config } = request
  const repo_ref =
    draft.source_revision_config.repo_ref || source_revision_config.repo_ref
  const asked = { ...source_revision_config, repo_ref, repo_commit_sha: commit }
  return compareRequest({ ...request, source_revision_config: asked }, sent)
}

/** Adopts the deployment that had the name when the run began, if `if_exists` allows it. */
export function adoptExisting(
  request: CreateDeploymentRequest,
  deployments: Deployment[],
  order: Order,
  notify: Notify,
): Usable | Stopped {
  const [deployment, ...others] = deployments
  if (!deployment || others.length > 0)
    return stopped({ code: 'ambiguous_name', name: request.name, deployments })
  notify({ type: 'deployment', deployment })
  const comparison = compareAll(request, deployment.sent, order)
  notify({ type: 'compared', ...comparison })

  const commitOnly = isCommitOnly(comparison)
  const existing = { deployment, appeared: false, commitOnly }
  if (isBeingDeleted(deployment))
    return stopped({ code: 'deleted', deployment })
  if (order.if_exists === 'fail')
    return stopped({ code: 'already_exists', ...existing })
  if (!isAdopted(comparison, order))
    return stopped({ code: 'differs', ...existing })
  return { result: 'adopted', deployment, listed: true }
}

/**
 * Uses the deployment that appeared after a create request. The name was free before, so it counts as created by this
 * run if no answer came and nothing differs.
 *
 * @param unanswered the failures of the create requests whose effect is unknown
 */
export function adoptAppeared(
  request: CreateDeploymentRequest,
  deployments: Deployment[],
  order: Order,
  notify: Notify,
  unanswered: Failure[],
): Usable | Stopped {
  const [deployment, ...others] = deployments
  // Without a lost answer another run has created it.
  if (!deployment || others.length > 0 || unanswered.length === 0)
    return adoptExisting(request, deployments, order, notify)
  notify({ type: 'deployment', deployment })
  const comparison = compareAll(request, deployment.sent, order)
  const commitOnly = isCommitOnly(comparison)
  const counts = commitOnly && !isBeingDeleted(deployment)
  const notice = { failures: unanswered, deployment, counts }
  notify({ type: 'notice', notice: { code: 'lost_answer', ...notice } })
  if (counts) {
    notify({ type: 'counted' })
    return { result: 'created', deployment, listed: true }
  }

  notify({ type: 'compared', ...comparison })
  if (isBeingDeleted(deployment))
    return stopped({ code: 'deleted', deployment })
  if (!isAdopted(comparison, order)) {
    const existing = { deployment, appeared: true, commitOnly }
    return stopped({ code: 'differs', ...existing })
  }
  return { result: 'adopted', deployment, listed: true }
}

/** Whether the run may use a deployment that differs so. A wait goes on until a push has built the commit. */
function isAdopted(comparison: Comparison, order: Order): boolean {
  const { if_exists, wait_for } = order
  if (comparison.differences.length === 0 || if_exists === 'reuse') return true
  return isCommitOnly(comparison) && wait_for !== 'none'
}
