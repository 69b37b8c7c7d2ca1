import { type Received, type Service, toDeployment } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import { findDeployments } from '../service/pages.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { findDifferences } from './differences.ts'
import type { Notify } from './events.ts'
import { type Failed, failed, type Outcome } from './outcome.ts'

/** What to do when a deployment of the name is there already. */
export type IfExists = 'match' | 'fail' | 'reuse'

/**
 * All deployments that bear exactly this name (interface: list deployments). The service's filter only narrows
 * the walk; it may be a substring, a prefix or nothing at all.
 *
 * @param options whether each request is retried; a caller that looks again by itself has no need of it
 */
export async function lookUpName(
  service: Service,
  name: string,
  signal: AbortSignal,
  options = { retry: true },
): Promise<Reply<Received<Deployment>[]>> {
  const list: Service['listDeployments'] = (query, until) => service.listDeployments(query, until, options)
  const reply = await findDeployments(list, { name }, sent => sent['name'] === name, signal)
  return reply.ok ? allReadable(reply, `a listed deployment named "${name}"`) : reply
}

/**
 * Listed deployments as the action reads them: all of them, or a failure.
 *
 * @param each what one of them is called in that failure
 */
export function allReadable(
  { value, status }: { value: Record<string, unknown>[]; status: number },
  each: string,
): Reply<Received<Deployment>[]> {
  const deployments: Received<Deployment>[] = []
  for (const sent of value) {
    const deployment = toDeployment(sent)
    if (!deployment) {
      const reason = `${each} carries no id, or cannot be read`
      return { ok: false, failure: { kind: 'unusable', status, reason, said: { text: '', fields: [] } } }
    }
    deployments.push(deployment)
  }
  return { ok: true, value: deployments, status }
}

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
