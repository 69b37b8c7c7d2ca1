import type { Failure } from '../service/failure.ts'
import { NOT_PROCESSED } from '../service/retry.ts'

/**
 * Look-ups that settle whether a deployment is there: the pauses before them and the least time for all of them, in
 * milliseconds, and how many in a row must succeed and show the name free.
 */
export interface Settling {
  pauses: readonly number[]
  atLeast: number
  proofs: number
  /** Whether a failed look-up is retried at once. */
  retry: boolean
}

// A service behind a gateway may commit a few seconds after the gateway gave up. The extra pauses allow one look-up to fail.
const PAUSES = [1000, 2000, 4000, 8000, 5000, 5000, 5000]

/** The look-ups after a create request. */
export const SETTLINGS = {
  once: { pauses: [0], atLeast: 0, proofs: 1, retry: true },
  over_time: { pauses: PAUSES, atLeast: 15_000, proofs: 3, retry: false },
  at_once_and_over_time: {
    pauses: [0, ...PAUSES],
    atLeast: 15_000,
    proofs: 3,
    retry: false,
  },
} satisfies Record<string, Settling>

/** What follows a create request that did not return a deployment. */
export interface Decision {
  /** The look-ups that settle whether a deployment is there now. */
  look: keyof typeof SETTLINGS | 'never'
  /** What follows if they show that the name is free. */
  if_free: 'fail' | 'send_again' | 'unknown_outcome'
}

/** The results of a create request that did not return a deployment. docs/design.md has the same table. */
export const DECISIONS = {
  /** The connection never came up, or 408, 425, 429, after all retries. */
  not_processed: { look: 'never', if_free: 'fail' },
  conflict: { look: 'at_once_and_over_time', if_free: 'fail' },
  rejected: { look: 'once', if_free: 'fail' },
  refused: { look: 'never', if_free: 'fail' },
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

/** Look-ups so far that show a name free. A failed one proves nothing, and so those before it do not count. */
export const absencesAfter = (isAbsent: boolean, before: number): number =>
  isAbsent ? before + 1 : 0

/** Whether look-ups prove that a name is free. `elapsed` is in milliseconds. */
export const isProvedFree = (
  absences: number,
  elapsed: number,
  { proofs, atLeast }: Settling,
): boolean => absences >= proofs && elapsed >= atLeast

/** What the name and the id in the answer to a create request say of it. */
export type Answered = 'new' | 'known_id' | 'renamed' | 'other_name'

/**
 * Whether an answer shows a new deployment of the name. A service that changes names has still created it.
 *
 * @param isAlike whether the names differ at most in case, white space and normalization
 */
export function answeredWith(
  answered: unknown,
  name: string,
  isAlike: boolean,
  isKnown: boolean,
): Answered {
  if (answered !== name) return isAlike ? 'renamed' : 'other_name'
  return isKnown ? 'known_id' : 'new'
}
