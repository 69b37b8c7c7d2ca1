import { compareAll, isCommitOnly } from '../deployment/differences.ts'
import {
  type Comparison,
  type Done,
  type Facts,
  processedIn,
} from '../deployment/facts.ts'
import { commitOf, isNewestActive } from '../deployment/order.ts'
import type { Asked, Findings, Verdict } from './verdict.ts'
import { otherVersion } from './version.ts'
import { byWeight, has, type Warning } from './warnings.ts'

/** Judges a run that succeeded, by what was asked for, what was seen, and how it ended. */
export const judge = (asked: Asked, facts: Facts, end: Done): Verdict => ({
  ...end,
  ...findingsOf(asked, facts, end.result),
})

/** Everything that is to say about a run, whatever its end: `result` is undefined if it was stopped. */
export function findingsOf(
  asked: Asked,
  facts: Facts,
  result?: Done['result'],
): Findings {
  const comparison = compare(asked, facts)
  const candidates = result
    ? endedWarnings(asked, facts, comparison, result)
    : stoppedWarnings(asked, facts, comparison)
  const warnings = [
    ...facts.notices,
    ...asked.inputs.map(problem => ({ code: 'input' as const, problem })),
    ...candidates.flatMap(warning => warning || []),
  ]
  return { warnings: warnings.toSorted(byWeight), comparison }
}

function compare({ order }: Asked, { request, sent }: Facts): Comparison {
  if (!order || !request || !sent) return { differences: [], unknown: [] }
  return compareAll(request, sent, order)
}

/** Whether the run waited for the deployment. */
export const hasWaited = ({ phases }: Facts): boolean =>
  phases.includes('wait') || phases.includes('health')

/** The warnings that hold, among others. */
type Candidates = (Warning | false | '' | undefined)[]

/** A failed run has warnings of the deployment if it waited for it. */
function stoppedWarnings(
  asked: Asked,
  facts: Facts,
  comparison: Comparison,
): Candidates {
  if (!hasWaited(facts)) return []
  if (asked.goal?.commit === undefined)
    return [
      ...comparisonWarnings(asked, facts, comparison),
      versionWarning(asked, facts, comparison),
    ]
  // The error of a wait that ended in vain names the commit that did not come.
  const isTold = !facts.created && isCommitOnly(comparison)
  const untold = isTold ? { ...comparison, differences: [] } : comparison
  return comparisonWarnings(asked, facts, untold)
}

/** The warnings of a run that succeeded, about the deployment that it has, or plans. */
function endedWarnings(
  asked: Asked,
  facts: Facts,
  comparison: Comparison,
  result: Done['result'],
): Candidates {
  const { deployment, notices } = facts
  const compared = comparisonWarnings(asked, facts, comparison)
  // An existing deployment is no plan of another version.
  if (deployment && result === 'planned') return compared
  const version = versionWarning(asked, facts, comparison)
  if (!deployment) return [version]
  const isExpected = result === 'adopted' || hasWaited(facts)
  const isInactive = isExpected && !isNewestActive(deployment)
  const isProved = !has('duplicates_possible', notices)
  return [
    ...compared,
    version,
    isSecondAnswered(facts) && { code: 'sent_again', deployment, isProved },
    isInactive && { code: 'not_active', inactive: deployment },
    deployment.status === 'UNUSED' && { code: 'unused' },
  ]
}

/** Whether the second of two create requests was answered, so that the first one may take effect late. */
const isSecondAnswered = ({ posts }: Facts): boolean =>
  processedIn(posts).length > 1 && posts.at(-1) === 'answered'

/** What the comparison with the request shows. The service may fill in what a new deployment has. */
function comparisonWarnings(
  { order }: Asked,
  { created, deployment }: Facts,
  { differences, unknown }: Comparison,
): Candidates {
  const isDifferent = differences.length > 0
  if (!created)
    return [
      isDifferent && { code: 'differs', differences },
      unknown.length > 0 && { code: 'not_compared', unknown },
    ]
  // The wait compares the commit of a new deployment. Without one, it may be unknown.
  const commit = deployment && commitOf(deployment)
  const { commit: asked, if_exists } = order ?? {}
  const isReused = if_exists === 'reuse'
  return [
    isDifferent && { code: 'not_as_requested', differences, isReused },
    asked && !commit && { code: 'commit_unknown' },
  ]
}

function versionWarning(
  { order, isOneOfMany }: Asked,
  facts: Facts,
  { differences }: Comparison,
): Warning | undefined {
  const { request, created } = facts
  if (!order || !request) return undefined
  const { run = {} } = order
  const differs = differences.length > 0
  const other = otherVersion({ order, run, facts, request, differs })
  return other && { ...other, isNotice: isOneOfMany && created === false }
}
