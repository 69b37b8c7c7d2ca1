import { isPermanent } from '../http/network-errors.ts'
import type { Clock } from '../lib/clock.ts'
import type { Failure, Reply } from './failure.ts'

/** Told before each wait, so that the log says why and how long. `delay` is in milliseconds. */
export type OnRetry = (retry: { what: string; failure: Failure; delay: number; attempt: number }) => void

export interface RetryContext {
  clock: Clock
  random: () => number
  onRetry: OnRetry
}

/** Bounds of the retries of one idempotent request; times in milliseconds. */
export const RETRY = { attempts: 5, base: 500, cap: 20_000, retryAfterCap: 60_000, total: 120_000 }

/** Statuses by which a service says that it did not process the request and that it may be sent again. */
export const NOT_PROCESSED = new Set([408, 425, 429])

/** Whether an idempotent request that failed like this is worth another try. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'network') return !isPermanent(failure.code)
  return failure.kind === 'refused' && (NOT_PROCESSED.has(failure.status) || failure.status >= 500)
}

/**
 * How long to wait before the attempt after `attempt` (1 for the first): exponential backoff with full jitter,
 * or what the service asked for by `Retry-After`, capped. In milliseconds.
 */
export function retryDelay(attempt: number, failure: Failure, random: () => number): number {
  if (failure.kind === 'refused' && failure.retryAfter !== undefined) {
    return Math.min(failure.retryAfter, RETRY.retryAfterCap)
  }
  return Math.round(random() * Math.min(RETRY.cap, RETRY.base * 2 ** attempt))
}

/** Runs an idempotent request until it succeeds, fails for good, or the bounds are reached. */
export async function retrying<T>(
  what: string,
  request: () => Promise<Reply<T>>,
  { clock, random, onRetry }: RetryContext,
  signal: AbortSignal,
): Promise<Reply<T>> {
  const deadline = clock.now() + RETRY.total
  for (let attempt = 1; ; attempt++) {
    const reply = await request()
    if (reply.ok || !isTransient(reply.error) || attempt >= RETRY.attempts) return reply
    const delay = retryDelay(attempt, reply.error, random)
    if (clock.now() + delay > deadline) return reply
    onRetry({ what, failure: reply.error, delay, attempt })
    await clock.sleep(delay, signal)
  }
}
