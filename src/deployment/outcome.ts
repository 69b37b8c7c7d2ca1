import { type NetworkProblem, problemOf } from '../http/exchange.ts'
import { joined, type Sentence, say } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { Said } from '../service/said.ts'

/** A cause of a failure that needs more specific advice than its `error_code`. */
export type Hint =
  | NetworkProblem
  | 'not_the_service'
  | 'unpaged'
  | 'blocked'
  | 'workspace'
  | 'quota'
  | 'no_credential'
  | 'health_host'
  | 'health_text'
  | 'name_refused'
  | 'integration'
  | 'redirect'
  | 'other_deployment'
  | 'create_redirected'
  | 'success_unreadable'
  | 'same_repository'
  | 'question'
  | 'no_such_deployment'
  | 'nothing_to_wait_for'
  | 'no_custom_url'
  | 'no_commits'
  | 'other_commit'
  | 'not_built_on_push'
  | 'created_from_other_commit'

/** The specific cause of a failure, if there is one. */
export function hintOf(failure: Failure): Hint | undefined {
  switch (failure.kind) {
    case 'network':
      return problemOf(failure)
    case 'redirect':
      return 'redirect'
    case 'unusable':
      if (failure.unpaged) return 'unpaged'
      return failure.said.html ? 'not_the_service' : undefined
    case 'refused':
      return hintOfRefusal(failure)
  }
}

function hintOfRefusal({
  status,
  said,
  credentials,
}: Extract<Failure, { kind: 'refused' }>): Hint | undefined {
  const bare = credentials?.length === 0 ? 'no_credential' : undefined
  if (status === 401) return bare
  if (status === 407) return 'proxy'
  if (status === 404 && said.html) return 'not_the_service'
  if (status === 403 && said.html) return 'blocked'
  if (status === 403 && /\b(quotas?|limits?|exceed\w*|billing|plan)\b/i.test(said.text)) return 'quota'
  if (status === 403 && /workspace|tenant|organi[sz]ation/i.test(said.text)) return 'workspace'
  if (status === 403) return bare
  if (status !== 400 && status !== 422) return undefined
  return said.fields.some(({ path }) => path.length <= 2 && path.at(-1) === 'name')
    ? 'name_refused'
    : undefined
}

/** Values of the output `error_code`. */
export type ErrorCode =
  | 'invalid_input'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rejected'
  | 'conflict'
  | 'already_exists'
  | 'differs'
  | 'ambiguous_name'
  | 'repository_not_found'
  | 'ambiguous_repository'
  | 'rate_limited'
  | 'unavailable'
  | 'unreachable'
  | 'unknown_outcome'
  | 'duplicate_created'
  | 'unexpected_response'
  | 'wait_timeout'
  | 'unhealthy'
  | 'deleted'
  | 'cancelled'
  | 'internal'

/** A failed run: what failed, what the service said, and a hint at more specific advice. */
export interface RunFailure {
  code: ErrorCode
  what: Sentence
  said?: Said
  /** Who said `said`; the service by default. */
  speaker?: string
  hint?: Hint | undefined
  status?: number
  cause?: unknown
}

/** The outcome of a run. */
export type Outcome =
  | { result: 'created' | 'adopted'; deployment: Received<Deployment> }
  /** What the wait action waited for, in words; empty if it waited for nothing. */
  | { result: 'reached'; goal: string }
  | { result: 'dry_run' }
  | Failed
export interface Failed {
  result: 'failed'
  failure: RunFailure
}

export const failed = (failure: RunFailure): Failed => ({ result: 'failed', failure })

/** A deployment in a sentence, by its name and its id. */
export const named = ({ id, name }: Pick<Deployment, 'id' | 'name'>): Sentence =>
  name ? say`deployment "${name}" (${id})` : say`deployment ${id}`

/** @param doing the failed work, as in "could not …" */
export function runFailure(doing: Sentence, failure: Failure): RunFailure {
  const hint = hintOf(failure)
  const what = say`Could not ${doing}: ${describe(failure)}`
  switch (failure.kind) {
    case 'network':
      return { code: 'unreachable', what, hint, cause: failure.cause }
    case 'redirect':
      return {
        code: 'unexpected_response',
        what: say`${what}, and redirects are not followed`,
        hint,
        status: failure.status,
      }
    case 'unusable':
      return { code: 'unexpected_response', what, said: failure.said, hint, status: failure.status }
    case 'refused':
      return {
        code: codeOfStatus(failure.status),
        what: say`Could not ${doing}: the service answered ${failure.status}${refusedCredential(failure)}`,
        said: failure.said,
        hint,
        status: failure.status,
      }
  }
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'rejected'
}

/** Names the headers of the credential that was refused. */
function refusedCredential({ status, credentials = [] }: Extract<Failure, { kind: 'refused' }>): Sentence {
  if (status !== 401 || credentials.length === 0) return say``
  return say` and refused what was sent in ${joined(
    credentials.map(name => say`\`${name}\``),
    ' and ',
  )}`
}
