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

/** How to settle what became of a POST: a conflict is looked up at once, and a refusal only once. */
const SETTLE_AFTER = {
  unknown: SETTLING,
  conflict: { ...SETTLING, pauses: [0, ...SETTLING.pauses] },
  refused: { pauses: [0], atLeast: 0, proofs: 1, retry: true },
}

/**
 * Creates the deployment (interface: create a deployment) at most once, whatever the network does.
 *
 * Retries a POST that was provably not processed. If the effect of a POST is unknown, looks the name up over a settling
 * time, and sends one more POST only if the name stays free. After an answered POST, looks the name up again to find
 * deployments that other runs created at the same time. After a refusal, the list says whether a deployment is there now.
 *
 * @param free the look-up that showed the name free
 * @param first the failure of the first POST, if this is the second one; its effect is unknown
 */
export async function createOnce(
  request: CreateDeploymentRequest,
  free: LookedUp,
  context: Context,
  first?: Failure,
): Promise<Creation> {
  const { notify } = context
  const posted = await postUntilProcessed(request, free, context)
  if (posted.kind === 'wrong_answer') return posted
  if (posted.kind === 'created') {
    const where = { name: request.name, expected: free.isShort ? free.ids.size + 1 : 0 }
    const found = await findNamesakes(posted.deployment, where, first ? 'thorough' : 'quick', context)
    return { ...posted, posts: first ? 2 : 1, ...found }
  }
  const { kind, failure } = posted
  if (kind === 'failed' && !first) return { kind, failure }
  // After a conflict most likely the first POST took the name, and the list is slow to show it.
  if (kind === 'unknown' || (first && kind !== 'conflict')) notify({ type: 'unsure', failure })
  const settled = await settle(request.name, SETTLE_AFTER[kind === 'failed' ? 'refused' : kind], context)
  if (settled.kind === 'found') {
    if (kind !== 'unknown' && !first) return { ...settled, kind: 'taken' }
    if (kind === 'unknown' && first && settled.deployments.length > 1)
      return { ...settled, kind: 'duplicate' }
    return { ...settled, failure: first ?? failure }
  }
  if (kind === 'conflict') {
    if (settled.kind === 'absent') return { kind, failure }
    if (!first) return { kind: 'look_up_failed', failure: settled.failure }
    notify({ type: 'unsure', failure: settled.failure })
    return settled
  }
  if (kind !== 'unknown' && !first) return { kind: 'failed', failure }
  if (first || settled.kind === 'unknown') return { kind: 'unknown', failure }
  // A service that redirected, or reported success without creating anything, would do so again.
  if (failure.kind === 'redirect') return { kind: 'unknown', failure }
  if (failure.kind === 'unusable') return { kind: 'unread', failure }
  return createOnce(request, free, context, failure)
}

type Posted =
  | { kind: 'created'; deployment: Received<Deployment> }
  | { kind: 'wrong_answer'; reason: Sentence; status: number }
  | { kind: 'conflict' | 'refused' | 'failed' | 'unknown'; failure: Failure }

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
