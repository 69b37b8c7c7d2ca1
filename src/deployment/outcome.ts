import type { JsonObject } from '../base/json.ts'
import { count, cut, type Redact } from '../base/text.ts'
import type { Order } from '../inputs/order.ts'
import { type Comparison, NOT_KNOWN, type Post } from '../run/run.ts'
import { causeOf, Stop, stopAfter } from '../run/stop.ts'
import {
  comparableId,
  type Deployment,
  isBeingDeleted,
  isSameCommit,
  named,
} from '../service/deployment.ts'
import { inShort, type RequestFailure } from '../service/failure.ts'
import type { Created } from '../service/operations.ts'
import { idsInWords, type Look } from '../service/pages.ts'
import { COMMIT, compare } from './compare.ts'

// The table of docs/design.md ("Creating once") as code: what a create request came back with, and what the looks showed, become
// what came of it. Nothing here sends, waits or writes.

/** What a run asks for, and on which terms it takes a deployment that is there. */
export interface Terms {
  name: string
  /** The parts with which a deployment is compared: those of the request, and the commit, unless that is waited for. */
  requested: JsonObject
  if_exists: Order['if_exists']
  /** The commit that only a wait would compare, in a plan, which waits for nothing. */
  awaitedCommit: string | undefined
  redacted: Redact
}

interface Warning {
  text: string
  /** Why a success is not what it seems, for the headline. */
  caveat?: string
}

/** What came of a look-up or of a create request. */
export interface Outcome {
  /** The deployment that the run takes as its own, or fails at. */
  deployment?: Deployment
  /** What became of the create request, where it is known by now. */
  post?: Post
  comparison?: Comparison
  warnings: Warning[]
  /** Why the run ends here; it goes on without one. */
  end?: Stop
}

/**
 * The name is taken: one deployment is adopted as `if_exists` allows.
 *
 * @param found one deployment or more
 */
export function judgeExisting(found: Deployment[], terms: Terms): Outcome {
  const [deployment, ...others] = found
  if (!deployment || others.length > 0)
    return { warnings: [], end: ambiguous(found, terms) }
  return allow(examine(deployment, terms), 'exists', terms)
}

/** The create request was answered with a deployment. */
export function judgeCreated(
  { deployment, status }: Created,
  terms: Terms,
): Outcome {
  const { name } = terms
  if (deployment.name !== '' && deployment.name !== name) {
    const message = `The service answered the request to create "${name}" with the ${named(deployment)}, which has another name`
    const end = new Stop('unexpected_response', message, {
      status,
      cause: 'other_name',
    })
    return { deployment, post: 'created', warnings: [], end }
  }
  const comparison = compare(terms.requested, deployment.sent)
  const warnings: Warning[] = []
  if (comparison.differences.length > 0)
    warnings.push({
      text: `The deployment was created, but is not as requested: ${inWords(comparison, terms.redacted)}`,
      caveat: 'it is not as requested',
    })
  if (comparison.unknown.includes(COMMIT))
    warnings.push({
      text: 'The service does not say which commit it deploys, so `commit` was not checked. `wait_for` waits for it',
    })
  return { deployment, post: 'created', comparison, warnings }
}

/** The look after an answered create request may show that another run was at work. */
export function judgeDuplicates(
  created: Deployment,
  { found, failure }: Look,
  { name }: Terms,
): Outcome {
  const others = found
    .map(({ id }) => id)
    .filter(id => comparableId(id) !== comparableId(created.id))
  if (others.length > 0) {
    const message = `This run created the deployment ${created.id}, and the service lists others with the name "${name}": ${others.join(', ')}. Another run was probably at work at the same time`
    return { warnings: [], end: new Stop('duplicate_created', message) }
  }
  if (!failure) return { warnings: [] }
  const text = `After the create the list could not be read: ${inShort(failure)}. Another deployment of the name "${name}" may be there, too`
  return { warnings: [{ text, caveat: 'another one may be there, too' }] }
}

/** The create request had no usable answer: what the looks showed decides. */
export function judgeLost(
  lost: RequestFailure,
  { found, failure }: Look,
  terms: Terms,
): Outcome {
  const words = `The request to create "${terms.name}" had no usable answer (${inShort(lost)})`
  const [deployment, ...others] = found
  if (others.length > 0) {
    const message = `${words}, and ${count(found.length, 'deployment')} have the name now: ${idsInWords(found)}`
    return { warnings: [], end: new Stop('duplicate_created', message) }
  }
  if (!deployment || failure) {
    const message = `${words}. ${unprovenInWords(deployment, failure)}`
    const cause = causeOf(lost)
    const facts = cause === 'redirect' ? { cause } : {}
    return { warnings: [], end: new Stop('unknown_outcome', message, facts) }
  }
  const examined = examine(deployment, terms)
  if (examined.end) return examined
  if (examined.comparison.differences.length > 0) {
    const since = `has appeared since the create request, which had no usable answer (${inShort(lost)})`
    const allowed = allow(examined, since, terms)
    if (allowed.end) return allowed
    return withWarning(allowed, {
      text: `${words}: ${NOT_KNOWN}`,
      caveat: NOT_KNOWN,
    })
  }
  const appeared = withWarning(examined, {
    text: `${words}. The ${named(deployment)} has appeared since and is as requested, so it counts as created by this run; another run of the same name could explain it, too`,
    caveat: 'the create request had no usable answer',
  })
  return { ...appeared, post: 'created' }
}

/** The create request was refused, perhaps as the name is taken: what the looks showed decides. */
export function judgeRefused(
  refusal: RequestFailure,
  { found }: Look,
  terms: Terms,
): Outcome {
  const [deployment, ...others] = found
  if (others.length > 0) return { warnings: [], end: ambiguous(found, terms) }
  if (!deployment) {
    const doing = `create the deployment "${terms.name}"`
    return { warnings: [], end: stopAfter(doing, refusal) }
  }
  const allowed = allow(examine(deployment, terms), MEANWHILE, terms)
  if (allowed.end) return allowed
  return withWarning(allowed, {
    text: `The service refused the create request (${inShort(refusal)}). The ${named(deployment)} ${MEANWHILE}`,
  })
}

const MEANWHILE =
  'was not there before the create request: another run or person created it meanwhile'

/** A deployment of the name, as it was compared. Its end is that it is being deleted. */
interface Examined extends Outcome {
  deployment: Deployment
  comparison: Comparison
}

/** Compares a deployment that has the name with what is asked for. */
function examine(deployment: Deployment, terms: Terms): Examined {
  if (isBeingDeleted(deployment)) {
    const comparison = { differences: [], unknown: [] }
    return {
      deployment,
      comparison,
      warnings: [],
      end: beingDeleted(deployment),
    }
  }
  const comparison = compare(terms.requested, deployment.sent)
  const { unknown } = comparison
  const { awaitedCommit = '' } = terms
  const { repo_commit_sha } = deployment
  const warnings: Warning[] = []
  if (unknown.length > 0)
    warnings.push({
      text: `The service does not return these parts, so they were not compared: ${unknown.join(', ')}`,
    })
  const isElsewhere = awaitedCommit && repo_commit_sha
  if (isElsewhere && !isSameCommit(awaitedCommit, repo_commit_sha))
    warnings.push({
      text: `The deployment is at commit ${repo_commit_sha}, and commit ${awaitedCommit} is asked for. A run would wait for it`,
      caveat: 'it is at another commit',
    })
  return { deployment, comparison, warnings }
}

/**
 * Adopts a deployment as `if_exists` allows.
 *
 * @param exists what is said of the deployment
 */
function allow(
  examined: Examined,
  exists: string,
  { if_exists, redacted }: Terms,
): Outcome {
  const { deployment, comparison, end } = examined
  if (end) return examined
  const subject = `The ${named(deployment)} ${exists}`
  if (if_exists === 'fail') {
    const message = `${subject}, and \`if_exists\` is \`fail\``
    return { ...examined, end: new Stop('already_exists', message) }
  }
  if (comparison.differences.length === 0) return examined
  const words = `${subject}, and differs from the inputs: ${inWords(comparison, redacted)}`
  if (if_exists === 'match')
    return { ...examined, end: new Stop('differs', words) }
  return withWarning(examined, {
    text: `${words}. It is adopted as it is`,
    caveat: 'it differs from the inputs',
  })
}

const withWarning = (outcome: Outcome, warning: Warning): Outcome => ({
  ...outcome,
  warnings: [...outcome.warnings, warning],
})

/** Why the looks after a lost answer prove nothing. */
function unprovenInWords(
  deployment: Deployment | undefined,
  failure: Look['failure'],
): string {
  const why = failure
    ? `No look reached the end of the list: ${inShort(failure)}`
    : 'The list does not show the deployment'
  const seen = deployment
    ? `. The looks showed the ${named(deployment)}, and a second one may be there, too`
    : ''
  return `${why}${seen}`
}

/** The end of a run whose deployment is being deleted. */
export const beingDeleted = (deployment: Deployment): Stop =>
  new Stop(
    'deleted',
    `The ${named(deployment)} is being deleted (status ${deployment.status})`,
  )

/** Several deployments have the name. */
export const ambiguous = (
  found: Deployment[],
  { name }: Pick<Terms, 'name'>,
): Stop =>
  new Stop(
    'ambiguous_name',
    `${count(found.length, 'deployment')} have the name "${name}": ${idsInWords(found)}`,
  )

const LONGEST_IN_WARNING = 200

/** Differences in words, field by field. */
function inWords({ differences }: Comparison, redacted: Redact): string {
  // A cut would hide a secret from the runner.
  const shown = (value: unknown) =>
    cut(redacted(JSON.stringify(value) ?? 'nothing'), LONGEST_IN_WARNING)
  return differences
    .map(
      ({ path, requested, existing }) =>
        `${path} is ${shown(existing)}, and ${shown(requested)} was requested`,
    )
    .join('; ')
}
