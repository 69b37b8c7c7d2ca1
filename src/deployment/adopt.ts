import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import type { Notify } from './context.ts'
import { type Difference, findDifferences, hidesSecrets } from './differences.ts'
import { commitOf, type Goal, isCommit } from './goal.ts'
import { beingDeleted, type Failed, failed, isBeingDeleted, type Outcome } from './outcome.ts'

/** The workflow's settings for an existing deployment with the name. */
export interface Policy extends Pick<Goal, 'wait_for' | 'commit'> {
  if_exists: 'match' | 'fail' | 'reuse'
}

/** A workflow cannot tell two deployments with one name apart. */
export function ambiguousName(name: string, deployments: Received<Deployment>[]): Failed {
  const what = say`${deployments.length} deployments are named "${name}": ${idsOf(deployments)}`
  return failed({ code: 'ambiguous_name', what })
}

export const idsOf = (deployments: Received<Deployment>[]): Sentence =>
  joined(deployments.map(({ read }) => read.id))

export const pathsOf = (differences: Difference[]): Sentence => joined(differences.map(({ path }) => path))

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
 * Decides whether the run adopts the listed deployment with the name, or fails. If only the commit differs and the run
 * waits, it adopts the deployment: a push may build the commit in the meantime.
 */
export function adopt(
  request: CreateDeploymentRequest,
  deployments: Received<Deployment>[],
  { if_exists, wait_for, commit }: Policy,
  notify: Notify,
): Outcome {
  const [deployment, ...others] = deployments
  if (!deployment || others.length > 0) return ambiguousName(request.name, deployments)
  const { id, name } = deployment.read
  notify({ type: 'not_created' })
  notify({ type: 'deployment', deployment })
  const differences = allDifferences(request, deployment, commit)
  notify({ type: 'differences', differences })
  if (isBeingDeleted(deployment.read)) return beingDeleted(deployment.read)
  if (if_exists === 'fail') {
    const what = say`A deployment named "${request.name}" exists already: ${id}`
    return failed({ code: 'already_exists', what })
  }
  if (hidesSecrets(request, deployment)) notify({ type: 'warning', message: SECRETS_HIDDEN })
  const adopted: Outcome = { result: 'adopted', deployment, listed: deployment }
  const lacksCommitOnly = differences.every(({ path }) => path === COMMIT)
  if (lacksCommitOnly && (differences.length === 0 || wait_for !== 'none')) return adopted
  const paths = pathsOf(differences)
  if (if_exists === 'match') {
    const what = say`The deployment named "${name ?? request.name}" (${id}) exists and differs from the inputs in: ${paths}`
    return failed({ code: 'differs', what, hint: lacksCommitOnly ? 'other_commit' : undefined })
  }
  notify({ type: 'warning', message: say`The deployment differs from the inputs in: ${paths}` })
  return adopted
}

/**
 * Decides about a deployment that appeared after a POST without a usable answer. If it matches the request, it counts as
 * created, because the name was free before.
 */
export function adoptAppeared(
  request: CreateDeploymentRequest,
  deployments: Received<Deployment>[],
  failure: Failure,
  policy: Policy,
  notify: Notify,
): Outcome {
  const [deployment, ...others] = deployments
  if (!deployment || others.length > 0) return ambiguousName(request.name, deployments)
  const isCreated = !isBeingDeleted(deployment.read) && findDifferences(request, deployment).length === 0
  const origin = isCreated
    ? words('It is as requested, so it counts as created by this run')
    : words('It is not as requested, so another run may have created it')
  const message = say`The create request had no usable answer: ${describe(failure)}. A deployment named "${request.name}" (${deployment.read.id}) has appeared since. ${origin}`
  notify({ type: 'warning', message })
  const if_exists = policy.if_exists === 'fail' ? 'match' : policy.if_exists
  if (!isCreated) return adopt(request, deployments, { ...policy, if_exists }, notify)
  notify({ type: 'deployment', deployment })
  notify({ type: 'differences', differences: [] })
  notify({ type: 'created' })
  return { result: 'created', deployment, listed: deployment }
}
