import type { Failure, Reply } from '../service/failure.ts'
import { comparableId, type Deployment } from '../service/responses.ts'
import type { Usable } from './adopt.ts'
import type { Context } from './context.ts'
import { isComplete, isSentTwice, oldestOf } from './duplicate-rules.ts'
import { isBeingDeleted, type Stopped, stopped } from './end.ts'
import { type LookedUp, lookUp, namesakes } from './list.ts'
import { lookUntil } from './looks.ts'

/**
 * Looks for other deployments with the name of a new one. Among several the oldest is kept.
 *
 * @param isSecond whether an earlier create request may have taken effect too
 */
export async function checkDuplicates(
  name: string,
  created: Deployment,
  isSecond: boolean,
  context: Context,
): Promise<Usable | Stopped> {
  const { notify } = context
  const { id } = created
  const { listed, others } = await findNamesakes(created, name, context)
  const own = listed ?? created
  const deployments = [own, ...others]
  if (isSentTwice(isSecond, deployments))
    return stopped({ code: 'sent_twice', name, deployments })

  if (isBeingDeleted(own)) return stopped({ code: 'deleted', deployment: own })
  if (listed && others.length > 0) {
    const winner = oldestOf(deployments)
    if (winner !== own)
      return stopped({ code: 'duplicate_created', name, own, others, winner })
  }
  if (others.length > 0) {
    const isOwnListed = listed !== undefined
    const notice = { others, own: id, listed: isOwnListed }
    notify({ type: 'notice', notice: { code: 'namesakes', ...notice } })
  }
  notify({ type: 'deployment', deployment: own })
  const deployment = fuller(own, created)
  if (deployment !== own) notify({ type: 'deployment', deployment })
  return { result: 'created', deployment, listed: listed !== undefined }
}

/** The one that tells more. The answer to a create request may leave out most fields, and so may the list. */
const fuller = (own: Deployment, created: Deployment): Deployment =>
  factsIn(own) < factsIn(created) ? created : own

/** How much an answer tells of the version and the state of a deployment. */
const factsIn = (deployment: Deployment): number =>
  [
    deployment.source_revision_config?.repo_commit_sha,
    deployment.active_revision_id,
  ].filter(fact => fact !== undefined).length

/** The pauses before each look for other deployments, and the time for all of them, in milliseconds. */
const LOOKS = { pauses: [0, 500, 1000, 1500, 1500], within: 5000 }

interface Namesakes {
  /** The new deployment, as the list shows it. */
  listed: Deployment | undefined
  others: Deployment[]
}

/** Reads the list to its end, until it shows the new deployment or the time is over. */
async function findNamesakes(
  own: Deployment,
  name: string,
  context: Context,
): Promise<Namesakes> {
  const { service, clock, notify } = context
  const { id } = own
  const seen = new Map<string, Deployment>()
  const onMatch = (deployment: Deployment) =>
    seen.set(comparableId(deployment.id), deployment)

  // One look that shows it is enough: a list may come from several replicas, some of which lag.
  const judge = (reply: Reply<LookedUp>) => isComplete(reply, id) || undefined
  const { end: isProved, failure } = await lookUntil(
    {
      look: signal => lookUp(service, { name }, signal, false, onMatch),
      pause: ({ looks }) => LOOKS.pauses[looks],
      judge,
      deadline: clock.now() + LOOKS.within,
    },
    context,
  )
  const all = [...seen.values()]
  const listed = seen.get(comparableId(id))
  const others = namesakes(all, name).filter(one => one !== listed)
  if (!isProved) notifyUnproved(failure, others, notify)
  return { listed, others }
}

function notifyUnproved(
  failure: Failure | undefined,
  others: Deployment[],
  notify: Context['notify'],
): void {
  const listed = others.map(({ id }) => id)
  const notice = { code: 'duplicates_possible', failure, listed } as const
  notify({ type: 'notice', notice })
}
