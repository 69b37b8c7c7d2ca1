import { joined, say, words, write } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { Deployment } from '../service/responses.ts'
import { isTransient } from '../service/retry.ts'
import { ambiguousName } from './adopt.ts'
import { type Goal, goalInWords, hasState, isAtOtherCommit } from './goal.ts'
import { type HealthContext, openHealth, unhealthy } from './health.ts'
import { lookUp, NOT_IN_TIME, type Target } from './list.ts'
import {
  beingDeleted,
  type Failed,
  failed,
  isBeingDeleted,
  named,
  type Outcome,
  runFailure,
} from './outcome.ts'
import { inSeconds, lookUntil, type Watch, watch } from './watch.ts'

/**
 * Waits until the deployment has the state and the commit of the goal, and then until its health URL is healthy. Both
 * share one deadline.
 *
 * @param deadline when to give up, by the clock
 * @returns the failure that ended the wait, or undefined once the goal is reached
 */
export async function waitFor(
  goal: Goal,
  start: Received<Deployment>,
  origin: Pick<Watch, 'listed' | 'created'>,
  context: HealthContext,
  deadline = context.clock.now() + goal.wait_timeout,
): Promise<Failed | undefined> {
  const { notify } = context
  const watched = { goal, deadline, ...origin }
  let deployment = start
  if (hasState(goal)) {
    notify({ type: 'phase', phase: 'wait' })
    const { build_on_push } = start.read.source_config ?? {}
    if (
      !origin.created &&
      build_on_push == null &&
      isAtOtherCommit(goal, start.read)
    )
      notify({ type: 'warning', message: PUSH_UNKNOWN })
    const ended = await watch({ ...watched, start }, context)
    if ('result' in ended) return ended
    deployment = ended
  }
  if (goal.health_url === undefined) return undefined
  notify({ type: 'phase', phase: 'health' })
  const { check, last } = openHealth(
    goal.health_url,
    goal.health_contains,
    deadline,
    context,
  )
  // Each look for the deployment may bring its `custom_url`, or show that it is deleted.
  const ended = await watch(
    { ...watched, start: deployment, health: check },
    context,
  )
  if (!('result' in ended)) return undefined
  const [{ code }, news] = [ended.failure, last()]
  // Without the service there is no address to ask. Otherwise the last answer of the health URL decides.
  const isHealth =
    code === 'wait_timeout' ||
    (code === 'unreachable' && news?.answer.hint !== 'no_address')
  return news && isHealth
    ? failed(unhealthy(deployment.read, news, inSeconds(goal.wait_timeout)))
    : ended
}

const PUSH_UNKNOWN = words(
  'The service does not say whether a push builds the deployment (`build_on_push`), so the commit may never come',
)

/**
 * Finds a deployment by its id or its exact name, and waits for it as asked. Everything shares one deadline.
 *
 * Failures of the service are outcomes. An abort of `signal` is thrown.
 */
export async function waitForExisting(
  target: Target,
  goal: Goal,
  context: HealthContext,
): Promise<Outcome> {
  const { service, notify, clock } = context
  const deadline = clock.now() + goal.wait_timeout
  notify({ type: 'phase', phase: 'find' })
  const what =
    'id' in target
      ? say`the deployment ${target.id}`
      : say`the deployment "${target.name}"`
  const { end: found, ...looks } = await lookUntil(
    {
      find: signal => lookUp(service, target, signal, false),
      deadline,
      pause: 0,
      isHopeless: failure => !isTransient(failure),
      judge: reply => ({ end: reply.ok ? reply.value.deployments : undefined }),
    },
    context,
  )
  if (!found) {
    const within = looks.isHopeless
      ? words('')
      : say` within ${inSeconds(goal.wait_timeout)}`
    const failure = runFailure(
      say`look up ${what}${within}`,
      looks.failure ?? NOT_IN_TIME,
    )
    const isCause = looks.isHopeless || failure.code === 'unreachable'
    return failed(
      isCause
        ? failure
        : { ...failure, code: 'wait_timeout', hint: 'never_listed' },
    )
  }
  const isExact = ({ read }: Received<Deployment>) =>
    'id' in target || read.name === target.name
  const [deployment, ...others] = found.filter(isExact)
  if ('name' in target && others.length > 0)
    return ambiguousName(target.name, found)
  if (!deployment) {
    const near = found.map(({ read }) => named(read))
    const instead =
      near.length > 0
        ? say`; it lists the ${joined(near, ' and the ')}`
        : words('')
    const missing = say`The service does not list ${what}${instead}`
    return failed({
      code: 'not_found',
      what: missing,
      hint: 'no_such_deployment',
    })
  }
  notify({ type: 'found', deployment })
  notify({ type: 'deployment', deployment })
  const origin = { listed: true, created: false }
  const ended = isBeingDeleted(deployment.read)
    ? beingDeleted(deployment.read)
    : await waitFor(goal, deployment, origin, context, deadline)
  return ended ?? { result: 'reached', goal: write(goalInWords(goal)) }
}
