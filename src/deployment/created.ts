import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { adopt, ambiguousName, type Policy } from './adopt.ts'
import type { Context } from './context.ts'
import type { Creation } from './create-once.ts'
import { type Difference, findDifferences } from './differences.ts'
import { winnerOf } from './duplicates.ts'
import { failed, type Outcome, type RunFailure, runFailure } from './outcome.ts'

/** Turns the result of creating into an outcome. */
export function outcomeOf(
  creation: Creation,
  request: CreateDeploymentRequest,
  policy: Policy,
  context: Pick<Context, 'notify'>,
): Outcome {
  const { name } = request
  switch (creation.kind) {
    case 'created':
      return checkCreated(creation, request, context)
    case 'wrong_answer':
      return failed({
        code: 'unexpected_response',
        what: say`Could not create the deployment "${name}": ${creation.reason}`,
        status: creation.status,
        hint: 'other_deployment',
      })
    case 'found':
      return adoptFound(creation, request, policy, context)
    case 'duplicate':
      return failed(sentTwice(name, creation.deployments))
    case 'taken': {
      const [deployment, ...others] = creation.deployments
      if (!deployment || others.length > 0) return ambiguousName(name, creation.deployments)
      return adopt(request, deployment, policy, context.notify)
    }
    case 'conflict':
      return failed({
        ...runFailure(say`create the deployment "${name}"`, creation.failure),
        code: 'conflict',
        what: say`The service answered 409 to the create request, yet lists no deployment named "${name}"`,
      })
    case 'look_up_failed':
      return failed(runFailure(say`look up the name "${name}"`, creation.failure))
    case 'failed':
      return failed(runFailure(say`create the deployment "${name}"`, creation.failure))
    case 'unknown':
      return failed(unknownOutcome(name, creation.failure, 'unknown_outcome'))
    case 'unread':
      return failed(unknownOutcome(name, creation.failure, 'unexpected_response'))
  }
}

/** Compares the new deployment with the request, and with other deployments of the same name. */
function checkCreated(
  { deployment, listed, others, posts }: Extract<Creation, { kind: 'created' }>,
  request: CreateDeploymentRequest,
  { notify }: Pick<Context, 'notify'>,
): Outcome {
  const { name } = request
  const all = [listed ?? deployment, ...others]
  if (others.length > 0 && posts > 1) return failed(sentTwice(name, all))
  // One that is being deleted will not be there to use.
  const winner = listed && winnerOf(all.filter(({ read }) => read.status !== 'AWAITING_DELETE'))
  if (winner && winner !== listed) return failed(duplicated(name, deployment, winner))
  if (others.length > 0) {
    notify({
      type: 'warning',
      message: say`Other deployments are named "${name}" too: ${idsOf(others)}. ${
        listed
          ? words('This run created the oldest, which is kept; delete the others')
          : say`The list does not show the one that this run created: ${deployment.read.id}`
      }`,
    })
  }
  const { id, status } = deployment.read
  if (status === 'AWAITING_DELETE') {
    return failed({ code: 'deleted', what: say`The deployment named "${name}" (${id}) is being deleted` })
  }
  // An answer to a POST may leave out most fields.
  const differences = findDifferences(request, deployment).filter(({ existing }) => existing !== undefined)
  if (differences.length > 0) {
    notify({ type: 'differences', differences })
    notify({
      type: 'warning',
      message: say`The deployment was created, but differs from the request in: ${pathsOf(differences)}`,
    })
  }
  return { result: 'created', deployment }
}

/**
 * Decides about a deployment that appeared after a POST without a usable answer. If it matches the request, it counts as
 * created, because the name was free before.
 */
function adoptFound(
  { deployments, failure }: Extract<Creation, { kind: 'found' }>,
  request: CreateDeploymentRequest,
  policy: Policy,
  { notify }: Pick<Context, 'notify'>,
): Outcome {
  const [deployment, ...others] = deployments
  if (!deployment || others.length > 0) return ambiguousName(request.name, deployments)
  const isCreated =
    deployment.read.status !== 'AWAITING_DELETE' && findDifferences(request, deployment).length === 0
  notify({
    type: 'warning',
    message: say`The create request had no usable answer: ${describe(failure)}. A deployment named "${request.name}" (${deployment.read.id}) has appeared since. ${words(
      isCreated
        ? 'It is as requested, so it counts as created by this run'
        : 'It is not as requested, so another run may have created it',
    )}`,
  })
  const if_exists = policy.if_exists === 'fail' ? 'match' : policy.if_exists
  if (!isCreated) return adopt(request, deployment, { ...policy, if_exists }, notify)
  notify({ type: 'deployment', deployment })
  notify({ type: 'differences', differences: [] })
  notify({ type: 'created' })
  return { result: 'created', deployment }
}

const idsOf = (deployments: Received<Deployment>[]): Sentence =>
  joined(deployments.map(({ read }) => read.id))
const pathsOf = (differences: Difference[]): Sentence => joined(differences.map(({ path }) => path))

const duplicated = (name: string, own: Received<Deployment>, winner: Received<Deployment>): RunFailure => ({
  code: 'duplicate_created',
  what: say`Another run created a deployment named "${name}" at the same time: ${winner.read.id}. It is older and is kept. Delete the one that this run created: ${own.read.id}`,
})

const sentTwice = (name: string, deployments: Received<Deployment>[]): RunFailure => ({
  code: 'duplicate_created',
  what: say`The create request had to be sent twice, and now several deployments are named "${name}": ${idsOf(deployments)}. Keep one of them, and delete the others`,
})

function unknownOutcome(name: string, failure: Failure, code: RunFailure['code']): RunFailure {
  const unknown = runFailure(say`create the deployment "${name}"`, failure)
  return {
    ...unknown,
    code,
    // A network failure of a POST needs no other advice than to run again.
    hint: failure.kind === 'network' ? undefined : unknown.hint,
    what: say`${unknown.what}, and it could not be found out whether it was created`,
  }
}
