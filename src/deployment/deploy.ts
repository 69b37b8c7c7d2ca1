import { say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { adopt, allDifferences, ambiguousName, type IfExists } from './adopt.ts'
import type { Context } from './context.ts'
import { createOnce } from './create-once.ts'
import { outcomeOf } from './created.ts'
import { buildRequest, type CompleteDraft } from './draft.ts'
import { commitOf, type Goal, isCommit } from './goal.ts'
import { lookUpName } from './look-up.ts'
import { type Failed, failed, named, type Outcome, runFailure } from './outcome.ts'
import { type RepositoryLookup, resolveRepository } from './repository.ts'
import { otherPlan, otherVersion, type RunVersion } from './version.ts'
import { type WaitContext, waitFor } from './wait.ts'

/** What the workflow asks for. */
export interface Order extends Goal {
  draft: CompleteDraft
  /** The repository to look up, for source `repohost`. */
  repository: RepositoryLookup | undefined
  if_exists: IfExists
  dry_run: boolean
  /** The version that the run is for. */
  run?: RunVersion
}

type DeployContext = Context & WaitContext

/**
 * Creates the deployment, or adopts the existing one, and waits for it as the order asks.
 *
 * Failures of the service are outcomes. Each fact goes to `notify` as soon as it is known, so that the report contains
 * it whatever happens later. An abort of `signal` is thrown.
 */
export async function deploy(order: Order, context: DeployContext): Promise<Outcome> {
  const { draft, repository, dry_run } = order
  const { service, notify, signal } = context

  notify({ type: 'phase', phase: 'look_up' })
  const [resolved, lookedUp] = await Promise.all([
    repository ? resolveRepository(service, repository, signal) : undefined,
    lookUpName(service, draft.name, signal),
  ])
  if (resolved && !resolved.ok) return failed(resolved.error)
  if (resolved) notify({ type: 'repository', record: resolved.value.read })
  const request = buildRequest(draft, resolved?.value.read)
  notify({ type: 'request', request, variables: (draft.variables ?? []).map(({ name }) => name) })
  if (!lookedUp.ok) return failed(runFailure(say`look up the name "${draft.name}"`, lookedUp.error))

  const existing = lookedUp.value.deployments
  notify({ type: 'looked_up', found: existing.length })
  if (existing.length > 1) return ambiguousName(draft.name, existing)
  const [deployment] = existing
  const resources = { request, record: resolved?.value.read }
  if (dry_run) {
    const adopted = deployment && adopt(request, deployment, order, notify)
    const message = deployment ? undefined : otherPlan(order, resources)
    if (message) notify({ type: 'warning', message })
    return adopted?.result === 'failed' ? adopted : { result: 'dry_run' }
  }
  if (deployment) return finish(adopt(request, deployment, order, notify), resources, order, context)
  notify({ type: 'phase', phase: 'create' })
  const creation = await createOnce(request, lookedUp.value, context)
  const looked = creation.kind === 'created' ? creation.listed : undefined
  return finish(outcomeOf(creation, request, order, context), { ...resources, looked }, order, context)
}

/** What a run knows before it waits. */
interface Resources {
  request: CreateDeploymentRequest
  record: RepositoryRecord | undefined
  /** The new deployment as the list shows it. It replaces the first look of the wait. */
  looked?: Received<Deployment> | undefined
}

/** Waits as the order asks, and checks that the deployment is the version that the run is for. */
async function finish(
  outcome: Outcome,
  { request, record, looked }: Resources,
  order: Order,
  context: DeployContext,
): Promise<Outcome> {
  if (outcome.result !== 'created' && outcome.result !== 'adopted') return outcome
  let latest = outcome.deployment
  const notify: DeployContext['notify'] = event => {
    if (event.type === 'deployment') latest = event.deployment
    context.notify(event)
  }
  const isCreated = outcome.result === 'created'
  // The list may name the commit when the answer to the POST did not.
  if (looked && commitOf(latest.read) === undefined && commitOf(looked.read) !== undefined)
    notify({ type: 'deployment', deployment: looked })
  const early = isCreated ? fromOtherCommit(latest.read, order) : undefined
  const ended = early ?? (await wait(outcome, looked, order, { ...context, notify }))
  const late = isCreated && ended.result !== 'failed' ? fromOtherCommit(latest.read, order) : undefined
  const { commit } = order
  if (commit !== undefined) {
    // The wait may have shown the wanted commit, or another one.
    const differences = allDifferences(request, latest, commit)
    const isOther = ended.result === 'failed' && ended.failure.code === 'differs'
    if (!isCreated || isOther || late) notify({ type: 'differences', differences })
    if (isCreated && commitOf(latest.read) === undefined) notify({ type: 'warning', message: COMMIT_UNKNOWN })
  }
  const version = otherVersion(order, { request, record }, latest.read, isCreated)
  if (version) notify({ type: 'other_version', name: request.name, version })
  return late ?? ended
}

const COMMIT_UNKNOWN = words(
  'The service does not say from which commit the deployment was created, so `commit` could not be checked; with `wait_for` it is checked once the service says so',
)

/** The failure of a run that created the deployment from another commit than `commit`. */
function fromOtherCommit(deployment: Deployment, { commit }: Order): Failed | undefined {
  const existing = commitOf(deployment)
  if (commit === undefined || existing === undefined || isCommit(commit, existing)) return undefined
  return failed({
    code: 'differs',
    what: say`The ${named(deployment)} was created from commit ${existing}, not from commit ${commit}`,
    hint: 'created_from_other_commit',
  })
}

/** Waits for the deployment as asked. Without `wait_for`, the commit was only compared. */
async function wait(
  outcome: Extract<Outcome, { deployment: Received<Deployment> }>,
  looked: Received<Deployment> | undefined,
  order: Order,
  context: DeployContext,
): Promise<Outcome> {
  const goal = order.wait_for === 'none' ? { ...order, commit: undefined } : order
  const origin = { listed: outcome.result === 'adopted', created: outcome.result === 'created', looked }
  return (await waitFor(goal, outcome.deployment, origin, context)) ?? outcome
}
