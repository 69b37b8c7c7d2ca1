import type { ErrorCode } from '../../src/deployment/outcome.ts'
import { type Exchange, NAME, type Stored } from './model.ts'
import type { Run, World } from './world.ts'

/** Rules of the protocol, in numbers of its own: times in milliseconds. */
const SETTLING_TIME = 15_000
const PROOFS_OF_ABSENCE = 3
const ATTEMPTS = 5
const RETRYING_TIME = 120_000
const LONGEST_RUN = 30 * 60_000
const LATENCY_OF_LAST_LOOK = 1000

/** A walk through the list, from its first page to its last. */
interface Walk {
  ended: number
  shown: number
}

/** All that must hold in every world. Returns what does not, in words. */
export function violations(world: World): string[] {
  return world.runs.flatMap(run => {
    const own = world.model.exchanges.filter(exchange => exchange.run === run.name)
    return [
      ...claims(world, run),
      ...forbiddenPosts(own),
      ...secondDeployments(world, run),
      ...unreportedDuplicates(run, own),
      ...limits(world, run),
      ...wrongSuccess(world, run, own),
      ...wrongCode(world, run, own),
    ].map(text => `${run.name}: ${text}`)
  })
}

const codeOf = ({ outcome }: Run): ErrorCode | undefined =>
  outcome === 'cancelled' ? 'cancelled' : outcome.result === 'failed' ? outcome.trouble.code : undefined

const ofTheName = (deployments: Stored[]) => deployments.filter(({ sent }) => sent['name'] === NAME)

/** `created=true` is said of a deployment that this very run made. */
function claims({ model }: World, { name, state, outcome }: Run): string[] {
  const id = state.deployment?.read.id
  const stored = model.deployments.filter(deployment => deployment.id === id)
  if (id !== undefined && stored.length !== 1)
    return [`reports the id ${id}, of which there are ${stored.length}`]
  if (state.created && stored[0]?.by !== name)
    return [`claims to have created ${id}, made by ${stored[0]?.by}`]
  const created = outcome !== 'cancelled' && outcome.result === 'created'
  return created && !state.created ? ['ends as created without saying so'] : []
}

const PROOF_OF_NOTHING = new Set<Exchange['result']>(['refused', 408, 425, 429])
const isUnknown = ({ result }: Exchange) => result === 'lost' || (typeof result === 'number' && result >= 500)

/** A POST follows a look that shows the name free, and another POST only what allows for one. */
function forbiddenPosts(own: Exchange[]): string[] {
  const posts = own.filter(({ method }) => method === 'POST')
  return posts.flatMap((post, index) => {
    const before = own.slice(0, own.indexOf(post))
    const walks = walksOf(before)
    if (walks.at(-1)?.shown !== 0) return ['sends a POST although no look shows the name free']
    const last = posts[index - 1]
    if (!last || PROOF_OF_NOTHING.has(last.result)) return []
    if (!isUnknown(last)) return [`sends a POST after one that came to ${last.result}`]
    if (posts.slice(0, index - 1).some(isUnknown)) return ['sends a POST after two whose fate is not known']
    const since = own.slice(own.indexOf(last) + 1, own.indexOf(post))
    const proofs = walksOf(since.slice(since.findLastIndex(({ result }) => result !== 200) + 1))
    if (proofs.length < PROOFS_OF_ABSENCE)
      return [`sends a second POST after ${proofs.length} looks in a row`]
    const settled = (proofs.at(-1)?.ended ?? 0) - last.at
    return settled < SETTLING_TIME ? [`sends a second POST after ${settled} ms`] : []
  })
}

function walksOf(exchanges: Exchange[]): Walk[] {
  const walks: Walk[] = []
  let shown = 0
  for (const { method, result, offset, last, at, ...page } of exchanges) {
    if (method !== 'GET' || result !== 200) continue
    shown = (offset === 0 ? 0 : shown) + (page.shown ?? 0)
    if (last) walks.push({ ended: at, shown })
  }
  return walks
}

/** Where the service commits before it answers or not at all, and lists at once, no run makes two. */
function secondDeployments({ schedule, model }: World, { name }: Run): string[] {
  const late = schedule.posts.some(({ kind }) => kind === 'late')
  if (late || schedule.service.lag > 0) return []
  const made = model.deployments.filter(({ by }) => by === name)
  return made.length > 1 ? [`made ${made.length} deployments: ${made.map(({ id }) => id).join(', ')}`] : []
}

/** After a second POST that was answered the run looks again, and says so if there are two. */
function unreportedDuplicates(run: Run, own: Exchange[]): string[] {
  const posts = own.filter(({ method }) => method === 'POST')
  const last = posts.at(-1)
  if (!last || !posts.slice(0, -1).some(isUnknown) || last.result !== 201) return []
  const after = own.slice(own.indexOf(last) + 1)
  const code = codeOf(run)
  if (after.length === 0)
    return code === 'cancelled' ? [] : ['does not look for a duplicate after a second POST']
  const [walk] = walksOf(after)
  const reported = code === 'duplicate_created' || code === 'cancelled'
  return walk && walk.shown > 1 && !reported
    ? [`sees ${walk.shown} deployments and reports ${code ?? 'success'}`]
    : []
}

/** Everything ends in time: a run, a wait, and at once when it is cancelled. */
function limits({ schedule }: World, { started, ended, outcome, events }: Run): string[] {
  const { cancelled, order } = schedule
  const found: string[] = []
  if (ended - started > LONGEST_RUN) found.push(`takes ${ended - started} ms`)
  if (outcome === 'cancelled' && ended - started !== cancelled)
    found.push('does not end when it is cancelled')
  const waited = events.find(({ event }) => event.type === 'phase' && event.phase === 'wait')
  const longest = order.wait_timeout + LATENCY_OF_LAST_LOOK
  if (waited && ended - waited.at > longest)
    found.push(`waits for ${ended - waited.at} ms of ${order.wait_timeout}`)
  return found
}

/** A run that succeeds has one deployment, as it was asked for, in the state that it waited for. */
function wrongSuccess({ schedule, model }: World, run: Run, own: Exchange[]): string[] {
  if (codeOf(run) !== undefined) return []
  const { if_exists, wait_for } = schedule.order
  const id = run.state.deployment?.read.id
  const found: string[] = []
  const stored = model.deployments.find(deployment => deployment.id === id)
  if (!stored || ofTheName([stored]).length === 0)
    return [`succeeds with the deployment ${id}, which is not of the name`]
  const posted = own.some(({ method }) => method === 'POST')
  if (!posted && if_exists === 'fail') found.push('adopts although if_exists is fail')
  if (schedule.existing === 'different' && if_exists !== 'reuse') found.push('adopts what differs')
  if (schedule.existing === 'awaiting_delete') found.push('adopts what is being deleted')
  if ((walksOf(own).at(-1)?.shown ?? 0) > 1) found.push('succeeds although it saw several of the name')
  const age = run.ended - stored.committed
  if (wait_for === 'ready' && age < schedule.service.readyAfter) found.push('is not ready')
  if (wait_for === 'active' && age < 2 * schedule.service.readyAfter) found.push('is not active')
  return found
}

/** The error code says what happened. */
function wrongCode(world: World, run: Run, own: Exchange[]): string[] {
  const code = codeOf(run)
  if (code === undefined || code === 'cancelled') return []
  return EXPLAINED[code]?.({ world, run, own, ...factsOf(own) })
    ? []
    : [`reports ${code}, which nothing explains`]
}

interface Facts {
  world: World
  run: Run
  own: Exchange[]
  last: Exchange | undefined
  lastPost: Exchange | undefined
  shown: number | undefined
  gaveUp: boolean
}

function factsOf(own: Exchange[]): Pick<Facts, 'last' | 'lastPost' | 'shown' | 'gaveUp'> {
  const last = own.at(-1)
  const different = own.findLastIndex(
    ({ method, result }) => method !== last?.method || result === 200 || result === 201,
  )
  const tries = own.slice(different + 1)
  const duration = (last?.at ?? 0) - (tries[0]?.started ?? 0)
  return {
    last,
    lastPost: own.findLast(({ method }) => method === 'POST'),
    shown: walksOf(own).at(-1)?.shown,
    // The next pause, of at most a minute, might have gone beyond the time for retries.
    gaveUp: tries.length >= ATTEMPTS || duration + 60_000 > RETRYING_TIME,
  }
}

const endsWith =
  (...results: Exchange['result'][]) =>
  ({ last }: Facts) =>
    last !== undefined && results.includes(last.result)

const EXPLAINED: Partial<Record<ErrorCode, (facts: Facts) => boolean>> = {
  unauthorized: endsWith(401),
  forbidden: endsWith(403),
  not_found: endsWith(404),
  rate_limited: facts => endsWith(429)(facts) && facts.gaveUp,
  rejected: facts =>
    endsWith(400, 418, 422)(facts) ? facts.last?.taken === false : endsWith(408, 425)(facts) && facts.gaveUp,
  unavailable: facts => endsWith(500, 502, 503, 504)(facts) && facts.last?.method === 'GET' && facts.gaveUp,
  unreachable: facts =>
    facts.gaveUp && (endsWith('refused')(facts) || (endsWith('lost')(facts) && facts.last?.method === 'GET')),
  unexpected_response: ({ last, lastPost }) => last?.result === 'unusable' || lastPost?.result === 'unusable',
  name_taken: ({ world, run, lastPost, shown }) =>
    lastPost?.taken === true && shown === 0 && !world.model.visible().some(({ by }) => by === run.name),
  // What a run made itself, knowing or not, is nothing that was in its way.
  already_exists: ({ world, run, shown }) =>
    world.schedule.order.if_exists === 'fail' &&
    shown === 1 &&
    !world.model.deployments.some(({ id, by }) => id === run.state.deployment?.read.id && by === run.name),
  differs: ({ world, shown }) => world.schedule.existing === 'different' && shown === 1,
  ambiguous_name: ({ shown }) => (shown ?? 0) > 1,
  duplicate_created: ({ own, shown }) =>
    own.filter(({ method }) => method === 'POST').length > 1 && (shown ?? 0) > 0,
  unknown_outcome: ({ own, lastPost }) => {
    if (!lastPost || !isUnknownOrUnusable(lastPost)) return false
    const after = own.slice(own.indexOf(lastPost) + 1)
    const posts = own.filter(isUnknownOrUnusable).filter(({ method }) => method === 'POST')
    // After one POST, only looks that failed keep it from being settled.
    const settled = posts.length === 1 && after.every(({ result }) => result === 200)
    return after.length >= PROOFS_OF_ABSENCE && !settled && walksOf(after).every(({ shown }) => shown === 0)
  },
  deleted: ({ world }) =>
    world.schedule.existing === 'awaiting_delete' || world.schedule.service.lag > SETTLING_TIME,
  wait_timeout: ({ world, run }) => {
    const waited = run.events.find(({ event }) => event.type === 'phase' && event.phase === 'wait')
    return waited !== undefined && run.ended - waited.at >= world.schedule.order.wait_timeout
  },
}

const isUnknownOrUnusable = (exchange: Exchange) => isUnknown(exchange) || exchange.result === 'unusable'
