import { within } from '../lib/clock.ts'
import { type Sentence, say, words, write } from '../lib/sentence.ts'
import type { ListQuery, Received, Service } from '../service/client.ts'
import { describe, type Failure, type Reply } from '../service/failure.ts'
import { readPages } from '../service/pages.ts'
import { type Deployment, idOf } from '../service/responses.ts'
import type { Context } from './context.ts'
import {
  commitOf,
  doubts,
  type Goal,
  hasState,
  isCommit,
  isNeverBuilt,
  shortCommit,
  stateInWords,
  stateWanted,
} from './goal.ts'
import { readItem } from './look-up.ts'
import { type Failed, failed, troubleOf } from './outcome.ts'

/** A deployment to watch, and when the watch ends. */
export interface Watch {
  start: Received<Deployment>
  /** What the run waits for, for the log. */
  goal: Goal
  /** The last state in the log. */
  told: Deployment | undefined
  /** Whether this state ends the watch. */
  isDone: (deployment: Deployment) => boolean
  /** When to give up, by the clock. */
  deadline: number
  /** Whether the list has shown the deployment before. */
  listed: boolean
  /** The result of an earlier look-up, which replaces the first look. */
  looked?: Received<Deployment> | undefined
  /** Whether this run created the deployment: then no push built its first revision. */
  created: boolean
}

export type WatchContext = Pick<Context, 'service' | 'clock' | 'notify' | 'signal'>

/** The result of a watch. `problem` is the reason why the last look failed. */
type Watched =
  | { end: 'done'; deployment: Received<Deployment> }
  | { end: 'failed'; failed: Failed }
  | { end: 'timeout'; deployment: Received<Deployment>; problem: string | undefined }

/**
 * When an unlisted deployment counts as gone: after `looks` looks in a row if it was listed before; after `unseenFor`
 * milliseconds if it is new, because a list may be slow to show it.
 */
const GONE = { looks: 2, unseenFor: 15_000 }

/** So many refused looks in a row end the watch: waiting does not mend a key. */
const REFUSED = { looks: 3, statuses: [401, 403, 404] }

/**
 * Polls the list for one deployment until it is done, gone, or certain to never be done. An unknown status does not end
 * the watch, and neither does a failed look, unless the service refuses several in a row.
 */
export async function watch(
  { start, goal, told, isDone, deadline, listed, looked, created }: Watch,
  context: WatchContext,
): Promise<Watched> {
  const { service, clock, notify, signal } = context
  const began = clock.now()
  const find = openFinder(service, start.read, { retry: false })
  const said = new Set<string>()
  let latest = start
  let missing = 0
  let refused = 0
  let problem: string | undefined

  function tell(before: Deployment | undefined, now: Deployment): void {
    const status = stateInWords(goal, now)
    if (!before || plain(stateInWords(goal, before)) !== plain(status)) notify({ type: 'status', status })
    for (const message of doubts(goal, before, now)) {
      if (!said.has(plain(message))) notify({ type: 'doubt', message })
      said.add(plain(message))
    }
  }

  async function lookAfter(pause: number): Promise<Search> {
    await clock.sleep(pause, signal)
    return look(find, deadline, context)
  }

  tell(told, start.read)
  for (let pause = 0; ; ) {
    const end = certainEnd(goal, start.read, latest.read, created)
    if (end) return { end: 'failed', failed: end }
    if (isDone(latest.read)) return { end: 'done', deployment: latest }
    const left = deadline - clock.now()
    if (left <= 0) return { end: 'timeout', deployment: latest, problem }
    const { reply, requests } = looked ? shown(looked) : await lookAfter(Math.min(pause, left))
    looked = undefined
    pause = pauseAfter(clock.now() - began, { requests, retryAfter: retryAfterOf(reply) })
    if (!reply.ok) {
      const last = describe(reply.error)
      if (last !== problem) notify({ type: 'look_failed', failure: reply.error })
      problem = last
      refused = isRefused(reply.error) ? refused + 1 : 0
      if (refused < REFUSED.looks) continue
      return {
        end: 'failed',
        failed: failed(troubleOf(say`look for the deployment ${start.read.id}`, reply.error)),
      }
    }
    problem = undefined
    refused = 0
    const seen = reply.value
    if (!seen) {
      missing++
      const isGone = listed ? missing >= GONE.looks : clock.now() >= began + GONE.unseenFor
      if (isGone) return { end: 'failed', failed: gone(start.read) }
      continue
    }
    listed = true
    missing = 0
    notify({ type: 'deployment', deployment: seen })
    tell(latest.read, seen.read)
    latest = seen
  }
}

const plain = (sentence: Sentence): string => write(sentence, text => text)

const isRefused = (failure: Failure): boolean =>
  failure.kind === 'refused' && REFUSED.statuses.includes(failure.status)

/** Looks once. The look may end shortly after the watch should end. */
async function look(
  find: (signal: AbortSignal) => Promise<Search>,
  deadline: number,
  { clock, signal }: WatchContext,
): Promise<Search> {
  const left = Math.max(0, deadline - clock.now())
  const search = await within(left + GRACE, { clock, signal }, find)
  const timeout: Failure = { kind: 'network', sent: true, code: 'TIMEOUT', cause: undefined }
  return search ?? { reply: { ok: false, error: timeout }, requests: 1 }
}

/** The result of an earlier look-up. */
const shown = (value: Received<Deployment>): Search => ({
  reply: { ok: true, value, status: 200 },
  requests: 1,
})

/** How long the service asked to wait before the next request, in milliseconds. */
const retryAfterOf = (reply: Search['reply']): number | undefined =>
  !reply.ok && reply.error.kind === 'refused' ? reply.error.retryAfter : undefined

/** The reason why the goal can never be reached; undefined while it can be reached. */
function certainEnd(
  goal: Goal,
  start: Deployment,
  { id, status, source, latest_revision_id, ...deployment }: Deployment,
  created: boolean,
): Failed | undefined {
  if (status === 'AWAITING_DELETE') {
    const consequence = hasState(goal) ? say`: it will not become ${stateWanted(goal)}` : words('')
    return failed({ code: 'deleted', what: say`The deployment ${id} is being deleted${consequence}` })
  }
  const { commit } = goal
  if (commit === undefined) return undefined
  const now = { id, status, source, latest_revision_id, ...deployment }
  const current = commitOf(now)
  if (current === undefined && source && source !== 'repohost') {
    return failed({
      code: 'invalid_input',
      what: say`The deployment ${id} has the source ${source}, which has no commits: it will not become ${stateWanted(goal)}`,
      hint: 'no_commits',
    })
  }
  const [was, wanted] = [shortCommit(current ?? ''), shortCommit(commit)]
  if (created && current && !isCommit(commit, current) && latest_revision_id === start.latest_revision_id) {
    return failed({
      code: 'differs',
      what: say`The deployment ${id} was created from commit ${was}, and not from commit ${wanted}`,
      hint: 'created_from_other_commit',
    })
  }
  if (isNeverBuilt(goal, now)) {
    return failed({
      code: 'differs',
      what: say`The deployment ${id} is at commit ${was} and has \`build_on_push: false\`, so no push builds commit ${wanted}`,
      hint: 'not_built_on_push',
    })
  }
  return undefined
}

const gone = ({ id }: Deployment): Failed =>
  failed({ code: 'deleted', what: say`The deployment ${id} is no longer listed: it was deleted meanwhile` })

/**
 * How often to look, in milliseconds: at once, after a second, and then at pauses that grow with the elapsed time. The
 * pause is longer after a look that took many requests.
 */
const PAUSE = { shortest: 1000, share: 1 / 4, longest: 15_000, perRequest: 500 }

/** The longest pause for a `Retry-After`, in milliseconds. */
const LONGEST_ASKED_FOR = 60_000

/** How long the last look may exceed the end of the wait, in milliseconds. */
export const GRACE = 1000

/** After this time without news the log says that the wait continues, in milliseconds. */
export const HEARTBEAT = 30_000

/** The last look's number of requests, and its `Retry-After` in milliseconds. */
interface LastLook {
  requests?: number
  retryAfter?: number | undefined
}

/**
 * The pause before the next look, in milliseconds.
 *
 * @param elapsed milliseconds since the first look
 */
export function pauseAfter(elapsed: number, { requests = 1, retryAfter = 0 }: LastLook = {}): number {
  const pause = Math.min(PAUSE.longest, Math.max(PAUSE.shortest, elapsed * PAUSE.share))
  return Math.max(pause, requests * PAUSE.perRequest, Math.min(retryAfter, LONGEST_ASKED_FOR))
}

/** The result of one search and its number of requests. `value` is undefined if the deployment is not listed. */
interface Search {
  reply: Reply<Received<Deployment> | undefined>
  requests: number
}

/**
 * Prepares repeated searches for one deployment in the list, because no operation reads a single deployment.
 *
 * With the filters by id and name, a search takes one request. The filters are not trusted: if the service refuses
 * them, or the first page does not contain the deployment, the search reads the whole list. If it is found there, all
 * later searches read the whole list too.
 *
 * @param options whether each request is retried
 */
export function openFinder(
  service: Service,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
  options: { retry: boolean },
): (signal: AbortSignal) => Promise<Search> {
  let isFiltered = true

  return async signal => {
    let requests = 0
    const list: Service['listDeployments'] = (query, until) => {
      requests++
      return service.listDeployments(query, until, options)
    }
    /** Reads pages up to the one with the deployment. */
    async function search(query: ListQuery, pages: number): Promise<Search['reply']> {
      for await (const page of readPages(list, query, signal)) {
        const item = page.ok ? page.value.find(item => idOf(item) === id) : undefined
        if (!page.ok) return page
        if (item) return readItem(item, page.status)
        if (--pages === 0) break
      }
      return { ok: true, value: undefined, status: 200 }
    }
    if (isFiltered) {
      const reply = await search({ ids: id, ...(name && { name }) }, 1)
      if (!isInconclusive(reply)) return { reply, requests }
    }
    const reply = await search({}, Number.POSITIVE_INFINITY)
    if (reply.ok && reply.value) isFiltered = false
    return { reply, requests }
  }
}

/** Whether the deployment may be missing because of the filters. */
const isInconclusive = (reply: Search['reply']): boolean =>
  reply.ok
    ? reply.value === undefined
    : reply.error.kind === 'refused' && [400, 422].includes(reply.error.status)
