import type { Event, Stop } from '../../src/deployment/facts.ts'
import type { Order } from '../../src/deployment/order.ts'
import { say } from '../../src/lib/sentence.ts'
import type { Failure } from '../../src/service/failure.ts'
import type { Deployment } from '../../src/service/responses.ts'
import type { Asked } from '../../src/verdict/verdict.ts'
import type { Warning } from '../../src/verdict/warnings.ts'

// One run for each finding. A text takes the place of everything that the service or the workflow says.

/** What a run asked for, what it saw, and how it ended. */
export interface Case {
  asked?: Partial<Asked>
  order?: Partial<Order>
  events?: Event[]
  /** Default: the deployment was adopted. */
  end?: 'adopted' | 'created' | 'planned' | Stop
}

const SHA = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
export const ID = 'd3b07384-d113-4ec6-a7d5-0e5a4c7b2f10'
const OTHER_ID = 'e4c18495-e224-4fd7-b8e6-1f6b5d8c3a21'
const DIGEST = `shop@sha256:${'0a1b2c3d'.repeat(8)}`
export const NAME = 'shop'
const TARGET = { name: NAME }

/** A request of the version that the deployment of {@link received} has. */
export const orderOf = (change: Partial<Order> = {}): Order => ({
  draft: {
    name: NAME,
    source: 'external_container',
    source_config: {},
    source_revision_config: { image_uri: DIGEST },
    secrets: [],
  },
  repository: undefined,
  if_exists: 'match',
  dry_run: false,
  wait_for: 'none',
  wait_timeout: 60_000,
  ...change,
})

/** A deployment as the service sends it. */
export function received(change: Record<string, unknown> = {}): Deployment {
  const sent = {
    id: ID,
    name: NAME,
    source: 'external_container',
    source_config: {},
    source_revision_config: { image_uri: DIGEST },
    secrets: [],
    status: 'READY',
    latest_revision_id: SHA,
    active_revision_id: SHA,
    ...change,
  }
  return { ...(sent as unknown as Deployment), sent }
}

const holds = (change: Record<string, unknown> = {}): Event => ({
  type: 'deployment',
  deployment: received(change),
})
const OWN = received()
const other = (change: Record<string, unknown>) => received({ id: OTHER_ID, ...change })
const noticed = (notice: Extract<Event, { type: 'notice' }>['notice']): Case => ({
  events: [{ type: 'notice', notice }, holds()],
})
const CREATING: Event[] = [
  { type: 'phase', phase: 'create' },
  { type: 'posting', again: false, at: 0 },
  { type: 'posted', result: 'answered' },
  { type: 'created' },
]
const WAITING: Event[] = [...CREATING, holds(), { type: 'phase', phase: 'wait' }]

export const refused = (text: string, status = 422): Failure => ({
  kind: 'refused',
  status,
  said: { text, fields: [] },
  asked: { path: '/v2/deployments', bytes: 0, headers: [], credentials: [] },
})
const network = (origin: string): Failure => ({
  kind: 'network',
  sent: true,
  code: 'ECONNRESET',
  cause: undefined,
  origin,
})

/** A run for each warning. */
export const warningCases = (text: string): Record<Warning['code'], Case> => ({
  not_as_requested: { events: [...CREATING, holds({ source: text })], end: 'created' },
  other_version: {
    events: [holds({ source_revision_config: { image_uri: text } })],
    order: { if_exists: 'reuse' },
  },
  sent_again: {
    events: [
      { type: 'posting', again: false, at: 0 },
      { type: 'posted', result: 'lost' },
      ...CREATING,
      holds(),
    ],
    end: 'created',
  },
  not_active: { events: [holds({ active_revision_id: text })] },
  unused: { events: [holds({ status: 'UNUSED' })] },
  duplicates_possible: noticed({ code: 'duplicates_possible', failure: refused(text, 503), listed: [] }),
  namesakes: noticed({ code: 'namesakes', others: [other({ created_at: text })], own: ID, listed: true }),
  lost_answer: noticed({ code: 'lost_answer', failures: [network(text)], deployment: OWN, counts: true }),
  differs: { events: [holds({ source: text })], order: { if_exists: 'reuse' } },
  commit_unknown: { events: [...CREATING, holds()], order: { commit: SHA }, end: 'created' },
  input: { asked: { inputs: [{ input: 'name', message: say`is odd: ${text}` }] }, events: [holds()] },
  push_unknown: noticed({ code: 'push_unknown' }),
  other_host: noticed({ code: 'other_host', repository: text, record: { url: text } }),
  not_compared: {
    order: { draft: { ...orderOf().draft, source_config: { build_command: text } } },
    events: [holds()],
  },
})

const existing = (text: string) => ({
  deployment: received({ source: text }),
  appeared: false,
  commitOnly: false,
})
const named = (text: string) => received({ name: text })

/** A run for each stop. */
export const stopCases = (text: string): Record<Stop['code'], Case> => {
  const failure = refused(text)
  const posts: Event[] = [
    { type: 'posting', again: false, at: 0 },
    { type: 'posted', result: 'rejected' },
  ]
  const refusedPost: Event[] = [...posts, { type: 'settled', created: false }]
  const target = { name: text }
  const differing = [holds({ source: text })]
  const doing = { task: 'create', name: text } as const
  const two = [received({ created_at: text }), other({ name: text })]
  const atCommit = received({ name: text, source_revision_config: { repo_commit_sha: text } })
  const news = {
    url: text,
    answer: { kind: 'refused', status: 500, answered: say`answered 500`, excerpt: text },
  } as const
  const looks = { listed: true, failure, misses: 1, isUnreachable: false }
  return {
    invalid_input: { end: { code: 'invalid_input', problems: 2 } },
    cancelled: { events: [holds({ name: text })], end: { code: 'cancelled' } },
    internal: { end: { code: 'internal', message: text, cause: undefined } },
    unwritten: { end: { code: 'unwritten', file: 'the outputs', reason: text } },
    request_failed: { events: refusedPost, end: { code: 'request_failed', doing, failure } },
    not_created: { events: refusedPost, end: { code: 'not_created', name: text, failure } },
    undecided: { events: posts, end: { code: 'undecided', name: text, failure, unlisted: network(text) } },
    unknown_outcome: {
      events: [...posts, ...posts],
      end: {
        code: 'unknown_outcome',
        lost: undefined,
        name: text,
        failure: network(text),
        unlisted: failure,
      },
    },
    wrong_answer: {
      events: CREATING,
      end: {
        ...{ code: 'wrong_answer', kind: 'other_name', name: text, answered: text, id: text },
        status: 201,
      },
    },
    ambiguous_name: { end: { code: 'ambiguous_name', name: text, deployments: two } },
    already_exists: { events: differing, end: { code: 'already_exists', ...existing(text) } },
    differs: { events: differing, end: { code: 'differs', ...existing(text) } },
    deleted: { end: { code: 'deleted', deployment: named(text) } },
    gone: { events: WAITING, end: { code: 'gone', deployment: named(text) } },
    duplicate_created: {
      events: CREATING,
      end: { ...{ code: 'duplicate_created', name: text, own: received(), others: two }, winner: undefined },
    },
    sent_twice: { events: [...posts, ...posts], end: { code: 'sent_twice', name: text, deployments: two } },
    repository_not_found: {
      end: { code: 'repository_not_found', repository: text, visible: 2, nearest: [text] },
    },
    ambiguous_repository: {
      end: { code: 'ambiguous_repository', repository: text, matches: [{ url: text }, { name: text }] },
    },
    unusable_record: { end: { code: 'unusable_record', repository: text } },
    nested_repository: { end: { code: 'nested_repository', integration_id: text } },
    created_from_other_commit: {
      events: [...CREATING, holds()],
      order: { commit: SHA },
      end: { code: 'created_from_other_commit', deployment: atCommit },
    },
    never_built: {
      events: WAITING,
      order: { commit: SHA },
      end: { code: 'never_built', deployment: atCommit },
    },
    not_in_time: {
      events: [...WAITING, holds({ active_revision_id: text, name: text })],
      order: { wait_for: 'active' },
      end: {
        ...{ code: 'not_in_time', deployment: received({ active_revision_id: text, name: text }) },
        ...looks,
      },
    },
    unhealthy: {
      events: [...WAITING, holds({ active_revision_id: text, name: text })],
      end: { code: 'unhealthy', deployment: named(text), news },
    },
    not_listed: { end: { code: 'not_listed', target, near: [named(text)] } },
    never_listed: { end: { code: 'never_listed', target: TARGET, failure } },
  }
}
