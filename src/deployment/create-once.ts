import type { Failure, Reply } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import { comparableId, type Deployment } from '../service/responses.ts'
import { type OnRetry, retrying } from '../service/retry.ts'
import { adopt, type Usable } from './adopt.ts'
import type { Context } from './context.ts'
import {
  absencesAfter,
  DECISIONS,
  isProvedFree,
  isSentTwice,
  isUnknown,
  resultOf,
  SETTLINGS,
  type Settling,
  secondDecision,
} from './create-rules.ts'
import { checkDuplicates } from './duplicates.ts'
import type { Stop } from './end.ts'
import { type Found, isAlike, lookUp } from './list.ts'
import { NOT_IN_TIME, noProgress, repeated } from './looks.ts'
import type { Order } from './order.ts'

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
  free: Found,
  context: Context,
): Promise<Usable | Stop> {
  let lost: Failure | undefined
  for (;;) {
    const isSecond = lost !== undefined
    const posted = await post(request, isSecond, context)
    if (posted.ok) return accept(posted, request.name, isSecond, free, context)
    const tried = { failure: posted.error, lost, request, order }
    const end = await decide(tried, context)
    if (end !== 'send_again') return end
    lost = posted.error
  }
}

/** A create request that failed. */
interface Tried {
  failure: Failure
  /** The failure of the first create request, if this was the second one. */
  lost: Failure | undefined
  request: CreateDeploymentRequest
  order: Order
}

/** Decides what follows a failed create request, by its result and by what the list shows then. */
async function decide(
  { failure, lost, request, order }: Tried,
  context: Context,
): Promise<Usable | Stop | 'send_again'> {
  const { name } = request
  const { notify } = context
  const result = resultOf(failure)
  const isSecond = lost !== undefined
  const first = DECISIONS[result]
  const { look, if_free } = isSecond ? secondDecision(first) : first
  if (look === 'never') {
    const doing = { task: 'create', name } as const
    return { code: 'request_failed', doing, failure }
  }

  const refused = !isSecond && !isUnknown(result)
  notify({ type: 'settling', failure, refused })
  const found = await settle(name, SETTLINGS[look], isSecond, context)
  const tried = { name, failure, lost }
  if (!Array.isArray(found)) {
    const code = refused ? 'undecided' : 'unknown_outcome'
    return { code, ...tried, unlisted: found }
  }
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
  { service, notify, signal, ...context }: Context,
): Promise<Reply<Deployment>> {
  async function attempt() {
    notify({ type: 'posting', again: isSecond })
    const options = { fresh: isSecond }
    const reply = await service.createDeployment(request, signal, options)
    const result = reply.ok ? 'answered' : resultOf(reply.error)
    const isUnsent =
      !reply.ok && reply.error.kind === 'network' && !reply.error.sent
    notify(isUnsent ? { type: 'not_posted' } : { type: 'posted', result })
    if (reply.ok) notify({ type: 'deployment', deployment: reply.value })
    return reply
  }
  const onRetry: OnRetry = retry => notify({ type: 'retry', ...retry })
  return retrying(
    'create the deployment',
    attempt,
    { ...context, onRetry },
    signal,
    failure => resultOf(failure) === 'not_processed',
  )
}

/** Takes the deployment of a successful answer, if it is a new one of the requested name. */
async function accept(
  { value, status }: Extract<Reply<Deployment>, { ok: true }>,
  name: string,
  isSecond: boolean,
  free: Found,
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
 * Looks the name up until it is certain whether a deployment has it; after a second create request, until no other one
 * should appear any more.
 *
 * @returns the deployments of the name; none only if the last look-ups all worked. The last failure otherwise
 */
async function settle(
  name: string,
  settling: Settling,
  isSecond: boolean,
  context: Context,
): Promise<Deployment[] | Failure> {
  const { service, clock } = context
  const { pauses, atLeast, retry } = settling
  const began = clock.now()
  const progress = noProgress()
  const found = new Map<string, Deployment>()
  let absences = 0
  const looks = {
    look: (signal: AbortSignal) => lookUp(service, { name }, signal, { retry }),
    // The pauses are longer than the settling time, so only failed look-ups lead to their end.
    pause: () => pauses[progress.looks],
  }

  for await (const look of repeated(looks, progress, context)) {
    for (const deployment of look.ok ? look.value.deployments : [])
      found.set(comparableId(deployment.id), deployment)
    const elapsed = clock.now() - began
    absences = absencesAfter(look.ok, absences)
    const isSettled =
      found.size > 0
        ? !isSecond || found.size > 1 || elapsed >= atLeast
        : isProvedFree(absences, elapsed, settling)
    if (isSettled) return [...found.values()]
  }
  if (found.size > 0) return [...found.values()]
  return progress.failure ?? NOT_IN_TIME
}
