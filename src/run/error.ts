import { type FailureCause, failureOrThrow, type RequestFailure } from '../service/failure.ts'

// The one error that ends a run, and how a failed request becomes that error.

/** The values of the output `error_code`. */
export type ErrorCode =
  | 'invalid_input'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rejected'
  | 'conflict'
  | 'rate_limited'
  | 'unavailable'
  | 'unreachable'
  | 'unexpected_response'
  | 'repository_not_found'
  | 'ambiguous_repository'
  | 'already_exists'
  | 'differs'
  | 'ambiguous_name'
  | 'duplicate_created'
  | 'unknown_outcome'
  | 'deleted'
  | 'wait_timeout'
  | 'unhealthy'
  | 'cancelled'
  | 'internal'

/** What a deployment that is waited for may not meet yet, except its health, in the order of the checks. */
export type Condition =
  | 'not_ready'
  | 'not_built'
  | 'not_active'
  | 'other_commit'
  | 'no_commit'
  | 'no_address'

/** Why a run ended, where it knows more than the code says. For a wait, this is the first condition that was not met. */
export type Cause =
  | FailureCause
  | Condition
  | 'other_name'
  | 'not_listed'
  | 'looks_failed'
  | 'not_shown'
  | 'not_there'
  | 'health_answered'
  | 'needs_https'
  | 'unwritable'

/** What an error knows besides its message. */
interface ErrorFacts {
  /** The HTTP status of the answer that made the run fail. */
  status?: number | undefined
  /** What the service said. */
  said?: string
  /** Why, where the run knows it. */
  cause?: Cause | undefined
  /** The mistakes in the inputs. The log shows each as an error of its own. */
  problems?: Problem[]
}

/** A mistake in an input, or in a file at a line. */
export interface Problem {
  message: string
  file?: string
  startLine?: number
}

/** Ends a run. The message may quote the service, so the report redacts and escapes it. */
export class RunError extends Error {
  readonly code: ErrorCode
  readonly facts: ErrorFacts

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message)
    this.code = code
    this.facts = facts
  }
}

/** Titles for the codes and causes whose own words would make a poor one. */
const TITLES: Partial<Record<ErrorCode | Cause, string>> = {
  unreachable: 'No usable answer',
  timeout: 'No answer in time',
  rate_limited: 'A limit is reached',
  deleted: 'Being deleted',
  not_listed: 'Not listed',
}

/** The title of an error: `Wait timeout`. */
export function titleOf({ code, facts }: RunError): string {
  const title = (facts.cause && TITLES[facts.cause]) ?? TITLES[code] ?? code.replaceAll('_', ' ')
  return title.replace(/^./, first => first.toUpperCase())
}

/**
 * Turns a failed request into the error that ends the run.
 *
 * @param doing what failed, in words: `look up the name "shop"`
 */
export const requestError = (doing: string, failure: RequestFailure): RunError =>
  new RunError(errorCodeOf(failure), `Could not ${doing}: ${failure.message}`, failure)

/** Runs `work`, and throws a failed request as the RunError that ends the run. Other errors pass unchanged. */
export async function orFail<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw requestError(doing, failureOrThrow(error))
  }
}

const BY_STATUS: Record<number, ErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'unavailable',
  409: 'conflict',
  425: 'unavailable',
  429: 'rate_limited',
}

/** The error code for a failed request. */
function errorCodeOf({ kind, status = 0 }: RequestFailure): ErrorCode {
  if (kind === 'unusable') return 'unexpected_response'
  if (kind !== 'refused') return 'unreachable'
  return BY_STATUS[status] ?? (status >= 500 ? 'unavailable' : 'rejected')
}
