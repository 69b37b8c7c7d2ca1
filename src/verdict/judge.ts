import { compareAll, isCommitOnly } from '../deployment/differences.ts'
import {
  type Comparison,
  type Done,
  type Facts,
  processedIn,
} from '../deployment/facts.ts'
import { commitOf, isNewestActive } from '../deployment/order.ts'
import type { Deployment } from '../service/responses.ts'
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
  const warnings = [
    ...facts.notices,
    ...asked.inputs.map(problem => ({ code: 'input' as const, problem })),
    ...deploymentWarnings(asked, facts, result, comparison),
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

type Candidates = (Warning | false | '' | undefined)[]

/** The warnings about a deployment that the run has, or plans. */
function deploymentWarnings(
  asked: Asked,
  facts: Facts,
  result: Done['result'] | undefined,
  comparison: Comparison,
): Warning[] {
  const candidates =
    result === undefined
      ? stoppedWarnings(asked, facts, comparison)
      : endedWarnings(asked, facts, comparison, result)
  return candidates.flatMap(warning => warning || [])
}

/** A failed run has warnings of the deployment if it waited for it. */
function stoppedWarnings(
  asked: Asked,
  facts: Facts,
  comparison: Comparison,
): Candidates {
  if (!hasWaited(facts)) return []
  if (asked.order?.commit === undefined)
    return [
      ...comparisonWarnings(asked, facts, comparison),
      versionWarning(asked, facts, comparison),
    ]
  // The error names the commit that did not come.
  const isTold = !facts.created && isCommitOnly(comparison)
  const untold = isTold ? { ...comparison, differences: [] } : comparison
  return comparisonWarnings(asked, facts, untold)
}

function endedWarnings(
  asked: Asked,
  facts: Facts,
  comparison: Comparison,
  result: Done['result'],
): Candidates {
  const { deployment } = facts
  const compared = comparisonWarnings(asked, facts, comparison)
  const version = versionWarning(asked, facts, comparison)
  if (!deployment) return [version]
  // An existing deployment is no plan of another version.
  if (result === 'planned') return compared
  const isActiveExpected = result === 'adopted' || hasWaited(facts)
  return [
    sentAgain(facts),
    ...compared,
    version,
    ...stateWarnings(deployment, isActiveExpected),
  ]
}

/** Of two create requests, the second one was answered, so the first one may take effect late. */
function sentAgain({ posts, notices, deployment }: Facts): Candidates[number] {
  const isProved = !has('duplicates_possible', notices)
  const isTwice = processedIn(posts).length > 1
  const isAnswered = posts.at(-1) === 'answered'
  return isTwice && isAnswered && { code: 'sent_again', deployment, isProved }
}

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
  const isReused = order?.if_exists === 'reuse'
  return [
    isDifferent && { code: 'not_as_requested', differences, isReused },
    order?.commit && !commit && { code: 'commit_unknown' },
  ]
}

function stateWarnings(
  deployment: Deployment,
  isActiveExpected: boolean,
): Candidates {
  const isActive = isNewestActive(deployment)
  return [
    isActiveExpected &&
      !isActive && { code: 'not_active', inactive: deployment },
    deployment.status === 'UNUSED' && { code: 'unused' },
  ]
}

function versionWarning(
  asked: Asked,
  facts: Facts,
  { differences }: Comparison,
): Warning | undefined {
  const { order, isOneOfMany } = asked
  const { request, created } = facts
  const other =
    order &&
    request &&
    otherVersion({
      order,
      run: order.run ?? {},
      facts,
      request,
      differs: differences.length > 0,
    })
  return other && { ...other, isNotice: isOneOfMany && created === false }
}
