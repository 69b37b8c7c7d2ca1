import { within } from '../lib/clock.ts'
import type { Received } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { Context } from './context.ts'
import { lookUpName, namesakes } from './look-up.ts'

/** What the list showed after a POST. */
export interface Namesakes {
  /** The new deployment as the list shows it; undefined if the list did not show it in time. */
  listed: Received<Deployment> | undefined
  /** All other deployments with the name. */
  others: Received<Deployment>[]
}

/**
 * When to look for other deployments with the name: pauses before each look and the time for all of them, in
 * milliseconds. After a second POST two deployments are more likely, so the looks go on for longer.
 */
const LOOKS = {
  quick: { pauses: [0, 500, 1000, 1500, 1500], within: 5000 },
  thorough: { pauses: [0, 1000, 2000, 4000, 8000, 5000], within: 30_000 },
}

const NOT_IN_TIME: Failure = { kind: 'network', sent: true, code: 'TIMEOUT', cause: undefined }

/**
 * Looks for other deployments with the name of a new one: reads the list to its end, until it shows the new one or the
 * time is over. If no whole list showed the new one, the log says that duplicates could not be ruled out.
 *
 * @param expected how many deployments are probably listed, if one page can show them; else 0
 */
export async function findNamesakes(
  own: Received<Deployment>,
  { name, expected }: { name: string; expected: number },
  effort: keyof typeof LOOKS,
  context: Context,
): Promise<Namesakes> {
  const { service, clock, notify } = context
  const { id } = own.read
  const seen = new Map<string, Received<Deployment>>()
  const onMatch = (deployment: Received<Deployment>) => seen.set(deployment.read.id, deployment)
  const others = () => namesakes([...seen.values()], name).filter(({ read }) => read.id !== id)
  let isProved = false
  let failure: Failure | undefined = NOT_IN_TIME
  await within(LOOKS[effort].within, context, async signal => {
    for (const pause of LOOKS[effort].pauses) {
      const isLast = isProved
      await clock.sleep(isLast ? SAME_SECOND : pause, signal)
      const reply = await lookUpName(service, name, signal, { retry: false, onMatch, expected })
      failure = reply.ok ? undefined : reply.error
      // One look that shows it is enough: a list may come from several replicas, some of which lag.
      isProved ||= reply.ok && reply.value.ids.has(id)
      const listed = seen.get(id) ?? own
      if (isProved && (isLast || others().length > 0 || !isCoarse(listed.read, clock.date()))) break
    }
  })
  if (seen.has(id)) failure ??= NOT_IN_TIME
  const listed = others().map(({ read }) => read.id)
  if (!isProved) notify({ type: 'duplicates_possible', failure, listed })
  return { listed: seen.get(id), others: others() }
}

/**
 * The deployment that wins among several with one name: the oldest by `created_at`, then the lowest id. All runs that
 * see the same deployments choose the same one.
 */
export function winnerOf(deployments: Received<Deployment>[]): Received<Deployment> | undefined {
  return deployments.toSorted(byAge)[0]
}

function byAge({ read: a }: Received<Deployment>, { read: b }: Received<Deployment>): number {
  const [first, second] = [ageOf(a), ageOf(b)]
  if (first.ms !== second.ms) return first.ms - second.ms
  return compare(first.fraction, second.fraction) || compare(a.id, b.id)
}

/** A time with all its digits: a `Date` would lose everything after the milliseconds. */
function ageOf({ created_at }: Deployment): { ms: number; fraction: string } {
  const ms = Date.parse(created_at ?? '')
  const fraction = /\.(\d+)/.exec(created_at ?? '')?.[1] ?? ''
  return { ms: Number.isNaN(ms) ? Number.MAX_VALUE : ms, fraction: fraction.padEnd(12, '0') }
}

/** After this time another run's deployment can no longer be as old, in milliseconds. */
const SAME_SECOND = 1000

/** Far more than the clocks of the service and the runner differ. In milliseconds. */
const RECENT = 300_000

/** Whether the creation time is recent and has whole seconds, so that other runs may create one of the same time. */
const isCoarse = ({ created_at }: Deployment, now: number) =>
  created_at != null && !/\.\d/.test(created_at) && Math.abs(now - Date.parse(created_at)) < RECENT

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
