import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { findDifferences } from './differences.ts'
import type { Notify } from './events.ts'
import { type Failed, failed, type Outcome } from './outcome.ts'

/** What to do when a deployment of the name is there already. */
export type IfExists = 'match' | 'fail' | 'reuse'

/** Two deployments of one name cannot be told apart by a workflow. */
export function ambiguousName(name: string, deployments: Received<Deployment>[]): Failed {
  const ids = deployments.map(({ read }) => read.id).join(', ')
  return failed({
    code: 'ambiguous_name',
    what: `${deployments.length} deployments are named "${name}": ${ids}`,
  })
}

/**
 * Decides what becomes of a run whose name is taken: the deployment is adopted, or the run fails.
 */
export function adopt(
  request: CreateDeploymentRequest,
  deployment: Received<Deployment>,
  ifExists: IfExists,
  notify: Notify,
): Outcome {
  const { id, status } = deployment.read
  notify({ type: 'not_created' })
  notify({ type: 'deployment', deployment })
  const differences = findDifferences(request, deployment)
  notify({ type: 'differences', differences })
  if (status === 'AWAITING_DELETE') {
    return failed({
      code: 'deleted',
      what: `The deployment named "${request.name}" (${id}) is being deleted`,
    })
  }
  if (ifExists === 'fail') {
    return failed({
      code: 'already_exists',
      what: `A deployment named "${request.name}" exists already: ${id}`,
    })
  }
  if (differences.length === 0) return { result: 'adopted', deployment }
  const paths = differences.map(({ path }) => path).join(', ')
  if (ifExists === 'match') {
    return failed({
      code: 'differs',
      what: `The deployment named "${request.name}" (${id}) exists and differs from what was asked for in: ${paths}`,
    })
  }
  notify({ type: 'warning', message: `The deployment differs from what was asked for in: ${paths}` })
  return { result: 'adopted', deployment }
}
