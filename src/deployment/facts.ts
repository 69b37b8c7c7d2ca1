import { merged } from '../lib/json.ts'
import type { Sentence } from '../lib/sentence.ts'
import type { Failure } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import type { PostResult } from './create-rules.ts'

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
  | { type: 'retry'; what: string; failure: Failure; delay: number }
  /** A reading of the list that takes long: its pages, and the deployments on them. */
  | { type: 'reading'; pages: number; items: number }
  /** `again`: after a request without a usable answer. */
  | { type: 'posting'; again: boolean }
  | { type: 'posted'; result: PostResult }
  /** No connection for the create request came up. */
  | { type: 'not_posted' }
  /** Only the list shows whether there is a deployment now. `refused`: it is not of this run. */
  | { type: 'settling'; failure: Failure; refused: boolean }
  | { type: 'created' }
  /** A deployment that appeared counts as created by this run. */
  | { type: 'counted' }
  | { type: 'not_created' }
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
  phases: Phase[]
  notices: Notice[]
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
  health: health => ({ health }),
  posting: (_, { posts }) => afterPosts([...posts, 'pending']),
  posted: ({ result }, { posts }) =>
    afterPosts([...posts.slice(0, -1), result]),
  not_posted: (_, { posts }) => afterPosts(posts.slice(0, -1)),
  created: () => ({ created: true }),
  counted: () => ({ created: true }),
  not_created: () => ({ created: false }),
  notice: ({ notice }, { notices }) => ({ notices: [...notices, notice] }),
}

/** What create requests tell: nothing was created if none had an effect. */
const afterPosts = (posts: Facts['posts']): Partial<Facts> => ({
  posts,
  created: posts.every(hasNoEffect) ? false : undefined,
})

const hasNoEffect = (result: Facts['posts'][number]): boolean =>
  result === 'not_processed' || result === 'refused'
