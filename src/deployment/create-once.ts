import { valueAt } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import type { Failure, Reply } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import { comparableId, type Deployment } from '../service/responses.ts'
import { type OnRetry, retrying } from '../service/retry.ts'
import { adoptAppeared, type Usable } from './adopt.ts'
import type { Context } from './context.ts'
import {
  absencesAfter,
  answeredWith,
  DECISIONS,
  isProvedFree,
  isUnknown,
  resultOf,
  SETTLINGS,
  type Settling,
  secondDecision,
} from './create-rules.ts'
import { isSentTwice } from './duplicate-rules.ts'
import { checkDuplicates } from './duplicates.ts'
import { type Stopped, stopped } from './end.ts'
import type { Notify } from './facts.ts'
import { isAlike, isListed, type LookedUp, lookUp } from './list.ts'
import { lookUntil, NOT_IN_TIME } from './looks.ts'
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
  free: LookedUp,
  context: Context,
): Promise<Usable | Stopped> {
  let lost: Failure | undefined
  for (;;) {
    const isSecond = lost !== undefined
    const posted = await post(request, isSecond, context)
    if (posted.ok) return accept(posted, isSecond, request.name, free, context)
    const tried: Tried = { failure: posted.error, lost, request, order }
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
  tried: Tried,
  context: Context,
): Promise<Usable | Stopped | 'send_again'> {
  const { failure, lost, request } = tried
  const { name } = request
  const { notify } = context
  const result = resultOf(failure)
  const first = DECISIONS[result]
  const { look, if_free } = lost ? secondDecision(first) : first
  if (look === 'never') {
    notify({ type: 'not_created' })
    const doing = { task: 'create', name } as const
    return stopped({ code: 'request_failed', doing, failure })
  }

  const refused = !lost && !isUnknown(result)
  notify({ type: 'settling', failure, refused })
  const isSecond = lost !== undefined
  const settled = await settle(name, SETTLINGS[look], isSecond, context)
  if (!settled.ok) {
    const unlisted = settled.error
    return refused
      ? stopped({ code: 'undecided', name, failure, unlisted })
      : stopped({ code: 'unknown_outcome', name, failure, lost, unlisted })
  }
  if (refused) notify({ type: 'not_created' })
  if (settled.value.length > 0) return use(settled.value, tried, notify)
  if (if_free === 'send_again') return 'send_again'
  return if_free === 'fail'
    ? stopped({ code: 'not_created', name, failure })
    : stopped({ code: 'unknown_outcome', name, failure, lost })
}

/** Uses what a settling found. */
function use(
  deployments: Deployment[],
  { failure, lost, request, order }: Tried,
  notify: Notify,
): Usable | Stopped {
  const { name } = request
  if (isSentTwice(lost !== undefined, deployments))
    return stopped({ code: 'sent_twice', name, deployments })
  const failures = lost ? [lost, failure] : [failure]
  const unanswered = failures.filter(one => isUnknown(resultOf(one)))
  return adoptAppeared(request, deployments, order, notify, unanswered)
}

/**
 * Sends the create request, and retries it after failures which prove that it was not processed.
 *
 * @param fresh whether it goes over a new connection
 */
function post(
  request: CreateDeploymentRequest,
  fresh: boolean,
  { service, notify, signal, ...context }: Context,
): Promise<Reply<Deployment>> {
  async function attempt() {
    notify({ type: 'posting', again: fresh })
    const reply = await service.createDeployment(request, signal, { fresh })
    const result = reply.ok ? 'answered' : resultOf(reply.error)
    const isUnsent =
      !reply.ok && reply.error.kind === 'network' && !reply.error.sent
    notify(isUnsent ? { type: 'not_posted' } : { type: 'posted', result })
    if (reply.ok) notify({ type: 'deployment', deployment: reply.value })
    else if (!fresh && result === 'not_processed')
      notify({ type: 'not_created' })
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
function accept(
  { value, status }: Extract<Reply<Deployment>, { ok: true }>,
  isSecond: boolean,
  name: string,
  free: LookedUp,
  context: Context,
): Promise<Usable | Stopped> | Stopped {
  const { id } = value
  // Some answers have no name. The list then shows whether the deployment has it.
  const answered = valueAt(value.sent, ['name']) ?? name
  const isKnown = isListed(id, free)
  const kind = answeredWith(answered, name, isAlike(answered, name), isKnown)
  if (kind === 'new' || (kind === 'renamed' && !isKnown))
    context.notify({ type: 'created' })
  if (kind === 'new') return checkDuplicates(name, value, isSecond, context)
  // A text stays as it came, so that a secret in it can be found.
  const shown = isText(answered) ? answered : JSON.stringify(answered)
  const facts = { name, answered: shown, id, status }
  return stopped({ code: 'wrong_answer', kind, ...facts })
}

const isText = (value: unknown): value is string => typeof value === 'string'

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
): Promise<Result<Deployment[], Failure>> {
  const { service, clock } = context
  const began = clock.now()
  const found = new Map<string, Deployment>()
  let absences = 0

  function judge(reply: Reply<LookedUp>): 'settled' | undefined {
    for (const deployment of reply.ok ? reply.value.deployments : [])
      found.set(comparableId(deployment.id), deployment)
    const elapsed = clock.now() - began
    absences = absencesAfter(reply.ok, absences)
    const isSettled =
      found.size > 0
        ? !isSecond || found.size > 1 || elapsed >= settling.atLeast
        : isProvedFree(absences, elapsed, settling)
    return isSettled ? 'settled' : undefined
  }

  const { end, failure = NOT_IN_TIME } = await lookUntil(
    {
      look: signal => lookUp(service, { name }, signal, settling.retry),
      // The pauses are longer than the settling time, so only failed look-ups lead to their end.
      pause: ({ looks }) => settling.pauses[looks],
      judge,
    },
    context,
  )
  const isKnown = end === 'settled' || found.size > 0
  return isKnown
    ? { ok: true, value: [...found.values()] }
    : { ok: false, error: failure }
}
