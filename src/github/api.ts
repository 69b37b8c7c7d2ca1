import { describe } from '../deployment/outcome.ts'
import { isNetworkFailure } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import type { Clock } from '../lib/clock.ts'
import { isObject, parseJson } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { withoutEnd } from '../lib/text.ts'
import { parseRetryAfter } from '../service/failure.ts'
import { readSaid } from '../service/said.ts'
import { type Answer, type OctokitRequest, openOctokit } from './octokit.ts'
import type { Redact } from './redact.ts'

/** Why a call failed. `limited`: GitHub's rate limit, which says nothing about the permission. */
type ApiFailure =
  | { kind: 'refused'; status: number; said: string; limited: boolean }
  | { kind: 'failed'; reason: string }
  | { kind: 'cancelled' }

export type ApiReply<T> = Result<T, ApiFailure>

type Reply = Exclude<Answer, { kind: 'network' }>

/** One call. */
interface Call extends OctokitRequest {
  /** Whether the call may be retried even if GitHub has processed it. Default: true, except for POST. */
  repeatable?: boolean
}

/** The REST API of github.com or of GitHub Enterprise Server. Its calls never throw. */
export interface GitHubApi {
  /** Makes one call. Its value is GitHub's response, or an empty object for an empty response. */
  call(call: Call, signal: AbortSignal): Promise<ApiReply<Json>>
  /** Reads a list page by page, to its end or until `visit` resolves to false. */
  walk(
    path: string,
    query: Record<string, string>,
    visit: Visit,
    signal: AbortSignal,
  ): Promise<ApiReply<true>>
}

/** A JSON object from GitHub. */
export type Json = Record<string, unknown>

/** The ids of items. An item without one is left out. */
export const idsOf = (items: Json[]): number[] =>
  items.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))

type Visit = (items: Json[]) => Promise<boolean>

/** The largest page that GitHub returns. */
const PAGE_SIZE = 100
const MAX_PAGES = 100

/** The most attempts of one call, and the pauses in milliseconds. A call that would need a longer pause fails. */
const SENDS = { limited: 4, failed: 2 }
const PAUSE = 1000
const LONGEST_PAUSE = 30_000

/** Opens the API that `GITHUB_API_URL` names. */
export function openGitHub(
  { token, env, clock }: { token: string; env: NodeJS.ProcessEnv; clock: Clock },
  { send }: Pick<Transport, 'send'>,
): GitHubApi {
  const base = withoutEnd(env['GITHUB_API_URL'] || 'https://api.github.com', '/')
  const url = URL.parse(base)
  const ask = openOctokit(token, base, { send })

  async function exchange(call: Call, signal: AbortSignal): Promise<ApiReply<Reply>> {
    if (!url || !/^https?:$/.test(url.protocol)) return failedBecause('GITHUB_API_URL is not an HTTP URL')
    const { method, repeatable = method !== 'POST' } = call
    for (let sends = 1; ; sends++) {
      const answer = await ask(call, signal)
      if (!isNetworkFailure(answer) && answer.status >= 200 && answer.status < 300) {
        return { ok: true, value: answer }
      }
      const pause = pauseBefore(answer, sends, { repeatable, now: clock.date() })
      if (pause === undefined) return { ok: false, error: failureOf(answer, url) }
      await clock.sleep(pause, signal)
    }
  }

  /** Turns an abort into a failure value. */
  async function uncancelled<T>(work: () => Promise<ApiReply<T>>, signal: AbortSignal): Promise<ApiReply<T>> {
    try {
      signal.throwIfAborted()
      return await work()
    } catch (error) {
      if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
      throw error
    }
  }

  const call: GitHubApi['call'] = (given, signal) =>
    uncancelled(async () => {
      const reply = await exchange(given, signal)
      if (!reply.ok) return reply
      const { status, text } = reply.value
      const value = given.method === 'DELETE' ? {} : parseJson(text)
      return isObject(value) ? { ok: true, value } : failedBecause(`GitHub answered ${status} without JSON`)
    }, signal)

  const walk: GitHubApi['walk'] = (path, query, visit, signal) =>
    uncancelled(async () => {
      for (let page = 1; page <= MAX_PAGES; page++) {
        const paging = { per_page: String(PAGE_SIZE), page: String(page) }
        const reply = await exchange({ method: 'GET', path, query: { ...query, ...paging } }, signal)
        if (!reply.ok) return reply
        const items = parseJson(reply.value.text)
        if (!Array.isArray(items)) return failedBecause('GitHub answered with no list')
        const more = items.length >= PAGE_SIZE || hasNext(reply.value)
        if (!(await visit(items.filter(isObject))) || items.length === 0 || !more) break
      }
      return { ok: true, value: true }
    }, signal)

  return { call, walk }
}

/** Only checks for a next page and ignores its URL: a URL in a header could send the token to another host. */
const hasNext = ({ headers }: Reply) => /\brel="?next\b/.test(String(headers['link'] ?? ''))

/** Milliseconds before the call is retried; undefined if it has failed permanently. */
function pauseBefore(
  answer: Answer,
  sends: number,
  { repeatable, now }: { repeatable: boolean; now: number },
): number | undefined {
  if (isNetworkFailure(answer)) {
    return (repeatable || !answer.sent) && sends < SENDS.failed ? PAUSE : undefined
  }
  if (isLimited(answer)) {
    const pause = limitedFor(answer, now) ?? PAUSE * 2 ** (sends - 1)
    return sends < SENDS.limited && pause <= LONGEST_PAUSE ? pause : undefined
  }
  return answer.status >= 500 && repeatable && sends < SENDS.failed ? PAUSE : undefined
}

/** GitHub's rate limit is a 429 or a 403. The headers tell such a 403 from a missing permission. */
function isLimited({ status, headers }: Reply): boolean {
  if (status === 429) return true
  return status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')
}

/** The wait that GitHub asks for, in milliseconds. */
function limitedFor({ headers }: Reply, now: number): number | undefined {
  const retryAfter = parseRetryAfter(String(headers['retry-after'] ?? ''), now)
  if (retryAfter !== undefined) return retryAfter
  const reset = Number(headers['x-ratelimit-reset'])
  return headers['x-ratelimit-remaining'] === '0' && reset > 0 ? Math.max(0, reset * 1000 - now) : undefined
}

function failureOf(answer: Answer, url: URL): ApiFailure {
  if (isNetworkFailure(answer)) {
    return { kind: 'failed', reason: `${url.host} could not be reached: ${describe(answer)}` }
  }
  return {
    kind: 'refused',
    status: answer.status,
    said: readSaid(answer.text).text,
    limited: isLimited(answer),
  }
}

export const failedBecause = (reason: string): ApiReply<never> => ({
  ok: false,
  error: { kind: 'failed', reason },
})

/** Longer messages of GitHub are truncated. */
const LONGEST_SAID = 500

/** The facts for the advice about a failed call. */
interface Advised {
  /** The permission that the call needs, such as `deployments: write`. */
  permission: string
  /** The repository's path in the API. */
  repository: string
  fromFork: boolean
  redact: Redact
}

/**
 * The reason of a failed call and the next step, one line each.
 *
 * @param doing the attempted work, as in "could not …"
 */
export function describeApiFailure(
  doing: string,
  failure: ApiFailure,
  { permission, repository, fromFork, redact }: Advised,
): string[] {
  const words = (text: string) => redact(text, LONGEST_SAID)
  if (failure.kind === 'cancelled') {
    return [`Could not ${doing}: the run was cancelled, and GitHub did not answer in time.`]
  }
  if (failure.kind === 'failed') return [`Could not ${doing}: ${words(failure.reason)}.`]
  const { status, said, limited } = failure
  const answer = said === '' ? `${status}` : `${status} (${words(said)})`
  return [`Could not ${doing}: GitHub answered ${answer}.`, ...advice()]

  function advice(): string[] {
    if (limited) return ['GitHub limits the rate of requests of this token. The next run tries again.']
    if (status === 401) return ['Check `github_token`: the token is not valid, or no longer.']
    if (status !== 403 && status !== 404) return []
    const grant = `Give the job the permission \`${permission}\`, under \`permissions\` in the workflow`
    const visible =
      status === 404 ? `, and check that \`github_token\` may see ${repository.replace('/repos/', '')}` : ''
    return [
      `${grant}${visible}.`,
      ...(fromFork ? ['This pull request is from a fork, and the token of its runs may only read.'] : []),
    ]
  }
}
