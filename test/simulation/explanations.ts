import type { ErrorCode } from '../../src/deployment/errors.ts'
import { isUnknown, type LookUp, lookUpsOf, postsOf } from './history.ts'
import type { Exchange } from './model.ts'
import type { Run, World } from './world.ts'

/** The limits of the protocol, repeated here independently of src/. Times are in milliseconds. */
const SETTLING_TIME = 15_000
const PROOFS_OF_ABSENCE = 3
const ATTEMPTS = 5
const RETRYING_TIME = 120_000

interface Facts {
  world: World
  run: Run
  own: Exchange[]
  posts: Exchange[]
  last: Exchange | undefined
  lastPost: Exchange | undefined
  /** The exchanges after the last POST. */
  after: Exchange[]
  lookUp: LookUp | undefined
  /** Whether the last request may not be retried any more. */
  gaveUp: boolean
}

/** Codes of failures that created nothing, or that say nothing about it. */
const NOT_CREATED = new Set<ErrorCode>([
  'unauthorized',
  'forbidden',
  'not_found',
  'rate_limited',
  'rejected',
  'unavailable',
  'unreachable',
])

/** Whether the events of a run explain its error code. */
export function explains(code: ErrorCode, world: World, run: Run, own: Exchange[]): boolean {
  const facts = factsOf(world, run, own)
  if (NOT_CREATED.has(code) && facts.posts.some(isUnknown)) return false
  return EXPLAINED[code]?.(facts) ?? false
}

function factsOf(world: World, run: Run, own: Exchange[]): Facts {
  const posts = postsOf(own)
  const lastPost = posts.at(-1)
  const after = lastPost ? own.slice(own.indexOf(lastPost) + 1) : []
  // Look-ups after a conflict go on after a failure. The failure is reported if they find nothing.
  const last = (lastPost?.result === 409 && after.findLast(({ result }) => result !== 200)) || own.at(-1)
  const different = own.findLastIndex(
    ({ method, result }) => method !== last?.method || result === 200 || result === 201,
  )
  const tries = own.slice(different + 1)
  const duration = (last?.at ?? 0) - (tries[0]?.started ?? 0)
  return {
    world,
    run,
    own,
    posts,
    last,
    lastPost,
    after,
    lookUp: lookUpsOf(own).at(-1),
    // The next pause, of at most a minute, could exceed the time for retries. Look-ups after a conflict are not retried.
    gaveUp:
      tries.length >= ATTEMPTS ||
      duration + 60_000 > RETRYING_TIME ||
      (last?.method === 'GET' && lastPost?.result === 409),
  }
}

const endsWith =
  (...results: Exchange['result'][]) =>
  ({ last }: Facts) =>
    last !== undefined && results.includes(last.result)

/** Whether no look-up after the last POST that reached the end of the list showed the name. */
const seesNone = ({ after }: Facts) => lookUpsOf(after).every(({ shown }) => shown.length === 0)

const sees = ({ lookUp }: Facts) => lookUp?.shown.length ?? 0

const EXPLAINED: Partial<Record<ErrorCode, (facts: Facts) => boolean>> = {
  unauthorized: endsWith(401),
  forbidden: endsWith(403),
  not_found: endsWith(404),
  rate_limited: facts => endsWith(429)(facts) && facts.gaveUp,
  rejected: facts => {
    const { lastPost, after } = facts
    // After a refusal of the request, one look shows whether the deployment is there now.
    if (lastPost?.result === 400 || lastPost?.result === 422) return after.length > 0 && seesNone(facts)
    return endsWith(418)(facts) || (endsWith(408, 425)(facts) && facts.gaveUp)
  },
  unavailable: facts => endsWith(500, 502, 503, 504)(facts) && facts.last?.method === 'GET' && facts.gaveUp,
  unreachable: facts =>
    facts.gaveUp && (endsWith('refused')(facts) || (endsWith('lost')(facts) && facts.last?.method === 'GET')),
  unexpected_response: ({ world, last, lastPost }) =>
    last?.result === 'unusable' ||
    lastPost?.result === 'unusable' ||
    lastPost?.result === 200 ||
    (lastPost?.result === 201 && world.setting.traits.names === 'lower case'),
  conflict: facts =>
    facts.lastPost?.result === 409 &&
    lookUpsOf(facts.after).filter(({ shown }) => shown.length === 0).length >= PROOFS_OF_ABSENCE &&
    seesNone(facts),
  already_exists: facts =>
    facts.world.setting.order.if_exists === 'fail' && sees(facts) === 1 && !facts.posts.some(isUnknown),
  differs: facts =>
    sees(facts) === 1 &&
    (['different', 'folded'].includes(facts.world.setting.existing) ||
      facts.world.setting.traits.names === 'lower case'),
  ambiguous_name: facts => sees(facts) > 1,
  duplicate_created: ({ run, posts, after }) => {
    const own = run.state.deployment?.read.id
    const others = new Set(after.flatMap(({ shown = [] }) => shown).filter(id => id !== own))
    return posts.length > 0 && others.size > 0
  },
  unknown_outcome: ({ posts, lastPost, after }) => {
    if (!lastPost || !posts.some(isUnknown)) return false
    if (!lookUpsOf(after).every(({ shown }) => shown.length === 0)) return false
    // The refusal of the second POST says nothing about the first.
    if (!isUnknown(lastPost) && lastPost.result !== 409) return after.length > 0
    // After one unknown POST, only failed look-ups prevent a proof of absence. A redirect is not sent again.
    const isRedirect = [302, 303].includes(Number(lastPost.result))
    const settled = posts.filter(isUnknown).length === 1 && after.every(({ result }) => result === 200)
    return after.length >= PROOFS_OF_ABSENCE && (isRedirect || !settled)
  },
  deleted: ({ world, own }) =>
    world.setting.existing === 'awaiting_delete' ||
    world.setting.traits.lag > SETTLING_TIME ||
    own.some(({ stale }) => stale),
  wait_timeout: ({ world, run }) => {
    const waited = run.events.find(({ event }) => event.type === 'phase' && event.phase === 'wait')
    return waited !== undefined && run.ended - waited.at >= world.setting.order.wait_timeout
  },
}
