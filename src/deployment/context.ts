import type { Clock } from '../lib/clock.ts'
import type { Sentence } from '../lib/sentence.ts'
import type { Received, Service } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import type { Hint } from './errors.ts'

/** The service, the clock and everything else that a run depends on. A function picks what it needs. */
export interface Context {
  service: Service
  clock: Clock
  random: () => number
  notify: Notify
  /** Aborted when the run is cancelled. */
  signal: AbortSignal
}

/** The phases of a run, as the log and the summary show them. */
export type Phase = 'look_up' | 'find' | 'create' | 'wait' | 'health'

/** A field that differs: its requested value and that of the deployment. Secrets are reduced to names. */
export interface Difference {
  /** The keys of the interface are own words; names of items and keys of the workflow are values. */
  path: Sentence
  requested: unknown
  existing: unknown
}

/** What a comparison shows. `unknown`: the requested fields that the service does not return. */
export interface Comparison {
  differences: Difference[]
  unknown: Sentence[]
}

/** A deployment that may run another version than the run is for: both versions, and what to do. */
export interface OtherVersion {
  headline:
    | 'Nothing was deployed'
    | 'It is not known what was deployed'
    | `Another version ${'was created' | 'was deployed' | 'would be created'}`
  message: Sentence
}

/**
 * The events of a run, in order. The log and the outputs are written from them, so the report contains everything that
 * was known when the run ended, for whatever reason. Times are in milliseconds.
 */
export type Event =
  | { type: 'phase'; phase: Phase }
  | { type: 'repository'; record: RepositoryRecord }
  | { type: 'request'; request: CreateDeploymentRequest }
  | { type: 'looked_up'; found: number }
  | ({ type: 'differences' } & Comparison)
  | { type: 'deployment'; deployment: Received<Deployment> }
  | { type: 'retry'; what: string; failure: Failure; delay: number }
  /** A reading of the list that takes long: its pages, and the deployments on them. */
  | { type: 'reading'; pages: number; items: number }
  | { type: 'posting' }
  | { type: 'not_created' }
  | { type: 'created' }
  /** Only the list shows whether there is a deployment now. `refused`: a refusal, so it is not of this run. */
  | { type: 'unsure'; failure: Failure; refused: boolean }
  | { type: 'found'; deployment: Received<Deployment> }
  | { type: 'status'; status: Sentence }
  | { type: 'health'; url: string; answer: HealthAnswer }
  | { type: 'heartbeat'; left: number }
  /** No whole list showed the new deployment. `listed` has the ids of others with the name. */
  | {
      type: 'duplicates_possible'
      failure: Failure | undefined
      listed: string[]
    }
  | { type: 'look_failed'; failure: Failure }
  | { type: 'other_version'; version: OtherVersion }
  | { type: 'warning'; message: Sentence }

/** A response of the health URL, or the failure to get one. Its text is untrusted. */
export interface HealthAnswer {
  healthy: boolean
  status?: number
  /** What happened, as the end of a sentence: `answered 503`, `gave no answer: the connection was refused`. */
  answered: Sentence
  excerpt: string
  hint?: Hint | undefined
  /** The pause that it asks for, in milliseconds. */
  retryAfter?: number | undefined
}

export type Notify = (event: Event) => void
