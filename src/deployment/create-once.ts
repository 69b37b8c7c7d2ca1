import { valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { NOT_PROCESSED, RETRY, retryDelay } from '../service/retry.ts'
import type { Context } from './context.ts'
import { findNamesakes, type Namesakes } from './duplicates.ts'
import { isAlike, type LookedUp, lookUpName } from './look-up.ts'

/**
 * The result of creating at most once.
 *
 * - `created`: a POST was answered. `posts` is the number of POSTs that may have taken effect, including this one.
 * - `wrong_answer`: a POST was answered with another deployment.
 * - `found`: a POST had no usable answer, as `failure` says. The name was free before, and now a deployment has it.
 * - `duplicate`: two POSTs were sent, neither had a usable answer, and there are several deployments.
 * - `taken`: the service refused the POST, and now there are deployments with the name.
 * - `conflict`: the service answered 409, and there is still no deployment with the name.
 * - `unread`: a POST was answered with a success that cannot be read, and the list does not show the deployment.
 * - `unknown`: nothing shows whether a POST took effect.
 */
export type Creation =
  | ({ kind: 'created'; deployment: Received<Deployment>; posts: number } & Namesakes)
  | { kind: 'wrong_answer'; reason: Sentence; status: number }
  | { kind: 'found'; deployments: Received<Deployment>[]; failure: Failure }
  | { kind: 'duplicate'; deployments: Received<Deployment>[] }
  | { kind: 'taken'; deployments: Received<Deployment>[] }
  | { kind: 'conflict'; failure: Failure }
  | { kind: 'look_up_failed'; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unread'; failure: Failure }
  | { kind: 'unknown'; failure: Failure }

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

/** A refusal of the request is settled by one look, as another run may have created the deployment meanwhile. */
const ONE_LOOK = { pauses: [0], atLeast: 0, proofs: 1, retry: true }

/** A conflict is settled at once, as the deployment may be there already. */
const CONFLICT = { ...SETTLING, pauses: [0, ...SETTLING.pauses] }

/**
 * Creates the deployment (interface: create a deployment) at most once, whatever the network does.
 *
 * Retries a POST that was provably not processed. If the effect of a POST is unknown, looks the name up over a settling
 * time, and sends one more POST only if the name stays free. After an answered POST, looks the name up again to find
 * deployments that other runs created at the same time. After a refusal, the list says whether a deployment is there now.
 *
 * @param free the look-up that showed the name free
 */
export async function createOnce(
  request: CreateDeploymentRequest,
  free: LookedUp,
  context: Context,
): Promise<Creation> {
  const { name } = request
  const first = await postUntilProcessed(request, free, context)
  switch (first.kind) {
    case 'created':
      return { ...first, posts: 1, ...(await findNamesakes(first.deployment, name, 'quick', context)) }
    case 'conflict': {
      const settled = await settle(name, CONFLICT, context)
      if (settled.kind === 'unknown') return { kind: 'look_up_failed', failure: settled.failure }
      return settled.kind === 'found' ? { ...settled, kind: 'taken' } : first
    }
    case 'refused': {
      const settled = await settle(name, ONE_LOOK, context)
      return settled.kind === 'found' ? { ...settled, kind: 'taken' } : { ...first, kind: 'failed' }
    }
    case 'unknown': {
      context.notify({ type: 'unsure', failure: first.failure })
      const settled = await settle(name, SETTLING, context)
      if (settled.kind === 'unknown') return first
      if (settled.kind === 'found') return { ...settled, failure: first.failure }
      // A service that redirected, or reported success without creating anything, would do so again.
      const isUseless = first.failure.kind === 'unusable' || first.failure.kind === 'redirect'
      if (!isUseless) return createAgain(request, free, first.failure, context)
      return first.failure.kind === 'unusable' ? { kind: 'unread', failure: first.failure } : first
    }
    default:
      return first
  }
}

/** Sends a second POST, because the first one, which failed with `failure`, apparently had no effect. */
async function createAgain(
  request: CreateDeploymentRequest,
  free: LookedUp,
  failure: Failure,
  context: Context,
): Promise<Creation> {
  const { name } = request
  const second = await postUntilProcessed(request, free, context)
  switch (second.kind) {
    case 'created':
      return { ...second, posts: 2, ...(await findNamesakes(second.deployment, name, 'thorough', context)) }
    case 'conflict': {
      // Most likely the first POST took the name, and the list is slow to show it.
      const settled = await settle(name, CONFLICT, context)
      if (settled.kind === 'found') return { ...settled, failure }
      if (settled.kind === 'unknown') context.notify({ type: 'unsure', failure: settled.failure })
      return settled.kind === 'unknown' ? settled : second
    }
    case 'unknown': {
      context.notify({ type: 'unsure', failure: second.failure })
      const settled = await settle(name, SETTLING, context)
      if (settled.kind !== 'found') return second
      return settled.deployments.length > 1
        ? { ...settled, kind: 'duplicate' }
        : { ...settled, failure: second.failure }
    }
    case 'refused':
    case 'failed': {
      // The first POST may take effect as late as this.
      context.notify({ type: 'unsure', failure: second.failure })
      const settled = await settle(name, ONE_LOOK, context)
      return settled.kind === 'found' ? { ...settled, failure } : { kind: 'unknown', failure: second.failure }
    }
    default:
      return second
  }
}

type Posted =
  | { kind: 'created'; deployment: Received<Deployment> }
  | { kind: 'wrong_answer'; reason: Sentence; status: number }
  | { kind: 'conflict'; failure: Failure }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown'; failure: Failure }

/** Sends the POST. Retries it only after failures which prove that it was not processed. */
async function postUntilProcessed(
  request: CreateDeploymentRequest,
  free: LookedUp,
  { service, clock, random, notify, signal }: Context,
): Promise<Posted> {
  const deadline = clock.now() + RETRY.total
  for (let attempt = 1; ; attempt++) {
    notify({ type: 'posting' })
    const reply = await service.createDeployment(request, signal)
    if (reply.ok) {
      const deployment = reply.value
      notify({ type: 'deployment', deployment })
      const reason = wrongAnswer(deployment, request.name, free)
      // A service that changes names has still created this deployment.
      const isOwn =
        isAlike(deployment.read.name ?? request.name, request.name) && !free.ids.has(deployment.read.id)
      if (isOwn) notify({ type: 'created' })
      if (reason !== undefined) return { kind: 'wrong_answer', reason, status: reply.status }
      return { kind: 'created', deployment }
    }
    const { error: failure } = reply
    const effect = effectOf(failure)
    if (effect === 'unknown') return { kind: 'unknown', failure }
    notify({ type: 'not_created' })
    if (effect === 'conflict' || effect === 'refused') notify({ type: 'refused', failure })
    if (effect !== 'not_processed') return { kind: effect, failure }
    const delay = retryDelay(attempt, failure, random)
    if (attempt >= RETRY.attempts || clock.now() + delay > deadline) return { kind: 'failed', failure }
    notify({ type: 'retry', what: 'create the deployment', failure, delay })
    await clock.sleep(delay, signal)
  }
}

/** The reason why the deployment in the answer cannot be the new one, if there is a reason. */
function wrongAnswer(
  { read, sent }: Received<Deployment>,
  name: string,
  free: LookedUp,
): Sentence | undefined {
  const answered = valueAt(sent, ['name'])
  // Some answers have few fields. The list then shows whether the deployment has the name.
  if (answered !== undefined && answered !== name) {
    const named = typeof answered === 'string' ? say`named "${answered}"` : words('whose name is not a text')
    return say`the service answered with a deployment ${named} (${read.id}) when "${name}" was requested`
  }
  if (free.ids.has(read.id)) {
    return say`the service answered with the id ${read.id}, which belonged to another deployment before`
  }
  return undefined
}

/** The possible effect of a failed POST. After a conflict or a refusal, the list decides. */
function effectOf(failure: Failure): 'not_processed' | 'unknown' | 'conflict' | 'refused' | 'failed' {
  switch (failure.kind) {
    case 'network':
      return failure.sent ? 'unknown' : 'not_processed'
    case 'unusable':
    case 'redirect':
      return 'unknown'
    case 'refused':
      if (NOT_PROCESSED.has(failure.status)) return 'not_processed'
      if (failure.status >= 500) return 'unknown'
      if (failure.status === 409) return 'conflict'
      return failure.status === 400 || failure.status === 422 ? 'refused' : 'failed'
  }
}

type Settled =
  | { kind: 'found'; deployments: Received<Deployment>[] }
  | { kind: 'absent' }
  | { kind: 'unknown'; failure: Failure }

/**
 * Looks the name up over a settling time.
 *
 * @returns `absent` only if the last look-ups all worked; `unknown` with the last failure otherwise
 */
async function settle(
  name: string,
  { pauses, atLeast, proofs, retry }: typeof SETTLING,
  { service, clock, notify, signal }: Context,
): Promise<Settled> {
  const started = clock.now()
  let absent = 0
  let failure: Failure | undefined
  for (const pause of pauses) {
    await clock.sleep(pause, signal)
    const reply = await lookUpName(service, name, signal, { retry })
    if (reply.ok) {
      const { deployments } = reply.value
      if (deployments.length > 0) return { kind: 'found', deployments }
      absent++
    } else {
      failure = reply.error
      notify({ type: 'look_failed', failure })
      absent = 0
    }
    if (absent >= proofs && clock.now() - started >= atLeast) return { kind: 'absent' }
  }
  // The pauses are longer than the settling time, so only failed look-ups lead here.
  if (!failure) throw new Error('the settling time is longer than its pauses')
  return { kind: 'unknown', failure }
}
