import type {
  Difference,
  Event,
  OtherVersion,
  Phase,
} from '../deployment/context.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { type ForEvents, forEvent } from './log.ts'

/** All that a run knows so far. The report shows it, even after a failure. */
export interface RunState {
  id?: string
  name?: string
  details_url?: string | undefined
  repository?: RepositoryRecord
  request?: CreateDeploymentRequest
  deployment?: Received<Deployment>
  differences?: Difference[]
  /** Set if the deployment may run another version than the one that this run is for. */
  otherVersion?: OtherVersion
  health?: Extract<Event, { type: 'health' }>
  /** Whether this run created the deployment; undefined while the result of the POST is unknown. */
  created: boolean | undefined
  phases: Phase[]
}

export const INITIAL_STATE: RunState = { created: false, phases: [] }

/** The state after an event. */
export const nextState = (state: RunState, event: Event): RunState => ({
  ...state,
  ...forEvent(LEARNT, event),
  phases:
    event.type === 'phase' ? [...state.phases, event.phase] : state.phases,
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
