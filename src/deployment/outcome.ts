import { problemOf } from '../http/exchange.ts'
import { joined, type Sentence, say } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import { describe, type Failure, type Refusal } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { Said } from '../service/said.ts'
import type { ErrorCode, Hint } from './errors.ts'

/** A failed run: what failed, what the service said, and a hint at more specific advice than that of the code. */
export interface RunFailure {
  code: ErrorCode
  what: Sentence
  said?: Said
  /** Who said `said`; the service by default. */
  saidBy?: string
  hint?: Hint | undefined
  status?: number
  cause?: unknown
}

/** The outcome of a run. */
export type Outcome =
  /** `listed`: the deployment as the list shows it, if it does. */
  | {
      result: 'created' | 'adopted'
      deployment: Received<Deployment>
      listed?: Received<Deployment> | undefined
    }
  /** The goal of the wait action, in words; empty if it waited for nothing. */
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

/** Whether the service deletes a deployment. Services have more such statuses than the interface shows. */
export const isBeingDeleted = ({ status }: Pick<Deployment, 'status'>): boolean => /delet/i.test(status ?? '')

/** A deployment that is being deleted cannot be used. */
export const beingDeleted = (deployment: Deployment): Failed =>
  failed({ code: 'deleted', what: say`The ${named(deployment)} is being deleted` })

/** @param doing the failed work, as in "could not …" */
export function runFailure(doing: Sentence, failure: Failure): RunFailure {
  const what = say`Could not ${doing}: ${describe(failure)}`
  switch (failure.kind) {
    case 'network':
      return { code: 'unreachable', what, hint: problemOf(failure), cause: failure.cause }
    case 'redirect':
      return { code: 'unexpected_response', what, hint: 'redirect', status: failure.status }
    case 'unusable':
      return { code: 'unexpected_response', what, hint: failure.problem, status: failure.status }
    case 'refused':
      return {
        code: codeOfStatus(failure.status),
        what: say`Could not ${doing}: the service answered ${failure.status}${whatWasRefused(failure)}`,
        said: failure.said,
        hint: hintOf(failure),
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

function hintOf({ status, said, path = '', credentials, isQuery }: Refusal): Hint | undefined {
  if (status === 402) return 'quota'
  if (status === 403 && said.html) return 'blocked'
  if (status === 401) return credentials?.length === 0 ? 'no_credential' : undefined
  if (status === 404 && said.html) return 'not_the_service'
  if (status === 404 && path.endsWith('/repos')) return 'no_integration'
  // Only the list has a query, and it comes before a create.
  if (status === 404 && !isQuery) return 'no_such_part'
  if (status === 407) return 'proxy'
  return isQuery && (status === 400 || status === 422) ? 'query_refused' : undefined
}

/** Names the path that was not found, or the headers of the credential that was refused. */
function whatWasRefused({ status, path = '', credentials = [] }: Refusal): Sentence {
  if (status === 404 && path !== '') return say` to ${path}`
  if (status !== 401 || credentials.length === 0) return say``
  const names = credentials.map(name => say`\`${name}\``)
  return say` and refused what was sent in ${joined(names, ' and ')}`
}
