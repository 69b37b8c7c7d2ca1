import * as fc from 'fast-check'
import { type Exchanged, type Held, isAnswered, isOpen, isThere, NAME } from './service.ts'
import { type Ended, type History, simulate, traceOf } from './world.ts'
import { worlds } from './worlds.ts'

// What must hold in every world.

/** What one run did and saw. */
interface Facts extends Ended {
  posts: Exchanged[]
  lists: Exchanged[]
  /** The answer to its last create request. */
  last: Exchanged['result'] | undefined
  /** The ids of the name that it saw before the polls of a wait, which look for one id. */
  known: Set<string>
  /** What its create requests made. */
  made: Held[]
  /** The deployment that it ends with. */
  held: Held | undefined
  isGreen: boolean
  history: History
}

function factsOf(history: History, ended: Ended, index: number): Facts {
  const { model } = history
  const own = model.exchanges.filter(({ run }) => run === index)
  const posts = own.filter(({ method }) => method === 'POST')
  const poll = own.find(({ filter }) => filter === 'ids')
  const before = own.slice(0, poll && own.indexOf(poll))
  const held = model.held.find(({ id }) => id === ended.run.deployment?.id.toLowerCase())
  return {
    ...ended,
    posts,
    lists: own.filter(({ method }) => method === 'GET'),
    last: posts.at(-1)?.result,
    known: new Set(before.flatMap(({ shown }) => shown)),
    made: model.held.filter(({ by }) => by === index),
    held,
    isGreen: !ended.stop && !ended.plan.dry_run,
    history,
  }
}

const isUnprocessed = (result: Facts['last']) => ['unsent', 425, 429].includes(result ?? '')
const isOther = ({ held, plan }: Facts) => held?.image !== plan.image

/** How long a run takes at most: a look, the create request and the looks after it, each within minutes. */
const LONGEST = 20 * 60_000

/** Each rule, and whether a run breaks it. */
const RULES = {
  'one create request takes effect': ({ made }) => made.length > 1,

  'a repeat needs proof that nothing happened': ({ posts }) =>
    posts.slice(0, -1).some(({ result }) => !isUnprocessed(result)),

  'no create request for a name that was shown': ({ posts, lists }) =>
    posts.some(post => lists.some(({ ended, shown }) => ended <= post.sent && shown.length > 0)),

  'no create request for a name in every list': ({ posts: [first], lists, history }) => {
    if (!first) return false
    const pages = lists.filter(({ sent, result }) => sent < first.sent && result === 'well')
    const named = history.model.held.filter(({ name }) => name === NAME)
    // What appears in the very moment of a page may not be on it.
    return pages.length === 0 || named.some(one => pages.every(({ asOf }) => isThere(one, asOf - 1)))
  },

  'a plan creates nothing': ({ plan, posts }) => plan.dry_run && posts.length > 0,

  '`created` is true only for what the run can have made': facts => {
    const { created, last, made, held, run } = facts
    if (!created) return isAnswered(last)
    if (isAnswered(last)) return last !== 'renamed' && made[0] !== held
    return !isOpen(last) || isOther(facts) || run.caveats.length === 0
  },

  '`created` is false only if nothing took effect': ({ created, made }) => created === false && made.length > 0,

  '`created` is empty only if nobody can know': ({ created, last, isGreen, run }) =>
    created === undefined && (!isOpen(last) || (isGreen && run.caveats.length === 0)),

  'a success knows one deployment of the name': ({ isGreen, known, held }) =>
    isGreen && (known.size !== 1 || !known.has(held?.id ?? '')),

  'a success runs what was asked for, or says that it does not': facts => {
    const { isGreen, plan, run, created, last } = facts
    // A terse answer does not show it, and is trusted.
    if (!isGreen || last === 'terse' || !isOther(facts)) return false
    return (plan.if_exists !== 'reuse' && created !== true) || run.caveats.length === 0
  },

  'a run ends in time': ({ ended, plan }) => ended - plan.start > LONGEST,
} satisfies Record<string, (facts: Facts) => boolean>

/** @throws Error with the rules that the runs of a history break, and what happened in it */
function judge(history: History): void {
  const facts = history.runs.map((ended, index) => factsOf(history, ended, index))
  const broken = Object.entries(RULES).flatMap(([rule, isBroken]) => (facts.some(isBroken) ? [rule] : []))
  if (broken.length > 0) throw new Error(`broken: ${broken.join('; ')}\n${traceOf(history)}`)
}

/** Judges random worlds. A failure has the seed and the smallest world. */
export async function judgeWorlds(parameters: { seed: number; numRuns: number }): Promise<void> {
  const property = fc.asyncProperty(worlds, async world => judge(await simulate(world)))
  await fc.assert(property, parameters)
}
