import type { Clock } from '../lib/clock.ts'
import type { Received, Service } from '../service/client.ts'
import type { Failure, Said } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { NOT_PROCESSED, RETRY, retryDelay } from '../service/retry.ts'
import type { Notify } from './events.ts'
import { lookUpName } from './look-up.ts'

/** What the create operation needs of the world. */
interface CreateContext {
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
 * `duplicate`: two POSTs were sent, and there are several; `created` is the one whose POST was answered.
 * `taken`: the service says that the name is taken. `unknown`: nothing tells whether the POST took effect.
 */
type Creation =
  | { kind: 'created'; deployment: Received<Deployment> }
  | { kind: 'found'; deployments: Received<Deployment>[] }
  | { kind: 'duplicate'; created: Received<Deployment> | undefined; others: Received<Deployment>[] }
  | { kind: 'taken'; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown'; failure: Failure }

/**
 * How an unknown POST is settled: pauses before each look-up in milliseconds, for how long the name must have
 * been looked for, and how many of the last look-ups must have worked and shown it absent. A service behind a
 * gateway may commit some seconds after the gateway gave up.
 */
const SETTLING = { pauses: [1000, 2000, 4000, 8000, 5000, 5000], atLeast: 15_000, proofs: 3 }

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
  const { service, signal } = context
  const first = await postUntilProcessed(request, context)
  if (first.kind !== 'unknown') return first
  const settled = await settle(request.name, first.failure, context)
  if (settled.kind !== 'absent') return settled
  // A service that reports success and does not create is not helped by being asked again.
  if (first.failure.kind === 'unusable') return { kind: 'failed', failure: first.failure }

  const second = await postUntilProcessed(request, context)
  switch (second.kind) {
    case 'failed':
      return second
    case 'created': {
      const { deployment } = second
      const reply = await lookUpName(service, request.name, signal)
      const others = reply.ok ? reply.value.filter(({ read }) => read.id !== deployment.read.id) : []
      return others.length === 0 ? second : { kind: 'duplicate', created: deployment, others }
    }
    case 'taken': {
      // Most likely by the first POST, which the list may be slow to show.
      const again = await settle(request.name, second.failure, context)
      return again.kind === 'found' ? again : second
    }
    case 'unknown': {
      const again = await settle(request.name, second.failure, context)
      if (again.kind === 'absent') return { kind: 'unknown', failure: second.failure }
      if (again.kind === 'unknown' || again.deployments.length === 1) return again
      return { kind: 'duplicate', created: undefined, others: again.deployments }
    }
  }
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
    const { error: failure } = reply
    const fate = fateOf(failure, request.name)
    if (fate !== 'unknown') notify({ type: 'not_created' })
    if (fate !== 'not_processed') return { kind: fate, failure }
    const delay = retryDelay(attempt, failure, random)
    if (attempt >= RETRY.attempts || clock.now() + delay > deadline) return { kind: 'failed', failure }
    notify({ type: 'retry', what: 'create the deployment', failure, delay })
    await clock.sleep(delay, signal)
  }
}

/** What a failed POST tells about its effect. */
function fateOf(failure: Failure, name: string): 'not_processed' | 'unknown' | 'taken' | 'failed' {
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
      return saysNameIsTaken(failure.status, failure.said, name) ? 'taken' : 'failed'
  }
}

const TAKEN =
  /already (exists?|taken|in use|used)|is taken|not unique|must be unique|not available|duplicate/i

/** 409 says so by itself; of a 400 or 422 the words must, and they must be about the deployment or its name. */
export function saysNameIsTaken(status: number, said: Said, name: string): boolean {
  if (status === 409) return true
  if (status !== 400 && status !== 422) return false
  const isAboutIt = (text: string) => /\b(name|named|deployment|project)\b/i.test(text) || text.includes(name)
  const fields = said.fields.filter(({ msg }) => TAKEN.test(msg))
  if (said.fields.length > 0) return fields.some(({ loc, msg }) => loc.at(-1) === 'name' || isAboutIt(msg))
  return TAKEN.test(said.text) && isAboutIt(said.text)
}

/** Looks the name up over the settling time: found, absent beyond doubt, or still unknown. */
async function settle(
  name: string,
  failure: Failure,
  { service, clock, notify, signal }: CreateContext,
): Promise<Extract<Creation, { kind: 'found' | 'unknown' }> | { kind: 'absent' }> {
  notify({ type: 'unsure', failure })
  const started = clock.now()
  let absent = 0
  for (const pause of SETTLING.pauses) {
    await clock.sleep(pause, signal)
    const reply = await lookUpName(service, name, signal, { retry: false })
    if (reply.ok && reply.value.length > 0) return { kind: 'found', deployments: reply.value }
    if (!reply.ok) notify({ type: 'look_failed', failure: reply.error })
    absent = reply.ok ? absent + 1 : 0
    if (absent >= SETTLING.proofs && clock.now() - started >= SETTLING.atLeast) return { kind: 'absent' }
  }
  return { kind: 'unknown', failure }
}
