import type { Received } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import type { Difference } from './differences.ts'

/** The parts of a run that its reader is told apart. */
export type Phase = 'look_up' | 'create' | 'wait'

/**
 * What comes to be known in the course of a run, in the order in which it does. The log is written from these,
 * and so are the outputs: whatever ends a run, what was known by then is reported. Times are in milliseconds.
 */
export type Event =
  | { type: 'phase'; phase: Phase }
  | { type: 'repository'; record: RepositoryRecord }
  | { type: 'request'; request: CreateDeploymentRequest }
  | { type: 'looked_up'; found: number }
  | { type: 'differences'; differences: Difference[] }
  | { type: 'deployment'; deployment: Received<Deployment> }
  | { type: 'retry'; what: string; failure: Failure; delay: number }
  | { type: 'posting' }
  | { type: 'not_created' }
  | { type: 'created' }
  | { type: 'unsure'; failure: Failure }
  | { type: 'status'; status: string }
  | { type: 'heartbeat'; status: string; left: number }
  | { type: 'look_failed'; failure: Failure }
  | { type: 'warning'; message: string }

export type Notify = (event: Event) => void
