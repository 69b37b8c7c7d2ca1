import { isWaiting, type Order } from '../inputs/order.ts'
import { requestError } from '../run/error.ts'
import type { Run } from '../run/run.ts'
import { comparableId, type Deployment, idsInWords } from '../service/deployment.ts'
import {
  failureOrThrow,
  hasNoEffect,
  inShort,
  isUnprocessed,
  type RequestFailure,
} from '../service/failure.ts'
import { type Created, retrying, type Service } from '../service/operations.ts'
import { type Look, lookUp } from '../service/pages.ts'
import type { CreateRequest } from '../service/request.ts'
import {
  judgeCreated,
  judgeDuplicates,
  judgeExisting,
  judgeLost,
  judgeRefused,
  type Outcome,
  type Terms,
} from './outcome.ts'
import { resolveRepository } from './repository.ts'

// Creates a deployment at most once, or adopts the one that has the name (docs/design.md, "Creating once").

/** What each step of a create needs. */
interface Creation {
  request: CreateRequest
  terms: Terms
  service: Service
  run: Run
}

/**
 * Creates the deployment, or adopts the one that has the name. Records what it learns in `run`.
 *
 * @throws RunError
 */
export async function createOrAdopt(order: Order, service: Service, run: Run): Promise<void> {
  const { name } = order.requested
  run.request = order.requested
  // Both end before the run does: else what it knows would depend on which one was faster.
  const [request, look] = await Promise.all([
    resolveRepository(order, service).catch((error: Error) => error),
    lookUp(service, name),
  ])
  if (request instanceof Error) throw request
  run.request = request
  const terms = termsOf(order, request, run)
  if (look.found.length > 0) return applyOutcome(judgeExisting(look, terms), run)
  if (look.failure)
    throw requestError(`list the deployments, to look up the name "${name}"`, look.failure)
  if (!run.isPlan) await create({ request, terms, service, run })
}

function termsOf(order: Order, request: CreateRequest, run: Run): Terms {
  const { commit, requested } = order
  const isAwaited = isWaiting(order)
  const source_revision_config = {
    ...request.source_revision_config,
    // Compare the ref as the inputs have it. Unlike the one that is sent, it may be full: `refs/heads/main`.
    ...requested.source_revision_config,
    repo_commit_sha: isAwaited ? undefined : commit,
  }
  return {
    name: requested.name,
    requested: { ...request, source_revision_config },
    if_exists: order.if_exists,
    awaitedCommit: isAwaited && run.isPlan ? commit : undefined,
    redacted: run.redacted,
  }
}

/** Records an outcome in the run, and throws its error, if it has one. */
function applyOutcome(outcome: Outcome, run: Run): void {
  const { deployment, post, comparison, warnings = [], end } = outcome
  if (deployment) run.adopt(deployment)
  if (post) run.post = post
  else if (comparison && !end)
    run.log('Secrets are compared by name, if returned; their values are never compared')
  run.comparison = comparison ?? run.comparison
  for (const warning of warnings) if (warning) run.warn(warning.text, warning.caveat)
  if (end) throw end
}

/** Sends the create request, which comes back in one of three ways: with an answer, refused, or without a usable answer. */
const create = (creation: Creation): Promise<void> =>
  send(creation).then(
    created => acceptAnswer(created, creation),
    (error: unknown) => {
      const failure = failureOrThrow(error)
      return hasNoEffect(failure)
        ? resolveRefused(failure, creation)
        : resolveLost(failure, creation)
    },
  )

/** Sends the request. Repeats it only after a failure which proves that the service did not process it. */
function send({ request, service, run }: Creation): Promise<Created> {
  const onSent = () => {
    run.post = 'unknown'
  }
  const once = () =>
    service.createDeployment(request, onSent).catch((error: unknown) => {
      if (run.post !== 'none' && hasNoEffect(failureOrThrow(error))) run.post = 'without_effect'
      throw error
    })
  return retrying(once, { task: 'create the deployment', isRetried: isUnprocessed }, service.net)
}

/** How long the look for duplicates may take after a success, in milliseconds. Another run may have created one meanwhile. */
const DUPLICATES = 10_000

async function acceptAnswer(created: Created, { terms, service, run }: Creation): Promise<void> {
  applyOutcome(judgeCreated(created, terms), run)
  const look = await lookUp(service, terms.name, {
    query: { name: terms.name },
    onePage: true,
    until: service.net.clock.now() + DUPLICATES,
  })
  applyOutcome(judgeDuplicates(created.deployment, look, terms), run)
}

/** How long to look for a new deployment, which the list may show late, and the pause between looks, in milliseconds. */
const LISTED_LATE = 30_000
const PAUSE = 5000

/**
 * How long to look for the name after a refusal that may mean that it is taken, by HTTP status, in milliseconds. 0 means one look.
 * Only a 409 may be about a deployment that is not listed yet.
 */
const TAKEN: Record<string, number> = { 400: 0, 409: LISTED_LATE, 422: 0 }

/** Decides after a refused request, which had no effect. Looks whether its name is taken, if the refusal may mean that. */
async function resolveRefused(refusal: RequestFailure, creation: Creation): Promise<void> {
  // With a cause, it is the answer of a proxy, or of the runner that gave no token.
  const time = refusal.cause ? undefined : TAKEN[`${refusal.status}`]
  const isTaken = ({ failure, found }: Look) => !failure && found.length > 0
  const look =
    time === undefined ? { found: [] } : await lookAgain(refusal, time, isTaken, creation)
  applyOutcome(judgeRefused(refusal, look, creation.terms), creation.run)
}

/** Decides after a lost request, which may have created the deployment, by all looks: a second one may still appear. */
async function resolveLost(lost: RequestFailure, creation: Creation): Promise<void> {
  const look = await lookAgain(lost, LISTED_LATE, () => false, creation)
  applyOutcome(judgeLost(lost, look, creation.terms), creation.run)
}

/**
 * Looks up the name repeatedly after a failed create. Resolves to what all looks showed together.
 *
 * @param time how long to look, in milliseconds; 0 means one look
 * @param isEnough whether a look ends this early
 */
async function lookAgain(
  failed: RequestFailure,
  time: number,
  isEnough: (look: Look) => boolean,
  { terms, service, run }: Creation,
): Promise<Look> {
  run.log(
    `The create request ended so: ${inShort(failed)}. Looking whether the list shows the name`,
  )
  const { clock, signal } = service.net
  const deadline = clock.now() + time
  const looks: Look[] = []
  for (;;) {
    const look = await lookUp(service, terms.name)
    looks.push(look)
    const left = deadline - clock.now()
    if (isEnough(look) || left <= 0) break
    await clock.sleep(Math.min(PAUSE, left), signal)
  }
  const all = together(looks)
  if (!all.failure) run.log(`The list showed: ${idsInWords(all.found)}`)
  return all
}

/** What looks showed together: every deployment, in its last state, and a failure only if none of them reached the end. */
function together(looks: Look[]): Look {
  const found = new Map<string, Deployment>()
  for (const deployment of looks.flatMap(look => look.found))
    found.set(comparableId(deployment.id), deployment)
  return {
    found: [...found.values()],
    failure: looks.every(look => look.failure) ? looks.at(-1)?.failure : undefined,
  }
}
