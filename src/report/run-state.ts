import type { Event, WaitNews } from '../deployment/context.ts'
import type { Difference } from '../deployment/differences.ts'
import type { OtherVersion } from '../deployment/version.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { type ForEvents, forEvent } from './log.ts'
import { extend, type Timeline } from './timeline.ts'

/** All that a run knows so far. The report shows it, even after a failure. */
export interface RunState {
  /** The requested id. */
  id?: string
  /** The requested name. */
  name?: string
  repository?: RepositoryRecord
  request?: CreateDeploymentRequest
  /** The names of the entries of `request.secrets` that are plain settings. */
  variables?: string[]
  deployment?: Received<Deployment>
  differences?: Difference[]
  /** Set if an adopted deployment may run another version than the requested one. */
  otherVersion?: OtherVersion
  /** The last answer of the health URL. */
  health?: Extract<WaitNews, { type: 'health' }>
  /** Whether this run created the deployment; undefined while the result of the POST is unknown. */
  created: boolean | undefined
  timeline?: Timeline | undefined
}

export const INITIAL_STATE: RunState = { created: false }

/**
 * The state after an event.
 *
 * @param at the time of the event, in milliseconds by the clock of the run
 */
export const nextState = (state: RunState, event: Event, at: number): RunState => ({
  ...state,
  ...forEvent(LEARNT, event),
  timeline: extend(state.timeline, event, at),
})

const LEARNT: ForEvents<Partial<RunState>> = {
  repository: ({ record }) => ({ repository: record }),
  request: ({ request, variables }) => ({ request, variables }),
  deployment: ({ deployment }) => ({ deployment }),
  differences: ({ differences }) => ({ differences }),
  health: health => ({ health }),
  other_version: ({ version }) => ({ otherVersion: version }),
  posting: () => ({ created: undefined }),
  unsure: () => ({ created: undefined }),
  not_created: () => ({ created: false }),
  created: () => ({ created: true }),
}
