import type { NetworkFailure } from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import type { Job } from './job.ts'

/** A token lives for some minutes, a wait may take longer. In milliseconds. */
const RENEW_AFTER = 3 * 60_000

/**
 * The job's OIDC token as a header, renewed in time.
 *
 * @param audience for whom the token is meant; undefined for a connection without one
 */
export function bearerToken(
  audience: string | undefined,
  job: Job,
  clock: Clock,
): () => Promise<Record<string, string> | NetworkFailure> {
  let issued = Number.NEGATIVE_INFINITY
  let header: Promise<Record<string, string> | NetworkFailure> = Promise.resolve({})

  async function request(name: string): Promise<Record<string, string> | NetworkFailure> {
    try {
      const token = await job.oidcToken(name)
      job.mask(token)
      return { Authorization: `Bearer ${token}` }
    } catch (cause) {
      issued = Number.NEGATIVE_INFINITY
      return { kind: 'network', sent: false, code: 'OIDC_TOKEN', cause }
    }
  }

  return () => {
    if (audience !== undefined && clock.now() - issued > RENEW_AFTER) {
      issued = clock.now()
      header = request(audience)
    }
    return header
  }
}
