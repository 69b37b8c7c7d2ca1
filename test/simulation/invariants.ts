import type { ErrorCode } from '../../src/deployment/errors.ts'
import { write } from '../../src/lib/sentence.ts'
import { explains } from './explanations.ts'
import { codeOf, hadNoEffect, isRead, isUnknown, type LookUp, lookUpsOf, postsOf } from './history.ts'
import type { Exchange, Stored } from './model.ts'
import { isOfTheName } from './model.ts'
import type { Run, World } from './world.ts'

/** The limits of the protocol, repeated here independently of src/. Times are in milliseconds. */
const SETTLING_TIME = 15_000
const PROOFS_OF_ABSENCE = 3
const LEAST_LOOKING = 3000
const LONGEST_RUN = 30 * 60_000
const LATENCY_OF_LAST_LOOK = 1000

/** Checks all rules in a world. Returns the violations. */
export function violations(world: World): string[] {
  const ofRuns = world.runs.flatMap(run => {
    const own = world.model.exchanges.filter(exchange => exchange.run === run.name)
    return [
      ...claims(world, run, own),
      ...forbiddenPosts(own),
      ...secondDeployments(world, run),
      ...unreportedDuplicates(world, run, own),
      ...unnamedDeployments(world, run, own),
      ...limits(world, run),
      ...wrongSuccess(world, run, own),
      ...wrongCode(world, run, own),
    ].map(text => `${run.name}: ${text}`)
  })
  return [...ofRuns, ...severalWinners(world)]
}

/** `created=true` means that this run created the deployment, or that it appeared after a lost response. */
function claims({ setting, model }: World, run: Run, own: Exchange[]): string[] {
  const { state, outcome, name } = run
  const id = state.deployment?.read.id
  const stored = model.deployments.find(deployment => deployment.id === id)
  const found: string[] = []
  if (id !== undefined && !stored && codeOf(run) !== 'unexpected_response') {
    found.push(`reports the id ${id}, which does not exist`)
  }
  if (state.created && stored && stored.by !== name) {
    const wasFree = stored.visible >= (own[0]?.started ?? 0) || own.some(({ stale }) => stale)
    if (!postsOf(own).some(isUnknown) || !wasFree) found.push(`claims to have created ${id} of ${stored.by}`)
  }
  const created = outcome !== 'cancelled' && outcome.result === 'created'
  if (created && !state.created) found.push('ends as created without saying so')
  const isChanged = setting.traits.names === 'lower case'
  if (codeOf(run) === undefined && stored?.by === name && !state.created && !isChanged) {
    found.push(`does not say that it created ${id}`)
  }
  return found
}

/** A POST requires a look-up that finds the name free, and another POST a proof that the first had no effect. */
function forbiddenPosts(own: Exchange[]): string[] {
  const posts = postsOf(own)
  return posts.flatMap((post, index) => {
    const before = own.slice(0, own.indexOf(post))
    const lookUp = lookUpsOf(before).at(-1)
    if (!lookUp || lookUp.shown.length > 0) return ['sends a POST although no look-up finds the name free']
    if (lookUp.there.length > 0) return [`takes the name for free although the list holds ${lookUp.there}`]
    const last = posts[index - 1]
    if (!last || hadNoEffect(last)) return []
    if (!isUnknown(last)) return [`sends a POST after one that came to ${last.result}`]
    if (typeof last.result === 'string' ? last.result === 'unusable' : last.result < 400)
      return [`sends a POST again after a useless answer, ${last.result}`]
    if (posts.slice(0, index - 1).some(isUnknown)) return ['sends a POST after two whose effect is unknown']
    const since = own.slice(own.indexOf(last) + 1, own.indexOf(post))
    const proofs = lookUpsOf(since.slice(since.findLastIndex(({ result }) => result !== 200) + 1))
    if (proofs.length < PROOFS_OF_ABSENCE)
      return [`sends a second POST after ${proofs.length} look-ups in a row`]
    const settled = (proofs.at(-1)?.ended ?? 0) - last.at
    return settled < SETTLING_TIME ? [`sends a second POST after ${settled} ms`] : []
  })
}

/** No run creates two deployments, unless the service commits after its response or lists late. */
function secondDeployments({ setting, model }: World, { name }: Run): string[] {
  const made = model.deployments.filter(({ by }) => by === name)
  const isSlow = setting.traits.lag > 0 || model.exchanges.some(({ stale, late }) => stale || late)
  return made.length > 1 && !isSlow
    ? [`made ${made.length} deployments: ${made.map(({ id }) => id).join(', ')}`]
    : []
}

/** A run whose POST succeeds looks for duplicates, and reports those in the list. */
function unreportedDuplicates({ model }: World, run: Run, own: Exchange[]): string[] {
  const posts = postsOf(own)
  const answered = posts.at(-1)
  const code = codeOf(run)
  if (answered?.result !== 201 || code === 'cancelled' || code === 'unexpected_response') return []
  const waiting =
    run.events.find(({ event }) => event.type === 'phase' && event.phase === 'wait')?.at ?? Infinity
  const after = own.slice(own.indexOf(answered) + 1).filter(({ at }) => at <= waiting)
  if (after.length === 0) return ['does not look for duplicates after its POST']
  const id = run.state.deployment?.read.id
  const shown = new Set(after.filter(isRead).flatMap(({ shown = [] }) => shown))
  const unsure = run.events.some(({ event }) => event.type === 'duplicates_possible')
  const took = Math.max(...after.map(({ at }) => at)) - answered.at
  const isProved = lookUpsOf(after).some(lookUp => id !== undefined && lookUp.shown.includes(id))
  if (!isProved && !unsure) return ['does not say that duplicates are possible']
  if (unsure && took < LEAST_LOOKING) return [`looks for duplicates for ${took} ms only`]
  const others = [...shown].filter(other => other !== id)
  if (others.length === 0) return []
  const warned = run.events.some(
    ({ event }) =>
      event.type === 'warning' && others.some(other => write(event.message, text => text).includes(other)),
  )
  const mayWin = unsure || others.every(other => isOlder(model.deployments, id, other))
  const isReported = code === 'duplicate_created' || (mayWin && !posts.some(isUnknown) && warned)
  return isReported ? [] : [`sees ${others} besides ${id} and reports ${code ?? 'success'}`]
}

function isOlder(deployments: Stored[], id: string | undefined, other: string): boolean {
  const at = (wanted: string | undefined) => deployments.findIndex(deployment => deployment.id === wanted)
  return at(id) < at(other)
}

/** A failed run names the deployment that it created, or reports that the outcome is unknown. */
function unnamedDeployments({ setting, model }: World, run: Run, own: Exchange[]): string[] {
  const code = codeOf(run)
  const mayNotKnow = ['unknown_outcome', 'cancelled', 'ambiguous_name', 'duplicate_created']
  if (code === undefined || mayNotKnow.includes(code) || run.state.deployment) return []
  if (setting.traits.lag > 0 || own.some(({ stale, late }) => stale || late)) return []
  const made = model.deployments.filter(({ by }) => by === run.name)
  return made.map(({ id }) => `fails with ${code} and does not name ${id}, which it made`)
}

/** All successful runs have the same deployment, unless the log warns of possible duplicates. */
function severalWinners({ runs }: World): string[] {
  const sure = runs.filter(
    run => codeOf(run) === undefined && !run.events.some(({ event }) => event.type === 'duplicates_possible'),
  )
  const ids = new Set(sure.map(({ state }) => state.deployment?.read.id))
  return ids.size > 1
    ? [`${sure.length} runs succeed with different deployments: ${[...ids].join(', ')}`]
    : []
}

/** A run and its wait end in time, and a cancelled run ends at once. */
function limits({ setting }: World, { started, ended, outcome, events }: Run): string[] {
  const { cancelled, order } = setting
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

/** A successful run has one deployment that matches the request and is in the awaited state. */
function wrongSuccess({ setting, model }: World, run: Run, own: Exchange[]): string[] {
  if (codeOf(run) !== undefined) return []
  const { if_exists, wait_for } = setting.order
  const id = run.state.deployment?.read.id
  const found: string[] = []
  const stored = model.deployments.find(deployment => deployment.id === id)
  if (!stored || !isOfTheName(stored)) return [`succeeds with the deployment ${id}, which is not of the name`]
  const posted = postsOf(own).length > 0
  const differs = setting.existing === 'different' || setting.existing === 'folded'
  if (!posted && if_exists === 'fail') found.push('adopts although if_exists is fail')
  if (differs && if_exists !== 'reuse') found.push('adopts what differs')
  if (setting.existing === 'awaiting_delete') found.push('adopts what is being deleted')
  const lookUp: LookUp | undefined = lookUpsOf(own).at(-1)
  if (!posted && (lookUp?.shown.length ?? 0) > 1) found.push('succeeds although it saw several of the name')
  const age = run.ended - stored.committed
  if (wait_for === 'ready' && age < setting.traits.readyAfter) found.push('is not ready')
  if (wait_for === 'active' && age < 2 * setting.traits.readyAfter) found.push('is not active')
  return found
}

/** The events of the run explain its error code. */
function wrongCode(world: World, run: Run, own: Exchange[]): string[] {
  const code: ErrorCode | undefined = codeOf(run)
  if (code === undefined || code === 'cancelled' || explains(code, world, run, own)) return []
  return [`reports ${code}, which nothing explains`]
}
