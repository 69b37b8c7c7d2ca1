import type { getOctokit } from '@actions/github'
import { describeNetworkFailure, type HttpRequest, isNetworkFailure, type Send } from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { withoutEnd } from '../lib/text.ts'
import { type Failure, failureOf } from '../service/failure.ts'
import { isTransient, retryDelay } from '../service/retry.ts'
import { type PullRequest, runPullRequest } from './event.ts'
import type { Job } from './job.ts'

/** Everything outside the process that a report on GitHub depends on. */
export interface HostContext {
  job: Job
  env: NodeJS.ProcessEnv
  clock: Clock
  random: () => number
  openTransport: (options: { timeout: number }) => Send
  signal: AbortSignal
}

/** The report of one run on GitHub. */
export interface Host extends Pick<HostContext, 'job' | 'env'> {
  repository: { owner: string; repo: string }
  pullRequest: PullRequest | undefined
  /** Begins a stage of a part, which has ten seconds. A run has two: its start and its end. */
  begin(part: keyof typeof PERMISSIONS): Attempt
}

/** Tries to do something. Resolves to undefined if it failed. The first failure of a part becomes a warning. */
export type Attempt = <T>(doing: Sentence, work: (octokit: Octokit) => Promise<T>) => Promise<T | undefined>

type Octokit = ReturnType<typeof getOctokit>

/** The parts of the report, each with the permission that it needs. */
const PERMISSIONS = { 'GitHub Deployment': 'deployments: write', Comment: 'pull-requests: write' }

/** The time of a stage, and what it has after a cancellation, in milliseconds. */
const TIME = { stage: 10_000, cancelled: 600 }

const LONGEST_SAID = 500

/** Octokit makes it the `cause` of an error of its own. */
class GitHubFailure extends Error {
  declare readonly cause: Failure
}

/**
 * Opens the API that `GITHUB_API_URL` names, of github.com or of GitHub Enterprise Server. Its requests go through our
 * transport: the same proxies, certificates and bounds as all others, and no redirect is followed.
 *
 * @returns undefined, with a warning, for a text that cannot be a token
 */
export async function openHost(token: string, context: HostContext): Promise<Host | undefined> {
  const { job, env, signal } = context
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const line = 'cannot be a token, as it holds a line break, a space or a character beyond ASCII'
    job.warning({ title: 'Inputs: github_token', lines: [words(`Input \`github_token\`: ${line}`)] })
    return undefined
  }
  const { getOctokit } = await loadToolkit()
  const baseUrl = withoutEnd(env['GITHUB_API_URL'] || 'https://api.github.com', '/')
  const send = context.openTransport({ timeout: TIME.stage })
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  const warned = new Set<string>()

  function begin(part: keyof typeof PERMISSIONS): Attempt {
    const over = timeLimit(context)
    const fetch = fetchBelow(baseUrl, send, over, context)
    const octokit = getOctokit(token, { baseUrl, userAgent: 'create-deployment', request: { fetch } })
    return async (doing, work) => {
      try {
        return await work(octokit)
      } catch (error) {
        job.debug(say`${String(error)}`)
        if (warned.has(part)) return undefined
        warned.add(part)
        const [reason = words(''), ...advice] = over.aborted
          ? [words(`${signal.aborted ? 'the run was cancelled, and ' : ''}GitHub did not answer in time`)]
          : error instanceof Error && error.cause instanceof GitHubFailure
            ? explain(error.cause.cause, PERMISSIONS[part], host)
            : [say`${baseUrl} did not answer as GitHub's API does`]
        job.warning({ title: part, lines: [say`Could not ${doing}: ${reason}.`, ...advice] })
        return undefined
      }
    }
  }

  const host = { job, env, repository: { owner, repo }, pullRequest: runPullRequest(env), begin }
  return host
}

/**
 * Loads @actions/github without a part of the environment: it would fail for a proxy such as `proxy:8080`, and print that
 * a missing event does not exist. Await it while nothing else reads these variables.
 */
async function loadToolkit(): Promise<typeof import('@actions/github')> {
  const { env } = process
  const unused = /^(https?_proxy|GITHUB_EVENT_PATH|GITHUB_API_URL)$/i
  process.env = Object.fromEntries(Object.entries(env).filter(([name]) => !unused.test(name)))
  try {
    return await import('@actions/github')
  } finally {
    process.env = env
  }
}

/** A signal that aborts after the time of a stage, and soon after the workflow was cancelled. */
function timeLimit({ clock, signal }: HostContext): AbortSignal {
  const over = new AbortController()
  const abort = () => over.abort()
  const abortAfter = (ms: number) => void clock.sleep(ms, over.signal).then(abort, abort)
  abortAfter(TIME.stage)
  const onCancel = () => abortAfter(TIME.cancelled)
  if (signal.aborted) onCancel()
  else signal.addEventListener('abort', onCancel, { once: true })
  return over.signal
}

/**
 * The part of `fetch` that Octokit uses. Resolves only to a success with JSON. Repeats a request once: a second comment is
 * removed, and a second status changes nothing, but a second GitHub Deployment would stay.
 */
function fetchBelow(baseUrl: string, send: Send, signal: AbortSignal, { clock, random }: HostContext) {
  return async (address: string, { method, headers, body }: Omit<HttpRequest, 'url'>) => {
    // The URL of a next page comes from a header, and must not send the token to another host.
    if (!address.startsWith(`${baseUrl}/`)) throw new Error('a page outside of the API')
    const url = new URL(address)
    const isCreation = method === 'POST' && url.pathname.endsWith('/deployments')
    for (let isLast = isCreation; ; isLast = true) {
      const answer = await send({ method, url, headers, ...(body !== undefined && { body }) }, signal)
      if (!isNetworkFailure(answer) && answer.status >= 200 && answer.status <= 299) {
        const { status, text } = answer
        if (status !== 204 && typeof (parseJson(text) ?? '') !== 'object') throw new Error('no JSON')
        // Octokit would print what other headers say about deprecations.
        const known = { 'content-type': 'application/json', link: String(answer.headers['link'] ?? '') }
        return { status, headers: new Map(Object.entries(known)), text: async () => text }
      }
      const failure = isNetworkFailure(answer) ? answer : failureOf(answer, url, clock.date())
      const delay = retryDelay(1, failure, random)
      if (isLast || delay > TIME.stage / 2 || !isTransient(failure))
        throw new GitHubFailure('GitHub did not carry out the request', { cause: failure })
      await clock.sleep(delay, signal)
    }
  }
}

/** The reason of a failure, with GitHub's words, and what to do unless these say it. */
function explain(failure: Failure, permission: string, { job, repository, pullRequest }: Host): Sentence[] {
  if (failure.kind === 'network') return [describeNetworkFailure(failure)]
  const { status } = failure
  const said = failure.kind === 'refused' ? failure.said.text : ''
  const reason = say`GitHub answered ${status}${said && say` (${job.redact(said, LONGEST_SAID)})`}`
  if (![401, 403, 404].includes(status)) return [reason]
  const grant = say`Unless GitHub names another reason, give the job the permission \`${words(permission)}\`, under \`permissions\` in the workflow, and check that \`github_token\` is valid and may see ${repository.owner}/${repository.repo}.`
  const fork = words('This pull request is from a fork, and the token of its runs may only read.')
  return pullRequest?.fromFork ? [reason, grant, fork] : [reason, grant]
}
