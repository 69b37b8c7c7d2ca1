import type { Event, Phase } from '../deployment/context.ts'
import type { Difference } from '../deployment/differences.ts'
import type { OtherVersion } from '../deployment/version.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { type ForEvents, forEvent } from './log.ts'

/** All that a run knows so far. The report shows it, even after a failure. Times are in milliseconds by its clock. */
export interface RunState {
  /** The requested id or name. */
  id?: string
  name?: string
  /** The template of the page of a deployment. */
  details_url?: string | undefined
  repository?: RepositoryRecord
  request?: CreateDeploymentRequest
  deployment?: Received<Deployment>
  differences?: Difference[]
  /** Set if the deployment may run another version than the one that this run is for. */
  otherVersion?: OtherVersion
  /** The last answer of the health URL. */
  health?: Extract<Event, { type: 'health' }>
  /** Whether this run created the deployment; undefined while the result of the POST is unknown. */
  created: boolean | undefined
  /** The phases of the run. Each lasts until the next one begins. */
  spans: Span[]
  /** When the last phase ended. */
  ended?: number
}

/** A phase of a run. */
interface Span {
  phase: Phase
  from: number
}

export const INITIAL_STATE: RunState = { created: false, spans: [] }

/** The state after an event. */
export const nextState = (state: RunState, event: Event, at: number): RunState => ({
  ...state,
  ...forEvent(LEARNT, event),
  spans: event.type === 'phase' ? [...state.spans, { phase: event.phase, from: at }] : state.spans,
})

const LEARNT: ForEvents<Partial<RunState>> = {
  repository: ({ record }) => ({ repository: record }),
  request: ({ request }) => ({ request }),
  deployment: ({ deployment }) => ({ deployment }),
  differences: ({ differences }) => ({ differences }),
  health: health => ({ health }),
  other_version: ({ version }) => ({ otherVersion: version }),
  posting: () => ({ created: undefined }),
  unsure: () => ({ created: undefined }),
  not_created: () => ({ created: false }),
  created: () => ({ created: true }),
}
