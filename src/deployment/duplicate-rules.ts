import type { Reply } from '../service/failure.ts'
import { comparableId, type Deployment } from '../service/responses.ts'
import { isBeingDeleted } from './end.ts'
import { isListed, type LookedUp } from './list.ts'

/** Whether several deployments are the run's own: a second create request may have made another one. */
export const isSentTwice = (isSecond: boolean, deployments: unknown[]) =>
  isSecond && deployments.length > 1

/** Whether a look at the whole list shows the new deployment, so that it shows all older ones. */
export const isComplete = (look: Reply<LookedUp>, id: string): boolean =>
  look.ok && isListed(id, look.value)

/**
 * The oldest of several deployments of one name, by `created_at` and then by id, so that all runs that see the same ones
 * choose the same one. One that is being deleted does not count, because nobody can use it.
 *
 * @returns undefined if the age of one of them is unknown
 */
export function oldestOf(deployments: Deployment[]): Deployment | undefined {
  const kept = deployments.filter(deployment => !isBeingDeleted(deployment))
  const aged = kept.map(deployment => ({ deployment, age: ageOf(deployment) }))
  if (aged.some(({ age }) => age === undefined)) return undefined
  const byAge = aged.toSorted((a, b) =>
    (a.age ?? '') < (b.age ?? '') ? -1 : 1,
  )
  return byAge[0]?.deployment
}

/** A text that sorts by the creation time and then by the id; undefined if the time is no date-time. */
function ageOf({ created_at, id }: Deployment): string | undefined {
  const [text, date, fraction = ''] = DATE_TIME.exec(created_at ?? '') ?? []
  const ms = Date.parse(text ?? '')
  if (Number.isNaN(ms) || !isDay(date ?? '')) return undefined
  // A `Date` loses what follows the milliseconds.
  return `${new Date(ms).toISOString()} ${fraction.padEnd(12, '0')} ${comparableId(id)}`
}

/** A date-time of RFC 3339. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T(?!24)\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/i

/** Whether a date is in the calendar: a `Date` takes the 30th of February for a day in March. */
const isDay = (date: string): boolean =>
  new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
