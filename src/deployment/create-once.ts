import type { Received } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { NOT_PROCESSED, RETRY, retryDelay } from '../service/retry.ts'
import type { Context } from './context.ts'
import { findNamesakes, type Namesakes } from './duplicates.ts'
import { isAlike, type LookedUp, lookUpName } from './look-up.ts'
import { saysNameIsTaken } from './name-taken.ts'

/**
 * How creating at most once ended.
 *
 * - `created`: a POST was answered. `posts` were sent whose effect is possible, this one included.
 * - `wrong_answer`: a POST was answered with another deployment.
 * - `found`: the answer to a POST was lost, and the name, which was free before, is not free any more.
 * - `duplicate`: two POSTs were sent, both answers were lost, and there are several deployments.
 * - `taken`: the service says that the name is taken. `deployments` are those of the name, if any.
 * - `unknown`: nothing shows whether a POST took effect.
 */
export type Creation =
  | ({ kind: 'created'; deployment: Received<Deployment>; posts: number } & Namesakes)
  | { kind: 'wrong_answer'; reason: string; status: number }
  | { kind: 'found'; deployments: Received<Deployment>[] }
  | { kind: 'duplicate'; deployments: Received<Deployment>[] }
  | { kind: 'taken'; deployments: Received<Deployment>[]; failure: Failure }
  | { kind: 'look_up_failed'; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown'; failure: Failure }

/**
 * How to settle whether a POST took effect: the pauses before the look-ups and the least time for all of them, in
 * milliseconds, and how many look-ups in a row must work and show the name free. A service behind a gateway may
 * commit some seconds after the gateway gave up. The last three pauses allow for one look-up that fails.
 */
const SETTLING = { pauses: [1000, 2000, 4000, 8000, 5000, 5000, 5000], atLeast: 15_000, proofs: 3 }

/**
 * Creates the deployment (interface: create a deployment) at most once, whatever the network does.
 *
 * A POST that was provably not processed is sent again. If the effect of a POST is unknown, the name is looked up
 * over a settling time, and only if it stays free is one more POST sent. After a POST that was answered the name
 * is looked up again, to find deployments that other runs created at the same time.
 *
 * @param free the look-up that showed the name free
 */
export async function createOnce(
  request: CreateDeploymentRequest,
  free: LookedUp,
  context: Context,
): Promise<Creation> {
  const where = { name: request.name, end: free.end }
  const first = await postUntilProcessed(request, free, context)
  switch (first.kind) {
    case 'created':
      return {
        ...first,
        posts: 1,
        ...(await findNamesakes(first.deployment, where, 'quick', context)),
      }
    case 'taken': {
      context.notify({ type: 'name_taken', failure: first.failure })
      const settled = await settle(request.name, [0, ...SETTLING.pauses], context)
      if (settled.kind === 'unknown') return { kind: 'look_up_failed', failure: settled.failure }
      const deployments = settled.kind === 'found' ? settled.deployments : []
      return { kind: 'taken', deployments, failure: first.failure }
    }
    case 'unknown': {
      context.notify({ type: 'unsure', failure: first.failure })
      const settled = await settle(request.name, SETTLING.pauses, context)
      if (settled.kind === 'unknown') return first
      if (settled.kind === 'found') return settled
      // A service that redirects, or reports success and creates nothing, would do so again.
      const isUseless = first.failure.kind === 'unusable' || first.failure.kind === 'redirect'
      if (!isUseless) return createAgain(request, free, context)
      context.notify({ type: 'not_created' })
      return { kind: 'failed', failure: first.failure }
    }
    default:
      return first
  }
}

/** Sends the POST once more, after one that apparently had no effect. */
async function createAgain(
  request: CreateDeploymentRequest,
  free: LookedUp,
  context: Context,
): Promise<Creation> {
  const where = { name: request.name, end: free.end }
  const second = await postUntilProcessed(request, free, context)
  switch (second.kind) {
    case 'created': {
      const namesakes = await findNamesakes(second.deployment, where, 'thorough', context)
      return { ...second, posts: 2, ...namesakes }
    }
    case 'taken': {
      context.notify({ type: 'name_taken', failure: second.failure })
      // Most likely by the first POST, which the list may be slow to show.
      const settled = await settle(request.name, [0, ...SETTLING.pauses], context)
      if (settled.kind === 'found') return settled
      if (settled.kind === 'absent') return { kind: 'taken', deployments: [], failure: second.failure }
      context.notify({ type: 'unsure', failure: settled.failure })
      return { kind: 'unknown', failure: settled.failure }
    }
    case 'unknown': {
      context.notify({ type: 'unsure', failure: second.failure })
      const settled = await settle(request.name, SETTLING.pauses, context)
      if (settled.kind !== 'found') return { kind: 'unknown', failure: second.failure }
      return settled.deployments.length > 1 ? { ...settled, kind: 'duplicate' } : settled
    }
    default:
      return second
  }
}

type Posted =
  | { kind: 'created'; deployment: Received<Deployment> }
  | { kind: 'wrong_answer'; reason: string; status: number }
  | { kind: 'taken'; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown'; failure: Failure }

/** Sends the POST, and sends it again only after failures that prove that it was not processed. */
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
      // A service that changes names has created this one nevertheless.
      const isOwn =
        isAlike(deployment.read.name ?? request.name, request.name) && !free.isListed(deployment.read.id)
      if (isOwn) notify({ type: 'created' })
      if (reason !== undefined) return { kind: 'wrong_answer', reason, status: reply.status }
      return { kind: 'created', deployment }
    }
    const { error: failure } = reply
    const effect = effectOf(failure, request.name)
    if (effect === 'unknown') return { kind: 'unknown', failure }
    notify({ type: 'not_created' })
    if (effect !== 'not_processed') return { kind: effect, failure }
    const delay = retryDelay(attempt, failure, random)
    if (attempt >= RETRY.attempts || clock.now() + delay > deadline) return { kind: 'failed', failure }
    notify({ type: 'retry', what: 'create the deployment', failure, delay })
    await clock.sleep(delay, signal)
  }
}

/** Why the deployment in the answer cannot be the one that was just created, if so. */
function wrongAnswer({ read }: Received<Deployment>, name: string, free: LookedUp): string | undefined {
  if (typeof read.name === 'string' && read.name !== name) {
    return `the service answered with a deployment named "${read.name}" (${read.id}) when "${name}" was requested`
  }
  if (free.isListed(read.id)) {
    return `the service answered with the id ${read.id}, which belonged to another deployment before`
  }
  return undefined
}

/** What a failed POST shows about its effect. */
function effectOf(failure: Failure, name: string): 'not_processed' | 'unknown' | 'taken' | 'failed' {
  switch (failure.kind) {
    case 'network':
      return failure.sent ? 'unknown' : 'not_processed'
    case 'unusable':
    case 'redirect':
      return 'unknown'
    case 'refused':
      if (NOT_PROCESSED.has(failure.status)) return 'not_processed'
      if (failure.status >= 500) return 'unknown'
      return saysNameIsTaken(failure.status, failure.said, name) ? 'taken' : 'failed'
  }
}

type Settled =
  | { kind: 'found'; deployments: Received<Deployment>[] }
  | { kind: 'absent' }
  | { kind: 'unknown'; failure: Failure }

/**
 * Looks the name up over the settling time.
 *
 * @returns `absent` only if the last look-ups all worked; `unknown` with the last failure otherwise
 */
async function settle(
  name: string,
  pauses: number[],
  { service, clock, notify, signal }: Context,
): Promise<Settled> {
  const started = clock.now()
  let absent = 0
  let failure: Failure | undefined
  for (const pause of pauses) {
    await clock.sleep(pause, signal)
    const reply = await lookUpName(service, name, signal, { retry: false })
    if (reply.ok) {
      const { deployments } = reply.value
      if (deployments.length > 0) return { kind: 'found', deployments }
      absent++
    } else {
      failure = reply.error
      notify({ type: 'look_failed', failure })
      absent = 0
    }
    if (absent >= SETTLING.proofs && clock.now() - started >= SETTLING.atLeast) return { kind: 'absent' }
  }
  // The pauses are longer than the settling time, so only failed look-ups lead here.
  if (!failure) throw new Error('the settling time is longer than its pauses')
  return { kind: 'unknown', failure }
}
