import { compareAll, isCommitOnly } from '../deployment/differences.ts'
import type { Comparison, Done, Facts } from '../deployment/facts.ts'
import { commitOf, isNewestActive } from '../deployment/order.ts'
import type { Deployment } from '../service/responses.ts'
import type { Asked, Findings, Verdict } from './verdict.ts'
import { otherVersion } from './version.ts'
import { byWeight, type Warning } from './warnings.ts'

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
    ...(isHeld(facts, result)
      ? deploymentWarnings(asked, facts, result, comparison)
      : []),
  ]
  return { warnings: warnings.toSorted(byWeight), comparison }
}

function compare({ order }: Asked, { request, sent }: Facts): Comparison {
  if (!order || !request || !sent) return { differences: [], unknown: [] }
  return compareAll(request, sent, order)
}

/** Whether the run got a deployment to use, or planned one. A failed run did if it waited for one. */
const isHeld = (facts: Facts, result?: Done['result']): boolean =>
  result !== undefined || hasWaited(facts)

/** Whether the run waited for the deployment. */
export const hasWaited = ({ phases }: Facts): boolean =>
  phases.includes('wait') || phases.includes('health')

/** The warnings about a deployment that the run has, or plans. */
function deploymentWarnings(
  asked: Asked,
  facts: Facts,
  result: Done['result'] | undefined,
  comparison: Comparison,
): Warning[] {
  const { deployment } = facts
  const isAwaited = result === undefined && asked.order?.commit !== undefined
  const warnings = [
    ...comparisonWarnings(facts.created, comparison),
    ...commitWarnings(asked, facts),
  ]
  // The error names the commit that did not come.
  if (isAwaited)
    return warnings.filter(
      ({ code }) => code !== 'differs' || !isCommitOnly(comparison),
    )
  // An existing deployment is no plan of another version.
  if (result === 'planned' && deployment) return warnings
  warnings.push(...versionWarnings(asked, facts))
  if (!deployment || result === undefined) return warnings

  const isActiveExpected = result === 'adopted' || hasWaited(facts)
  return [...warnings, ...stateWarnings(deployment, isActiveExpected)]
}

function stateWarnings(
  deployment: Deployment,
  isActiveExpected: boolean,
): Warning[] {
  const warnings: Warning[] = []
  if (isActiveExpected && !isNewestActive(deployment))
    warnings.push({ code: 'not_active', inactive: deployment })
  if (deployment.status === 'UNUSED') warnings.push({ code: 'unused' })
  return warnings
}

/** The commit of a new deployment is compared by the wait. Without one, it may be unknown. */
function commitWarnings(
  { order }: Asked,
  { created, deployment }: Facts,
): Warning[] {
  const commit = deployment && commitOf(deployment)
  const isUnchecked =
    created === true && order?.commit !== undefined && commit === undefined
  return isUnchecked ? [{ code: 'commit_unknown' }] : []
}

/** What the comparison with the request shows. The service may fill in what a new deployment has. */
function comparisonWarnings(
  created: boolean | undefined,
  { differences, unknown }: Comparison,
): Warning[] {
  const warnings: Warning[] = []
  const differs = created ? 'not_as_requested' : 'differs'
  if (differences.length > 0) warnings.push({ code: differs, differences })
  if (!created && unknown.length > 0)
    warnings.push({ code: 'not_compared', fields: unknown })
  return warnings
}

function versionWarnings(
  { order, isOneOfMany }: Asked,
  facts: Facts,
): Warning[] {
  const { request } = facts
  const other = order && request && otherVersion({ order, facts, request })
  if (!other) return []
  const isNotice = isOneOfMany === true && other.deed === 'nothing_deployed'
  return [{ ...other, isNotice }]
}
