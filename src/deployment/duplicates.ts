import { within } from '../lib/clock.ts'
import { type Received, toDeployment } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { ListQuery } from '../service/list-parameters.ts'
import type { Deployment } from '../service/responses.ts'
import type { Context } from './context.ts'
import { isSameId, lookUpName, lookUpNamesakes } from './look-up.ts'

/** What the look-ups after a POST showed. */
export interface Namesakes {
  /** The created deployment as the list shows it; undefined if it did not within the time. */
  listed: Received<Deployment> | undefined
  /** All other deployments of the name. */
  others: Received<Deployment>[]
}

/**
 * When to look for other deployments of the name: pauses before each look-up and the time for all of them, in
 * milliseconds. After a second POST it is more likely that there are two, so the looks go on for longer.
 */
const LOOKS = {
  quick: { pauses: [0, 500, 1000, 1500, 1500], within: 5000 },
  thorough: { pauses: [0, 1000, 2000, 4000, 8000, 5000], within: 30_000 },
}

/**
 * Looks for other deployments of the name of one that was just created, until the list shows the new one or the
 * time is over. If another one is seen, the list is read once more to its end, however long that takes. The log
 * says so if duplicates could not be ruled out.
 *
 * @param end where the list ended before the create
 */
export async function findNamesakes(
  own: Received<Deployment>,
  { name, end }: { name: string; end: ListQuery },
  effort: keyof typeof LOOKS,
  context: Context,
): Promise<Namesakes> {
  const { service, clock, notify } = context
  const { id } = own.read
  // To be shown once is enough: a list may be answered from several copies, of which some are behind.
  let listed: Received<Deployment> | undefined
  const others = new Map<string, Received<Deployment>>()
  function onMatch(item: Record<string, unknown>) {
    const deployment = toDeployment(item)
    if (deployment && isSameId(deployment.read.id, id)) listed = deployment
    else if (deployment) others.set(deployment.read.id, deployment)
  }

  const looks = LOOKS[effort]
  let failure: Failure | undefined
  await within(looks.within, context, async signal => {
    for (const pause of looks.pauses) {
      await clock.sleep(pause, signal)
      const reply = await lookUpNamesakes(service, { id, name, end }, signal, { retry: false, onMatch })
      failure = reply.ok ? undefined : reply.error
      if (listed) return
    }
  })
  if (others.size > 0) await lookUpName(service, name, context.signal, { retry: true, onMatch })
  if (!listed) notify({ type: 'duplicates_possible', failure, listed: [...others.keys()] })
  return { listed, others: [...others.values()] }
}

/**
 * The deployment that wins among several of one name: the oldest by `created_at`, then the one with the lowest id.
 * All runs that see the same deployments agree on it.
 */
export function winnerOf(deployments: Received<Deployment>[]): Received<Deployment> | undefined {
  return deployments.toSorted(byAge)[0]
}

function byAge({ read: a }: Received<Deployment>, { read: b }: Received<Deployment>): number {
  const [first, second] = [ageOf(a), ageOf(b)]
  if (first.ms !== second.ms) return first.ms - second.ms
  return compare(first.fraction, second.fraction) || compare(a.id.toLowerCase(), b.id.toLowerCase())
}

/** A time to the last digit: a date alone would cut it off after the milliseconds. */
function ageOf({ created_at }: Deployment): { ms: number; fraction: string } {
  const ms = Date.parse(created_at ?? '')
  const fraction = /\.(\d+)/.exec(created_at ?? '')?.[1] ?? ''
  return { ms: Number.isNaN(ms) ? Number.MAX_VALUE : ms, fraction: fraction.padEnd(12, '0') }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
