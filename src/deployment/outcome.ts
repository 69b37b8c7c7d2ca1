import { problemOf } from '../http/exchange.ts'
import { duration } from '../lib/clock.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import {
  describe,
  type Failure,
  type RefusedFailure,
} from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { NOT_PROCESSED } from '../service/retry.ts'
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
  dry_run?: boolean
  status?: number
  cause?: unknown
}

/** The outcome of a run. */
export type Outcome =
  | Usable
  /** The goal of the wait action, in words; empty if it waited for nothing. */
  | { result: 'reached'; goal: string }
  | { result: 'dry_run' }
  | Failed

/** A deployment to use, and as the list shows it. `created`: undefined if nothing shows who created it. */
export interface Usable {
  result: 'created' | 'adopted'
  created: boolean | undefined
  deployment: Received<Deployment>
  listed?: Received<Deployment> | undefined
}
export interface Failed {
  result: 'failed'
  failure: RunFailure
}

export const failed = (failure: RunFailure): Failed => ({
  result: 'failed',
  failure,
})

/** A deployment in a sentence, by its name and its id. */
export const named = ({
  id,
  name,
}: Pick<Deployment, 'id' | 'name'>): Sentence =>
  name ? say`deployment "${name}" (${id})` : say`deployment ${id}`

/** Whether the service deletes a deployment. Services have more such statuses than the interface shows. */
export const isBeingDeleted = ({
  status,
}: Pick<Deployment, 'status'>): boolean => /delet/i.test(status ?? '')

/** A deployment that is being deleted cannot be used. */
export const beingDeleted = (deployment: Deployment): Failed =>
  failed({
    code: 'deleted',
    what: say`The ${named(deployment)} is being deleted`,
  })

/** @param doing the failed work, as in "could not …" */
export function runFailure(doing: Sentence, failure: Failure): RunFailure {
  const what = say`Could not ${doing}: ${describe(failure)}`
  if (failure.kind === 'network')
    return {
      code: 'unreachable',
      what,
      hint: problemOf(failure),
      cause: failure.cause,
    }
  const { status } = failure
  if (failure.kind === 'unusable')
    return { code: 'unexpected_response', what, hint: failure.problem, status }
  return {
    code: codeOf(status),
    what: say`Could not ${doing}: the service answered ${status}${whatWasRefused(failure)}`,
    said: failure.said,
    hint: hintOf(failure),
    status,
  }
}

const CODES: Record<number, ErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
}

const codeOf = (status: number): ErrorCode =>
  CODES[status] ??
  (status >= 500 || NOT_PROCESSED.has(status) ? 'unavailable' : 'rejected')

function hintOf({ status, said, asked }: RefusedFailure): Hint | undefined {
  if (!asked) return undefined
  if (status === 401 && asked.credentials.length === 0) return 'no_credential'
  const isMute =
    /^(an HTML page|$)/.test(said.text) && codeOf(status) === 'rejected'
  return (
    REFUSED[status] ??
    REFUSED[`${asked.operation} ${status}`] ??
    (isMute ? 'no_reason' : undefined)
  )
}

/** By status, or by operation and status. A create comes after a look-up that was answered at the same address. */
const REFUSED: Record<string, Hint> = {
  402: 'quota',
  407: 'proxy',
  'list 400': 'list_parameters',
  'list 422': 'list_parameters',
  'repositories 404': 'no_integration',
  'create 401': 'expired',
  'create 404': 'no_such_part',
  'create 405': 'not_taken',
  'create 501': 'not_taken',
}

/** Names when to try again, the path that was asked, or the headers that were sent in vain. */
function whatWasRefused({
  status,
  asked,
  retryAfter,
}: RefusedFailure): Sentence {
  if (!asked) return say``
  const { path, headers, credentials } = asked
  if ([404, 405, 501].includes(status)) return say` to ${path}`
  if (status === 401 && credentials.length > 0)
    return say` and refused what was sent in ${quoted(credentials)}`
  if (retryAfter)
    return say` and asks to try again in ${words(duration(retryAfter))}`
  if (status !== 403) return say``
  const others = headers.filter(name => !credentials.includes(name))
  const sent =
    credentials.length > 0
      ? say`with ${quoted(credentials)}`
      : words('without a credential')
  const more =
    others.length > 0
      ? say`. ${quoted(others)} was sent: check its value`
      : words('')
  return say` to a request ${sent}${more}`
}

const quoted = (names: string[]): Sentence =>
  joined(
    names.map(name => say`\`${name}\``),
    ' and ',
  )
