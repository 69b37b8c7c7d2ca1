import { valueAt } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import type { Received } from '../service/client.ts'
import type { Failure, Reply } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
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
  const { name } = request
  const { notify } = context
  let lost: Failure | undefined
  for (;;) {
    const isSecond = lost !== undefined
    const posted = await post(request, isSecond, context)
    if (posted.ok) return accept(posted, isSecond, name, free, context)

    const failure = posted.error
    const result = resultOf(failure)
    const { look, if_free } = isSecond
      ? secondDecision(DECISIONS[result])
      : DECISIONS[result]
    if (look === 'never') {
      notify({ type: 'not_created' })
      const doing = { task: 'create', name } as const
      return stopped({ code: 'request_failed', doing, failure })
    }

    const refused = !isSecond && !isUnknown(result)
    notify({ type: 'settling', failure, refused })
    const settled = await settle(name, SETTLINGS[look], context)
    if (!settled.ok) {
      const unlisted = settled.error
      const code = refused ? 'undecided' : 'unknown_outcome'
      return stopped({ code, name, failure, unlisted })
    }

    if (refused) notify({ type: 'not_created' })
    const deployments = settled.value
    if (deployments.length > 0) {
      if (isSentTwice(isSecond, deployments))
        return stopped({ code: 'sent_twice', name, deployments })
      const unanswered = lost ?? (isUnknown(result) ? failure : undefined)
      return adoptAppeared(request, deployments, order, notify, unanswered)
    }

    if (if_free === 'fail')
      return stopped({ code: 'not_created', name, failure })
    if (if_free === 'unknown_outcome')
      return stopped({ code: 'unknown_outcome', name, failure })
    lost = failure
  }
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
): Promise<Reply<Received<Deployment>>> {
  async function attempt() {
    notify({ type: 'posting' })
    const reply = await service.createDeployment(request, signal, { fresh })
    const result = reply.ok ? 'answered' : resultOf(reply.error)
    notify({ type: 'posted', result })
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
  { value, status }: Extract<Reply<Received<Deployment>>, { ok: true }>,
  isSecond: boolean,
  name: string,
  free: LookedUp,
  context: Context,
): Promise<Usable | Stopped> | Stopped {
  const { id } = value.read
  // Some answers have no name. The list then shows whether the deployment has it.
  const answered = valueAt(value.sent, ['name']) ?? name
  const isKnown = isListed(id, free)
  const kind = answeredWith(answered, name, isAlike(answered, name), isKnown)
  if (kind === 'new' || (kind === 'renamed' && !isKnown))
    context.notify({ type: 'created' })
  if (kind === 'new') return checkDuplicates(name, value, isSecond, context)
  const facts = { name, answered: JSON.stringify(answered), id, status }
  return stopped({ code: 'wrong_answer', kind, ...facts })
}

/**
 * Looks the name up until it is certain whether a deployment has it.
 *
 * @returns the deployments of the name; none only if the last look-ups all worked. The last failure otherwise
 */
async function settle(
  name: string,
  settling: Settling,
  context: Context,
): Promise<Result<Received<Deployment>[], Failure>> {
  const { service, clock } = context
  const began = clock.now()
  let absences = 0

  function judge(reply: Reply<LookedUp>): Received<Deployment>[] | undefined {
    const found = reply.ok ? reply.value.deployments : []
    if (found.length > 0) return found
    absences = absencesAfter(reply.ok, absences)
    const elapsed = clock.now() - began
    return isProvedFree(absences, elapsed, settling) ? [] : undefined
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
  return end ? { ok: true, value: end } : { ok: false, error: failure }
}
