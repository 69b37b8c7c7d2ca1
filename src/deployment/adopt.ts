import {
  firstJoined,
  type Sentence,
  say,
  words,
  write,
} from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import type { Comparison, Difference, Notify } from './context.ts'
import { compareRequest, OTHER_VALUE } from './differences.ts'
import { type Goal, stateOf } from './goal.ts'
import {
  beingDeleted,
  type Failed,
  failed,
  isBeingDeleted,
  type Outcome,
} from './outcome.ts'

/** The workflow's settings for an existing deployment with the name. */
export interface Policy extends Pick<Goal, 'wait_for' | 'commit'> {
  if_exists: 'match' | 'fail' | 'reuse'
  /** What the workflow gives: its `repo_ref` may be a full ref, and is sent as the listing names one. */
  draft: Pick<CreateDeploymentRequest, 'source_revision_config'>
}

/** A workflow cannot tell two deployments with one name apart. */
export function ambiguousName(
  name: string,
  deployments: Received<Deployment>[],
): Failed {
  const isEqual = deployments.every(({ read }) => read.name === name)
  const are = words(isEqual ? 'are named' : 'have a name like')
  const what = say`${deployments.length} deployments ${are} "${name}": ${presented(...deployments)}`
  return failed({ code: 'ambiguous_name', what })
}

/** Deployments of one name in a sentence, with what tells them apart. */
export const presented = (...deployments: Received<Deployment>[]): Sentence =>
  firstJoined(
    deployments.map(({ read }) => {
      const { id, created_at, source_config } = read
      const deletion = words(
        isBeingDeleted(read) ? ', so it is being deleted' : '',
      )
      const url = source_config?.custom_url
      return say`${id} (${created_at ? say`created ${created_at}` : words('creation time unknown')}, ${stateOf({}, read)}${deletion}${url ? say`, ${url}` : words('')})`
    }),
    MOST_NAMED,
  )

/** The differences in a sentence, each with both values. */
export const inWords = (differences: Difference[]): Sentence =>
  firstJoined(
    differences.map(({ path, requested, existing }) =>
      existing === OTHER_VALUE
        ? say`${path} has another value`
        : say`${path}: requested ${shortValue(requested)}, existing ${shortValue(existing)}`,
    ),
    MOST_NAMED,
    '; ',
  )

const MOST_NAMED = 10

/** A value in a sentence. A long one is left out, because a part of a secret would not be recognized as one. */
function shortValue(value: unknown): Sentence {
  if (value === undefined || value === null) return words('nothing')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length > 300) return words(`a value of ${text.length} characters`)
  return typeof value === 'string' ? say`"${text}"` : say`${text}`
}

/** The path of the newest revision's commit in a deployment. A request does not have this field. */
const COMMIT = 'source_revision_config.repo_commit_sha'

/** Compares what the workflow asks for with a deployment: the request, and the commit. */
export function compareAll(
  request: CreateDeploymentRequest,
  { sent }: Received<Deployment>,
  { commit, draft }: Pick<Policy, 'commit' | 'draft'>,
): Comparison {
  const repo_ref =
    draft.source_revision_config.repo_ref ||
    request.source_revision_config.repo_ref
  const asked = {
    ...request.source_revision_config,
    repo_ref,
    repo_commit_sha: commit,
  }
  return compareRequest({ ...request, source_revision_config: asked }, sent)
}

/**
 * Decides whether the run adopts the listed deployment with the name, or fails. If only the commit differs and the run
 * waits, it adopts the deployment: a push may build the commit in the meantime.
 *
 * @param unanswered the failure of a POST after which the deployment appeared. If it is as requested, it counts as created,
 *   because the name was free before. If not, nothing shows which run created it.
 */
export function adopt(
  request: CreateDeploymentRequest,
  deployments: Received<Deployment>[],
  policy: Policy,
  notify: Notify,
  unanswered?: Failure,
): Outcome {
  const [deployment, ...others] = deployments
  if (!deployment || others.length > 0)
    return ambiguousName(request.name, deployments)
  const { read } = deployment
  notify({ type: 'deployment', deployment })
  const { differences, unknown } = compareAll(request, deployment, policy)
  const lacksCommitOnly = differences.every(
    ({ path }) => write(path) === COMMIT,
  )
  const isCreated = unanswered && lacksCommitOnly && !isBeingDeleted(read)
  const own = say`named "${read.name ?? request.name}" (${read.id})`
  const warn = (message: Sentence) => notify({ type: 'warning', message })
  if (unanswered) {
    const origin = isCreated
      ? 'Nothing that could be compared differs from the request, so it counts as created by this run'
      : 'Nothing shows whether this run created it'
    const appeared = say`A deployment ${own} has appeared since`
    warn(
      say`The create request had no usable answer: ${describe(unanswered)}. ${appeared}. ${words(origin)}`,
    )
  }
  notify({
    type: 'differences',
    differences: isCreated ? [] : differences,
    unknown,
  })
  if (isCreated) {
    notify({ type: 'created' })
    return { result: 'created', created: true, deployment, listed: deployment }
  }
  if (isBeingDeleted(read)) return beingDeleted(read)
  if (policy.if_exists === 'fail' && !unanswered) {
    const but =
      differences.length > 0
        ? say`, and differs from the inputs: ${inWords(differences)}`
        : ''
    return failed({
      code: 'already_exists',
      what: say`A deployment ${own} exists already${but}`,
    })
  }
  const isSame =
    lacksCommitOnly && (differences.length === 0 || policy.wait_for !== 'none')
  if (!isSame && policy.if_exists !== 'reuse') {
    const what = say`The deployment ${own} exists and differs from the inputs: ${inWords(differences)}`
    const hint = unanswered && 'appeared'
    return failed({
      code: 'differs',
      what,
      hint: lacksCommitOnly ? 'other_commit' : hint,
    })
  }
  if (!isSame)
    warn(say`The deployment differs from the inputs: ${inWords(differences)}`)
  if (unknown.length > 0) warn(notCompared(unknown))
  return {
    result: 'adopted',
    created: unanswered ? undefined : false,
    deployment,
    listed: deployment,
  }
}

function notCompared(unknown: Sentence[]): Sentence {
  const fields = firstJoined(unknown, 10 * MOST_NAMED)
  return say`Could not be compared: ${fields}. The service does not return them, or returns something else in their place`
}
