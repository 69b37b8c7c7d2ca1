import type { Failure } from '../service/failure.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import type { HealthNews } from './facts.ts'
import type { Target } from './goal.ts'

/** How the work of a run ended. It holds no words: the room `verdict` has them. */
export type End = Done | Stop

/** `reached` is the end of the wait action, and `planned` that of a dry run. */
export interface Done {
  result: 'created' | 'adopted' | 'reached' | 'planned'
}

/** A request to the service, by its purpose. */
export type Doing =
  | { task: 'look_up'; target: Target }
  | { task: 'list_deployments' }
  | { task: 'list_repositories'; integration_id: string }
  | { task: 'create'; name: string }
  | { task: 'watch'; deployment: Deployment }

/** A deployment that exists, with what the comparison showed. */
interface Existing {
  deployment: Deployment
  /** Whether it appeared after a create request without a usable answer. */
  appeared: boolean
  /** Whether only its commit differs. */
  commitOnly: boolean
}

/** What stopped a run, with the facts that its words need. */
export type Stop =
  | { code: 'invalid_input'; problems: number }
  /** `late`: when the work was done. */
  | { code: 'cancelled'; late?: boolean }
  | { code: 'internal'; message: string; cause: unknown }
  /** A runner's file that could not be written. */
  | { code: 'unwritten'; file: string; reason: string }
  /** A request failed, and it is known what follows from that. */
  | { code: 'request_failed'; doing: Doing; failure: Failure }
  /** 400, 409 or 422 to the create request, and the list shows no such deployment. */
  | { code: 'not_created'; name: string; failure: Failure }
  /** 400, 409 or 422 to the create request, and the list cannot be read. */
  | { code: 'undecided'; name: string; failure: Failure; unlisted: Failure }
  /** `lost`: the failure of the first of two create requests. `unlisted`: why the last look-up failed, if it did. */
  | {
      code: 'unknown_outcome'
      name: string
      failure: Failure
      lost: Failure | undefined
      unlisted?: Failure | undefined
    }
  | {
      code: 'wrong_answer'
      /** A name that differs at most in spelling, another one, or an id that was listed before. */
      kind: 'renamed' | 'other_name' | 'known_id'
      name: string
      /** The name in the answer; as JSON where it is no text. */
      answered: string
      id: string
      status: number
    }
  | {
      code: 'ambiguous_name'
      name: string
      deployments: Deployment[]
    }
  | ({ code: 'already_exists' } & Existing)
  | ({ code: 'differs' } & Existing)
  | { code: 'deleted'; deployment: Deployment }
  | { code: 'gone'; deployment: Deployment }
  /** The run's own deployment, and the one that is kept; undefined if their ages cannot be compared. */
  | {
      code: 'duplicate_created'
      name: string
      own: Deployment
      others: Deployment[]
      winner: Deployment | undefined
    }
  | { code: 'sent_twice'; name: string; deployments: Deployment[] }
  | {
      code: 'repository_not_found'
      repository: string
      visible: number
      nearest: string[]
    }
  | {
      code: 'ambiguous_repository'
      repository: string
      matches: RepositoryRecord[]
    }
  | { code: 'unusable_record'; repository: string }
  | { code: 'nested_repository'; integration_id: string }
  | { code: 'created_from_other_commit'; deployment: Deployment }
  | { code: 'never_built'; deployment: Deployment }
  /** The wait ran out of time. */
  | {
      code: 'not_in_time'
      deployment: Deployment
      /** Whether the last look that worked showed the deployment. */
      listed: boolean
      /** The failure of the last look, and how many in a row failed. */
      failure: Failure | undefined
      misses: number
      isUnreachable: boolean
    }
  | { code: 'unhealthy'; deployment: Deployment; news: HealthNews }
  | { code: 'not_listed'; target: Target; near: Deployment[] }
  | { code: 'never_listed'; target: Target; failure: Failure }
