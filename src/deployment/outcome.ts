import type { JsonObject } from '../base/json.ts'
import { cut, type Redact } from '../base/text.ts'
import type { Order } from '../inputs/order.ts'
import { RunError, requestError } from '../run/error.ts'
import { type Comparison, NOT_KNOWN, type Post } from '../run/run.ts'
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

/** A warning, or a condition of one that does not hold. */
type Warning =
  | {
      text: string
      /** Why a success is not what it seems, for the headline. */
      caveat?: string
    }
  | false
  | ''
  | undefined

/** What came of a look-up or of a create request. */
export interface Outcome {
  /** The deployment that the run takes as its own, or fails at. */
  deployment?: Deployment
  /** What became of the create request, where it is known by now. */
  post?: Post
  comparison?: Comparison
  warnings?: Warning[]
  /** Why the run ends here; it goes on without one. */
  end?: RunError
}

/**
 * The name is taken: one deployment is adopted as `if_exists` allows.
 *
 * @param look shows one deployment or more
 * @param exists what is said of the deployment
 * @param adopted what else to warn of if it is adopted
 */
export function judgeExisting(
  { found, failure }: Look,
  terms: Terms,
  exists = 'exists',
  ...adopted: Warning[]
): Outcome {
  const [deployment, ...others] = found
  if (!deployment || others.length > 0)
    return { end: ambiguousError(found, terms.name) }
  if (isBeingDeleted(deployment))
    return { deployment, end: beingDeletedError(deployment) }
  const comparison = compare(terms.requested, deployment.sent)
  const subject = `The ${named(deployment)} ${exists}`
  const isDifferent = comparison.differences.length > 0
  const text = isDifferent
    ? `${subject}, and differs from the inputs: ${inWords(comparison, terms.redacted)}`
    : subject
  if (terms.if_exists === 'fail')
    return {
      deployment,
      comparison,
      end: new RunError('already_exists', `${text}. \`if_exists\` is \`fail\``),
    }
  const warnings = warningsOf(deployment, comparison, failure, terms)
  if (isDifferent && terms.if_exists === 'match')
    return {
      deployment,
      comparison,
      warnings,
      end: new RunError('differs', text),
    }
  return {
    deployment,
    comparison,
    warnings: [
      ...warnings,
      isDifferent && {
        text: `${text}. \`if_exists: reuse\` adopts it as it is`,
        caveat: 'it differs from the inputs',
      },
      ...adopted,
    ],
  }
}

/** What to warn of, whether the deployment is adopted or not. */
const warningsOf = (
  { repo_commit_sha: commit }: Deployment,
  { unknown }: Comparison,
  failure: Look['failure'],
  { awaitedCommit, name }: Terms,
): Warning[] => [
  unknown.length > 0 && {
    text: `The service does not return these parts, so they were not compared: ${unknown.join(', ')}`,
  },
  awaitedCommit &&
    commit &&
    !isSameCommit(awaitedCommit, commit) && {
      text: `The deployment is at commit ${commit}, and commit ${awaitedCommit} is asked for. A run would wait for it`,
      caveat: 'it is at another commit',
    },
  unreadWarning(failure, name),
]

/** What to warn of where a look showed what it was for, and did not reach the end of the list. */
const unreadWarning = (failure: Look['failure'], name: string): Warning =>
  failure && {
    text: `The list could not be read to its end: ${inShort(failure)}. Another deployment of the name "${name}" may be there, too`,
    caveat: 'another one may be there, too',
  }

/** The create request was answered with a deployment. */
export function judgeCreated(
  { deployment, status }: Created,
  { name, requested, redacted }: Terms,
): Outcome {
  if (!['', name].includes(deployment.name))
    return {
      deployment,
      post: 'created',
      end: new RunError(
        'unexpected_response',
        `The service answered the request to create "${name}" with the ${named(deployment)}, which has another name`,
        { status, cause: 'other_name' },
      ),
    }
  const comparison = compare(requested, deployment.sent)
  return {
    deployment,
    post: 'created',
    comparison,
    warnings: [
      comparison.differences.length > 0 && {
        text: `The deployment was created, but is not as requested: ${inWords(comparison, redacted)}. A rerun changes nothing: use another \`name\` in a new run, or change it in the service`,
        caveat: 'it is not as requested',
      },
      comparison.unknown.includes(COMMIT) && {
        text: 'The service does not say which commit it deploys, so `commit` was not checked. `wait_for` waits for it',
      },
    ],
  }
}

/** The look after an answered create request may show that another run was at work. */
export function judgeDuplicates(
  { id }: Deployment,
  { found, failure }: Look,
  terms: Terms,
): Outcome {
  const own = comparableId(id)
  const others = found.filter(other => comparableId(other.id) !== own)
  if (others.length > 0)
    return {
      end: new RunError(
        'duplicate_created',
        `This run created the deployment ${id}, and the service lists others with the name "${terms.name}": ${idsInWords(others)}. Another run was probably at work at the same time`,
      ),
    }
  return { warnings: [unreadWarning(failure, terms.name)] }
}

/** The create request had no usable answer: what the looks showed decides. */
export function judgeLost(
  lost: RequestFailure,
  { found, failure }: Look,
  terms: Terms,
): Outcome {
  const noAnswer = `had no usable answer (${inShort(lost)})`
  const words = `The request to create "${terms.name}" ${noAnswer}`
  const [deployment, ...others] = found
  if (others.length > 0)
    return {
      end: new RunError(
        'duplicate_created',
        `${words}, and ${found.length} deployments have the name now: ${idsInWords(found)}`,
      ),
    }
  if (!deployment || failure) {
    const why = failure
      ? `The list could not be read to its end: ${inShort(failure)}. What the looks showed, which may not be all: ${idsInWords(found)}`
      : 'The list does not show the deployment'
    return {
      end: new RunError('unknown_outcome', `${words}. ${why}`, {
        cause: lost.cause,
      }),
    }
  }
  const comparison = compare(terms.requested, deployment.sent)
  if (comparison.differences.length === 0 && !isBeingDeleted(deployment))
    return {
      deployment,
      post: 'created',
      comparison,
      warnings: [
        ...warningsOf(deployment, comparison, failure, terms),
        {
          text: `${words}. The ${named(deployment)} has appeared since, and nothing that could be compared differs, so it counts as created by this run. Nothing is to be done, unless another run used this name at the same time: it may have created it then`,
          caveat: 'the create request had no usable answer',
        },
      ],
    }
  return judgeExisting(
    { found },
    terms,
    `has appeared since the create request, which ${noAnswer}`,
    { text: `${words}: ${NOT_KNOWN}`, caveat: NOT_KNOWN },
  )
}

/** The create request was refused, perhaps as the name is taken: what the looks showed decides. */
export function judgeRefused(
  refusal: RequestFailure,
  look: Look,
  terms: Terms,
): Outcome {
  if (look.found.length === 0)
    return {
      end: requestError(`create the deployment "${terms.name}"`, refusal),
    }
  const meanwhile = `was not listed before the create request, which the service refused (${inShort(refusal)}): probably another run or person created it meanwhile`
  return judgeExisting(look, terms, meanwhile, {
    text: `The deployment ${meanwhile}. A rerun changes nothing`,
  })
}

/** The end of a run whose deployment is being deleted. */
export const beingDeletedError = (deployment: Deployment): RunError =>
  new RunError(
    'deleted',
    `The ${named(deployment)} is being deleted (status ${deployment.status})`,
  )

/** Several deployments have the name. */
export const ambiguousError = (found: Deployment[], name: string): RunError =>
  new RunError(
    'ambiguous_name',
    `${found.length} deployments have the name "${name}": ${idsInWords(found)}`,
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
