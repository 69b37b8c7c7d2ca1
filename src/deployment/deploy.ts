import { say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { adopt, compareAll, type Policy } from './adopt.ts'
import type { Context, Notify } from './context.ts'
import { createOnce } from './create-once.ts'
import { buildRequest, type CompleteDraft } from './draft.ts'
import { commitOf, type Goal, isAtOtherCommit } from './goal.ts'
import type { HealthContext } from './health.ts'
import { lookUpName } from './list.ts'
import { failed, type Outcome, runFailure } from './outcome.ts'
import { type RepositoryLookup, resolveRepository } from './repository.ts'
import { otherPlan, otherVersion, type RunVersion } from './version.ts'
import { waitFor } from './wait.ts'
import { fromOtherCommit } from './watch.ts'

/** What the workflow asks for. */
export interface Order extends Goal, Policy {
  draft: CompleteDraft
  /** The repository to look up, for source `repohost`. */
  repository: RepositoryLookup | undefined
  dry_run: boolean
  /** The version that the run is for. */
  run?: RunVersion
}

type DeployContext = Context & HealthContext

/**
 * Creates the deployment, or adopts the existing one, and waits for it as the order asks.
 *
 * Failures of the service are outcomes. Each fact goes to `notify` as soon as it is known, so that the report contains
 * it whatever happens later. An abort of `signal` is thrown.
 */
export async function deploy(order: Order, context: DeployContext): Promise<Outcome> {
  const { draft, repository } = order
  const { service, notify, signal } = context
  notify({ type: 'phase', phase: 'look_up' })
  const propose = async () => {
    const resolved = repository && (await resolveRepository(repository, context))
    if (resolved && !resolved.ok) return resolved
    const record = resolved?.value
    if (record) notify({ type: 'repository', record })
    const request = buildRequest(draft, record)
    notify({ type: 'request', request })
    return { ok: true as const, value: { record, request } }
  }
  const [proposed, lookedUp] = await Promise.all([propose(), lookUpName(service, draft.name, signal)])
  if (!proposed.ok) return failed(proposed.error)
  const { record, request } = proposed.value
  if (!lookedUp.ok) return failed(runFailure(say`look up the name "${draft.name}"`, lookedUp.error))

  const { deployments } = lookedUp.value
  notify({ type: 'looked_up', found: deployments.length })
  const adopted = deployments.length > 0 ? adopt(request, deployments, order, notify) : undefined
  if (order.dry_run) {
    const version = adopted ? undefined : otherPlan({ ...order, request, record })
    if (version) notify({ type: 'other_version', version })
    return adopted?.result === 'failed' ? adopted : { result: 'dry_run' }
  }
  if (adopted) return finish(adopted, request, record, order, context)
  notify({ type: 'phase', phase: 'create' })
  const created = await createOnce(request, order, lookedUp.value, context)
  return finish(created, request, record, order, context)
}

/** Waits as the order asks, and checks that the deployment is the version that the run is for. */
async function finish(
  outcome: Outcome,
  request: CreateDeploymentRequest,
  record: RepositoryRecord | undefined,
  order: Order,
  context: DeployContext,
): Promise<Outcome> {
  if (outcome.result !== 'created' && outcome.result !== 'adopted') return outcome
  const { deployment, listed } = outcome
  const created = outcome.result === 'created'
  const waits = order.wait_for !== 'none'
  let latest = deployment
  const notify: Notify = event => {
    if (event.type === 'deployment') latest = event.deployment
    context.notify(event)
  }
  // The list may name the commit and the active revision when the answer to the POST did not.
  const said = ({ read }: Received<Deployment>) =>
    [commitOf(read), read.active_revision_id].filter(value => value !== undefined).length
  if (listed && said(listed) > said(deployment)) notify({ type: 'deployment', deployment: listed })
  // Without `wait_for` the commit is compared, and not waited for.
  const compared = () =>
    created && !waits && isAtOtherCommit(order, latest.read) ? fromOtherCommit(order, latest.read) : undefined
  const goal = waits ? order : { ...order, commit: undefined }
  const origin = { listed: listed !== undefined, created }
  const ended =
    compared() ??
    (await waitFor(goal, listed ?? deployment, origin, { ...context, notify })) ??
    compared() ??
    outcome
  if (order.commit !== undefined) {
    // The wait may have shown the wanted commit, or another one.
    const isOther = ended.result === 'failed' && ended.failure.code === 'differs'
    if (!created || isOther) notify({ type: 'differences', ...compareAll(request, latest, order.commit) })
    if (created && commitOf(latest.read) === undefined) notify({ type: 'warning', message: COMMIT_UNKNOWN })
  }
  const version = otherVersion({ ...order, request, record }, latest.read, created)
  if (version) notify({ type: 'other_version', version })
  return ended
}

const COMMIT_UNKNOWN = words(
  'The service does not say from which commit the deployment was created, so `commit` could not be checked; with `wait_for` it is checked once the service says so',
)
