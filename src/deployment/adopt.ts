import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { compareAll, isCommitOnly } from './differences.ts'
import type { Stop } from './end.ts'
import type { Comparison, Notify } from './facts.ts'
import { isBeingDeleted } from './goal.ts'
import type { Order } from './order.ts'

/** A deployment to use. */
export interface Usable {
  result: 'created' | 'adopted'
  deployment: Deployment
  /** Whether `deployment` is from the list, or only from the answer to the create request. */
  listed: boolean
}

/**
 * Adopts the deployment that has the name, if the order allows it. One that appeared after create requests without an
 * answer counts as created by this run if nothing differs, because the name was free before.
 *
 * @param unanswered the failures of the create requests whose effect is unknown
 */
export function adopt(
  request: CreateDeploymentRequest,
  deployments: Deployment[],
  unanswered: Failure[],
  order: Order,
  notify: Notify,
): Usable | Stop {
  const [deployment, ...others] = deployments
  if (!deployment || others.length > 0)
    return { code: 'ambiguous_name', name: request.name, deployments }
  notify({ type: 'deployment', deployment })
  const comparison = compareAll(request, deployment.sent, order)
  const commitOnly = isCommitOnly(comparison)
  // Without a lost answer another run has created it.
  const appeared = unanswered.length > 0
  if (appeared) {
    const counts = commitOnly && !isBeingDeleted(deployment)
    const notice = { failures: unanswered, deployment, counts }
    notify({ type: 'notice', notice: { code: 'lost_answer', ...notice } })
    if (counts) {
      notify({ type: 'counted' })
      return { result: 'created', deployment, listed: true }
    }
  }

  notify({ type: 'compared', ...comparison })
  const existing = { deployment, appeared, commitOnly }
  if (isBeingDeleted(deployment)) return { code: 'deleted', deployment }
  if (order.if_exists === 'fail' && !appeared)
    return { code: 'already_exists', ...existing }
  if (!isAdopted(comparison, order)) return { code: 'differs', ...existing }
  return { result: 'adopted', deployment, listed: true }
}

/** Whether the run may use a deployment that differs so. A wait goes on until a push has built the commit. */
function isAdopted(comparison: Comparison, order: Order): boolean {
  const { if_exists, wait_for } = order
  if (comparison.differences.length === 0 || if_exists === 'reuse') return true
  return isCommitOnly(comparison) && wait_for !== 'none'
}
