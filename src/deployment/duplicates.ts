import { comparableId, type Deployment } from '../service/responses.ts'
import type { Usable } from './adopt.ts'
import type { Context } from './context.ts'
import { isComplete, isSentTwice, oldestOf } from './create-rules.ts'
import type { Stop } from './end.ts'
import { isBeingDeleted } from './goal.ts'
import { lookUp, namesakes } from './list.ts'
import { noProgress, repeated } from './looks.ts'

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
): Promise<Usable | Stop> {
  const { notify } = context
  const { listed, others } = await findNamesakes(created, name, context)
  const own = listed ?? created
  const deployments = [own, ...others]
  if (isSentTwice(isSecond, deployments))
    return { code: 'sent_twice', name, deployments }
  if (isBeingDeleted(own)) return { code: 'deleted', deployment: own }

  const isListed = listed !== undefined
  if (others.length > 0) {
    const winner = oldestOf(deployments)
    if (isListed && winner !== own)
      return { code: 'duplicate_created', name, own, others, winner }
    const notice = { others, own: created.id, listed: isListed }
    notify({ type: 'notice', notice: { code: 'namesakes', ...notice } })
  }
  // The answer to a create request may leave out most fields, and so may the list.
  const deployment = factsIn(own) < factsIn(created) ? created : own
  notify({ type: 'deployment', deployment: own })
  notify({ type: 'deployment', deployment })
  return { result: 'created', deployment, listed: isListed }
}

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
  { id }: Deployment,
  name: string,
  context: Context,
): Promise<Namesakes> {
  const { service, clock, notify } = context
  const progress = noProgress()
  const seen = new Map<string, Deployment>()
  const onFound = (deployment: Deployment) =>
    seen.set(comparableId(deployment.id), deployment)
  const looks = {
    look: (signal: AbortSignal) =>
      lookUp(service, { name }, signal, { retry: false, onFound }),
    pause: () => LOOKS.pauses[progress.looks],
    deadline: clock.now() + LOOKS.within,
  }

  let isProved = false
  for await (const look of repeated(looks, progress, context)) {
    // One look that shows it is enough: a list may come from several replicas, some of which lag.
    isProved = look.ok && isComplete(look.value.ids, id)
    if (isProved) break
  }
  const listed = seen.get(comparableId(id))
  const all = namesakes([...seen.values()], name)
  const others = all.filter(deployment => deployment !== listed)
  if (!isProved) {
    const ids = others.map(deployment => deployment.id)
    const unproved = { failure: progress.failure, listed: ids }
    notify({
      type: 'notice',
      notice: { code: 'duplicates_possible', ...unproved },
    })
  }
  return { listed, others }
}
