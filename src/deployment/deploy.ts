import type { Result } from '../lib/result.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import { adoptExisting, type Usable } from './adopt.ts'
import type { HealthContext } from './context.ts'
import { createOnce } from './create-once.ts'
import { type End, type Stop, type Stopped, stopped } from './end.ts'
import { goalOfCreate, isAtOtherCommit } from './goal.ts'
import { lookUp } from './list.ts'
import type { Order } from './order.ts'
import { resolveRepository } from './repository.ts'
import { buildRequest } from './request.ts'
import { waitFor } from './wait.ts'

/**
 * Creates the deployment, or adopts the existing one, and waits for it as the order asks.
 *
 * Failures of the service are values. Each fact goes to `notify` as soon as it is known, so that the report contains it
 * whatever happens later. An abort of `signal` is thrown.
 */
export async function deploy(
  order: Order,
  context: HealthContext,
): Promise<End> {
  const { name } = order.draft
  const { service, notify, signal } = context
  notify({ type: 'phase', phase: 'look_up' })
  const [proposed, lookedUp] = await Promise.all([
    propose(order, context),
    lookUp(service, { name }, signal),
  ])
  if (!proposed.ok) return stopped(proposed.error)
  if (!lookedUp.ok) {
    const doing = { task: 'look_up', target: { name } } as const
    return stopped({ code: 'request_failed', doing, failure: lookedUp.error })
  }

  const request = proposed.value
  const { deployments } = lookedUp.value
  notify({ type: 'looked_up', found: deployments.length })
  let held: Usable | Stopped
  if (deployments.length > 0)
    held = adoptExisting(request, deployments, order, notify)
  else if (order.dry_run) return { result: 'planned' }
  else {
    notify({ type: 'phase', phase: 'create' })
    held = await createOnce(request, order, lookedUp.value, context)
  }
  if (held.result === 'stopped') return held
  if (order.dry_run) return { result: 'planned' }
  return finish(held, order, context)
}

/** Resolves the repository, if the order has one, and builds the request. */
async function propose(
  { draft, repository }: Order,
  context: HealthContext,
): Promise<Result<CreateDeploymentRequest, Stop>> {
  const { notify } = context
  const resolved = repository && (await resolveRepository(repository, context))
  if (resolved && !resolved.ok) return resolved
  const record = resolved?.value
  if (record) notify({ type: 'repository', record })
  const request = buildRequest(draft, record)
  notify({ type: 'request', request })
  return { ok: true, value: request }
}

/** Waits for the deployment as the order asks. */
async function finish(
  held: Usable,
  order: Order,
  context: HealthContext,
): Promise<End> {
  const { deployment, listed, result } = held
  const created = result === 'created'
  const otherCommit = {
    code: 'created_from_other_commit',
    deployment: deployment,
  } as const
  if (created && isAtOtherCommit(order, deployment)) return stopped(otherCommit)
  const goal = goalOfCreate(order)
  const ended = await waitFor(goal, deployment, { listed, created }, context)
  if (ended.result === 'stopped') return ended
  // Without `wait_for`, the wait for health may have shown the commit.
  if (created && isAtOtherCommit(order, ended.deployment))
    return stopped({ ...otherCommit, deployment: ended.deployment })
  return { result }
}
