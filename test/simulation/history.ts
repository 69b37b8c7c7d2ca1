import type { ErrorCode } from '../../src/verdict/catalogue.ts'
import type { Exchange } from './model.ts'
import { failureOf, type Run, type World } from './world.ts'

/** What a run did and reported, for the rules to judge. */
export type Facts = ReturnType<typeof factsOf>

export function factsOf(world: World, run: Run) {
  const { model } = world
  const own = model.exchanges.filter(exchange => exchange.run === run.name)
  const posts = own.filter(({ method }) => method === 'POST')
  const lastPost = posts.at(-1)
  const after = lastPost ? own.slice(own.indexOf(lastPost) + 1) : []
  const id = run.facts.deployment?.read.id
  return {
    world,
    run,
    code: codeOf(run),
    /** Its exchanges, in order. */
    own,
    posts,
    lastPost,
    /** The exchanges after the last POST. */
    after,
    /** How many deployments of the name its last whole look-up showed; undefined if there was none after the last POST. */
    seen: lookUpsOf(lastPost ? after : own).at(-1)?.shown.length,
    /** The id that it reports, and the deployment that has it. */
    id,
    stored: model.deployments.find(deployment => deployment.id === id),
    /** The deployments that its POSTs made. */
    made: model.deployments.filter(({ by }) => by === run.name),
    /** Whether a list hid something, or the service committed after its response. */
    isLate: model.exchanges.some(({ stale, late }) => stale || late),
    /** Whether it said that duplicates are possible. */
    isUnsure: run.events.some(
      ({ event }) => event.type === 'notice' && event.notice.code === 'duplicates_possible',
    ),
  }
}

export const codeOf = (run: Run): ErrorCode | undefined => failureOf(run)?.code

/** Whether a POST proves that it had no effect, so that it may be sent again. */
export const hadNoEffect = ({ result }: Exchange) => ['refused', 408, 425, 429].includes(result)

/** Whether a POST was lost, so that it may be sent again once it is settled. */
export const isLost = ({ result }: Exchange) => result === 'lost' || Number(result) >= 500

/** Whether a POST leaves its effect unknown. */
export const isUnknown = (post: Exchange) =>
  isLost(post) || post.result === 'unusable' || [302, 303].includes(Number(post.result))

/** A look-up in the whole list, without a filter. */
interface LookUp {
  ended: number
  /** The ids of the deployments of the name that it found. */
  shown: string[]
  /** The ids of the deployments of the name that were in the list when it began. */
  there: string[]
}

/** How often a look-up reads the list at most. */
const MOST_READINGS = 4

/** The look-ups of a run that reached the end of the list, as docs/design.md says how it is read. */
export function lookUpsOf(exchanges: Exchange[]): LookUp[] {
  const lookUps: LookUp[] = []
  let lookUp: LookUp | undefined
  let [readings, hasChanged, last]: [number, boolean, string[]] = [0, false, []]
  for (const {
    method,
    result,
    filtered,
    offset,
    items = [],
    shown = [],
    there = [],
    stale,
    at,
  } of exchanges) {
    // A failed request is sent again, or its look-up starts again.
    if (method !== 'GET' || filtered || result !== 200) continue
    if (offset === 0) {
      const isAgain = lookUp && hasChanged && readings < MOST_READINGS
      readings = isAgain ? readings + 1 : 1
      if (!isAgain) lookUp = { ended: at, shown: [], there }
      ;[hasChanged, last] = [false, []]
    }
    if (!lookUp) continue
    if (stale) lookUp.there = []
    lookUp.shown = [...new Set([...lookUp.shown, ...shown])]
    lookUp.ended = at
    const continues = last.length < 2 || items[0] === last.at(-1)
    hasChanged ||= !continues || (last.length === 1 && items[0] === last[0])
    const isEnd = items.length === 0 || (items.at(-1) === last.at(-1) && (items.length === 1 || !continues))
    last = items
    if (!isEnd || (hasChanged && readings < MOST_READINGS)) continue
    lookUps.push(lookUp)
    lookUp = undefined
  }
  return lookUps
}
