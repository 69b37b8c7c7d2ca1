import type { Job } from '../run/run.ts'
import { duration } from '../run/text.ts'

// What a failed request means: a repeat, or the end of the run.

interface FailureFacts {
  /** The code of undici or Node, or one of ours. */
  code?: string
  status?: number | undefined
  said?: string
  /** The pause that the service asks for, in milliseconds. */
  retryAfter?: number
  cause?: unknown
}

/**
 * A request without a usable answer. `unsent`: the body was not sent, as no connection came up. `lost`: no whole answer came.
 * `refused`: an error status. `unusable`: a redirect, or a success that is no answer.
 */
export class RequestFailure extends Error {
  readonly kind: 'unsent' | 'lost' | 'refused' | 'unusable'
  readonly code: string = ''
  readonly status: number | undefined
  readonly said: string = ''
  readonly retryAfter: number = 0

  constructor(
    kind: RequestFailure['kind'],
    message: string,
    facts: FailureFacts = {},
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

/** The code of a certificate that is not trusted. */
export const CERTIFICATE = /CERT|SELF_SIGNED|^UNABLE_TO_/

/** What would fail in the same way again. */
const PERMANENT = new RegExp(`${CERTIFICATE.source}|^PROXY_(407|URL)$`)

/** Limits of one request; times in milliseconds. */
const MOST_ATTEMPTS = 5
const FIRST_PAUSE = 500
const LONGEST_RETRY_AFTER = 60_000
const MOST_TIME = 120_000
/** A repeat that has less time would only hide the failure before it. */
const LEAST_TIME = 1000

/** Statuses which say that the service did not process the request. */
const UNPROCESSED = [425, 429]

/** What a gateway answers when the service was too slow, which may have processed the request. */
const TOO_SLOW = 408

/** Whether a failure proves that the request was not processed. */
export const isUnprocessed = ({ kind, status = 0 }: RequestFailure): boolean =>
  kind === 'unsent' || UNPROCESSED.includes(status)

/** Whether a failure proves that the request had no effect: it was not processed, or refused. */
export function hasNoEffect(failure: RequestFailure): boolean {
  const { kind, status = 0 } = failure
  const isRefused = kind === 'refused' && status < 500 && status !== TOO_SLOW
  return isUnprocessed(failure) || isRefused
}

/** Whether the same request may succeed a little later. */
export function isTransient(failure: RequestFailure): boolean {
  const { kind, code, status = 0 } = failure
  if (PERMANENT.test(code)) return false
  const isDown = kind === 'lost' || status === TOO_SLOW || status >= 500
  return isUnprocessed(failure) || isDown
}

/** What a repeat needs of the run. */
interface Retrier extends Pick<Job, 'clock' | 'random' | 'signal'> {
  log(line: string): void
}

/** How a request is repeated. */
interface Repeats {
  /** What is done, in words: `list the deployments`. */
  task: string
  isRetried: (failure: RequestFailure) => boolean
  /** When the last repeat must end, by the clock. */
  until?: number | undefined
}

/**
 * Repeats a request until it succeeds, fails in another way, or reaches the limits. The pauses grow, and half of each is random;
 * the service's `Retry-After` may lengthen one, and never shortens it.
 *
 * @param once makes one attempt, which must end at a time of the clock unless it may take effect
 */
export async function retrying<T>(
  once: (until: number) => Promise<T>,
  { task, isRetried, until = Infinity }: Repeats,
  { clock, random, signal, log }: Retrier,
): Promise<T> {
  const deadline = Math.min(clock.now() + MOST_TIME, until)
  for (let repeat = 0; ; repeat++) {
    try {
      return await once(deadline)
    } catch (error) {
      const failure = failureOrThrow(error)
      const growing = FIRST_PAUSE * 2 ** repeat * (1 + random())
      const asked = Math.min(failure.retryAfter, LONGEST_RETRY_AFTER)
      const pause = Math.max(growing, asked)
      const left = deadline - clock.now() - pause
      const isOver = repeat + 1 === MOST_ATTEMPTS || left < LEAST_TIME
      if (isOver || !isRetried(failure)) throw failure
      log(
        `Could not ${task}: ${inShort(failure)}; the next attempt follows in ${duration(pause)}`,
      )
      await clock.sleep(pause, signal)
    }
  }
}
