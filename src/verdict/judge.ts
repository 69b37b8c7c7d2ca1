import { compareAll } from '../deployment/adopt.ts'
import type { Done, End, Stop } from '../deployment/end.ts'
import type { Comparison, Facts } from '../deployment/facts.ts'
import { commitOf, type Goal, isNewestActive } from '../deployment/goal.ts'
import type { Order } from '../deployment/order.ts'
import type { Problem } from '../inputs/problem.ts'
import { comparePlan, compareVersions } from './version.ts'
import { byWeight, type Warning } from './warnings.ts'

/** What the workflow asked for, as far as its inputs could be read. */
export interface Asked {
  action: 'create' | 'wait' | 'other'
  /** Of the create action. */
  order?: Order
  /** Of the wait action. */
  goal?: Goal
  /** What is to warn of in the inputs. */
  inputs: Problem[]
  /** The template of the page of a deployment in the service's own console. */
  details_url?: string | undefined
  /** Whether a table shows the deployment beside others, most of which may be unchanged. */
  isOneOfMany?: boolean
}

/** The judgement of a run: one result, and everything to say about it. */
export interface Verdict {
  result: Done['result'] | 'failed'
  /** What stopped a failed run. */
  stop?: Stop
  /** The weightiest first. */
  warnings: Warning[]
  comparison: Comparison
}

/** A judged run: everything that a report is made of. */
export interface Judged {
  asked: Asked
  facts: Facts
  verdict: Verdict
}

const NOTHING: Comparison = { differences: [], unknown: [] }

/** Judges a run by what was asked for, what was seen, and how it ended. */
export function judge(asked: Asked, facts: Facts, end: End): Verdict {
  const comparison = compare(asked, facts)
  const warnings = [
    ...facts.notices,
    ...asked.inputs.map(problem => ({ code: 'input' as const, problem })),
    ...planWarnings(asked, facts, end),
    ...(isHeld(facts, end)
      ? deploymentWarnings(asked, facts, end, comparison)
      : []),
  ].toSorted(byWeight)
  if (end.result === 'stopped')
    return { result: 'failed', stop: end.stop, warnings, comparison }
  return { result: end.result, warnings, comparison }
}

/** Whether the run got a deployment to use. A failed run did if it waited for one. */
const isHeld = (facts: Facts, end: End): boolean =>
  end.result === 'stopped' ? hasWaited(facts) : facts.deployment !== undefined

/** Whether the run waited for the deployment. */
export const hasWaited = ({ phases }: Facts): boolean =>
  phases.includes('wait') || phases.includes('health')

function compare({ order }: Asked, facts: Facts): Comparison {
  const { request, sent } = facts
  if (!order || !request || !sent) return NOTHING
  return compareAll(request, sent, order)
}

/** The warnings about a plan that creates. */
function planWarnings(
  { order }: Asked,
  facts: Facts,
  { result }: End,
): Warning[] {
  const { request, deployment } = facts
  if (result !== 'planned' || !order || !request || deployment) return []
  return [comparePlan({ order, facts, request }) ?? []].flat()
}

/** The warnings about a deployment that the run has. */
function deploymentWarnings(
  asked: Asked,
  facts: Facts,
  { result }: End,
  comparison: Comparison,
): Warning[] {
  const { deployment } = facts
  if (!deployment) return []
  const { read } = deployment
  const warnings = comparisonWarnings(asked, facts, comparison)
  if (result === 'planned') return warnings
  warnings.push(...versionWarnings(asked, facts))
  if (result === 'stopped') return warnings

  const isTold = result === 'adopted' || hasWaited(facts)
  if (isTold && !isNewestActive(read))
    warnings.push({ code: 'not_active', deployment: read })
  if (read.status === 'UNUSED') warnings.push({ code: 'unused' })
  return warnings
}

/** What the comparison with the request shows. The service may fill in what a new deployment has. */
function comparisonWarnings(
  { order }: Asked,
  { created, deployment }: Facts,
  { differences, unknown }: Comparison,
): Warning[] {
  const warnings: Warning[] = []
  const differs = created ? 'not_as_requested' : 'differs'
  if (differences.length > 0) warnings.push({ code: differs, differences })
  if (!created && unknown.length > 0)
    warnings.push({ code: 'not_compared', fields: unknown })
  const isUnchecked =
    order?.commit !== undefined && deployment && !commitOf(deployment.read)
  if (created && isUnchecked) warnings.push({ code: 'commit_unknown' })
  return warnings
}

function versionWarnings(
  { order, isOneOfMany = false }: Asked,
  facts: Facts,
): Warning[] {
  const { request, deployment } = facts
  if (!order || !request || !deployment) return []
  const other = compareVersions({ order, facts, request }, deployment.read)
  if (!other) return []
  const isNotice = isOneOfMany && other.deed === 'nothing_deployed'
  return [{ ...other, isNotice }]
}
