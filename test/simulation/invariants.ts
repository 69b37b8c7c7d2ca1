import { write } from '../../src/lib/sentence.ts'
import type { ErrorCode } from '../../src/verdict/errors.ts'
import { wordsOf } from '../../src/verdict/warnings.ts'
import { type Exchange, isOfTheName } from './model.ts'
import { failureOf, type Run, type World } from './world.ts'

/** What a run did and reported, for the rules to judge. */
type Facts = ReturnType<typeof factsOf>

function factsOf(world: World, run: Run) {
  const { model } = world
  const own = model.exchanges.filter(exchange => exchange.run === run.name)
  const posts = own.filter(({ method }) => method === 'POST')
  const lastPost = posts.at(-1)
  const after = lastPost ? own.slice(own.indexOf(lastPost) + 1) : []
  const id = run.facts.deployment?.id
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
const hadNoEffect = ({ result }: Exchange) => ['refused', 408, 425, 429].includes(result)

/** Whether a POST was lost, so that it may be sent again once it is settled. */
const isLost = ({ result }: Exchange) => result === 'lost' || Number(result) >= 500

/** Whether a POST leaves its effect unknown. */
const isUnknown = (post: Exchange) =>
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
function lookUpsOf(exchanges: Exchange[]): LookUp[] {
  const lookUps: LookUp[] = []
  let lookUp: LookUp | undefined
  let [readings, hasChanged, last, seen]: [number, boolean, string[], string[]] = [0, false, [], []]
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
      ;[hasChanged, last, seen] = [false, [], []]
    }
    if (!lookUp) continue
    if (stale) lookUp.there = []
    lookUp.shown = [...new Set([...lookUp.shown, ...shown])]
    lookUp.ended = at
    const isMoved = last.length > 1 && items[0] !== last.at(-1)
    hasChanged ||= isMoved || items.slice(last.length > 1 ? 1 : 0).some(item => seen.includes(item))
    const isEnd = items.length === 0 || items.at(-1) === last.at(-1)
    last = items
    seen.push(...items)
    if (!isEnd || (hasChanged && readings < MOST_READINGS)) continue
    lookUps.push(lookUp)
    lookUp = undefined
  }
  return lookUps
}

/** The limits of the protocol, repeated here independently of src/. Times are in milliseconds. */
const SETTLING_TIME = 15_000
const PROOFS_OF_ABSENCE = 3
const LEAST_LOOKING = 3000
const LONGEST_RUN = 30 * 60_000

/** Checks all rules in a world. Returns the broken ones. */
export function violations(world: World): string[] {
  const broken = world.runs.flatMap(run => {
    const facts = factsOf(world, run)
    const rules = { ...RULES, ...(facts.code === undefined && SUCCESS), ...(isAnswered(facts) && DUPLICATES) }
    const names = Object.keys(rules).filter(rule => !rules[rule]?.(facts))
    return names.map(rule => `${run.name} breaks the rule that it ${rule}`)
  })
  // The log of a run that is unsure warns of possible duplicates.
  const sure = world.runs.map(run => factsOf(world, run)).filter(({ code, isUnsure }) => !code && !isUnsure)
  const ids = new Set(sure.map(({ id }) => id))
  return ids.size > 1 ? [...broken, `runs succeed with different deployments: ${[...ids]}`] : broken
}

/** The rules of a run, as the end of a sentence about it. */
type Rules = Record<string, (facts: Facts) => boolean>

/** Codes of runs that may not know, or not tell apart, what they created. */
const MAY_NOT_KNOW = ['unknown_outcome', 'ambiguous_name', 'duplicate_created']

const RULES: Rules = {
  'reports an id that exists': ({ id, stored, code }) =>
    id === undefined || stored !== undefined || code === 'unexpected_response',
  'claims to have created only what it made, or what appeared after a lost POST': facts => {
    const { run, stored, posts, own } = facts
    if (!run.facts.created || !stored || stored.by === run.name) return true
    const wasFree = stored.committed >= (own[0]?.started ?? 0) || own.some(({ stale }) => stale)
    return wasFree && posts.some(isUnknown)
  },
  'says that it created a deployment if it ends so': ({ run: { end, facts } }) =>
    !('result' in end) || end.result !== 'created' || facts.created === true,
  'looks the name up, and finds it free, before each POST': ({ own, posts }) =>
    posts.every(post => {
      const lookUp = lookUpsOf(before(own, post)).at(-1)
      return lookUp && lookUp.shown.length + lookUp.there.length === 0
    }),
  'sends a POST again only after a proof that the last one had no effect': ({ own, posts }) =>
    posts.slice(1).every(post => isProved(before(own, post))),
  'makes one deployment, unless the service is late': ({ made, isLate }) => made.length <= 1 || isLate,
  'names what it made if it fails, unless the service is late': ({ code, id, made, isLate }) =>
    code === undefined || MAY_NOT_KNOW.includes(code) || id !== undefined || isLate || made.length === 0,
  'ends within half an hour': ({ run }) => run.ended - run.started <= LONGEST_RUN,
  'looks the name up after a refusal': ({ lastPost, after }) =>
    ![400, 409, 422].includes(Number(lastPost?.result)) || after.length > 0,
  'reports an error code that its exchanges explain': facts =>
    facts.code === undefined || (EXPLAINED[facts.code]?.(facts) ?? !facts.posts.some(isUnknown)),
}

/** What explains the codes that say something about deployments. All others say that nothing was created. */
const EXPLAINED: Partial<Record<ErrorCode, (facts: Facts) => boolean>> = {
  unexpected_response: ({ own, posts }) =>
    own.some(({ result }) => result === 'unusable') || posts.length > 0,
  conflict: ({ lastPost, after, seen }) =>
    lastPost?.result === 409 && seen === 0 && lookUpsOf(after).length >= PROOFS_OF_ABSENCE,
  // After a second POST they may both be the run's own: `duplicate_created`.
  ambiguous_name: ({ seen = 0, posts }) => seen > 1 && !posts.slice(0, -1).some(isUnknown),
  duplicate_created: ({ id, after }) => after.some(({ shown = [] }) => shown.some(other => other !== id)),
  // After a refusal the list decides, and the last look-ups may have failed.
  unknown_outcome: ({ posts, after, seen = 0 }) =>
    after.length > 0 && seen === 0 && (posts.some(isUnknown) || proofsIn(after).length < PROOFS_OF_ABSENCE),
}

const before = (own: Exchange[], post: Exchange) => own.slice(0, own.indexOf(post))

/** The look-ups since the last failure. */
const proofsIn = (since: Exchange[]) =>
  lookUpsOf(since.slice(since.findLastIndex(({ result }) => result !== 200) + 1))

/** Whether the last of some POSTs provably had no effect, so that another one may follow. */
function isProved(own: Exchange[]): boolean {
  const posts = own.filter(({ method }) => method === 'POST')
  const last = posts.at(-1)
  if (!last || hadNoEffect(last)) return true
  if (!isLost(last) || posts.filter(isUnknown).length > 1) return false
  const since = own.slice(own.indexOf(last) + 1)
  const proofs = proofsIn(since)
  const settled = (proofs.at(-1)?.ended ?? 0) - last.at
  return proofs.length >= PROOFS_OF_ABSENCE && settled >= SETTLING_TIME
}

/** The rules of a successful run. */
const SUCCESS: Rules = {
  'says that it created what it made': ({ run, stored }) =>
    stored?.by !== run.name || run.facts.created === true,
  'succeeds with a deployment of the name': ({ stored }) => stored !== undefined && isOfTheName(stored),
  'adopts none of several': ({ own, posts }) =>
    posts.length > 0 || (lookUpsOf(own).at(-1)?.shown.length ?? 0) <= 1,
}

const isAnswered = ({ lastPost, code }: Facts) => lastPost?.result === 201 && code !== 'unexpected_response'

/** The rules of a run whose POST was answered. */
const DUPLICATES: Rules = {
  'looks for duplicates after its POST': ({ after }) => after.length > 0,
  'says that duplicates are possible if no list shows its deployment': facts =>
    facts.isUnsure || lookUpsOf(facts.after).some(({ shown }) => shown.includes(facts.id ?? '')),
  'looks for duplicates for some seconds': facts =>
    !facts.isUnsure ||
    Math.max(...facts.after.map(({ at }) => at)) - (facts.lastPost?.at ?? 0) >= LEAST_LOOKING,
  'reports the duplicates that it sees': facts => {
    const { world, run, id, posts, isUnsure, code, after } = facts
    const others = after.flatMap(({ shown = [] }) => shown.filter(other => other !== id))
    if (others.length === 0 || code === 'duplicate_created') return true
    const age = (wanted?: string) =>
      `${world.model.deployments.find(({ id }) => id === wanted)?.sent['created_at']} ${wanted}`
    const mayWin = isUnsure || others.every(other => age(id) < age(other))
    const warnings = run.events.flatMap(({ event }) =>
      event.type === 'notice' ? write(wordsOf(event.notice).message) : [],
    )
    const isWarned = warnings.some(warning => others.some(other => warning.includes(other)))
    return mayWin && isWarned && !posts.some(isUnknown)
  },
}
