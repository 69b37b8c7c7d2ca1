import { isDeepStrictEqual } from 'node:util'
import { merged } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { adopt, compareAll, inWords, type Policy } from './adopt.ts'
import type { Difference, Notify } from './context.ts'
import { createOnce } from './create-once.ts'
import { compareRequest } from './differences.ts'
import { commitOf, type Goal, isAtOtherCommit } from './goal.ts'
import type { HealthContext } from './health.ts'
import { lookUp } from './list.ts'
import {
  failed,
  type Outcome,
  type RunFailure,
  runFailure,
  type Usable,
} from './outcome.ts'
import { type RepositoryLookup, resolveRepository } from './repository.ts'
import { otherPlan, otherVersion, type RunVersion } from './version.ts'
import { waitFor } from './wait.ts'
import { fromOtherCommit } from './watch.ts'

/** The create request as the workflow gives it, before it is checked as a whole. */
export type Draft = Omit<CompleteDraft, 'name' | 'source'> &
  Partial<Pick<CompleteDraft, 'name' | 'source'>>

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
export async function deploy(
  order: Order,
  context: HealthContext,
): Promise<Outcome> {
  const { name } = order.draft
  const { service, notify, signal } = context
  notify({ type: 'phase', phase: 'look_up' })
  const [proposed, lookedUp] = await Promise.all([
    propose(order, context),
    lookUp(service, { name }, signal),
  ])
  if (!proposed.ok) return failed(proposed.error)
  if (!lookedUp.ok)
    return failed(runFailure(say`look up the name "${name}"`, lookedUp.error))

  const { request } = proposed.value
  const { deployments } = lookedUp.value
  notify({ type: 'looked_up', found: deployments.length })
  const adopted =
    deployments.length > 0
      ? adopt(request, deployments, order, notify)
      : undefined
  if (order.dry_run) return planned(adopted, proposed.value, order, notify)
  if (!adopted) notify({ type: 'phase', phase: 'create' })
  const outcome =
    adopted ?? (await createOnce(request, order, lookedUp.value, context))
  return 'deployment' in outcome
    ? finish(outcome, proposed.value, order, context)
    : outcome
}

/** The request, and the record of its repository. */
interface Proposed {
  request: CreateDeploymentRequest
  record: RepositoryRecord | undefined
}

/** Resolves the repository, if the order has one, and builds the request. */
async function propose(
  { draft, repository }: Order,
  context: HealthContext,
): Promise<Result<Proposed, RunFailure>> {
  const resolved = repository && (await resolveRepository(repository, context))
  if (resolved && !resolved.ok) return resolved
  const record = resolved?.value
  if (record) context.notify({ type: 'repository', record })
  const request = buildRequest(draft, record)
  context.notify({ type: 'request', request })
  return { ok: true, value: { record, request } }
}

/**
 * The body of the create operation. For `repohost`, copies three values of the repository record into it (interface:
 * cross-reference of the repository listing); `repo_ref` only if the workflow gives none. A branch is written as the
 * listing writes one: `refs/heads/main` as `main`. Merges extra fields into it.
 */
function buildRequest(
  draft: CompleteDraft,
  record?: RepositoryRecord,
): CreateDeploymentRequest {
  const {
    name,
    source,
    source_config,
    source_revision_config,
    secrets,
    secret_references,
  } = draft
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
    const asked = source_revision_config.repo_ref?.replace(
      isShort ? /^refs\/heads\// : '',
      '',
    )
    // A ref of null is asked for, as the `config` file has it.
    const isNull = source_revision_config.repo_ref === null
    const repo_ref = isNull ? null : asked || default_branch || undefined
    request.source_config = {
      ...source_config,
      integration_id: host_integration_id,
      repo_url: url,
    }
    request.source_revision_config = { ...source_revision_config, repo_ref }
  }
  return merged(request, draft.extra_fields ?? {}) as CreateDeploymentRequest
}

/** The outcome of a dry run. `adopted` is that of adopting the deployment with the name, if there is one. */
function planned(
  adopted: Outcome | undefined,
  proposed: Proposed,
  order: Order,
  notify: Notify,
): Outcome {
  const version = adopted ? undefined : otherPlan({ ...order, ...proposed })
  if (version) notify({ type: 'other_version', version })
  if (adopted?.result !== 'failed') return { result: 'dry_run' }
  const what = say`Dry run, so nothing was created. ${adopted.failure.what}`
  return failed({ ...adopted.failure, what, dry_run: true })
}

/**
 * Waits for the deployment as the order asks, and compares it with the request and the version that the run is for. The
 * answer to the POST may leave out most fields; the list and the wait may show them.
 */
async function finish(
  outcome: Usable,
  { request, record }: Proposed,
  order: Order,
  context: HealthContext,
): Promise<Outcome> {
  const { deployment, listed = deployment, created } = outcome
  let latest = deployment
  let sent = listed.sent
  const notify: Notify = event => {
    context.notify(event)
    if (event.type !== 'deployment') return
    latest = event.deployment
    sent = merged(sent, latest.sent)
  }
  let told: Difference[] = []
  function compareNew() {
    const { differences, unknown } = compareRequest(request, sent)
    if (!created || isDeepStrictEqual(differences, told)) return
    told = differences
    notify({ type: 'differences', differences, unknown })
    const message = say`The deployment was created, but is not as requested: ${inWords(differences)}. If what the service made of it is wrong, ask those who run it: a rerun alone does not change it`
    if (differences.length > 0) notify({ type: 'warning', message })
  }

  notify({
    type: 'deployment',
    deployment: factsIn(listed) > factsIn(deployment) ? listed : deployment,
  })
  compareNew()
  const isOtherNow = created && isAtOtherCommit(order, latest.read)
  // Without `wait_for` the commit is compared, and not waited for.
  const goal =
    order.wait_for === 'none' ? { ...order, commit: undefined } : order
  const origin = {
    listed: outcome.listed !== undefined,
    created: created === true,
  }
  const failure = isOtherNow
    ? undefined
    : await waitFor(goal, listed, origin, { ...context, notify })
  compareNew()
  const isOther = isAtOtherCommit(order, latest.read)
  if (order.commit !== undefined) {
    if (!created || isOther)
      notify({ type: 'differences', ...compareAll(request, latest, order) })
    else if (commitOf(latest.read) === undefined)
      notify({ type: 'warning', message: COMMIT_UNKNOWN })
  }
  const version = otherVersion(
    { ...order, request, record },
    latest.read,
    created,
  )
  if (version) notify({ type: 'other_version', version })
  return (
    failure ??
    (created && isOther ? fromOtherCommit(order, latest.read) : outcome)
  )
}

/** How much a deployment says of its version and its state. */
const factsIn = ({ read }: Received<Deployment>): number =>
  [commitOf(read), read.active_revision_id].filter(fact => fact !== undefined)
    .length

const COMMIT_UNKNOWN = words(
  'The service does not say from which commit the deployment was created, so `commit` is not checked; with `wait_for` it is, once the service says so',
)
