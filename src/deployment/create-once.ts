import { valueAt } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import { describe, type Failure, type Reply } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { NOT_PROCESSED, type OnRetry, retrying } from '../service/retry.ts'
import { adopt, type Policy } from './adopt.ts'
import type { Context } from './context.ts'
import { checkCreated, sentTwice } from './created.ts'
import { isAlike, type LookedUp, lookUp, NOT_IN_TIME } from './list.ts'
import {
  type Failed,
  failed,
  type Outcome,
  type RunFailure,
  runFailure,
} from './outcome.ts'

/**
 * How to settle whether a POST took effect: the pauses before the look-ups and the minimum time for all of them, in
 * milliseconds, and how many look-ups in a row must succeed and show the name free. A service behind a gateway may
 * commit a few seconds after the gateway gave up. The extra pauses allow one look-up to fail.
 */
const SETTLING = {
  pauses: [1000, 2000, 4000, 8000, 5000, 5000, 5000],
  atLeast: 15_000,
  proofs: 3,
  retry: false,
}

const ONE_LOOK = { pauses: [0], atLeast: 0, proofs: 1, retry: true }

/** How to settle a POST of this effect. Without an effect, only an earlier POST needs it. */
const SETTLE_AFTER = {
  unknown: SETTLING,
  conflict: { ...SETTLING, pauses: [0, ...SETTLING.pauses] },
  refused: ONE_LOOK,
  none: ONE_LOOK,
}

/**
 * Creates the deployment (interface: create a deployment) at most once, whatever the network does.
 *
 * If the effect of a POST is unknown, looks the name up over a settling time, and sends one more POST only if the name
 * stays free. After a refusal, the list says whether a deployment is there now.
 *
 * @param free the look-up that showed the name free
 * @param first the failure of the first POST, if this is the second one; its effect is unknown
 */
export async function createOnce(
  request: CreateDeploymentRequest,
  policy: Policy,
  free: LookedUp,
  context: Context,
  first?: Failure,
): Promise<Outcome> {
  const { name } = request
  const { notify } = context
  const posted = await postUntilProcessed(request, Boolean(first), context)
  if (posted.ok) {
    const { read } = posted.value
    // A service that changes names has still created this deployment.
    if (isAlike(read.name ?? name, name) && !free.ids.has(read.id))
      notify({ type: 'created' })
    const wrong = wrongAnswer(posted, name, free)
    return wrong ?? checkCreated(name, posted.value, Boolean(first), context)
  }
  const failure = posted.error
  const effect = effectOf(failure)
  const notCreated = runFailure(say`create the deployment "${name}"`, failure)
  if (effect === 'none' && !first) return failed(notCreated)
  const refused = effect !== 'unknown' && !first
  notify({ type: 'unsure', failure, refused })
  const settled = await settle(name, SETTLE_AFTER[effect], context)
  if (!settled.ok)
    return unknown(
      refused ? { ...notCreated, hint: 'undecided' } : notCreated,
      failure,
      settled.error,
    )
  if (refused) notify({ type: 'not_created' })
  const deployments = settled.value
  if (first && deployments.length > 1) return sentTwice(name, deployments)
  if (deployments.length > 0) {
    const unanswered = first ?? (effect === 'unknown' ? failure : undefined)
    const adopted = adopt(request, deployments, policy, notify, unanswered)
    if (adopted.result !== 'failed') return adopted
    const what = say`The name was free when this run began. ${adopted.failure.what}`
    return failed({ ...adopted.failure, what })
  }
  if (refused) {
    const what = say`${notCreated.what}, and lists no deployment named "${name}": nothing was created`
    return failed({ ...notCreated, what })
  }
  // A redirect, or a success without a deployment, would come again.
  if (first || failure.kind === 'unusable') return unknown(notCreated, failure)
  return createOnce(request, policy, free, context, failure)
}

/** The failure if nothing shows whether a POST took effect. `unlisted`: why the last look-up failed, if it did. */
function unknown(
  notCreated: RunFailure,
  failure: Failure,
  unlisted?: Failure,
): Failed {
  const isUnread = failure.kind === 'unusable'
  const lookUps = unlisted
    ? say`is there now. The last look-up failed: ${describe(unlisted)}`
    : words('was created. No look-up shows it')
  return failed({
    ...notCreated,
    what: say`${notCreated.what}, and it is not known whether the deployment ${lookUps}`,
    code:
      isUnread && failure.problem !== 'redirect' && !unlisted
        ? 'unexpected_response'
        : 'unknown_outcome',
    hint: notCreated.hint ?? (isUnread ? 'unread' : undefined),
  })
}

/**
 * Sends the POST. Retries it only after failures which prove that it was not processed.
 *
 * @param fresh whether it goes over a new connection
 */
function postUntilProcessed(
  request: CreateDeploymentRequest,
  fresh: boolean,
  { service, notify, signal, ...context }: Context,
): Promise<Reply<Received<Deployment>>> {
  async function post() {
    notify({ type: 'posting' })
    const reply = await service.createDeployment(request, signal, { fresh })
    if (reply.ok) notify({ type: 'deployment', deployment: reply.value })
    else if (effectOf(reply.error) === 'none') notify({ type: 'not_created' })
    return reply
  }
  const onRetry: OnRetry = retry => notify({ type: 'retry', ...retry })
  return retrying(
    'create the deployment',
    post,
    { ...context, onRetry },
    signal,
    isNotProcessed,
  )
}

const isNotProcessed = (failure: Failure): boolean =>
  failure.kind === 'network'
    ? !failure.sent
    : failure.kind === 'refused' && NOT_PROCESSED.has(failure.status)

/** The possible effect of a failed POST. After a conflict or a refusal, the list decides. */
function effectOf(failure: Failure): keyof typeof SETTLE_AFTER {
  if (isNotProcessed(failure)) return 'none'
  if (failure.kind !== 'refused' || failure.status >= 500) return 'unknown'
  if (failure.status === 409) return 'conflict'
  return failure.status === 400 || failure.status === 422 ? 'refused' : 'none'
}

/** The failure if the answer to the POST cannot show the new deployment. */
function wrongAnswer(
  {
    value: { read, sent },
    status,
  }: Extract<Reply<Received<Deployment>>, { ok: true }>,
  name: string,
  { ids }: LookedUp,
): Failed | undefined {
  const answered = valueAt(sent, ['name'])
  // Some answers have few fields. The list then shows whether the deployment has the name.
  const isNamed = answered === undefined || answered === name
  if (isNamed && !ids.has(read.id)) return undefined
  const reason = isNamed
    ? say`the id ${read.id}, which belonged to another deployment before`
    : say`a deployment named ${JSON.stringify(answered)} (${read.id}) when "${name}" was requested`
  const what = say`Could not create the deployment "${name}": the service answered with ${reason}`
  const hint = isAlike(answered, name) ? 'renamed' : 'other_deployment'
  return failed({ code: 'unexpected_response', what, status, hint })
}

/**
 * Looks the name up over a settling time.
 *
 * @returns the deployments of the name; none only if the last look-ups all worked. The last failure otherwise
 */
async function settle(
  name: string,
  { pauses, atLeast, proofs, retry }: typeof SETTLING,
  { service, clock, notify, signal }: Context,
): Promise<Result<Received<Deployment>[], Failure>> {
  const started = clock.now()
  let absent = 0
  // The pauses are longer than the settling time, so only failed look-ups lead to the end.
  let failure: Failure = NOT_IN_TIME
  for (const pause of pauses) {
    await clock.sleep(pause, signal)
    const reply = await lookUp(service, { name }, signal, retry)
    if (reply.ok) {
      const { deployments } = reply.value
      if (deployments.length > 0) return { ok: true, value: deployments }
      absent++
    } else {
      failure = reply.error
      notify({ type: 'look_failed', failure })
      absent = 0
    }
    if (absent >= proofs && clock.now() - started >= atLeast)
      return { ok: true, value: [] }
  }
  return { ok: false, error: failure }
}
