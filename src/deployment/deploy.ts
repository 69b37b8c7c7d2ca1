import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { adopt, allDifferences, ambiguousName, type IfExists } from './adopt.ts'
import { createOnce } from './create-once.ts'
import { buildRequest, type CompleteDraft } from './draft.ts'
import { commitOf, type Goal, isCommit } from './goal.ts'
import { lookUpName } from './look-up.ts'
import { type Failed, failed, type Outcome, type Trouble, troubleOf } from './outcome.ts'
import { type RepositoryLookup, resolveRepository } from './repository.ts'
import { isOwnRepository, otherVersion, type RunVersion } from './version.ts'
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

interface World extends WaitContext {
  random: () => number
}

/**
 * Creates the deployment that is ordered, or adopts the one that is there, and waits for it as asked.
 *
 * Failures of the service are outcomes. What comes to be known on the way is told to `notify` at once, so that
 * it can be reported whatever happens after. An abort of `signal` is thrown.
 */
export async function deploy(order: Order, world: World): Promise<Outcome> {
  const { draft, repository, dry_run } = order
  const { service, notify, signal } = world

  notify({ type: 'phase', phase: 'look_up' })
  const [resolved, lookedUp] = await Promise.all([
    repository ? resolveRepository(service, repository, signal) : undefined,
    lookUpName(service, draft.name, signal),
  ])
  if (resolved && !resolved.ok) return failed(resolved.error)
  if (resolved) notify({ type: 'repository', record: resolved.value.read })
  const request = buildRequest(draft, resolved?.value.read)
  notify({ type: 'request', request })
  if (!lookedUp.ok) return failed(troubleOf(`look up the name "${draft.name}"`, lookedUp.error))

  const existing = lookedUp.value
  notify({ type: 'looked_up', found: existing.length })
  if (existing.length > 1) return ambiguousName(draft.name, existing)
  const [deployment] = existing
  if (dry_run) {
    const adopted = deployment && adopt(request, deployment, order, notify)
    return adopted?.result === 'failed' ? adopted : { result: 'dry_run' }
  }
  const outcome = deployment ? adopt(request, deployment, order, notify) : await create(request, order, world)
  return finish(outcome, { request, record: resolved?.value.read }, order, world)
}

/** Sends the POST, and turns what came of it into an outcome. */
async function create(request: CreateDeploymentRequest, order: Order, world: World): Promise<Outcome> {
  const { service, notify, signal } = world
  notify({ type: 'phase', phase: 'create' })
  const creation = await createOnce(request, world)
  switch (creation.kind) {
    case 'created':
      notify({ type: 'created' })
      notify({ type: 'deployment', deployment: creation.deployment })
      return { result: 'created', deployment: creation.deployment }
    case 'found':
      return adoptFound(request, creation.deployments, order, world)
    case 'duplicate': {
      const { created, others } = creation
      if (created) {
        notify({ type: 'created' })
        notify({ type: 'deployment', deployment: created })
      }
      return failed(duplicated(request.name, created ? [created, ...others] : others))
    }
    case 'taken': {
      const lookedUp = await lookUpName(service, request.name, signal)
      if (!lookedUp.ok) return failed(troubleOf(`look up the name "${request.name}"`, lookedUp.error))
      const [deployment, ...others] = lookedUp.value
      if (!deployment)
        return failed(nameTaken(request.name, troubleOf('create the deployment', creation.failure)))
      if (others.length > 0) return ambiguousName(request.name, lookedUp.value)
      return adopt(request, deployment, order, notify)
    }
    case 'failed':
      return failed(troubleOf('create the deployment', creation.failure))
    case 'unknown':
      return failed(unknownOutcome(request.name, troubleOf('create the deployment', creation.failure)))
  }
}

/** A deployment that appeared while the fate of a POST was unknown: made by this run, or by one beside it. */
function adoptFound(
  request: CreateDeploymentRequest,
  deployments: Received<Deployment>[],
  order: Order,
  { notify }: World,
): Outcome {
  const [deployment, ...others] = deployments
  if (!deployment || others.length > 0) return ambiguousName(request.name, deployments)
  notify({
    type: 'warning',
    message:
      'The answer to the create request was lost, and the deployment is there now: it is adopted, as it cannot ' +
      'be told whether this run or one beside it created it',
  })
  const if_exists = order.if_exists === 'fail' ? 'match' : order.if_exists
  return adopt(request, deployment, { ...order, if_exists }, notify)
}

/** Waits as the order asks, and checks that the deployment is the version that the run is for. */
async function finish(
  outcome: Outcome,
  { request, record }: { request: CreateDeploymentRequest; record: RepositoryRecord | undefined },
  order: Order,
  world: World,
): Promise<Outcome> {
  if (outcome.result !== 'created' && outcome.result !== 'adopted') return outcome
  let latest = outcome.deployment
  const notify: World['notify'] = event => {
    if (event.type === 'deployment') latest = event.deployment
    world.notify(event)
  }
  const isCreated = outcome.result === 'created'
  const early = isCreated ? fromOtherCommit(latest.read, order) : undefined
  const ended = early ?? (await wait(outcome, order, { ...world, notify }))
  const late = isCreated && ended.result !== 'failed' ? fromOtherCommit(latest.read, order) : undefined
  const { commit, run = {} } = order
  if (commit !== undefined) {
    // The wait may have brought the commit, or shown another one.
    const differences = allDifferences(request, latest, commit)
    if (!isCreated || early || late) notify({ type: 'differences', differences })
    if (isCreated && commitOf(latest.read) === undefined) notify({ type: 'warning', message: COMMIT_UNKNOWN })
  }
  if (!isCreated) {
    const isOwn = record !== undefined && isOwnRepository(record, run)
    const version = otherVersion(request, latest.read, { commit, run, isOwn })
    if (version) notify({ type: 'other_version', name: request.name, version })
  }
  return late ?? ended
}

const COMMIT_UNKNOWN =
  'The service does not say from which commit the deployment was created, so `commit` could not be checked; with `wait_for` it is checked once the service says so'

/** The failure of a run that created the deployment from another commit than `commit`. */
function fromOtherCommit({ id, ...read }: Deployment, { commit }: Order): Failed | undefined {
  const existing = commitOf({ id, ...read })
  if (commit === undefined || existing === undefined || isCommit(commit, existing)) return undefined
  return failed({
    code: 'differs',
    what: `The deployment ${id} was created from commit ${existing}, not from commit ${commit}`,
    hint: 'created_from_other_commit',
  })
}

/** Waits for the deployment as asked. Without `wait_for`, its commit was compared, and is not waited for. */
async function wait(
  outcome: Extract<Outcome, { deployment: Received<Deployment> }>,
  order: Order,
  world: World,
): Promise<Outcome> {
  const goal = order.wait_for === 'none' ? { ...order, commit: undefined } : order
  const origin = { listed: outcome.result === 'adopted', created: outcome.result === 'created' }
  return (await waitFor(goal, outcome.deployment, origin, world)) ?? outcome
}

function duplicated(name: string, deployments: Received<Deployment>[]): Trouble {
  const ids = deployments.map(({ read }) => read.id).join(' and ')
  return {
    code: 'duplicate_created',
    what: `The create request had to be sent twice, and now several deployments are named "${name}": ${ids}`,
  }
}

function nameTaken(name: string, trouble: Trouble): Trouble {
  return {
    ...trouble,
    code: 'name_taken',
    hint: undefined,
    what: `The service says that the name "${name}" is taken, yet lists no deployment of that name`,
  }
}

function unknownOutcome(name: string, trouble: Trouble): Trouble {
  return {
    ...trouble,
    code: 'unknown_outcome',
    // Whatever the last request met, the way out is the same.
    hint: undefined,
    what: `${trouble.what}, and it could not be found out whether the deployment "${name}" was created`,
  }
}
