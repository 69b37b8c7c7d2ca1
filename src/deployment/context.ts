import type { Clock } from '../lib/clock.ts'
import type { Service } from '../service/client.ts'
import type { Notify } from './events.ts'

/** Everything outside the process that a deployment depends on. A function picks what it needs. */
export interface Context {
  service: Service
  clock: Clock
  /** Numbers from 0 to 1. */
  random: () => number
  notify: Notify
  /** Aborted when the run is cancelled. */
  signal: AbortSignal
}
