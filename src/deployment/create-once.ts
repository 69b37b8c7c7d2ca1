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
  type Decision,
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
import type { Comparison, Context, Existing, Notify, Stop } from './facts.ts'
import { isAlike, type Look, lookUp, namesakes } from './list.ts'
import { type Looks, lookAgain, startLooks } from './looks.ts'
import { isBeingDeleted, type Order } from './order.ts'

/** A deployment to use. */
export interface Usable {
  result: 'created' | 'adopted'
  deployment: Deployment
  /** Whether `deployment` is only from the answer to the create request, and not from the list. */
  isUnlisted?: boolean
}

/**
 * Adopts the deployment that has the name, if the order allows it. One that appeared after create requests without an
 * answer counts as created by this run if at most its commit differs, because the name was free before.
 *
 * @param failures those of the create requests that this run sent
 */
export function adopt(
  request: CreateDeploymentRequest,
  deployments: Deployment[],
  failures: Failure[],
  order: Order,
  notify: Notify,
): Usable | Stop {
  const [deployment, ...others] = deployments
  if (!deployment || others.length > 0) {
    const isTwice = isSentTwice(failures.length > 1, deployments)
    const code = isTwice ? 'sent_twice' : 'ambiguous_name'
    return { code, name: request.name, deployments }
  }
  notify({ type: 'deployment', deployment })
  const comparison = compareAll(request, deployment.sent, order)
  const commitOnly = isCommitOnly(comparison)
  const lost = failures.filter(failure => isUnknown(resultOf(failure)))
  // Without a lost answer another run has created it.
  const appeared = lost.length > 0
  const counts = appeared && commitOnly && !isBeingDeleted(deployment)
  if (appeared) {
    notify({
      type: 'notice',
      notice: { code: 'lost_answer', failures: lost, deployment, counts },
    })
  }
  if (counts) {
    notify({ type: 'settled', created: true })
    return { result: 'created', deployment }
  }
  notify({ type: 'compared', ...comparison })
  const existing = { deployment, appeared, commitOnly }
  const stop = refusalOf(existing, comparison, order)
  return stop ?? { result: 'adopted', deployment }
}

/** Why an existing deployment cannot be used; undefined if it can. */
function refusalOf(
  existing: Existing,
  { differences }: Comparison,
  { if_exists, wait_for }: Order,
): Stop | undefined {
  const { deployment, appeared, commitOnly } = existing
  if (isBeingDeleted(deployment)) return { code: 'deleted', deployment }
  if (if_exists === 'fail' && !appeared)
    return { code: 'already_exists', ...existing }
  // A wait goes on until a push has built the commit.
  const isAsAsked = wait_for === 'none' ? differences.length === 0 : commitOnly
  const isUsable = isAsAsked || if_exists === 'reuse'
  return isUsable ? undefined : { code: 'differs', ...existing }
}

/**
 * Creates the deployment (interface: create a deployment) at most once, on the conditions that docs/design.md names.
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
  const lost: Failure[] = []
  for (;;) {
    const isSecond = lost.length > 0
    const posted = await post(request, isSecond, context)
    if (!('kind' in posted))
      return accept(posted, request.name, isSecond, free, context)
    const end = await decide(posted, lost, request, order, context)
    if (end !== 'send_again') return end
    lost.push(posted)
  }
}

/**
 * Decides what follows a failed create request, by its result and by what the list shows then.
 *
 * @param lost the failures of the create requests before it
 */
async function decide(
  failure: Failure,
  lost: Failure[],
  request: CreateDeploymentRequest,
  order: Order,
  context: Context,
): Promise<Usable | Stop | 'send_again'> {
  const { name } = request
  const { notify } = context
  const isSecond = lost.length > 0
  const { look, if_free } = decisionAfter(failure, isSecond)
  if (look === 'never')
    return { code: 'request_failed', doing: { task: 'create', name }, failure }

  const refused = if_free === 'not_created'
  notify({ type: 'settling', failure, refused })
  const plan = SETTLINGS[look]
  const isProof = (last: Survey) => isSettled(last, isSecond, plan)
  const { found, isProved, failures } = await survey(
    name,
    plan,
    isProof,
    context,
  )
  const tried = { name, failure, lost: lost[0] }
  // The pauses are longer than the settling time, so only failed look-ups lead to their end.
  if (!isProved) {
    if (found[0]) notify({ type: 'deployment', deployment: found[0] })
    const unlisted = failures.findLast(Boolean)
    return refused
      ? { code: 'undecided', ...tried, unlisted }
      : { code: 'unknown_outcome', ...tried, unlisted }
  }
  notify({ type: 'looked_up', found: found.length })
  if (refused) notify({ type: 'settled', created: false })
  if (found.length > 0)
    return adopt(request, found, [...lost, failure], order, notify)
  return if_free === 'send_again' ? if_free : { code: if_free, ...tried }
}

function decisionAfter(failure: Failure, isSecond: boolean): Decision {
  const first = DECISIONS[resultOf(failure)]
  return isSecond ? secondDecision(first) : first
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
    notify({ type: 'posting', again: isSecond, at: context.clock.date() })
    const reply = await service.createDeployment(request, signal, isSecond)
    const isFailed = 'kind' in reply
    const result = isFailed ? resultOf(reply) : 'answered'
    const isUnsent = isFailed && reply.kind === 'network' && !reply.sent
    notify({ type: 'posted', result: isUnsent ? undefined : result })
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
  const changed = isSimilar ? 'renamed' : 'other_name'
  return {
    code: 'wrong_answer',
    kind: isKnown ? 'known_id' : changed,
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
  const shown = await lookForOthers(name, created, context)
  const stop = refusalOfNew(shown, name, isSecond)
  if (stop) return stop

  const { own, others, isListed } = shown
  if (others.length > 0) {
    notify({
      type: 'notice',
      notice: { code: 'namesakes', others, own: own.id, listed: isListed },
    })
  }
  // The answer to a create request may leave out most fields, and so may the list.
  const sent = merged(created.sent, own.sent)
  const deployment = readDeployment(sent) ?? own
  notify({ type: 'deployment', deployment })
  return { result: 'created', deployment, isUnlisted: !isListed }
}

/** A new deployment, and the others of its name. */
interface Shown {
  /** As the list shows it, or else as the answer to the create request does. */
  own: Deployment
  isListed: boolean
  others: Deployment[]
}

/** Reads the list until it shows the new deployment. Gives notice if it never does. */
async function lookForOthers(
  name: string,
  created: Deployment,
  context: Context,
): Promise<Shown> {
  const id = comparableId(created.id)
  // One look that shows it is enough: a list may come from several replicas, some of which lag.
  const isProof = ({ ids }: Survey) => isComplete(ids, id)
  const seen = new Map<string, Deployment>()
  const onFound = (one: Deployment) => seen.set(comparableId(one.id), one)
  const { isProved, failures } = await survey(
    name,
    SETTLINGS.answered,
    isProof,
    context,
    onFound,
  )
  const listed = seen.get(id)
  const all = namesakes([...seen.values()], name)
  const others = all.filter(one => one !== listed)
  if (!isProved) {
    const failure = failures.at(-1)
    const ids = others.map(other => other.id)
    context.notify({
      type: 'notice',
      notice: { code: 'duplicates_possible', failure, listed: ids },
    })
  }
  return { own: listed ?? created, isListed: listed !== undefined, others }
}

/** Why a new deployment cannot be used; undefined if it can. */
function refusalOfNew(
  { own, isListed, others }: Shown,
  name: string,
  isSecond: boolean,
): Stop | undefined {
  const deployments = [own, ...others]
  if (isSentTwice(isSecond, deployments))
    return { code: 'sent_twice', name, deployments }
  if (isBeingDeleted(own)) return { code: 'deleted', deployment: own }
  if (!isListed || others.length === 0) return undefined
  const winner = oldestOf(deployments)
  return winner === own
    ? undefined
    : { code: 'duplicate_created', name, own, others, winner }
}

/** What look-ups of a name showed in the end. */
interface Surveyed {
  /** The deployments of the name in whole lists. */
  found: Deployment[]
  isProved: boolean
  /** Why each look-up failed, if it did. */
  failures: Looks['failures']
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
  const end = plan.retry ? undefined : deadline
  const look = (signal: AbortSignal) =>
    lookUp(service, { name }, signal, end, onFound)
  const looks = startLooks(look, deadline, () => false, clock)
  const { began, failures } = looks
  const found = new Map<string, Deployment>()
  let isProved = false
  while (!isProved) {
    const last = await lookAgain(looks, plan.pauses[failures.length], context)
    if (!last) break
    if (last.failure) continue
    for (const one of last.deployments) found.set(comparableId(one.id), one)
    const proofs = proofsIn(failures)
    const elapsed = clock.now() - began
    isProved = isProof({ found: found.size, ids: last.ids, proofs, elapsed })
  }
  return { found: [...found.values()], isProved, failures }
}
