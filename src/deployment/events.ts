import type { Received } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import type { Difference } from './differences.ts'
import type { OtherVersion } from './version.ts'

/** The parts of a run that its reader is told apart. */
export type Phase = 'look_up' | 'find' | 'create' | 'wait' | 'health'

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
  | { type: 'found'; deployment: Received<Deployment> }
  | WaitNews
  | { type: 'heartbeat'; news: WaitNews; left: number }
  | { type: 'doubt'; message: string }
  | { type: 'name_taken'; failure: Failure }
  /**
   * No look-up showed the new deployment. `failure` is that of the last one, if it failed; `listed` are the ids of
   * other deployments of the name.
   */
  | { type: 'duplicates_possible'; failure: Failure | undefined; listed: string[] }
  | { type: 'look_failed'; failure: Failure }
  /** An adopted deployment cannot be shown to run the version of this run. */
  | { type: 'other_version'; name: string; version: OtherVersion }
  | { type: 'warning'; message: string }

/** One answer of the health URL, or the lack of one. Its text is untrusted. */
export interface HealthAnswer {
  healthy: boolean
  /** The HTTP status; undefined where no answer came. */
  status: number | undefined
  /** What the URL did, as the end of a sentence: `answered 503`, `gave no answer: the connection was refused`. */
  answered: string
  /** The beginning of the body. */
  excerpt: string
}

/** What a wait tells of the deployment's status, and of its health. */
export type WaitNews =
  | { type: 'status'; status: string }
  | { type: 'health'; url: string; answer: HealthAnswer }

export type Notify = (event: Event) => void
