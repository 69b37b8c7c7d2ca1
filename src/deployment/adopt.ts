import { joined, say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import type { Notify } from './context.ts'
import { type Difference, findDifferences, hidesSecrets } from './differences.ts'
import { commitOf, type Goal, isCommit } from './goal.ts'
import { type Failed, failed, type Outcome } from './outcome.ts'

/** What to do when a deployment with the name exists. */
export type IfExists = 'match' | 'fail' | 'reuse'

/** A workflow cannot tell two deployments with one name apart. */
export function ambiguousName(name: string, deployments: Received<Deployment>[]): Failed {
  const ids = joined(deployments.map(({ read }) => read.id))
  return failed({
    code: 'ambiguous_name',
    what: say`${deployments.length} deployments are named "${name}": ${ids}`,
  })
}

/** What the workflow says about an existing deployment. */
export type Policy = Pick<Goal, 'wait_for' | 'commit'> & { if_exists: IfExists }

const SECRETS_HIDDEN = words(
  'The service lists no secrets of the existing deployment, so `secrets` was not compared',
)

/** The path of the newest revision's commit in a deployment. A request does not have this field. */
const COMMIT = words('source_revision_config.repo_commit_sha')

/** The differences between what the workflow asks for and a deployment: those from the request, and the commit. */
export function allDifferences(
  request: CreateDeploymentRequest,
  deployment: Received<Deployment>,
  commit: string | undefined,
): Difference[] {
  const existing = commitOf(deployment.read)
  const differences = findDifferences(request, deployment)
  if (commit === undefined || isCommit(commit, existing)) return differences
  return [...differences, { path: COMMIT, requested: commit, existing }]
}

/**
 * Decides whether the run adopts an existing deployment with the name, or fails. If only the commit differs and the run
 * waits, it adopts the deployment: a push may build the commit in the meantime.
 */
export function adopt(
  request: CreateDeploymentRequest,
  deployment: Received<Deployment>,
  { if_exists, wait_for, commit }: Policy,
  notify: Notify,
): Outcome {
  const { id, name, status } = deployment.read
  notify({ type: 'not_created' })
  notify({ type: 'deployment', deployment })
  const differences = allDifferences(request, deployment, commit)
  notify({ type: 'differences', differences })
  if (status === 'AWAITING_DELETE') {
    return failed({
      code: 'deleted',
      what: say`The deployment named "${request.name}" (${id}) is being deleted`,
    })
  }
  if (if_exists === 'fail') {
    return failed({
      code: 'already_exists',
      what: say`A deployment named "${request.name}" exists already: ${id}`,
    })
  }
  if (hidesSecrets(request, deployment)) notify({ type: 'warning', message: SECRETS_HIDDEN })
  const lacksCommitOnly = differences.every(({ path }) => path === COMMIT)
  if (lacksCommitOnly && (differences.length === 0 || wait_for !== 'none'))
    return { result: 'adopted', deployment }
  const paths = joined(differences.map(({ path }) => path))
  if (if_exists === 'match') {
    return failed({
      code: 'differs',
      what: say`The deployment named "${name ?? request.name}" (${id}) exists and differs from what was asked for in: ${paths}`,
      hint: lacksCommitOnly ? 'other_commit' : undefined,
    })
  }
  notify({ type: 'warning', message: say`The deployment differs from what was asked for in: ${paths}` })
  return { result: 'adopted', deployment }
}
