import { isDeepStrictEqual } from 'node:util'
import { merged } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { adopt, compareAll, inWords, type Policy } from './adopt.ts'
import type { Notify } from './context.ts'
import { createOnce } from './create-once.ts'
import { compareRequest, type Difference } from './differences.ts'
import { commitOf, type Goal, isAtOtherCommit } from './goal.ts'
import type { HealthContext } from './health.ts'
import { lookUp } from './list.ts'
import { failed, type Outcome, runFailure } from './outcome.ts'
import { type RepositoryLookup, resolveRepository } from './repository.ts'
import { otherPlan, otherVersion, type RunVersion } from './version.ts'
import { waitFor } from './wait.ts'
import { fromOtherCommit } from './watch.ts'

/** The create request as the workflow gives it, before it is checked as a whole. */
export type Draft = Omit<CompleteDraft, 'name' | 'source'> & Partial<Pick<CompleteDraft, 'name' | 'source'>>

/** A draft that can be sent once its repository is resolved. */
export interface CompleteDraft extends CreateDeploymentRequest {
  /** Fields that are not in the interface, in the shape of the request. */
  extra_fields?: Record<string, unknown>
}

/** What the workflow asks for. */
export interface Order extends Goal, Policy {
  draft: CompleteDraft
  /** The repository to look up, for source `repohost`. */
  repository: RepositoryLookup | undefined
  dry_run: boolean
  /** The version that the run is for. */
  run?: RunVersion
}

/**
 * Creates the deployment, or adopts the existing one, and waits for it as the order asks.
 *
 * Failures of the service are outcomes. Each fact goes to `notify` as soon as it is known, so that the report contains
 * it whatever happens later. An abort of `signal` is thrown.
 */
export async function deploy(order: Order, context: HealthContext): Promise<Outcome> {
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
  const [proposed, lookedUp] = await Promise.all([propose(), lookUp(service, { name: draft.name }, signal)])
  if (!proposed.ok) return failed(proposed.error)
  const { record, request } = proposed.value
  if (!lookedUp.ok) return failed(runFailure(say`look up the name "${draft.name}"`, lookedUp.error))

  const { deployments } = lookedUp.value
  notify({ type: 'looked_up', found: deployments.length })
  const adopted = deployments.length > 0 ? adopt(request, deployments, order, notify) : undefined
  if (order.dry_run) {
    const version = adopted ? undefined : otherPlan({ ...order, request, record })
    if (version) notify({ type: 'other_version', version })
    if (adopted?.result !== 'failed') return { result: 'dry_run' }
    const what = say`Dry run, so nothing was created. ${adopted.failure.what}`
    return failed({ ...adopted.failure, what, dry_run: true })
  }
  if (!adopted) notify({ type: 'phase', phase: 'create' })
  const outcome = adopted ?? (await createOnce(request, order, lookedUp.value, context))
  return finish(outcome, proposed.value, order, context)
}

/** The request, and the record of its repository. */
interface Proposed {
  request: CreateDeploymentRequest
  record: RepositoryRecord | undefined
}

/**
 * The body of the create operation. For `repohost`, copies three values of the repository record into it (interface:
 * cross-reference of the repository listing); `repo_ref` only if the workflow gives none. A branch is written as the
 * listing writes one: `refs/heads/main` as `main`. Merges extra fields into it.
 */
function buildRequest(draft: CompleteDraft, record?: RepositoryRecord): CreateDeploymentRequest {
  const { name, source, source_config, source_revision_config, secrets, secret_references } = draft
  const request: CreateDeploymentRequest = {
    name,
    source,
    source_config,
    source_revision_config,
    secrets: secrets.map(({ name, value }) => ({ name, value })),
    ...(secret_references !== undefined && { secret_references }),
  }
  if (record) {
    const { host_integration_id, url, default_branch } = record
    const isShort = default_branch && !default_branch.startsWith('refs/heads/')
    const asked = source_revision_config.repo_ref?.replace(isShort ? /^refs\/heads\// : '', '')
    const repo_ref = asked || default_branch || undefined
    request.source_config = { ...source_config, integration_id: host_integration_id, repo_url: url }
    request.source_revision_config = { ...source_revision_config, repo_ref }
  }
  return merged(request, draft.extra_fields ?? {}) as CreateDeploymentRequest
}

/** Waits as the order asks, and checks that the deployment is the version that the run is for. */
async function finish(
  outcome: Outcome,
  { request, record }: Proposed,
  order: Order,
  context: HealthContext,
): Promise<Outcome> {
  if (outcome.result !== 'created' && outcome.result !== 'adopted') return outcome
  const { deployment, listed } = outcome
  const created = outcome.created === true
  let latest = deployment
  let told: Difference[] = []
  /** Warns if the new deployment is not as requested. An answer may leave out most fields, and the list may show them. */
  function compareNew(sent: Record<string, unknown>) {
    const { differences, unknown } = compareRequest(request, sent)
    if (!created || isDeepStrictEqual(differences, told)) return
    told = differences
    notify({ type: 'differences', differences, unknown })
    const message = say`The deployment was created, but is not as requested: ${inWords(differences)}. Look at it in the service. If it is wrong, delete it and run again: a rerun alone does not change it`
    if (differences.length > 0) notify({ type: 'warning', message })
  }
  const notify: Notify = event => {
    if (event.type === 'deployment') latest = event.deployment
    context.notify(event)
  }
  // The list may name the commit and the active revision when the answer to the POST did not.
  const said = ({ read }: Received<Deployment>) =>
    [commitOf(read), read.active_revision_id].filter(value => value !== undefined).length
  if (listed && said(listed) > said(deployment)) notify({ type: 'deployment', deployment: listed })
  const first = merged(listed?.sent ?? {}, deployment.sent)
  compareNew(first)
  // Without `wait_for` the commit is compared, and not waited for.
  const isCompared = created && order.wait_for === 'none'
  const compared = () =>
    isCompared && isAtOtherCommit(order, latest.read) ? fromOtherCommit(order, latest.read) : undefined
  const goal = order.wait_for === 'none' ? { ...order, commit: undefined } : order
  const origin = { listed: listed !== undefined, created }
  const ended =
    compared() ??
    (await waitFor(goal, listed ?? deployment, origin, { ...context, notify })) ??
    compared() ??
    outcome
  if (latest !== deployment && latest !== listed) compareNew(merged(first, latest.sent))
  if (order.commit !== undefined) {
    // The wait may have shown the wanted commit, or another one.
    const isOther = ended.result === 'failed' && ended.failure.code === 'differs'
    if (!created || isOther) notify({ type: 'differences', ...compareAll(request, latest, order) })
    if (created && commitOf(latest.read) === undefined) notify({ type: 'warning', message: COMMIT_UNKNOWN })
  }
  const version = otherVersion({ ...order, request, record }, latest.read, outcome.created)
  if (version) notify({ type: 'other_version', version })
  return ended
}

const COMMIT_UNKNOWN = words(
  'The service does not say from which commit the deployment was created, so `commit` could not be checked; with `wait_for` it is checked once the service says so',
)
