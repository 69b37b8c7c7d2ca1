import type { Result } from '../lib/result.ts'
import { joined, type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { Deployment } from '../service/responses.ts'
import { isTransient } from '../service/retry.ts'
import { ambiguousName } from './adopt.ts'
import type { Context } from './context.ts'
import { type Goal, goalInWords, hasState, isAtOtherCommit, isCommitUnknown } from './goal.ts'
import { type HealthContext, openHealth, unhealthy } from './health.ts'
import { lookUp, NOT_IN_TIME, type Target } from './list.ts'
import {
  beingDeleted,
  type Failed,
  failed,
  isBeingDeleted,
  named,
  type Outcome,
  type RunFailure,
  runFailure,
} from './outcome.ts'
import { inSeconds, lookUntil, type Watch, watch } from './watch.ts'

type WaitContext = Context & HealthContext

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
  context: WaitContext,
  deadline = context.clock.now() + goal.wait_timeout,
): Promise<Failed | undefined> {
  const watched = { goal, deadline, ...origin }
  let deployment = start
  if (hasState(goal)) {
    context.notify({ type: 'phase', phase: 'wait' })
    const { build_on_push } = start.read.source_config ?? {}
    if (!origin.created && goal.commit !== undefined) {
      if (isCommitUnknown(start)) context.notify({ type: 'warning', message: COMMIT_UNKNOWN })
      else if (build_on_push == null && isAtOtherCommit(goal, start.read))
        context.notify({ type: 'warning', message: PUSH_UNKNOWN })
    }
    const ended = await watch({ ...watched, start }, context)
    if ('result' in ended) return ended
    deployment = ended
  }
  if (goal.health_url === undefined) return undefined
  return waitForHealth(goal.health_url, { ...watched, start: deployment }, context)
}

const COMMIT_UNKNOWN = words(
  'The service does not return the commit of the newest revision: the wait can only end once it does',
)

const PUSH_UNKNOWN = words(
  'The service does not say whether a push builds the deployment (`build_on_push`), so the commit may never come',
)

/** Asks the health URL after each look for the deployment, which may bring its `custom_url`, or show that it is deleted. */
async function waitForHealth(
  health_url: string,
  watched: Watch,
  context: WaitContext,
): Promise<Failed | undefined> {
  const { start, goal, deadline } = watched
  context.notify({ type: 'phase', phase: 'health' })
  const { check, last } = openHealth(health_url, goal.health_contains, deadline, context)
  const ended = await watch({ ...watched, health: check }, context)
  if (!('result' in ended)) return undefined
  const [{ code }, news] = [ended.failure, last()]
  // Without the service there is no address to ask. Otherwise the last answer of the health URL decides.
  const isHealth = code === 'wait_timeout' || (code === 'unreachable' && news?.answer.hint !== 'no_address')
  return news && isHealth ? failed(unhealthy(start.read, news, inSeconds(goal.wait_timeout))) : ended
}

/**
 * Finds a deployment by its id or its exact name, and waits for it as asked. Everything shares one deadline.
 *
 * Failures of the service are outcomes. An abort of `signal` is thrown.
 */
export async function waitForExisting(target: Target, goal: Goal, context: WaitContext): Promise<Outcome> {
  const { notify, clock } = context
  const deadline = clock.now() + goal.wait_timeout
  notify({ type: 'phase', phase: 'find' })
  const what = 'id' in target ? say`the deployment ${target.id}` : say`the deployment "${target.name}"`
  const found = await findInTime(target, what, goal.wait_timeout, context)
  if (!found.ok) return failed(found.error)
  const isExact = ({ read }: Received<Deployment>) => 'id' in target || read.name === target.name
  const [deployment, ...others] = found.value.filter(isExact)
  if ('name' in target && others.length > 0) return ambiguousName(target.name, found.value)
  if (!deployment) {
    const near = found.value.map(({ read }) => named(read))
    const instead = near.length > 0 ? say`; it lists the ${joined(near, ' and the ')}` : words('')
    const missing = say`The service does not list ${what}${instead}`
    return failed({ code: 'not_found', what: missing, hint: 'no_such_deployment' })
  }
  notify({ type: 'found', deployment })
  notify({ type: 'deployment', deployment })
  const origin = { listed: true, created: false }
  const ended = isBeingDeleted(deployment.read)
    ? beingDeleted(deployment.read)
    : await waitFor(goal, deployment, origin, context, deadline)
  return ended ?? { result: 'reached', goal: write(goalInWords(goal)) }
}

/** Looks the target up until a look succeeds. Failures that are more than passing faults end it, if several come in a row. */
async function findInTime(
  target: Target,
  what: Sentence,
  time: number,
  context: WaitContext,
): Promise<Result<Received<Deployment>[], RunFailure>> {
  const { service, clock } = context
  const { end, failures, isHopeless } = await lookUntil(
    {
      find: signal => lookUp(service, target, signal, { retry: false }),
      deadline: clock.now() + time,
      pause: 0,
      isHopeless: failure => !isTransient(failure),
      judge: reply => ({ end: reply.ok ? reply.value.deployments : undefined }),
    },
    context,
  )
  if (end) return { ok: true, value: end }
  const within = isHopeless ? words('') : say` within ${inSeconds(time)}`
  const error = runFailure(say`look up ${what}${within}`, failures.at(-1) ?? NOT_IN_TIME)
  const isCause = isHopeless || error.code === 'unreachable'
  return { ok: false, error: isCause ? error : { ...error, code: 'wait_timeout', hint: 'never_listed' } }
}
