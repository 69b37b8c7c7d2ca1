import { valueAt } from '../lib/json.ts'
import type { Received } from '../service/client.ts'
import { type Failure, NOT_PROCESSED, RETRY, retryDelay } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import type { Said } from '../service/said.ts'
import type { Context } from './context.ts'
import { findNamesakes, isAlike, type LookedUp, lookUpName, type Namesakes } from './look-up.ts'

/**
 * The result of creating at most once.
 *
 * - `created`: a POST was answered. `posts` is the number of POSTs that may have taken effect, including this one.
 * - `wrong_answer`: a POST was answered with another deployment.
 * - `found`: the answer to a POST was lost. The name was free before, and now a deployment has it.
 * - `duplicate`: two POSTs were sent, both answers were lost, and there are several deployments.
 * - `taken`: the service says that the name is taken. `deployments` are the deployments with the name, if any.
 * - `unread`: a POST was answered with a success that cannot be read, and the list does not show the deployment.
 * - `unknown`: nothing shows whether a POST took effect.
 */
export type Creation =
  | ({ kind: 'created'; deployment: Received<Deployment>; posts: number } & Namesakes)
  | { kind: 'wrong_answer'; reason: string; status: number }
  | { kind: 'found'; deployments: Received<Deployment>[] }
  | { kind: 'duplicate'; deployments: Received<Deployment>[] }
  | { kind: 'taken'; deployments: Received<Deployment>[]; failure: Failure }
  | { kind: 'look_up_failed'; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unread'; failure: Failure }
  | { kind: 'unknown'; failure: Failure }

/**
 * How to settle whether a POST took effect: the pauses before the look-ups and the minimum time for all of them, in
 * milliseconds, and how many look-ups in a row must succeed and show the name free. A service behind a gateway may
 * commit a few seconds after the gateway gave up. The extra pauses allow one look-up to fail.
 */
const SETTLING = { pauses: [1000, 2000, 4000, 8000, 5000, 5000, 5000], atLeast: 15_000, proofs: 3 }

/**
 * Creates the deployment (interface: create a deployment) at most once, whatever the network does.
 *
 * Retries a POST that was provably not processed. If the effect of a POST is unknown, looks the name up over a settling
 * time, and sends one more POST only if the name stays free. After an answered POST, looks the name up again to find
 * deployments that other runs created at the same time.
 *
 * @param free the look-up that showed the name free
 */
export async function createOnce(
  request: CreateDeploymentRequest,
  free: LookedUp,
  context: Context,
): Promise<Creation> {
  const where = { name: request.name, end: free.end }
  const first = await postUntilProcessed(request, free, context)
  switch (first.kind) {
    case 'created':
      return {
        ...first,
        posts: 1,
        ...(await findNamesakes(first.deployment, where, 'quick', context)),
      }
    case 'taken': {
      context.notify({ type: 'name_taken', failure: first.failure })
      const settled = await settle(request.name, [0, ...SETTLING.pauses], context)
      if (settled.kind === 'unknown') return { kind: 'look_up_failed', failure: settled.failure }
      const deployments = settled.kind === 'found' ? settled.deployments : []
      return { kind: 'taken', deployments, failure: first.failure }
    }
    case 'unknown': {
      context.notify({ type: 'unsure', failure: first.failure })
      const settled = await settle(request.name, SETTLING.pauses, context)
      if (settled.kind === 'unknown') return first
      if (settled.kind === 'found') return settled
      // A service that redirected, or reported success without creating anything, would do so again.
      const isUseless = first.failure.kind === 'unusable' || first.failure.kind === 'redirect'
      if (!isUseless) return createAgain(request, free, context)
      return first.failure.kind === 'unusable' ? { kind: 'unread', failure: first.failure } : first
    }
    default:
      return first
  }
}

/** Sends a second POST, because the first one apparently had no effect. */
async function createAgain(
  request: CreateDeploymentRequest,
  free: LookedUp,
  context: Context,
): Promise<Creation> {
  const where = { name: request.name, end: free.end }
  const second = await postUntilProcessed(request, free, context)
  switch (second.kind) {
    case 'created': {
      const namesakes = await findNamesakes(second.deployment, where, 'thorough', context)
      return { ...second, posts: 2, ...namesakes }
    }
    case 'taken': {
      context.notify({ type: 'name_taken', failure: second.failure })
      // Most likely the first POST took the name, and the list is slow to show it.
      const settled = await settle(request.name, [0, ...SETTLING.pauses], context)
      if (settled.kind === 'found') return settled
      if (settled.kind === 'absent') return { kind: 'taken', deployments: [], failure: second.failure }
      context.notify({ type: 'unsure', failure: settled.failure })
      return { kind: 'unknown', failure: settled.failure }
    }
    case 'unknown': {
      context.notify({ type: 'unsure', failure: second.failure })
      const settled = await settle(request.name, SETTLING.pauses, context)
      if (settled.kind !== 'found') return { kind: 'unknown', failure: second.failure }
      return settled.deployments.length > 1 ? { ...settled, kind: 'duplicate' } : settled
    }
    case 'failed': {
      // The first POST may take effect as late as this.
      context.notify({ type: 'unsure', failure: second.failure })
      const last = await lookUpName(context.service, request.name, context.signal)
      const deployments = last.ok ? last.value.deployments : []
      return deployments.length > 0
        ? { kind: 'found', deployments }
        : { kind: 'unknown', failure: second.failure }
    }
    default:
      return second
  }
}

type Posted =
  | { kind: 'created'; deployment: Received<Deployment> }
  | { kind: 'wrong_answer'; reason: string; status: number }
  | { kind: 'taken'; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown'; failure: Failure }

/** Sends the POST. Retries it only after failures which prove that it was not processed. */
async function postUntilProcessed(
  request: CreateDeploymentRequest,
  free: LookedUp,
  { service, clock, random, notify, signal }: Context,
): Promise<Posted> {
  const deadline = clock.now() + RETRY.total
  for (let attempt = 1; ; attempt++) {
    notify({ type: 'posting' })
    const reply = await service.createDeployment(request, signal)
    if (reply.ok) {
      const deployment = reply.value
      notify({ type: 'deployment', deployment })
      const reason = wrongAnswer(deployment, request.name, free)
      // A service that changes names has still created this deployment.
      const isOwn =
        isAlike(deployment.read.name ?? request.name, request.name) && !free.isListed(deployment.read.id)
      if (isOwn) notify({ type: 'created' })
      if (reason !== undefined) return { kind: 'wrong_answer', reason, status: reply.status }
      return { kind: 'created', deployment }
    }
    const { error: failure } = reply
    const effect = effectOf(failure, request.name)
    if (effect === 'unknown') return { kind: 'unknown', failure }
    notify({ type: 'not_created' })
    if (effect !== 'not_processed') return { kind: effect, failure }
    const delay = retryDelay(attempt, failure, random)
    if (attempt >= RETRY.attempts || clock.now() + delay > deadline) return { kind: 'failed', failure }
    notify({ type: 'retry', what: 'create the deployment', failure, delay })
    await clock.sleep(delay, signal)
  }
}

/** The reason why the deployment in the answer cannot be the new one, if there is a reason. */
function wrongAnswer({ read, sent }: Received<Deployment>, name: string, free: LookedUp): string | undefined {
  const answered = valueAt(sent, ['name'])
  // Some answers have few fields. The list then shows whether the deployment has the name.
  if (answered !== undefined && answered !== name) {
    const named = typeof answered === 'string' ? `named "${answered}"` : 'whose name is not a text'
    return `the service answered with a deployment ${named} (${read.id}) when "${name}" was requested`
  }
  if (free.isListed(read.id)) {
    return `the service answered with the id ${read.id}, which belonged to another deployment before`
  }
  return undefined
}

/** The possible effect of a failed POST. */
function effectOf(failure: Failure, name: string): 'not_processed' | 'unknown' | 'taken' | 'failed' {
  switch (failure.kind) {
    case 'network':
      return failure.sent ? 'unknown' : 'not_processed'
    case 'unusable':
    case 'redirect':
      return 'unknown'
    case 'refused':
      if (NOT_PROCESSED.has(failure.status)) return 'not_processed'
      if (failure.status >= 500) return 'unknown'
      return saysNameIsTaken(failure.status, failure.said, name) ? 'taken' : 'failed'
  }
}

type Settled =
  | { kind: 'found'; deployments: Received<Deployment>[] }
  | { kind: 'absent' }
  | { kind: 'unknown'; failure: Failure }

/**
 * Looks the name up over the settling time.
 *
 * @returns `absent` only if the last look-ups all worked; `unknown` with the last failure otherwise
 */
async function settle(
  name: string,
  pauses: number[],
  { service, clock, notify, signal }: Context,
): Promise<Settled> {
  const started = clock.now()
  let absent = 0
  let failure: Failure | undefined
  for (const pause of pauses) {
    await clock.sleep(pause, signal)
    const reply = await lookUpName(service, name, signal, { retry: false })
    if (reply.ok) {
      const { deployments } = reply.value
      if (deployments.length > 0) return { kind: 'found', deployments }
      absent++
    } else {
      failure = reply.error
      notify({ type: 'look_failed', failure })
      absent = 0
    }
    if (absent >= SETTLING.proofs && clock.now() - started >= SETTLING.atLeast) return { kind: 'absent' }
  }
  // The pauses are longer than the settling time, so only failed look-ups lead here.
  if (!failure) throw new Error('the settling time is longer than its pauses')
  return { kind: 'unknown', failure }
}

/**
 * Whether a refusal of the create request says that the name is taken. The interface has no code for it, so the words
 * decide: they must be about the name or the deployment, not about something else that is taken, such as a URL. A 409
 * without words counts too.
 */
export function saysNameIsTaken(status: number, { text, fields, html }: Said, name: string): boolean {
  const isConflict = status === 409
  if (QUOTA.test(text.slice(0, MOST_TEXT).replaceAll(name, ' '))) return false
  if (!isConflict && status !== 400 && status !== 422) return false
  if (fields.length === 0)
    return (isConflict && (html || !hasWords(text))) || isAboutName(text, name, isConflict)
  return fields.some(({ path: steps, message: msg }) => {
    const path = steps.filter(part => part !== 'body' && part !== 'deployment').join('.')
    if (path === 'name') return isConflict || msg.search(TAKEN) >= 0
    return path === '' && isAboutName(msg, name, isConflict)
  })
}

/** A refusal because of a limit is not about the name, even if it mentions the deployment. */
const QUOTA = /\b(limits?|quotas?|maximum|exceed(s|ed|ing)?)\b/i

const TAKEN =
  /(\balready\b|\btaken\b|(?<!\b(?:not|n't) )\bexists?\b|\bin use\b|\bunique\b|\bnot available\b|\bduplicate\b|\bconflict(s|ing)?\b)(\s+(exists?|taken|in use|used)\b)*/gi

/** Only this much of a long text is searched. */
const MOST_TEXT = 2000

/** Whether a text says that a deployment with the name already exists. */
function isAboutName(whole: string, name: string, isConflict: boolean): boolean {
  const text = whole.slice(0, MOST_TEXT)
  if (/\bunique constraint\W+\w*name/i.test(text)) return true
  const found = [...text.matchAll(TAKEN)]
  if (found.length === 0) return isConflict && isSubject(text, name)
  return found.some((taken, index) => {
    const after = found[index - 1]
    const from = after ? after.index + after[0].length : 0
    const before =
      text
        .slice(from, taken.index)
        .split(/[.;!\n]\s/)
        .at(-1) ?? ''
    // "The name shop is already taken" has its subject first, "Duplicate name" has it last.
    const subject = index === 0 && before.trim() === '' ? text.slice(taken[0].length) : before
    if (/not available/i.test(taken[0]) && !/\bname\b/i.test(subject)) return false
    return isSubject(subject, name)
  })
}

/** Whether a sentence is about the name or the deployment, and not about something else. */
function isSubject(words: string, name: string): boolean {
  const rest = words.replaceAll(name, ' ')
  if (OTHER_THING.test(rest)) return false
  return /\b(names?|named|deployments?|projects?)\b/i.test(rest) || isNamed(words, name)
}

/** Other things that may be taken or busy: the interface's other fields, and operations in progress. */
const OTHER_THING =
  /\w_\w|\b(no|listeners?|secrets?|urls?|domains?|host(name)?s?|integrations?|repositor(y|ies)|images?|namespaces?|operations?|requests?|revisions?|volumes?|containers?|keys?|tokens?|ports?|user(name)?s?|accounts?)\b/i

/** Whether the text contains the deployment's name as a separate word. */
function isNamed(text: string, name: string): boolean {
  const parts = text.split(name)
  return parts.slice(1).some((after, index) => !/[\w-]$/.test(parts[index] ?? '') && !/^[\w-]/.test(after))
}

/** Whether the text is more than the name of a status, or JSON without a message. */
function hasWords(text: string): boolean {
  const rest = text.replace(/\b(409|conflict|error)\b/gi, '')
  return /\p{L}/u.test(rest) && !(/^\s*[{[]/.test(text) && text.search(TAKEN) === -1)
}
