import type { Send } from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import type { Service } from '../service/client.ts'
import type { Notify } from './facts.ts'

/** The service, the clock and everything else that a run depends on. A function picks what it needs. */
export interface Context {
  service: Service
  clock: Clock
  random: () => number
  notify: Notify
  /** Aborted when the run is cancelled. */
  signal: AbortSignal
}

/** What a run with a health check depends on. */
export interface HealthContext extends Context {
  /** Sends one GET, without the headers and credentials of the service. */
  health: Send
  /** Removes secrets from a text. */
  redact: (text: string) => string
}
