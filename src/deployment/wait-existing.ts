import type { Received } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { ambiguousName } from './adopt.ts'
import { openFinder } from './find.ts'
import { type Goal, wholeGoalInWords } from './goal.ts'
import { lookUpName } from './look-up.ts'
import { failed, type Outcome, troubleOf } from './outcome.ts'
import { type WaitContext, waitFor } from './wait.ts'

/** Which deployment is meant: exactly one of the two. */
export type Target = { id: string } | { name: string }

/**
 * Finds a deployment by its id or its whole name, and waits for it as asked.
 *
 * Failures of the service are outcomes. An abort of `signal` is thrown.
 */
export async function waitForExisting(target: Target, goal: Goal, context: WaitContext): Promise<Outcome> {
  const { notify } = context
  notify({ type: 'phase', phase: 'find' })
  const what = 'id' in target ? `the deployment ${target.id}` : `the name "${target.name}"`
  const found = await find(target, context)
  if (!found.ok) return failed(troubleOf(`look up ${what}`, found.error))
  const [deployment] = found.value
  if ('name' in target && found.value.length > 1) return ambiguousName(target.name, found.value)
  if (!deployment) {
    const description = 'id' in target ? `with the id ${target.id}` : `named "${target.name}"`
    return failed({
      code: 'not_found',
      what: `The service lists no deployment ${description}`,
      hint: 'no_such_deployment',
    })
  }
  notify({ type: 'found', deployment })
  notify({ type: 'deployment', deployment })
  const { id, status } = deployment.read
  const ended =
    status === 'AWAITING_DELETE'
      ? failed({ code: 'deleted', what: `The deployment ${id} is being deleted` })
      : await waitFor(goal, deployment, { listed: true, created: false }, context)
  if (!ended) return { result: 'reached', goal: wholeGoalInWords(goal) }
  const { trouble } = ended
  return trouble.code === 'deleted' ? failed({ ...trouble, hint: 'nothing_to_wait_for' }) : ended
}

async function find(
  target: Target,
  { service, signal }: WaitContext,
): Promise<Reply<Received<Deployment>[]>> {
  if ('name' in target) {
    const reply = await lookUpName(service, target.name, signal)
    if (!reply.ok) return reply
    return { ...reply, value: reply.value.deployments.filter(({ read }) => read.name === target.name) }
  }
  const search = openFinder(service, { id: target.id }, { retry: true })
  const { reply } = await search(signal)
  return reply.ok ? { ...reply, value: reply.value ? [reply.value] : [] } : reply
}
