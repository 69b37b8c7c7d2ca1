import type { Event, Phase } from '../deployment/context.ts'
import type { Difference } from '../deployment/differences.ts'
import type { OtherVersion } from '../deployment/version.ts'
import type { Sentence } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { type ForEvents, factOf, forEvent } from './log.ts'

/** All that a run knows so far. The report shows it, even after a failure. Times are in milliseconds by its clock. */
export interface RunState {
  /** The requested id or name. */
  id?: string
  name?: string
  /** The template of the page of a deployment. */
  details_url?: string | undefined
  repository?: RepositoryRecord
  request?: CreateDeploymentRequest
  /** The names of the entries of `request.secrets` that are plain settings. */
  variables?: string[]
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
export interface Span {
  phase: Phase
  from: number
  facts: { at: number; text: Sentence }[]
}

export const INITIAL_STATE: RunState = { created: false, spans: [] }

/** The state after an event. */
export const nextState = (state: RunState, event: Event, at: number): RunState => ({
  ...state,
  ...forEvent(LEARNT, event),
  spans: nextSpans(state.spans, event, at),
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

function nextSpans(spans: Span[], event: Event, at: number): Span[] {
  if (event.type === 'phase') return [...spans, { phase: event.phase, from: at, facts: [] }]
  const [last, text] = [spans.at(-1), factFor(event)]
  if (!last || !text) return spans
  return [...spans.slice(0, -1), { ...last, facts: [...last.facts, { at, text }] }]
}

/** An event as a fact of its phase. Heartbeats appear only in the log, and differences have their own section. */
function factFor(event: Event): Sentence | undefined {
  if (event.type === 'warning') return event.message
  const isElsewhere =
    event.type === 'heartbeat' || (event.type === 'differences' && event.differences.length > 0)
  return isElsewhere ? undefined : factOf(event)
}
