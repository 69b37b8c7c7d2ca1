import type { Send } from '../http/exchange.ts'
import { merged } from '../lib/json.ts'
import type { Sentence } from '../lib/sentence.ts'
import type { Service } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import type { RetryContext } from '../service/retry.ts'
import type { PostResult } from './create-rules.ts'
import type { Target } from './order.ts'

/** The service, the clock and everything else that a run depends on. A function picks what it needs. */
export interface Context extends RetryContext {
  service: Service
  notify: Notify
  /** Aborted when the run is cancelled. */
  signal: AbortSignal
}

/** What a run with a health check depends on. */
export interface HealthContext extends Context {
  /** Sends one GET, without the headers and credentials of the service. */
  health: Send
  /** Removes secrets from a text. */
  redact: (text: string) => string
}

/** The phases of a run, as the log and the summary show them. */
export type Phase = 'look_up' | 'find' | 'create' | 'wait' | 'health'

/** A step from a request to a part of it: a key, or an item of a list by its name or its index. */
export type Step = string | { item: string | number }

/** A field that is not, or may not be, as requested. Secrets are reduced to names. */
export interface ComparedField {
  /**
   * Its value differs, or that of a secret, which is not shown; or it cannot be compared, as the service does not return it,
   * or returns none of the values of the secrets as they were sent.
   */
  kind: 'value' | 'secret_value' | 'not_returned' | 'hidden_values'
  path: Step[]
  requested?: unknown
  existing?: unknown
}

/** What a comparison shows. `unknown`: the requested fields that cannot be compared. */
export interface Comparison {
  differences: ComparedField[]
  unknown: ComparedField[]
}
/** A response of the health URL, or the failure to get one. Its text is untrusted. */
export interface HealthAnswer {
  kind: 'healthy' | 'refused' | 'other_text' | 'no_response' | 'no_address'
  status?: number
  /** What happened, as the end of a sentence: `answered 503`, `gave no answer: the connection was refused`. */
  answered: Sentence
  excerpt: string
  /** The pause that it asks for, in milliseconds. */
  retryAfter?: number | undefined
}

/** The URL that was asked, without its query, and the answer. */
export interface HealthNews {
  url: string
  answer: HealthAnswer
}

/** Something to warn of that is known before the end. */
export type Notice =
  /** The service does not say whether a push builds the awaited commit. */
  | { code: 'push_unknown' }
  /** The repository is on another host than the workflow's own. */
  | { code: 'other_host'; repository: string; record: RepositoryRecord }
  /** A deployment appeared after create requests without a usable answer. `counts`: as created by this run. */
  | {
      code: 'lost_answer'
      failures: Failure[]
      deployment: Deployment
      counts: boolean
    }
  /** Other deployments have the name too; this one is kept. */
  | {
      code: 'namesakes'
      others: Deployment[]
      own: string
      listed: boolean
    }
  /** No whole list showed the new deployment. `listed` has the ids of others with the name. */
  | {
      code: 'duplicates_possible'
      failure: Failure | undefined
      listed: string[]
    }

/**
 * The events of a run, in order. The log and the facts are made from them, so the report contains everything that was
 * known when the run ended, for whatever reason. Times are in milliseconds.
 */
export type Event =
  | { type: 'phase'; phase: Phase }
  | { type: 'repository'; record: RepositoryRecord }
  | { type: 'request'; request: CreateDeploymentRequest }
  | { type: 'looked_up'; found: number }
  | ({ type: 'compared' } & Comparison)
  | { type: 'deployment'; deployment: Deployment }
  | { type: 'retry'; task: string; failure: Failure; delay: number }
  /** A reading of the list that takes long: its pages, and the deployments on them. */
  | { type: 'reading'; pages: number; items: number }
  /** `again`: after a request without a usable answer. `at`: since the epoch. */
  | { type: 'posting'; again: boolean; at: number }
  /** Without a result, no connection came up, so nothing was sent. */
  | { type: 'posted'; result?: PostResult | undefined }
  /** Only the list shows whether there is a deployment now. `refused`: it is not of this run. */
  | { type: 'settling'; failure: Failure; refused: boolean }
  | { type: 'created' }
  /** What the list showed: a deployment that appeared counts as created, or a refused request had no effect. */
  | { type: 'settled'; created: boolean }
  | { type: 'found'; deployment: Deployment }
  /** `commit`: the one that is waited for. */
  | { type: 'status'; deployment: Deployment; commit: string | undefined }
  | ({ type: 'health' } & HealthNews)
  | { type: 'heartbeat'; left: number }
  /** The list does not show the wanted deployment yet. `left`: how long it is looked for. */
  | { type: 'not_listed'; left: number }
  | { type: 'look_failed'; failure: Failure }
  | { type: 'notice'; notice: Notice }

export type Notify = (event: Event) => void

/** All that a run knows so far. The report shows it, even after a failure. */
export interface Facts {
  /** What the run is about, before the service tells it. */
  id?: string
  name?: string
  repository?: RepositoryRecord
  request?: CreateDeploymentRequest
  /** The deployment as the last answer showed it. */
  deployment?: Deployment
  /** Its fields as any answer showed them: one answer may leave out what another has. */
  sent?: Record<string, unknown>
  health?: HealthNews
  /** The results of the create requests that were sent; `pending` until one is known. */
  posts: (PostResult | 'pending')[]
  /** Whether this run created the deployment; undefined while nothing shows it. */
  created: boolean | undefined
  /** When the last create request was sent, since the epoch. */
  posted_at?: number
  /** Its failure, after which only the list shows whether there is a deployment. */
  unsettled?: Failure | undefined
  phases: Phase[]
  notices: Notice[]
  /** Whether the service answered a request as it should, so that it could be reached. */
  isAnswered?: boolean
}

export const NO_FACTS: Facts = {
  posts: [],
  created: false,
  phases: [],
  notices: [],
}

/** The facts after an event. */
export function learn(facts: Facts, event: Event): Facts {
  const learnt = LEARNT[event.type] as Learn<Event> | undefined
  return { ...facts, ...learnt?.(event, facts) }
}

type Learn<E> = (event: E, facts: Facts) => Partial<Facts>

type Learning = {
  [T in Event['type']]?: Learn<Extract<Event, { type: T }>>
}

/** What each event tells. */
const LEARNT: Learning = {
  phase: ({ phase }, { phases }) => ({ phases: [...phases, phase] }),
  repository: ({ record }) => ({ repository: record }),
  request: ({ request }) => ({ request }),
  deployment({ deployment }, { deployment: known, sent = {} }) {
    const isKnown = known?.id === deployment.id
    return { deployment, sent: merged(isKnown ? sent : {}, deployment.sent) }
  },
  health: ({ url, answer }) => ({ health: { url, answer } }),
  posting: ({ at }, { posts }) => ({
    ...afterPosts([...posts, 'pending']),
    posted_at: at,
    unsettled: undefined,
  }),
  posted: ({ result }, { posts }) =>
    afterPosts(posts.slice(0, -1).concat(result ?? [])),
  settling: ({ failure }) => ({ unsettled: failure }),
  created: () => ({ created: true }),
  settled: ({ created }) => ({ created }),
  notice: ({ notice }, { notices }) => ({ notices: [...notices, notice] }),
}

/** What create requests tell: nothing was created if none had an effect. */
const afterPosts = (posts: Facts['posts']): Partial<Facts> => ({
  posts,
  created: posts.every(hasNoEffect) ? false : undefined,
})

/** The create requests that the service may have processed. */
export const processedIn = (posts: Facts['posts']): Facts['posts'] =>
  posts.filter(result => result !== 'not_processed')

const hasNoEffect = (result: Facts['posts'][number]): boolean =>
  result === 'not_processed' || result === 'refused'

/** How the work of a run ended. The room `verdict` has the words for it. */
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
export interface Existing {
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
  | {
      code: 'undecided'
      name: string
      failure: Failure
      unlisted: Failure | undefined
    }
  /** `lost`: the failure of the first of two create requests. `unlisted`: the last failure of a look-up, if one counts. */
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
