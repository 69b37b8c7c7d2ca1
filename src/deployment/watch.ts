import { within } from '../lib/clock.ts'
import type { Received } from '../service/client.ts'
import type { Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { Context } from './context.ts'
import { openFinder, type Search } from './find.ts'
import { commitOf, doubts, type Goal, goalInWords, isCommit, shortCommit, stateInWords } from './goal.ts'
import { describe, type Failed, failed } from './outcome.ts'
import { GRACE, pauseAfter } from './polling.ts'

/** A deployment to watch, and until when. */
export interface Watch {
  start: Received<Deployment>
  /** What the run waits for; the log speaks of it. */
  goal: Goal
  /** The state that the log has told before. */
  told: Deployment | undefined
  /** Whether the watch may end with this state. */
  isDone: (deployment: Deployment) => boolean
  /** When to give up, by the clock. */
  deadline: number
  /** Whether the list has shown the deployment before. */
  listed: boolean
  /** A look that has been made already, and replaces the first one. */
  looked?: Received<Deployment> | undefined
  /** Whether this run created it: then no push built its first revision. */
  created: boolean
}

export type WatchContext = Pick<Context, 'service' | 'clock' | 'notify' | 'signal'>

/** How a watch ended. `problem` is why the last look failed. */
type Watched =
  | { end: 'done'; deployment: Received<Deployment> }
  | { end: 'failed'; failed: Failed }
  | { end: 'timeout'; deployment: Received<Deployment>; problem: string | undefined }

/**
 * When a deployment that is not listed counts as gone: if it was listed before, after some looks in a row; if it was
 * just created, only after some milliseconds, as a list may be slow to show it.
 */
const GONE = { looks: 2, unseenFor: 15_000 }

/**
 * Polls the list for one deployment until it is done, gone, or certain never to be done. A look that fails does not end
 * the watch, and neither does an unknown status.
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
  let problem: string | undefined

  function tell(before: Deployment | undefined, now: Deployment): void {
    const state = stateInWords(goal, now)
    if (!before || stateInWords(goal, before) !== state) notify({ type: 'status', status: state })
    for (const message of doubts(goal, before, now)) {
      if (!said.has(message)) notify({ type: 'doubt', message })
      said.add(message)
    }
  }

  async function lookAfter(pause: number): Promise<Search> {
    await clock.sleep(pause, signal)
    return look(find, deadline, context)
  }

  tell(told, start.read)
  for (let pause = pauseAfter(0); ; ) {
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
      continue
    }
    problem = undefined
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

/** Looks once, until shortly after the end of the watch. */
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

/** A look that has been made already. */
const shown = (value: Received<Deployment>): Search => ({
  reply: { ok: true, value, status: 200 },
  requests: 1,
})

/** How long the service asked to wait before the next request, in milliseconds. */
const retryAfterOf = (reply: Search['reply']): number | undefined =>
  !reply.ok && reply.error.kind === 'refused' ? reply.error.retryAfter : undefined

/** Why the goal can never be reached; undefined as long as it may be. */
function certainEnd(
  goal: Goal,
  start: Deployment,
  { id, status, source, latest_revision_id, ...deployment }: Deployment,
  created: boolean,
): Failed | undefined {
  if (status === 'AWAITING_DELETE') {
    const words = goalInWords(goal)
    const consequence = words === '' ? '' : `: it will not become ${words}`
    return failed({ code: 'deleted', what: `The deployment ${id} is being deleted${consequence}` })
  }
  const { commit } = goal
  if (commit === undefined) return undefined
  const current = commitOf({ id, ...deployment })
  if (current === undefined && source && source !== 'repohost') {
    return failed({
      code: 'invalid_input',
      what: `The deployment ${id} has the source ${source}, which has no commits: it will not become ${goalInWords(goal)}`,
      hint: 'no_commits',
    })
  }
  if (created && current && !isCommit(commit, current) && latest_revision_id === start.latest_revision_id) {
    const [was, wanted] = [shortCommit(current), shortCommit(commit)]
    return failed({
      code: 'differs',
      what: `The deployment ${id} was created from commit ${was}, and not from commit ${wanted}`,
    })
  }
  return undefined
}

const gone = ({ id }: Deployment): Failed =>
  failed({ code: 'deleted', what: `The deployment ${id} is no longer listed: it was deleted meanwhile` })
