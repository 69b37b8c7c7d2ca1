import { failureOrThrow, type RequestFailure } from '../service/failure.ts'

// The one error that ends a run, and what a failed request means for it.

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

/** Why a run ended, where it knows more than the code says. Of a wait, it is the first thing that is missing. */
export type Cause =
  | 'other_name'
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
  | 'not_listed'
  | 'looks_failed'
  | 'not_shown'
  | 'not_there'
  | 'not_ready'
  | 'not_active'
  | 'other_commit'
  | 'no_address'
  | 'health_answered'
  | 'needs_https'
  | 'unwritable'

/** What a stop knows beside its message. */
interface StopFacts {
  /** The status of the answer that made it fail. */
  status?: number | undefined
  /** What the service said. */
  said?: string
  /** Why, where the run knows it. */
  cause?: Cause | undefined
  /** The mistakes in the inputs, each of which is an error of its own. */
  problems?: Problem[]
}

/** A mistake in an input, or in a file at a line. */
export interface Problem {
  message: string
  file?: string
  startLine?: number
}

/** Ends a run. The message is ours and may quote the service; the report makes it safe. */
export class Stop extends Error {
  readonly code: ErrorCode
  readonly facts: StopFacts

  constructor(code: ErrorCode, message: string, facts: StopFacts = {}) {
    super(message)
    this.code = code
    this.facts = facts
  }
}

/** Headlines, where the code is none. */
const TITLES: Partial<Record<ErrorCode | Cause, string>> = {
  unreachable: 'No whole answer',
  timeout: 'No answer in time',
  deleted: 'Being deleted',
  not_listed: 'Not listed',
}

/** An end as a title: `Wait timeout`. */
export function titleOf({ code, facts }: Stop): string {
  const title = TITLES[facts.cause ?? code] ?? code.replaceAll('_', ' ')
  return title.replace(/^./, first => first.toUpperCase())
}

/** @param doing what failed, in words: `look up the name "shop"` */
export const stopAfter = (
  doing: string,
  failure: RequestFailure,
  cause = causeOf(failure),
): Stop =>
  new Stop(errorCodeOf(failure), `Could not ${doing}: ${failure.message}`, {
    status: failure.status,
    said: failure.said,
    cause,
  })

/** Does something with the service. A failed request ends the run. */
export async function orStop<T>(
  doing: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw stopAfter(doing, failureOrThrow(error))
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

/** The code of the end that a failure means. */
function errorCodeOf({ kind, status = 0 }: RequestFailure): ErrorCode {
  if (kind === 'unusable') return 'unexpected_response'
  if (kind !== 'refused') return 'unreachable'
  return BY_STATUS[status] ?? (status >= 500 ? 'unavailable' : 'rejected')
}

/**
 * Causes by the code of a failure, one of undici, of Node, or of ours, and the status of its answer, if there was one. The first that
 * fits counts.
 */
const CAUSES: Partial<Record<Cause, RegExp>> = {
  redirect: /^REDIRECT/,
  pages: /^PAGES/,
  other_items: /^NOT_OURS/,
  other_service: /^OTHER_SERVICE/,
  no_token: /^NO_TOKEN/,
  unknown_host: /^(ENOTFOUND|EAI_AGAIN)/,
  proxy: /^(PROXY_|UND_ERR_PRX)| 407$/,
  certificate_of_other: /ALTNAME|EXPIRED|NOT_YET_VALID/,
  certificate: /CERT|SELF_SIGNED|^UNABLE_TO_/,
  timeout: /TIMEOUT|TIMEDOUT/,
  // What gave a status does speak HTTP.
  other_protocol:
    /^(ERR_SSL_(WRONG_VERSION|PACKET_LENGTH)|EPROTO|HPE_|HTTPParser|UND_ERR_SOCKET).* unanswered$/,
}

interface Known {
  code: string
  status: number | string | undefined
}

/** Why a request failed, where its failure tells. */
export function causeOf({
  code,
  status = 'unanswered',
}: Known): Cause | undefined {
  const causes = Object.keys(CAUSES) as Cause[]
  return causes.find(cause => CAUSES[cause]?.test(`${code} ${status}`))
}
