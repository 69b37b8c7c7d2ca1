import { within } from '../lib/clock.ts'
import { say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { presented } from './adopt.ts'
import type { Context } from './context.ts'
import { lookUp, NOT_IN_TIME, namesakes } from './list.ts'
import {
  beingDeleted,
  type Failed,
  failed,
  isBeingDeleted,
  type Outcome,
} from './outcome.ts'

/**
 * Looks for other deployments with the name of a new one. Among several the oldest wins, by
 * `created_at` and then by id, so that all runs that see the same deployments choose the same one.
 *
 * @param isSecond whether an earlier POST may have taken effect too
 */
export async function checkCreated(
  name: string,
  deployment: Received<Deployment>,
  isSecond: boolean,
  context: Context,
): Promise<Outcome> {
  const { notify } = context
  const { listed, others } = await findNamesakes(deployment, name, context)
  const all = [listed ?? deployment, ...others]
  if (isSecond && others.length > 0) return sentTwice(name, all)
  // One that is being deleted will not be there to use.
  const [winner] = all
    .filter(({ read }) => !isBeingDeleted(read))
    .toSorted(byAge)
  if (listed && winner && winner !== listed) {
    const what = say`Another deployment is named "${name}" too, and is kept${OLDEST}: ${presented(winner)}. Delete the one that this run created: ${deployment.read.id}`
    return failed({ code: 'duplicate_created', what })
  }
  if (others.length > 0) {
    const own = listed
      ? say`The one of this run is kept${OLDEST}. Delete the others if nothing uses them: every later run of the name fails until only one is left`
      : say`The list does not show the one that this run created: ${deployment.read.id}`
    const message = say`Other deployments are named "${name}" too: ${presented(...others)}. ${own}`
    notify({ type: 'warning', message })
  }
  if (isBeingDeleted(deployment.read)) return beingDeleted(deployment.read)
  return { result: 'created', created: true, deployment, listed }
}

const OLDEST = words(
  ', because the oldest one is (by `created_at`, then by `id`)',
)

/** The pauses before each look for other deployments, and the time for all of them, in milliseconds. */
const LOOKS = { pauses: [0, 500, 1000, 1500, 1500], within: 5000 }

/** Reads the list to its end, until it shows the new deployment or the time is over. */
async function findNamesakes(
  own: Received<Deployment>,
  name: string,
  context: Context,
): Promise<{
  listed: Received<Deployment> | undefined
  others: Received<Deployment>[]
}> {
  const { service, clock, notify } = context
  const { id } = own.read
  const seen = new Map<string, Received<Deployment>>()
  const onMatch = (deployment: Received<Deployment>) =>
    seen.set(deployment.read.id, deployment)
  const others = () =>
    namesakes([...seen.values()], name).filter(({ read }) => read.id !== id)
  let isProved = false
  let failure: Failure | undefined = NOT_IN_TIME
  await within(LOOKS.within, context, async signal => {
    for (const pause of LOOKS.pauses) {
      const isLast = isProved
      // After a second, another run's deployment can no longer be as old.
      await clock.sleep(isLast ? 1000 : pause, signal)
      const reply = await lookUp(service, { name }, signal, false, onMatch)
      failure = reply.ok ? undefined : reply.error
      // One look that shows it is enough: a list may come from several replicas, some of which lag.
      isProved ||= reply.ok && reply.value.ids.has(id)
      if (isProved && (isLast || !isCoarse((seen.get(id) ?? own).read))) break
    }
  })
  const listed = others().map(({ read }) => read.id)
  if (!isProved) notify({ type: 'duplicates_possible', failure, listed })
  return { listed: seen.get(id), others: others() }
}

/** Whether the creation time has whole seconds, so that other runs may create deployments of the same time. */
const isCoarse = ({ created_at }: Deployment) =>
  created_at != null && !/\.\d/.test(created_at)

const byAge = (a: Received<Deployment>, b: Received<Deployment>) =>
  ageOf(a) < ageOf(b) ? -1 : 1

/** A text that sorts by the creation time and then by the id. A `Date` loses what follows the milliseconds. */
function ageOf({ read: { created_at, id } }: Received<Deployment>): string {
  const ms = Date.parse(created_at ?? '')
  const fraction = /\.(\d+)/.exec(created_at ?? '')?.[1] ?? ''
  return `${Number.isNaN(ms) ? '9999' : new Date(ms).toISOString()} ${fraction.padEnd(12, '0')} ${id}`
}

/** The failure after a second POST if several deployments have the name. */
export const sentTwice = (
  name: string,
  deployments: Received<Deployment>[],
): Failed =>
  failed({
    code: 'duplicate_created',
    what: say`The create request was sent twice, and several deployments are named "${name}": ${presented(...deployments)}. Keep one of them, and delete the others`,
  })
