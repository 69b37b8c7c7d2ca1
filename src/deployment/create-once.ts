import { merged } from '../lib/json.ts'
import type { Failure, Reply, Success } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import {
  comparableId,
  type Deployment,
  readDeployment,
} from '../service/responses.ts'
import { retrying } from '../service/retry.ts'
import {
  DECISIONS,
  isComplete,
  isSentTwice,
  isSettled,
  isUnknown,
  type LookUps,
  oldestOf,
  proofsIn,
  resultOf,
  SETTLINGS,
  type Survey,
  secondDecision,
} from './create-rules.ts'
import { compareAll, isCommitOnly } from './differences.ts'
import type { Context, Notify, Stop } from './facts.ts'
import { isAlike, type Look, lookUp, namesakes } from './list.ts'
import { NOT_IN_TIME, repeat, startLooks } from './looks.ts'
import type { Order } from './order.ts'
import { isBeingDeleted } from './order.ts'

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
  const isDeleted = isBeingDeleted(deployment)
  // Without a lost answer another run has created it.
  const appeared = unanswered.length > 0
  if (appeared) {
    const counts = commitOnly && !isDeleted
    const notice = { failures: unanswered, deployment, counts }
    notify({ type: 'notice', notice: { code: 'lost_answer', ...notice } })
    if (counts) {
      notify({ type: 'counted' })
      return { result: 'created', deployment, listed: true }
    }
  }

  notify({ type: 'compared', ...comparison })
  if (isDeleted) return { code: 'deleted', deployment }
  const existing = { deployment, appeared, commitOnly }
  if (order.if_exists === 'fail' && !appeared)
    return { code: 'already_exists', ...existing }
  const isSame = comparison.differences.length === 0
  // A wait goes on until a push has built the commit.
  const isAwaited = commitOnly && order.wait_for !== 'none'
  return isSame || isAwaited || order.if_exists === 'reuse'
    ? { result: 'adopted', deployment, listed: true }
    : { code: 'differs', ...existing }
}

/**
 * Creates the deployment (interface: create a deployment) at most once, whatever the network does.
 *
 * Sends the create request, and a second one only if nothing shows the effect of the first, and the list shows for a
 * settling time that the name is free. The rules are in create-rules.ts.
 *
 * @param free the look-up that showed the name free
 */
export async function createOnce(
  request: CreateDeploymentRequest,
  order: Order,
  free: Look,
  context: Context,
): Promise<Usable | Stop> {
  context.notify({ type: 'phase', phase: 'create' })
  let lost: Failure | undefined
  for (;;) {
    const isSecond = lost !== undefined
    const posted = await post(request, isSecond, context)
    if (!('kind' in posted))
      return accept(posted, request.name, isSecond, free, context)
    const end = await decide(posted, lost, request, order, context)
    if (end !== 'send_again') return end
    lost = posted
  }
}

/**
 * Decides what follows a failed create request, by its result and by what the list shows then.
 *
 * @param lost the failure of the first create request, if this was the second one
 */
async function decide(
  failure: Failure,
  lost: Failure | undefined,
  request: CreateDeploymentRequest,
  order: Order,
  context: Context,
): Promise<Usable | Stop | 'send_again'> {
  const { name } = request
  const { notify } = context
  const result = resultOf(failure)
  const isSecond = lost !== undefined
  const first = DECISIONS[result]
  const { look, if_free } = isSecond ? secondDecision(first) : first
  if (look === 'never')
    return { code: 'request_failed', doing: { task: 'create', name }, failure }

  const refused = !isSecond && !isUnknown(result)
  notify({ type: 'settling', failure, refused })
  const plan = SETTLINGS[look]
  const isProof = (seen: Survey) => isSettled(seen, isSecond, plan)
  const surveyed = await survey(name, plan, isProof, context)
  const { found, isProved, unlisted = NOT_IN_TIME } = surveyed
  const tried = { name, failure, lost }
  // The pauses are longer than the settling time, so only failed look-ups lead to their end.
  if (!isProved && found.length === 0) {
    const code = refused ? 'undecided' : 'unknown_outcome'
    return { code, ...tried, unlisted }
  }
  notify({ type: 'looked_up', found: found.length })
  if (refused) notify({ type: 'not_created' })
  if (isSentTwice(isSecond, found))
    return { code: 'sent_twice', name, deployments: found }
  if (found.length > 0) {
    const failures = lost ? [lost, failure] : [failure]
    const unanswered = failures.filter(one => isUnknown(resultOf(one)))
    return adopt(request, found, unanswered, order, notify)
  }
  return if_free === 'send_again' ? if_free : { code: if_free, ...tried }
}

/**
 * Sends the create request, and retries it after failures which prove that it was not processed.
 *
 * @param isSecond whether it goes over a new connection, after one without a usable answer
 */
function post(
  request: CreateDeploymentRequest,
  isSecond: boolean,
  context: Context,
): Promise<Reply<Deployment>> {
  const { service, notify, signal } = context
  async function attempt() {
    notify({ type: 'posting', again: isSecond })
    const reply = await service.createDeployment(request, signal, isSecond)
    const isFailed = 'kind' in reply
    const result = isFailed ? resultOf(reply) : 'answered'
    const isUnsent = isFailed && reply.kind === 'network' && !reply.sent
    notify(isUnsent ? { type: 'not_posted' } : { type: 'posted', result })
    if (!isFailed) notify({ type: 'deployment', deployment: reply.value })
    return reply
  }
  return retrying(
    'create the deployment',
    attempt,
    context,
    signal,
    failure => resultOf(failure) === 'not_processed',
  )
}

/** Takes the deployment of a successful answer, if it is a new one of the requested name. */
async function accept(
  { value, status }: Success<Deployment>,
  name: string,
  isSecond: boolean,
  free: Look,
  context: Context,
): Promise<Usable | Stop> {
  const { id, sent } = value
  // Some answers have no name. The list then shows whether the deployment has it.
  const answered = sent['name'] ?? name
  const isRequested = answered === name
  const isSimilar = isAlike(answered, name)
  const isKnown = free.ids.has(comparableId(id))
  // A service that changes names has still created it.
  if (isSimilar && !isKnown) context.notify({ type: 'created' })
  if (isRequested && !isKnown)
    return checkDuplicates(name, value, isSecond, context)
  const other = isSimilar ? 'renamed' : 'other_name'
  return {
    code: 'wrong_answer',
    kind: isRequested ? 'known_id' : other,
    name,
    // A text stays as it came, so that a secret in it can be found.
    answered:
      typeof answered === 'string' ? answered : JSON.stringify(answered),
    id,
    status,
  }
}

/**
 * Looks for other deployments with the name of a new one. Among several the oldest is kept.
 *
 * @param isSecond whether an earlier create request may have taken effect too
 */
async function checkDuplicates(
  name: string,
  created: Deployment,
  isSecond: boolean,
  context: Context,
): Promise<Usable | Stop> {
  const { notify } = context
  const id = comparableId(created.id)
  const seen = new Map<string, Deployment>()
  const onFound = (one: Deployment) => seen.set(comparableId(one.id), one)
  // One look that shows it is enough: a list may come from several replicas, some of which lag.
  const isProof = ({ ids }: Survey) => isComplete(ids, id)
  const plan = SETTLINGS.answered
  const surveyed = await survey(name, plan, isProof, context, onFound)
  const { isProved, unlisted: failure } = surveyed
  const listed = seen.get(id)
  const all = namesakes([...seen.values()], name)
  const others = all.filter(one => one !== listed)
  if (!isProved) {
    const shown = others.map(other => other.id)
    const notice = { code: 'duplicates_possible', failure } as const
    notify({ type: 'notice', notice: { ...notice, listed: shown } })
  }

  const own = listed ?? created
  const deployments = [own, ...others]
  if (isSentTwice(isSecond, deployments))
    return { code: 'sent_twice', name, deployments }
  if (isBeingDeleted(own)) return { code: 'deleted', deployment: own }
  const isListed = listed !== undefined
  if (others.length > 0) {
    const winner = oldestOf(deployments)
    if (isListed && winner !== own)
      return { code: 'duplicate_created', name, own, others, winner }
    const notice = { code: 'namesakes', others, own: created.id } as const
    notify({ type: 'notice', notice: { ...notice, listed: isListed } })
  }
  // The answer to a create request may leave out most fields, and so may the list.
  const sent = merged(created.sent, own.sent)
  const deployment = readDeployment(sent) ?? own
  notify({ type: 'deployment', deployment })
  return { result: 'created', deployment, listed: isListed }
}

/** What look-ups of a name showed in the end. */
interface Surveyed {
  /** The deployments of the name. */
  found: Deployment[]
  isProved: boolean
  /** Why the last look-up failed, if it did. */
  unlisted: Failure | undefined
}

/** Looks a name up again and again, until the look-ups prove enough or the plan ends. */
async function survey(
  name: string,
  plan: LookUps,
  isProof: (survey: Survey) => boolean,
  context: Context,
  onFound?: (deployment: Deployment) => void,
): Promise<Surveyed> {
  const { service, clock } = context
  const deadline = clock.now() + plan.within
  const looks = startLooks(clock, deadline, () => false)
  const { began, failures } = looks
  const look = (signal: AbortSignal) =>
    lookUp(service, { name }, signal, plan.retry, onFound)
  const pause = () => plan.pauses[failures.length]
  const found = new Map<string, Deployment>()
  let isProved = false
  for await (const seen of repeat(look, pause, looks, context)) {
    if (seen.failure) continue
    const { deployments, ids } = seen
    for (const one of deployments) found.set(comparableId(one.id), one)
    const proofs = proofsIn(failures)
    const elapsed = clock.now() - began
    isProved = isProof({ found: found.size, ids, proofs, elapsed })
    if (isProved) break
  }
  const unlisted = failures.at(-1)
  return { found: [...found.values()], isProved, unlisted }
}
