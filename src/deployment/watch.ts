import { within } from '../lib/clock.ts'
import { type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Received } from '../service/client.ts'
import { describe, type Failure } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import type { Context } from './context.ts'
import {
  commitOf,
  doubts,
  type Goal,
  hasState,
  isCommit,
  shortCommit,
  stateInWords,
  stateWanted,
} from './goal.ts'
import { openFinder } from './look-up.ts'
import { type Failed, failed, named, type RunFailure, runFailure } from './outcome.ts'

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
 *
 * @returns the deployment once it is done, or the failure that ended the watch
 */
export async function watch(
  { start, goal, told, isDone, deadline, listed, looked, created }: Watch,
  context: WatchContext,
): Promise<Received<Deployment> | Failed> {
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

  tell(told, start.read)
  for (let pause = 0; ; ) {
    const end = certainEnd(goal, start.read, latest.read, created)
    if (end) return failed(end)
    if (isDone(latest.read)) return latest
    const left = deadline - clock.now()
    if (left <= 0) return failed(timedOut(goal, latest.read, problem))
    if (!looked) await clock.sleep(Math.min(pause, left), signal)
    const asked = clock.now()
    const reply = looked ? { ok: true as const, value: looked } : await look(find, deadline, context)
    looked = undefined
    pause = Math.max(pauseAfter(clock.now() - began, retryAfterOf(reply)), clock.now() - asked)
    if (!reply.ok) {
      const last = write(describe(reply.error), text => text)
      if (last !== problem) notify({ type: 'look_failed', failure: reply.error })
      problem = last
      refused = isRefused(reply.error) ? refused + 1 : 0
      if (refused < REFUSED.looks) continue
      return failed(runFailure(say`look for the ${named(start.read)}`, reply.error))
    }
    problem = undefined
    refused = 0
    if (!reply.value) {
      missing++
      const isGone = listed ? missing >= GONE.looks : clock.now() >= began + GONE.unseenFor
      if (isGone) return failed(gone(start.read))
      continue
    }
    listed = true
    missing = 0
    notify({ type: 'deployment', deployment: reply.value })
    tell(latest.read, reply.value.read)
    latest = reply.value
  }
}

const plain = (sentence: Sentence): string => write(sentence, text => text)

const isRefused = (failure: Failure): boolean =>
  failure.kind === 'refused' && REFUSED.statuses.includes(failure.status)

/** Looks once. The look may end shortly after the watch should end. */
async function look(
  find: ReturnType<typeof openFinder>,
  deadline: number,
  { clock, signal }: WatchContext,
): ReturnType<typeof find> {
  const left = Math.max(0, deadline - clock.now())
  return (await within(left + GRACE, { clock, signal }, find)) ?? { ok: false, error: NOT_IN_TIME }
}

/** How long the service asked to wait before the next request, in milliseconds. */
const retryAfterOf = (reply: { ok: true } | { ok: false; error: Failure }): number | undefined =>
  !reply.ok && reply.error.kind === 'refused' ? reply.error.retryAfter : undefined

const NOT_IN_TIME: Failure = { kind: 'network', sent: true, code: 'TIMEOUT', cause: undefined }

/** The reason why the goal can never be reached; undefined while it can be reached. */
function certainEnd(
  goal: Goal,
  start: Deployment,
  now: Deployment,
  created: boolean,
): RunFailure | undefined {
  const { status, source } = now
  if (status === 'AWAITING_DELETE') {
    const consequence = hasState(goal) ? say`: it will not become ${stateWanted(goal)}` : words('')
    return { code: 'deleted', what: say`The ${named(now)} is being deleted${consequence}` }
  }
  const { commit } = goal
  if (commit === undefined) return undefined
  const current = commitOf(now)
  if (current === undefined && source && source !== 'repohost') {
    return {
      code: 'invalid_input',
      what: say`The ${named(now)} has the source ${source}, which has no commits: it will not become ${stateWanted(goal)}`,
      hint: 'no_commits',
    }
  }
  if (current === undefined || isCommit(commit, current)) return undefined
  const [was, wanted] = [shortCommit(current), shortCommit(commit)]
  if (created && now.latest_revision_id === start.latest_revision_id) {
    return {
      code: 'differs',
      what: say`The ${named(now)} was created from commit ${was}, and not from commit ${wanted}`,
      hint: 'created_from_other_commit',
    }
  }
  if (now.source_config?.build_on_push !== false) return undefined
  return {
    code: 'differs',
    what: say`The ${named(now)} is at commit ${was} and has \`build_on_push: false\`, so no push builds commit ${wanted}`,
    hint: 'not_built_on_push',
  }
}

const gone = (deployment: Deployment): RunFailure => ({
  code: 'deleted',
  what: say`The ${named(deployment)} is no longer listed: it was deleted meanwhile`,
})

const timedOut = (goal: Goal, deployment: Deployment, problem: string | undefined): RunFailure => ({
  code: 'wait_timeout',
  what: say`The ${named(deployment)} was not ${stateWanted(goal)} within ${inSeconds(goal.wait_timeout)}; it was left as it is, and its last status was ${stateInWords(goal, deployment)}${problem === undefined ? words('') : say`. The last look failed: ${problem}`}`,
})

export const inSeconds = (ms: number): Sentence => say`${ms / 1000} s`

/**
 * How often to look, in milliseconds: at once, after a second, and then at pauses that grow with the elapsed time. A
 * pause is at least as long as the last look took.
 */
const PAUSE = { shortest: 1000, share: 1 / 4, longest: 15_000 }

/** The longest pause for a `Retry-After`, in milliseconds. */
const LONGEST_ASKED_FOR = 60_000

/** How long the last look may exceed the end of the wait, in milliseconds. */
export const GRACE = 1000

/**
 * The pause before the next look, in milliseconds.
 *
 * @param elapsed milliseconds since the first look
 * @param retryAfter how long the service asked to wait, in milliseconds
 */
export function pauseAfter(elapsed: number, retryAfter = 0): number {
  const pause = Math.min(PAUSE.longest, Math.max(PAUSE.shortest, elapsed * PAUSE.share))
  return Math.max(pause, Math.min(retryAfter, LONGEST_ASKED_FOR))
}
