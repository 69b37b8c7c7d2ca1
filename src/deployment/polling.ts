/**
 * How often to look, in milliseconds. The pause grows with the time that has passed: what takes long is noticed a little
 * later, and an hour costs some two hundred looks. A look that takes many requests is followed by a longer pause.
 */
const PAUSE = { shortest: 500, share: 1 / 15, longest: 30_000, perRequest: 500 }

/** The longest pause that a `Retry-After` brings about, in milliseconds. */
const LONGEST_ASKED_FOR = 60_000

/** How long the last look may take beyond the end of the wait, in milliseconds. */
export const GRACE = 1000

/** Time without news after which the log says that the wait goes on, in milliseconds. */
export const HEARTBEAT = 30_000

/** What the last look took: its requests, and the milliseconds of a `Retry-After`. */
interface LastLook {
  requests?: number
  retryAfter?: number | undefined
}

/**
 * The pause before the next look, in milliseconds.
 *
 * @param elapsed milliseconds since the first look
 */
export function pauseAfter(elapsed: number, { requests = 1, retryAfter = 0 }: LastLook = {}): number {
  const pause = Math.min(PAUSE.longest, Math.max(PAUSE.shortest, elapsed * PAUSE.share))
  return Math.max(pause, requests * PAUSE.perRequest, Math.min(retryAfter, LONGEST_ASKED_FOR))
}
