import type { Order } from '../inputs/order.ts'
import {
  type Comparison,
  type Difference,
  DOUBT_AFTER_LOSS,
  type Run,
} from '../run/run.ts'
import { Stop } from '../run/stop.ts'
import { count, cut } from '../run/text.ts'
import {
  comparableId,
  type Deployment,
  named,
  refuseDeleted,
} from '../service/deployment.ts'
import {
  failureOrThrow,
  hasNoEffect,
  inShort,
  isTransient,
  isUnprocessed,
  RequestFailure,
  retrying,
  stopAfter,
} from '../service/failure.ts'
import type { JsonObject } from '../service/json.ts'
import { idsInWords, type Look, lookUp, onlyOne } from '../service/pages.ts'
import type { CreateRequest } from '../service/request.ts'
import type { Created, Service } from '../service/service.ts'
import { COMMIT, compare } from './compare.ts'
import { resolveRepository } from './repository.ts'
import { isWaiting } from './wait.ts'

// Creates a deployment at most once, or adopts the one that has the name (docs/design.md, "Creating once").

/** An order whose repository was looked up. */
interface ResolvedOrder extends Order {
  /** The request to send. */
  request: CreateRequest
  /** The parts with which a deployment is compared: those of the request, and the commit, unless that is awaited. */
  asked: JsonObject
}

/**
 * Creates the deployment, or adopts the one that has the name. What is known so far stands in `run`.
 *
 * @throws Stop
 */
export async function createOrAdopt(
  order: Order,
  service: Service,
  run: Run,
): Promise<void> {
  const { name } = order.requested
  run.request = order.requested
  const [request, { found, failure }] = await Promise.all([
    resolveRepository(order, service),
    lookUp(service, name),
  ])
  run.request = request
  const resolved = { ...order, request, asked: askedOf(order, request) }
  const deployment = onlyOne(found, name)
  if (deployment) return adopt(deployment, resolved, run)
  if (failure)
    throw stopAfter(
      `list the deployments, to look up the name "${name}"`,
      failure,
    )
  run.log(`No deployment is named "${name}"`)
  if (!order.dry_run) await create(resolved, service, run)
}

function askedOf(order: Order, request: CreateRequest): JsonObject {
  return {
    ...request,
    source_revision_config: {
      ...request.source_revision_config,
      // The ref as the workflow has it, which may be a full one.
      ...order.requested.source_revision_config,
      repo_commit_sha: isWaiting(order) ? undefined : order.commit,
    },
  }
}

/** Adopts a deployment that was there, if the order allows it. */
function adopt(deployment: Deployment, order: ResolvedOrder, run: Run): void {
  allow(deployment, examine(deployment, order, run), order, run)
}

/**
 * Compares a deployment with the order, and warns of what could not be compared.
 *
 * @throws Stop if it is being deleted
 */
function examine(
  deployment: Deployment,
  { asked }: ResolvedOrder,
  run: Run,
): Comparison {
  run.see(deployment)
  refuseDeleted(deployment)
  const comparison = compare(asked, deployment.sent)
  run.comparison = comparison
  if (comparison.unknown.length > 0)
    run.warn(
      `The service does not return these parts, so they were not compared: ${comparison.unknown.join(', ')}`,
    )
  return comparison
}

/** @throws Stop if the order does not allow to adopt a deployment, as it was compared */
function allow(
  deployment: Deployment,
  { differences }: Comparison,
  { if_exists }: Order,
  run: Run,
): void {
  const exists = `The ${named(deployment)} exists`
  if (if_exists === 'fail')
    throw new Stop('already_exists', `${exists}, and \`if_exists\` is \`fail\``)
  if (differences.length > 0) {
    const words = `${exists}, and differs from the inputs: ${inWords(differences, run)}`
    if (if_exists !== 'reuse') throw new Stop('differs', words)
    run.warn(`${words}. It is adopted as it is`, 'it differs from the inputs')
  }
  run.log('Secrets are compared by name; their values are never compared')
}

const LONGEST_IN_WARNING = 200

/** Differences in words, field by field. */
function inWords(differences: Difference[], { redacted }: Run): string {
  // A cut would hide a secret from the runner.
  const shown = (value: unknown) =>
    cut(redacted(JSON.stringify(value) ?? 'nothing'), LONGEST_IN_WARNING)
  return differences
    .map(
      ({ path, requested, existing }) =>
        `${path} is ${shown(existing)}, and ${shown(requested)} was requested`,
    )
    .join('; ')
}

/** Sends the create request. Only an answer with an id shows what came of it; after all else the list decides. */
async function create(
  order: ResolvedOrder,
  service: Service,
  run: Run,
): Promise<void> {
  const answer = await sendCreate(order.request, service, run).catch(
    failureOrThrow,
  )
  if (answer instanceof RequestFailure)
    await settle(answer, order, service, run)
  else await confirm(answer, order, service, run)
}

/** Sends the request, and repeats it only after a failure which proves that it was not processed. */
function sendCreate(
  request: CreateRequest,
  service: Service,
  run: Run,
): Promise<Created> {
  const onSent = () => {
    run.post = 'unknown'
  }
  async function once(): Promise<Created> {
    try {
      return await service.createDeployment(request, onSent)
    } catch (error) {
      const isRefused = hasNoEffect(failureOrThrow(error))
      if (isRefused && run.post !== 'none') run.post = 'without_effect'
      throw error
    }
  }
  const isRetried = (failure: RequestFailure) =>
    isUnprocessed(failure) && isTransient(failure)
  const task = 'create the deployment'
  return retrying(once, { task, isRetried }, service.net)
}

/** Takes the deployment of an answer, and looks once for another one of the name. */
async function confirm(
  { deployment, status }: Created,
  order: ResolvedOrder,
  service: Service,
  run: Run,
): Promise<void> {
  run.post = 'created'
  run.see(deployment)
  const { name } = order.request
  if (deployment.name !== '' && deployment.name !== name)
    throw new Stop(
      'unexpected_response',
      `The service answered the request to create "${name}" with the ${named(deployment)}, which has another name`,
      {
        status,
        rerun: 'creates_another',
        next: 'Look in the service when it was created. If just now, this run created it: keep it by setting `name` to its name, or delete it and choose a `name` that the service keeps as it is. If earlier, leave it, and choose such a `name`.',
      },
    )
  run.comparison = compare(order.asked, deployment.sent)
  warnOfAnswer(order, run)
  await lookForDuplicates(deployment, name, service, run)
}

/** Warns of what the created deployment shows otherwise than requested. */
function warnOfAnswer({ commit }: Order, run: Run): void {
  const { differences, unknown } = run.comparison
  if (differences.length > 0)
    run.warn(
      `The deployment was created, but is not as requested: ${inWords(differences, run)}`,
      'it is not as requested',
    )
  if (unknown.includes(COMMIT))
    run.warn(
      `The service does not say which commit it deploys, so \`commit\` (${commit}) was not checked. \`wait_for\` waits for it.`,
    )
}

/** Asks once for other deployments of the name, as two runs may have been at work. */
async function lookForDuplicates(
  created: Deployment,
  name: string,
  service: Service,
  run: Run,
): Promise<void> {
  const { found, failure } = await lookUp(service, name, {
    query: { name },
    isOneRequest: true,
  })
  if (failure) run.log(`Could not look for duplicates: ${inShort(failure)}`)
  const others = found
    .map(({ id }) => id)
    .filter(id => comparableId(id) !== comparableId(created.id))
  if (others.length > 0)
    throw new Stop(
      'duplicate_created',
      `This run created the deployment ${created.id}, and the service lists others with the name "${name}": ${others.join(', ')}. Another run was probably at work at the same time.`,
    )
}

/** After a lost answer the name is looked up for so long, in milliseconds: a list may show a new deployment late. */
const SETTLING = 30_000
const PAUSE = 5000

/** The same, by the status of a refusal which may mean that the name is taken; 0 is one look. Only 409 may be about a deployment that is not listed yet. */
const SETTLING_AFTER: Record<number, number> = { 400: 0, 409: SETTLING, 422: 0 }

/** Decides by the list what came of a create request without an answer. */
async function settle(
  failure: RequestFailure,
  order: ResolvedOrder,
  service: Service,
  run: Run,
): Promise<void> {
  const { name } = order.request
  const stop = stopAfter(`create the deployment "${name}"`, failure)
  const { status = 0 } = failure
  const isLost = !hasNoEffect(failure)
  const settling = isLost ? SETTLING : SETTLING_AFTER[status]
  run.postStatus = failure.status
  if (settling === undefined) throw stop
  run.log(
    `The create request failed: ${inShort(failure)}. Looking whether the deployment is there`,
  )
  const look = await lookUpAgain(name, settling, service, run)
  if (look.found.length === 0 && !look.failure)
    run.log(`The list still shows no deployment named "${name}"`)
  if (isLost) return claim(failure, look, order, run)
  const deployment = onlyOne(look.found, name)
  if (!deployment) throw stop
  adopt(deployment, order, run)
}

/**
 * Looks a name up for a while, to its end, as a second one may appear. What any look showed counts; it failed if none reached the
 * end of the list.
 */
async function lookUpAgain(
  name: string,
  time: number,
  service: Service,
  run: Run,
): Promise<Look> {
  const { clock, signal } = service.net
  const deadline = clock.now() + time
  const found = new Map<string, Deployment>()
  const onFound = (deployment: Deployment) => {
    found.set(comparableId(deployment.id), deployment)
    // It is not known which of several is that of the run.
    if (found.size > 1) delete run.deployment
    else run.see(deployment)
  }
  let failure: Look['failure']
  let isRead = false
  do {
    const left = Math.max(0, deadline - clock.now())
    await clock.sleep(Math.min(PAUSE, left), signal)
    const look = await lookUp(service, name, { onFound })
    failure = look.failure
    isRead ||= !failure
  } while (clock.now() < deadline)
  return { found: [...found.values()], failure: isRead ? undefined : failure }
}

/** Judges what appeared after a create request without an answer: this run's deployment, if it is as requested. */
function claim(
  lost: RequestFailure,
  { found, failure }: Look,
  order: ResolvedOrder,
  run: Run,
): void {
  const words = `The request to create "${order.request.name}" had no usable answer (${inShort(lost)})`
  if (found.length > 1)
    throw new Stop(
      'duplicate_created',
      `${words}, and ${count(found.length, 'deployment')} have the name now: ${idsInWords(found)}`,
    )
  const [deployment] = found
  if (!deployment || failure)
    throw new Stop(
      'unknown_outcome',
      `${words}, and ${failure ? `the list could not be read: ${inShort(failure)}` : 'the list does not show the deployment'}`,
    )
  const comparison = examine(deployment, order, run)
  if (comparison.differences.length > 0) {
    allow(deployment, comparison, order, run)
    return run.warn(`${words}: ${DOUBT_AFTER_LOSS}`, DOUBT_AFTER_LOSS)
  }
  run.post = 'created'
  run.warn(
    `${words}. The ${named(deployment)} has appeared since and is as requested, so it counts as created by this run; another run of the same name could explain it, too.`,
    'the create request had no usable answer',
  )
}
