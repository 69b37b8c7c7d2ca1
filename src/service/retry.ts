import { isPermanent } from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import type { Failure } from './failure.ts'

/** Called before each retry, so that the log says why and when it follows. `delay` is in milliseconds. */
export type OnRetry = (retry: {
  task: string
  failure: Failure
  delay: number
  attempt: number
}) => void

export interface RetryContext {
  clock: Clock
  random: () => number
  onRetry: OnRetry
  /** The time until the last retry, in milliseconds. */
  total?: number
  /** When the last retry must come, by the clock, if that is sooner. */
  until?: number | undefined
}

/** Limits for the attempts of one request, the first included; times in milliseconds. */
export const RETRY = {
  attempts: 5,
  base: 500,
  cap: 20_000,
  retryAfterCap: 60_000,
  total: 120_000,
}

/** Statuses which say that the service did not process the request, so that it may be retried. */
export const NOT_PROCESSED = new Set([408, 425, 429])

/** Whether an idempotent request is retried after this failure. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'network') return !isPermanent(failure.code)
  if (failure.kind === 'unusable') return failure.problem === 'cut_short'
  return NOT_PROCESSED.has(failure.status) || failure.status >= 500
}

/**
 * The delay after attempt number `attempt` (1 is the first), in milliseconds: exponential backoff, half of it random. The
 * service's `Retry-After` may lengthen it up to a limit, and never shortens it.
 */
export function retryDelay(
  attempt: number,
  failure: Failure,
  random: () => number,
): number {
  const backoff = Math.min(RETRY.cap, RETRY.base * 2 ** attempt)
  return Math.max(
    Math.round((backoff * (1 + random())) / 2),
    pauseAskedBy(failure),
  )
}

/** The pause that the service asks for after a failure, up to a limit, in milliseconds. */
export function pauseAskedBy(failure: Failure | undefined): number {
  const asked = failure?.kind === 'refused' ? (failure.retryAfter ?? 0) : 0
  return Math.min(asked, RETRY.retryAfterCap)
}

/** Retries a request until it succeeds, fails in a way that is not retried, or reaches the limits. */
export async function retrying<T extends object>(
  task: string,
  request: () => Promise<T | Failure>,
  {
    clock,
    random,
    onRetry,
    total = RETRY.total,
    until = Number.POSITIVE_INFINITY,
  }: RetryContext,
  signal: AbortSignal,
  isRetried = isTransient,
): Promise<T | Failure> {
  const deadline = Math.min(clock.now() + total, until)
  for (let attempt = 1; ; attempt++) {
    const reply = await request()
    const isLast = attempt >= RETRY.attempts
    if (isLast || !('kind' in reply) || !isRetried(reply)) return reply
    const delay = retryDelay(attempt, reply, random)
    if (clock.now() + delay > deadline) return reply
    onRetry({ task, failure: reply, delay, attempt })
    await clock.sleep(delay, signal)
  }
}
