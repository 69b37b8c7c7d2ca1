import { merged } from '../lib/json.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { RepositoryRecord } from '../service/responses.ts'
import { adopt, createOnce, type Usable } from './create-once.ts'
import type { End, HealthContext, Stop } from './facts.ts'
import { lookUp } from './list.ts'
import {
  type Draft,
  goalOfCreate,
  hasState,
  isAtOtherCommit,
  type Order,
} from './order.ts'
import { resolveRepository } from './repository.ts'

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
  const target = { name: order.draft.name }
  const { service, notify, signal } = context
  notify({ type: 'phase', phase: 'look_up' })
  const [request, free] = await Promise.all([
    propose(order, context),
    lookUp(service, target, signal),
  ])
  // A stop has no source, and a request may have an extra field of any other name.
  if (!('source' in request)) return request
  const { deployments, failure } = free
  if (failure)
    return {
      code: 'request_failed',
      doing: { task: 'look_up', target },
      failure,
    }
  notify({ type: 'looked_up', found: deployments.length })
  const isFree = deployments.length === 0
  if (isFree && order.dry_run) return { result: 'planned' }
  const held = isFree
    ? await createOnce(request, order, free, context)
    : adopt(request, deployments, [], order, notify)
  if ('code' in held) return held
  return order.dry_run ? { result: 'planned' } : finish(held, order, context)
}

/** Waits for the deployment as the order asks. */
async function finish(
  { deployment, isUnlisted, result }: Usable,
  order: Order,
  context: HealthContext,
): Promise<End> {
  const created = result === 'created'
  const goal = goalOfCreate(order)
  // A new deployment must have the commit even where nothing waits for it.
  const commit = created ? order.commit : goal.commit
  if (created && isAtOtherCommit(commit, deployment))
    return { code: 'created_from_other_commit', deployment }
  if (!hasState(goal) && !goal.health_url) return { result }
  // Most runs wait for nothing.
  const { waitFor } = await import('./wait.ts')
  const deadline = context.clock.now() + order.wait_timeout
  const stop = await waitFor(
    deployment,
    { goal, commit, deadline, isUnlisted, created },
    context,
  )
  return stop ?? { result }
}

/** Resolves the repository, if the order has one, and builds the request. */
async function propose(
  { draft, repository }: Order,
  context: HealthContext,
): Promise<CreateDeploymentRequest | Stop> {
  const record = repository && (await resolveRepository(repository, context))
  if (record && 'code' in record) return record
  const request = buildRequest(draft, record)
  context.notify({ type: 'request', request })
  return request
}

/**
 * The body of the create operation. For `repohost`, it has three values of the repository record (interface:
 * cross-reference of the repository listing); `repo_ref` only if the workflow gives none. Extra fields are merged into it.
 */
function buildRequest(
  draft: Draft,
  record?: RepositoryRecord,
): CreateDeploymentRequest {
  const { source_config, source_revision_config, secrets } = draft
  const request = {
    name: draft.name,
    source: draft.source,
    source_config: {
      ...source_config,
      ...(record && {
        integration_id: record.host_integration_id,
        repo_url: record.url,
      }),
    },
    source_revision_config: {
      ...source_revision_config,
      ...(record && { repo_ref: refOf(source_revision_config, record) }),
    },
    secrets: secrets.map(({ name, value }) => ({ name, value })),
    secret_references: draft.secret_references,
  }
  return merged(request, draft.extra_fields ?? {}) as typeof request
}

/** The ref to send: a branch as the listing writes one, `refs/heads/main` as `main`; all else unchanged. */
function refOf(
  { repo_ref }: Draft['source_revision_config'],
  { default_branch }: RepositoryRecord,
): string | null | undefined {
  // A ref of null is asked for, as the `config` file has it.
  if (repo_ref === null) return null
  const ref = repo_ref || default_branch || undefined
  const isFull = !default_branch || default_branch.startsWith('refs/heads/')
  return isFull ? ref : ref?.replace(/^refs\/heads\//, '')
}
