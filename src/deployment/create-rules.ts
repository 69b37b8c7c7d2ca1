import type { Failure } from '../service/failure.ts'
import { comparableId, type Deployment } from '../service/responses.ts'
import { NOT_PROCESSED } from '../service/retry.ts'
import { isBeingDeleted } from './order.ts'

// The rules of creating at most once. test/simulation breaks each of them, which it must notice.

/** Look-ups that settle whether a deployment is there. Times are in milliseconds. */
export interface LookUps {
  /** The pauses before them. */
  pauses: readonly number[]
  /** Whether the first request of a look-up is retried. */
  retry: boolean
  /** The most time for all of them. */
  within: number
  /** The least time for all of them, and how many in a row must succeed and show the name free. */
  atLeast: number
  proofs: number
}

// A service behind a gateway may commit a few seconds after the gateway gave up. The extra pauses allow one look-up to fail.
const PAUSES = [1000, 2000, 4000, 8000, 5000, 5000, 5000]

const ONCE = {
  pauses: [0],
  retry: true,
  within: Number.POSITIVE_INFINITY,
  atLeast: 0,
  proofs: 1,
}

const OVER_TIME = {
  ...ONCE,
  pauses: PAUSES,
  retry: false,
  atLeast: 15_000,
  proofs: 3,
}

/** The look-ups after a create request. */
export const SETTLINGS = {
  /** For other deployments of the name, after an answer with the new one. */
  answered: {
    ...ONCE,
    pauses: [0, 500, 1000, 1500, 1500],
    retry: false,
    within: 5000,
  },
  once: ONCE,
  over_time: OVER_TIME,
  at_once_and_over_time: { ...OVER_TIME, pauses: [0, ...PAUSES] },
} satisfies Record<string, LookUps>

/** What follows a create request that did not return a deployment. */
export interface Decision {
  /** The look-ups that settle whether a deployment is there now. */
  look: keyof typeof SETTLINGS | 'never'
  /** What follows if they show that the name is free. */
  if_free: 'not_created' | 'send_again' | 'unknown_outcome'
}

/** The results of a create request that did not return a deployment. docs/design.md has the same table. */
export const DECISIONS = {
  /** The connection never came up, or 408, 425, 429, after all retries. */
  not_processed: { look: 'never', if_free: 'not_created' },
  conflict: { look: 'at_once_and_over_time', if_free: 'not_created' },
  rejected: { look: 'once', if_free: 'not_created' },
  refused: { look: 'never', if_free: 'not_created' },
  lost: { look: 'over_time', if_free: 'send_again' },
  /** It would come again. */
  unusable: { look: 'over_time', if_free: 'unknown_outcome' },
} satisfies Record<string, Decision>

/** The result of a create request. */
export type PostResult = keyof typeof DECISIONS | 'answered'

/** After a second create request nothing is certain: the first one may have taken effect late. */
export const secondDecision = ({ look }: Decision): Decision => ({
  look: look === 'never' ? 'once' : look,
  if_free: 'unknown_outcome',
})

/** The result that a failed create request stands for. */
export function resultOf(failure: Failure): keyof typeof DECISIONS {
  if (failure.kind === 'network') return failure.sent ? 'lost' : 'not_processed'
  if (failure.kind === 'unusable') return 'unusable'
  const { status } = failure
  if (NOT_PROCESSED.has(status)) return 'not_processed'
  if (status >= 500) return 'lost'
  return REFUSALS[status] ?? 'refused'
}

const REFUSALS: Record<number, 'conflict' | 'rejected'> = {
  400: 'rejected',
  409: 'conflict',
  422: 'rejected',
}

/** Whether the result says nothing about the effect of a create request. */
export const isUnknown = (result: PostResult): boolean =>
  result === 'lost' || result === 'unusable'

/** How many look-ups at the end of all worked. A failed one proves nothing, and so those before it do not count. */
export const proofsIn = (failures: unknown[]): number =>
  failures.length - 1 - failures.findLastIndex(Boolean)

/** What the last look-up of a name showed, which reached the end of the list, and those before it. */
export interface Survey {
  /** How many deployments of the name they showed together. */
  found: number
  /** The ids of all listed deployments. */
  ids: ReadonlySet<string>
  /** How many in a row reached the end of the list. */
  proofs: number
  /** The time for all of them, in milliseconds. */
  elapsed: number
}

/**
 * Whether it is certain that a deployment has the name, or that none has; after a second create request, that no other one
 * should appear any more.
 */
export function isSettled(
  { found, proofs, elapsed }: Survey,
  isSecond: boolean,
  plan: LookUps,
): boolean {
  const isLate = elapsed >= plan.atLeast
  if (found === 0) return proofs >= plan.proofs && isLate
  return !isSecond || found > 1 || isLate
}

/** Whether several deployments are the run's own: a second create request may have made another one. */
export const isSentTwice = (isSecond: boolean, deployments: unknown[]) =>
  isSecond && deployments.length > 1

/** Whether a whole list with these ids shows the new deployment, so that it shows all older ones. */
export const isComplete = (ids: ReadonlySet<string>, id: string): boolean =>
  ids.has(id)

/**
 * The oldest of several deployments of one name, by `created_at` and then by id, so that all runs that see the same ones
 * choose the same one. One that is being deleted does not count, because nobody can use it.
 *
 * @returns undefined if the age of one of them is unknown
 */
export function oldestOf(deployments: Deployment[]): Deployment | undefined {
  const kept = deployments.filter(deployment => !isBeingDeleted(deployment))
  if (kept.some(deployment => ageOf(deployment) === '')) return undefined
  return kept.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))[0]
}

/** A text that sorts by the creation time and then by the id; empty if the time is no date-time. */
function ageOf({ created_at, id }: Deployment): string {
  const [text, date, fraction = ''] = DATE_TIME.exec(created_at ?? '') ?? []
  const ms = Date.parse(text ?? '')
  if (Number.isNaN(ms) || !isDay(date ?? '')) return ''
  // A `Date` loses what follows the milliseconds.
  return `${new Date(ms).toISOString()} ${fraction.padEnd(12, '0')} ${comparableId(id)}`
}

/** A date-time of RFC 3339. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T(?!24)\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/i

/** Whether a date is in the calendar: a `Date` takes the 30th of February for a day in March. */
const isDay = (date: string): boolean =>
  new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
