// What a failed request means.

/** Why a request has no usable answer, where its sender can tell. */
export type FailureCause =
  | 'redirect'
  | 'other_service'
  | 'other_items'
  | 'pages'
  | 'no_token'
  | 'unknown_host'
  | 'proxy'
  | 'certificate'
  | 'certificate_of_other'
  | 'other_protocol'
  | 'timeout'

interface FailureFacts {
  /** The code of undici or Node, or the type of an error of GraphQL. */
  code?: string
  cause?: FailureCause | undefined
  status?: number | undefined
  said?: string | undefined
  /** The pause that the service asks for, in milliseconds. */
  retryAfter?: number
}

/**
 * A request without a usable answer. `unsent`: the body was not sent, as no connection came up. `lost`: no whole answer came.
 * `refused`: an error status. `unusable`: a redirect, or a success that is no answer.
 */
export class RequestFailure extends Error {
  readonly kind: 'unsent' | 'lost' | 'refused' | 'unusable'
  readonly code: string = ''
  override readonly cause: FailureCause | undefined
  readonly status: number | undefined
  readonly said: string = ''
  readonly retryAfter: number = 0

  constructor(
    kind: RequestFailure['kind'],
    message: string,
    facts?: FailureFacts,
  ) {
    super(message)
    this.kind = kind
    Object.assign(this, facts)
  }
}

/** The failure of a request. Any other error is thrown on. */
export function failureOrThrow(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error
  throw error
}

/** A failure in one line: what failed, and what the service said. */
export const inShort = ({ message, said }: RequestFailure): string =>
  said ? `${message} (${said})` : message

/** What would fail in the same way again: a certificate that is not trusted, or a proxy that wants a login or has no URL. */
const PERMANENT = /^certificate|PROXY_(407|URL)$/

/**
 * Whether a failure proves that the request had no effect: it was not processed, or refused. A gateway answers 408 when the
 * service was too slow, which may have processed it.
 */
export const hasNoEffect = ({
  kind,
  cause,
  status = 0,
}: RequestFailure): boolean =>
  kind === 'unsent' ||
  cause === 'no_token' ||
  (kind === 'refused' && status < 500 && status !== 408)

/** Whether the same request may succeed a little later. */
export function isTransient({
  kind,
  cause,
  code,
  status = 0,
}: RequestFailure): boolean {
  if (kind === 'refused')
    return status >= 500 || [408, 425, 429].includes(status)
  return kind !== 'unusable' && !PERMANENT.test(`${cause} ${code}`)
}

/** Whether a create request may be repeated: its failure proves that it was not processed, and may pass. */
export const isUnprocessed = (failure: RequestFailure): boolean =>
  isTransient(failure) && hasNoEffect(failure)
