// What a failed request means.

/** Why a request has no usable answer, if its sender can tell. */
export type FailureCause =
  | 'redirect'
  | 'other_service'
  | 'other_items'
  | 'no_id'
  | 'pages'
  | 'no_token'
  | 'unknown_host'
  | 'proxy'
  | 'plan'
  | 'not_taken'
  | 'certificate'
  | 'certificate_of_other'
  | 'other_protocol'
  | 'timeout'

interface FailureFacts {
  /** The error code of undici or Node, or the `type` of a GraphQL error. */
  code?: string
  cause?: FailureCause | undefined
  status?: number | undefined
  said?: string | undefined
  /** Whether every later request of the run will fail in the same way. */
  endsRun?: boolean
  /** The pause that the service asks for, in milliseconds. */
  retryAfter?: number
  /** Whether the attempt ended before `request_timeout`, as the time of a longer task was over. */
  isCut?: boolean
}

/**
 * A request without a usable answer. `unsent`: no connection came up, so the body was not sent. `lost`: the service may have
 * received the request, but no complete answer came. `refused`: an error status came. `unusable`: a redirect came, or a success
 * with a body that is not the expected answer.
 */
export class RequestFailure extends Error {
  readonly kind: 'unsent' | 'lost' | 'refused' | 'unusable'
  readonly code: string = ''
  override readonly cause: FailureCause | undefined
  readonly status: number | undefined
  readonly said: string = ''
  readonly endsRun: boolean | undefined
  readonly retryAfter: number = 0
  readonly isCut: boolean | undefined

  constructor(kind: RequestFailure['kind'], message: string, facts?: FailureFacts) {
    super(message)
    this.kind = kind
    Object.assign(this, facts)
  }
}

/** Returns an error that is the failure of a request. Rethrows any other error. */
export function failureOrThrow(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error
  throw error
}

/** A failure in one line: what failed, and what the service said. */
export const inShort = ({ message, said }: RequestFailure): string =>
  said ? `${message} (${said})` : message

/** Failures that no repeat cures, by cause and code: an untrusted certificate, a proxy that wants a login or has no valid URL. */
const PERMANENT = /^certificate|PROXY_(407|URL)$/

/**
 * Whether a failure proves that the request had no effect: the service did not process it, or refused it. A 408 proves nothing: a
 * gateway sends it when the service is too slow, and the service may still have processed the request.
 */
export const hasNoEffect = ({ kind, cause, status = 0 }: RequestFailure): boolean =>
  kind === 'unsent' ||
  cause === 'no_token' ||
  (kind === 'refused' && status < 500 && status !== 408)

/** Whether the same request may succeed a little later. */
export function isTransient({ kind, cause, code, status = 0 }: RequestFailure): boolean {
  if (kind === 'refused') return status >= 500 || [408, 425, 429].includes(status)
  return kind !== 'unusable' && !PERMANENT.test(`${cause} ${code}`)
}

/** Whether a create request may be repeated: the failure proves that the service did not process it, and a repeat may succeed. */
export const isUnprocessed = (failure: RequestFailure): boolean =>
  isTransient(failure) && hasNoEffect(failure)
