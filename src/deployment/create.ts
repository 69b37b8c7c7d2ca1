import type { Received, Service } from '../service/client.ts'
import type { Failure, Said } from '../service/failure.ts'
import { type Clock, NOT_PROCESSED, RETRY, retryDelay } from '../service/retry.ts'
import type { CreateDeploymentRequest, Deployment } from '../service/schemas.ts'
import type { Notify } from './events.ts'
import { lookUpName } from './existing.ts'

/** What the create operation needs of the world. */
export interface CreateContext {
  service: Service
  clock: Clock
  random: () => number
  notify: Notify
  signal: AbortSignal
}

/**
 * What came of creating at most once.
 *
 * `found`: the answer to a POST was lost, and a deployment of the name, which was not there before, is there now.
 * `taken`: the service says that the name is taken. `unknown`: nothing tells whether the POST took effect.
 */
export type Creation =
  | { kind: 'created'; deployment: Received<Deployment> }
  | { kind: 'found'; deployments: Received<Deployment>[] }
  | { kind: 'duplicate'; created: Received<Deployment> | undefined; deployments: Received<Deployment>[] }
  | { kind: 'taken'; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown'; failure: Failure; lookUp: Failure | undefined }

/** Waits between the look-ups that settle an unknown POST, in milliseconds: a service may commit late. */
export const SETTLING = [1000, 2000, 4000, 8000]

/** How many of the last look-ups must have worked, and shown the name absent, before a second POST. */
const PROOFS_OF_ABSENCE = 3

/**
 * Creates the deployment (interface: create a deployment), at most once, whatever the network does.
 *
 * A POST that was provably not processed is repeated. One whose fate is unknown is not: the name is looked up
 * over a settling time first, and only if it is absent throughout is one more POST sent, after which a second
 * deployment of the name is looked for.
 */
export async function createOnce(
  request: CreateDeploymentRequest,
  context: CreateContext,
): Promise<Creation> {
  const first = await postUntilProcessed(request, context)
  if (first.kind !== 'unknown') return first
  const settled = await settle(request.name, first.failure, context)
  if (settled.kind !== 'absent') return settled

  const second = await postUntilProcessed(request, context)
  if (second.kind === 'unknown') {
    const again = await settle(request.name, second.failure, context)
    if (again.kind === 'absent') return { kind: 'unknown', failure: second.failure, lookUp: undefined }
    if (again.kind === 'found' && again.deployments.length > 1) {
      return { kind: 'duplicate', created: undefined, deployments: again.deployments }
    }
    return again
  }
  if (second.kind !== 'created') return second
  const reply = await lookUpName(context.service, request.name, context.signal)
  if (!reply.ok) return second
  const others = reply.value.filter(({ read }) => read.id !== second.deployment.read.id)
  if (others.length === 0) return second
  return { kind: 'duplicate', created: second.deployment, deployments: [second.deployment, ...others] }
}

type Posted =
  | Extract<Creation, { kind: 'created' | 'taken' | 'failed' }>
  | { kind: 'unknown'; failure: Failure }

/** Sends the POST, and again only after failures that prove that it was not processed. */
async function postUntilProcessed(request: CreateDeploymentRequest, context: CreateContext): Promise<Posted> {
  const { service, clock, random, notify, signal } = context
  const deadline = clock.now() + RETRY.total
  for (let attempt = 1; ; attempt++) {
    notify({ type: 'posting' })
    const reply = await service.createDeployment(request, signal)
    if (reply.ok) return { kind: 'created', deployment: reply.value }
    const { failure } = reply
    const fate = fateOf(failure)
    if (fate !== 'unknown') notify({ type: 'not_created' })
    if (fate !== 'not_processed') return { kind: fate, failure }
    const delay = retryDelay(attempt, failure, random)
    if (attempt >= RETRY.attempts || clock.now() + delay > deadline) return { kind: 'failed', failure }
    notify({ type: 'retry', what: 'create the deployment', failure, delay })
    await clock.sleep(delay, signal)
  }
}

/** What a failed POST tells about its effect. */
export function fateOf(failure: Failure): 'not_processed' | 'unknown' | 'taken' | 'failed' {
  switch (failure.kind) {
    case 'network':
      return failure.sent ? 'unknown' : 'not_processed'
    case 'unusable':
      return 'unknown'
    case 'redirect':
      return 'failed'
    case 'refused':
      if (NOT_PROCESSED.has(failure.status)) return 'not_processed'
      if (failure.status >= 500) return 'unknown'
      return saysNameIsTaken(failure.status, failure.said) ? 'taken' : 'failed'
  }
}

/** 409 says so by itself; of a 400 or 422 the words must, and they must be about the name. */
export function saysNameIsTaken(status: number, said: Said): boolean {
  if (status === 409) return true
  if (status !== 400 && status !== 422) return false
  const taken = /already (exists?|taken|in use|used)|is taken|not unique|must be unique|duplicate/i
  const fields = said.fields.filter(({ msg }) => taken.test(msg))
  if (fields.length > 0) return fields.some(({ loc, msg }) => loc.at(-1) === 'name' || /\bname\b/i.test(msg))
  return said.fields.length === 0 && taken.test(said.text)
}

/** Looks the name up over the settling time: found, absent beyond doubt, or still unknown. */
async function settle(
  name: string,
  failure: Failure,
  { service, clock, notify, signal }: CreateContext,
): Promise<Extract<Creation, { kind: 'found' | 'unknown' }> | { kind: 'absent' }> {
  notify({ type: 'unsure', failure })
  let absent = 0
  let lookUp: Failure | undefined
  for (const delay of SETTLING) {
    await clock.sleep(delay, signal)
    const reply = await lookUpName(service, name, signal)
    if (reply.ok && reply.value.length > 0) return { kind: 'found', deployments: reply.value }
    absent = reply.ok ? absent + 1 : 0
    lookUp = reply.ok ? lookUp : reply.failure
  }
  return absent >= PROOFS_OF_ABSENCE ? { kind: 'absent' } : { kind: 'unknown', failure, lookUp }
}
