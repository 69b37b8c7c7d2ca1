import type { Event, WaitNews } from '../deployment/context.ts'
import type { Difference } from '../deployment/differences.ts'
import type { OtherVersion } from '../deployment/version.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
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
export function nextState(state: RunState, event: Event, at: number): RunState {
  return { ...learnFacts(state, event), timeline: extend(state.timeline, event, at) }
}

function learnFacts(state: RunState, event: Event): RunState {
  switch (event.type) {
    case 'repository':
      return { ...state, repository: event.record }
    case 'request':
      return { ...state, request: event.request, variables: event.variables }
    case 'deployment':
      return { ...state, deployment: event.deployment }
    case 'differences':
      return { ...state, differences: event.differences }
    case 'health':
      return { ...state, health: event }
    case 'other_version':
      return { ...state, otherVersion: event.version }
    case 'posting':
    case 'unsure':
      return { ...state, created: undefined }
    case 'not_created':
      return { ...state, created: false }
    case 'created':
      return { ...state, created: true }
    default:
      return state
  }
}
