import type { ErrorCode } from '../../src/deployment/errors.ts'
import { type Facts, isUnknown, lookUpsOf } from './history.ts'
import type { Exchange } from './model.ts'

/** The limits of the protocol, repeated here independently of src/. Times are in milliseconds. */
export const SETTLING_TIME = 15_000
export const PROOFS_OF_ABSENCE = 3
const ATTEMPTS = 5
const RETRYING_TIME = 120_000
const LONGEST_PAUSE = 60_000

/** Codes of failures that created nothing, or that say nothing about it. */
const NOT_CREATED: ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'not_found',
  'rate_limited',
  'rejected',
  'unavailable',
  'unreachable',
]

/** Whether the exchanges of a run explain its error code. */
export function explains(code: ErrorCode, facts: Facts): boolean {
  if (NOT_CREATED.includes(code) && facts.posts.some(isUnknown)) return false
  return EXPLAINED[code]?.(facts) ?? false
}

/**
 * The exchange that ended the run. Look-ups after a conflict go on after a failure, which is reported if they find
 * nothing.
 */
const endOf = ({ own, after, lastPost }: Facts): Exchange | undefined =>
  (lastPost?.result === 409 && after.findLast(({ result }) => result !== 200)) || own.at(-1)

const endsWith =
  (...results: Exchange['result'][]) =>
  (facts: Facts) => {
    const end = endOf(facts)
    return end !== undefined && results.includes(end.result)
  }

/** Whether the run may not retry its last request. */
function gaveUp(facts: Facts): boolean {
  const { own, lastPost } = facts
  const end = endOf(facts)
  // Look-ups after a conflict are not retried.
  if (end?.method === 'GET' && lastPost?.result === 409) return true
  const tries = own.slice(
    1 + own.findLastIndex(({ method, result }) => method !== end?.method || result === 200 || result === 201),
  )
  const took = (end?.at ?? 0) - (tries[0]?.started ?? 0)
  return tries.length >= ATTEMPTS || took + LONGEST_PAUSE > RETRYING_TIME
}

/** The look-ups after the last POST, if none of them showed the name. */
function absences({ after }: Facts): number {
  const lookUps = lookUpsOf(after)
  return lookUps.every(({ shown }) => shown.length === 0) ? lookUps.length : -1
}

/** How many deployments of the name the last look-up showed. */
const sees = ({ own }: Facts) => lookUpsOf(own).at(-1)?.shown.length ?? 0

const EXPLAINED: Partial<Record<ErrorCode, (facts: Facts) => boolean>> = {
  unauthorized: endsWith(401),
  forbidden: endsWith(403),
  not_found: endsWith(404),
  rate_limited: facts => endsWith(429)(facts) && gaveUp(facts),
  rejected: facts => {
    const { lastPost, after } = facts
    // After a refusal of the request, one look shows whether the deployment is there now.
    if (lastPost?.result === 400 || lastPost?.result === 422) return after.length > 0 && absences(facts) >= 0
    return endsWith(418)(facts) || (endsWith(408, 425)(facts) && gaveUp(facts))
  },
  unavailable: facts =>
    endsWith(500, 502, 503, 504)(facts) && endOf(facts)?.method === 'GET' && gaveUp(facts),
  unreachable: facts =>
    gaveUp(facts) &&
    (endsWith('refused')(facts) || (endsWith('lost')(facts) && endOf(facts)?.method === 'GET')),
  unexpected_response: facts =>
    endsWith('unusable')(facts) ||
    ['unusable', 200].includes(facts.lastPost?.result ?? '') ||
    (facts.lastPost?.result === 201 && facts.world.setting.traits.names === 'lower case'),
  conflict: facts => facts.lastPost?.result === 409 && absences(facts) >= PROOFS_OF_ABSENCE,
  already_exists: facts =>
    facts.world.setting.order.if_exists === 'fail' && sees(facts) === 1 && !facts.posts.some(isUnknown),
  differs: facts =>
    sees(facts) === 1 &&
    (['different', 'folded'].includes(facts.world.setting.existing) ||
      facts.world.setting.traits.names === 'lower case'),
  // After a second POST they may both be the run's own: `duplicate_created`.
  ambiguous_name: facts => sees(facts) > 1 && !facts.posts.slice(0, -1).some(isUnknown),
  duplicate_created: ({ id, after }) => after.some(({ shown = [] }) => shown.some(other => other !== id)),
  unknown_outcome: facts => {
    const { posts, lastPost, after } = facts
    if (!lastPost || !posts.some(isUnknown) || absences(facts) < 0) return false
    // The refusal of the second POST says nothing about the first.
    if (!isUnknown(lastPost) && lastPost.result !== 409) return after.length > 0
    // After one unknown POST, only failed look-ups prevent a proof of absence. A redirect is not sent again.
    const isRedirect = [302, 303].includes(Number(lastPost.result))
    const settled = posts.filter(isUnknown).length === 1 && after.every(({ result }) => result === 200)
    return after.length >= PROOFS_OF_ABSENCE && (isRedirect || !settled)
  },
  deleted: ({ world, own }) =>
    world.setting.existing === 'awaiting_delete' ||
    world.setting.traits.lag > SETTLING_TIME ||
    own.some(({ stale }) => stale),
  wait_timeout: ({ world, run, waitedFrom }) => run.ended - waitedFrom >= world.setting.order.wait_timeout,
}
