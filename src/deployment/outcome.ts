import { type JsonObject, valueAt } from '../base/json.ts'
import { cut, type Redact } from '../base/text.ts'
import type { Order } from '../inputs/order.ts'
import { RunError, requestError } from '../run/error.ts'
import { type Comparison, NOT_KNOWN, type Post } from '../run/run.ts'
import {
  comparableId,
  type Deployment,
  idsInWords,
  isBeingDeleted,
  isSameCommit,
  named,
} from '../service/deployment.ts'
import { inShort, type RequestFailure } from '../service/failure.ts'
import type { Created } from '../service/operations.ts'
import type { Look } from '../service/pages.ts'
import { COMMIT, compare } from './compare.ts'

// The table of docs/design.md ("Creating once") as code. The functions take the answer to a create request and the result of
// the looks, and return the outcome. They do not send, wait or write.

/** What a run asks for, and on which terms it adopts an existing deployment. */
export interface Terms {
  name: string
  /** What a deployment is compared with: the request, and also the commit, unless the run waits for it. */
  requested: JsonObject
  if_exists: Order['if_exists']
  /** In a plan, the commit that the real run would wait for. A plan does not wait; it warns if the deployment is at another. */
  awaitedCommit: string | undefined
  redacted: Redact
}

/** A warning, or a falsy value for none, as in `condition && { text }`. */
type Warning =
  | {
      text: string
      /** What the headline says against a success: `it is at another commit`. */
      caveat?: string | undefined
    }
  | false
  | ''
  | undefined

/** What came of a look-up or of a create request. */
export interface Outcome {
  /** The deployment that the run created, adopts, or fails because of. */
  deployment?: Deployment
  /** What became of the create request, if this outcome shows it. */
  post?: Post
  comparison?: Comparison
  warnings?: Warning[]
  /** The error that ends the run here. Without one, the run goes on. */
  end?: RunError
}

/**
 * Decides about a name that is taken. A single deployment is adopted if `if_exists` allows it.
 *
 * @param look what a look showed: at least one deployment
 */
export function judgeExisting({ found, failure }: Look, terms: Terms): Outcome {
  const [deployment, ...others] = found
  if (!deployment || others.length > 0) return { end: ambiguousError(found, terms.name) }
  if (isBeingDeleted(deployment)) return { deployment, end: beingDeletedError(deployment) }
  const comparison = compare(terms.requested, deployment.sent)
  const isDifferent = comparison.differences.length > 0
  const exists = `The ${named(deployment)} exists`
  const text = isDifferent
    ? `${exists}, and differs from the inputs: ${inWords(comparison, terms.redacted)}`
    : exists
  const adopted = { deployment, comparison }
  if (terms.if_exists === 'fail')
    return { ...adopted, end: new RunError('already_exists', `${text}. \`if_exists\` is \`fail\``) }
  const warnings = warningsOf(deployment, comparison, failure, terms)
  if (isDifferent && terms.if_exists === 'match')
    return { ...adopted, warnings, end: new RunError('differs', text) }
  return {
    ...adopted,
    warnings: [
      ...warnings,
      isDifferent && {
        text: `${text}. \`if_exists: reuse\` adopts it as it is`,
        caveat: 'it differs from the inputs',
      },
    ],
  }
}

/** Adds to an outcome what a failed create request has to do with it: to its error, or else to its warnings. */
function afterFailed(
  { status }: RequestFailure,
  outcome: Outcome,
  text: string,
  caveat?: string,
): Outcome {
  const { end, warnings = [] } = outcome
  return end
    ? { ...outcome, end: new RunError(end.code, `${end.message}. ${text}`, { status }) }
    : { ...outcome, warnings: [...warnings, { text, caveat }] }
}

/** The warnings about an existing deployment, whether the run adopts it or not. */
const warningsOf = (
  { repo_commit_sha: commit }: Deployment,
  { unknown }: Comparison,
  failure: Look['failure'],
  { awaitedCommit, name }: Terms,
): Warning[] => [
  unknown.length > 0 && {
    text: `The service does not return these parts, so they were not compared: ${unknown.join(', ')}. Look in the service whether they are right`,
  },
  awaitedCommit &&
    commit &&
    !isSameCommit(awaitedCommit, commit) && {
      text: `The deployment is at commit ${commit}, and commit ${awaitedCommit} is asked for. A run would wait for it`,
      caveat: 'it is at another commit',
    },
  unreadWarning(failure, name),
]

/** The warning after a look that did not reach the end of the list, where another deployment of the name may be. */
const unreadWarning = (failure: Look['failure'], name: string): Warning =>
  failure && {
    text: `The list could not be read to its end: ${inShort(failure)}. Another deployment of the name "${name}" may be there, too: look in the service, and keep one, as a rerun fails if there are two`,
    caveat: 'another one may be there, too',
  }

/** Decides after an answer to the create request that has a deployment. */
export function judgeCreated(
  { deployment, status }: Created,
  { name, requested, redacted }: Terms,
): Outcome {
  // Null shows no name.
  if ((valueAt(deployment.sent, 'name') ?? name) !== name)
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

/** Decides after the look that follows a success. A second deployment shows that another run was probably at work. */
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

/** Decides by what the looks showed, after a create request without a usable answer. */
export function judgeLost(lost: RequestFailure, { found, failure }: Look, terms: Terms): Outcome {
  const words = `The request to create "${terms.name}" had no usable answer (${inShort(lost)})`
  const [deployment, ...others] = found
  if (others.length > 0)
    return {
      end: new RunError(
        'duplicate_created',
        `${words}, and the looks showed ${found.length} deployments of the name: ${idsInWords(found)}`,
        { status: lost.status },
      ),
    }
  if (!deployment || failure) {
    const showed = failure
      ? `The list could not be read to its end since: ${inShort(failure)}. ${deployment ? `It showed ${idsInWords(found)}` : 'This proves nothing about the deployment'}`
      : 'The list was read to its end, and did not show the deployment then; it may be listed late'
    return {
      end: new RunError('unknown_outcome', `${words}. ${showed}`, {
        cause: lost.cause,
        status: lost.status,
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
          text: `${words}. The ${named(deployment)} has appeared since, and nothing that could be compared differs, so it counts as created by this run, and a rerun adopts it. If another run used this name at the same time, that one may have created it`,
          caveat: 'the create request had no usable answer',
        },
      ],
    }
  return afterFailed(
    lost,
    judgeExisting({ found }, terms),
    `${words}, and the deployment has appeared since: ${NOT_KNOWN}, or another run or person`,
    NOT_KNOWN,
  )
}

/** Decides by what the looks showed, after a refused create request: the name may be taken. */
export function judgeRefused(refusal: RequestFailure, look: Look, terms: Terms): Outcome {
  if (look.found.length === 0)
    return {
      end: requestError(`create the deployment "${terms.name}"`, refusal),
    }
  return afterFailed(
    refusal,
    judgeExisting(look, terms),
    `The list did not show the name before the create request, which the service refused (${inShort(refusal)}): probably another run or person created it meanwhile`,
  )
}

/** The error for a deployment that is being deleted. */
export const beingDeletedError = (deployment: Deployment): RunError =>
  new RunError('deleted', `The ${named(deployment)} is being deleted (status ${deployment.status})`)

/** The error for a name that several deployments have. */
export const ambiguousError = (found: Deployment[], name: string): RunError =>
  new RunError(
    'ambiguous_name',
    `${found.length} deployments have the name "${name}": ${idsInWords(found)}`,
  )

const LONGEST_IN_WARNING = 200

/** Differences in words, field by field. */
function inWords({ differences }: Comparison, redacted: Redact): string {
  // Redact before the cut: the runner does not recognise a part of a secret.
  const shown = (value: unknown) =>
    cut(redacted(JSON.stringify(value) ?? 'nothing'), LONGEST_IN_WARNING)
  return differences
    .map(
      ({ path, requested, existing }) =>
        `${path} is ${shown(existing)}, and ${shown(requested)} was requested`,
    )
    .join('; ')
}
