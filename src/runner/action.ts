import { type Failed, failed } from '../deployment/outcome.ts'
import type { Clock } from '../service/clock.ts'
import type { Transport } from '../service/transport.ts'
import type { Connection } from './inputs/connection.ts'
import type { Job } from './job.ts'

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

/** The way to the service: opened when it is first asked for, and closed if it was. */
export interface Route {
  to(connection: Connection): Transport
  close(): Promise<void>
}

export function routeOf({ openTransport }: Surroundings): Route {
  let transport: Transport | undefined
  return {
    to: ({ request_timeout }) => (transport ??= openTransport({ timeout: request_timeout })),
    close: async () => transport?.close(),
  }
}

/** A bug, as an outcome. Only here is a stack worth its lines. */
export function internal(cause: unknown, job: Job): Failed {
  const stack = (cause instanceof Error && cause.stack) || String(cause)
  for (const line of stack.split('\n')) job.info(line)
  const message = cause instanceof Error ? cause.message : String(cause)
  return failed({ code: 'internal', what: `The action failed by itself: ${message}`, cause })
}
