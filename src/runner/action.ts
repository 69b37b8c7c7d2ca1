import { type Failed, failed } from '../deployment/outcome.ts'
import { openService, type Service } from '../service/client.ts'
import type { Clock } from '../service/clock.ts'
import type { OnRetry } from '../service/retry.ts'
import type { Transport } from '../service/transport.ts'
import type { Connection } from './inputs/connection.ts'
import type { Job } from './job.ts'
import { bearerToken } from './oidc.ts'
import { traced } from './report/trace.ts'

/** What surrounds a run of an action. */
export interface Surroundings {
  job: Job
  env: NodeJS.ProcessEnv
  clock: Clock
  random: () => number
  openTransport: (options: { timeout: number }) => Transport
  /** Aborted when the workflow is cancelled. */
  signal: AbortSignal
}

/** Lends the service that a connection leads to, and hangs up after. */
export async function withService<T>(
  connection: Connection,
  { job, clock, random, openTransport }: Surroundings,
  onRetry: OnRetry,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const transport = openTransport({ timeout: connection.request_timeout })
  const service = openService({
    baseUrl: connection.base_url,
    headers: connection.headers,
    authorization: bearerToken(connection.oidc_audience, job, clock),
    listParameters: connection.list_parameters,
    send: traced(transport.send, job, clock),
    retry: { clock, random, onRetry },
  })
  try {
    return await use(service)
  } finally {
    await transport.close()
  }
}

/** A bug, as an outcome. Only here is a stack worth its lines. */
export function internal(cause: unknown, job: Job): Failed {
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  for (const line of stack.split('\n')) job.info(line)
  const message = cause instanceof Error ? cause.message : String(cause)
  return failed({ code: 'internal', what: `The action failed by itself: ${message}`, cause })
}
