import type { getOctokit } from '@actions/github'
import {
  describeNetworkFailure,
  type HttpRequest,
  isNetworkFailure,
  type Send,
} from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../lib/json.ts'
import { isSentence, type Sentence, say, words } from '../lib/sentence.ts'
import { withoutEnd } from '../lib/text.ts'
import { type Failure, failureOf } from '../service/failure.ts'
import { isTransient, retryDelay } from '../service/retry.ts'
import type { WorkflowRun } from './event.ts'
import type { Job } from './job.ts'

/** Everything outside the process that a report on GitHub depends on. */
export interface HostContext {
  job: Job
  env: NodeJS.ProcessEnv
  workflow: WorkflowRun
  clock: Clock
  random: () => number
  openTransport: (options: { timeout: number }) => Send
  signal: AbortSignal
}

/** The report of one run on GitHub. */
export interface Host extends Pick<HostContext, 'job' | 'env' | 'workflow'> {
  repository: { owner: string; repo: string }
  baseUrl: string
  /** Begins a stage of a part, which has ten seconds. A run has two: its start and its end. */
  begin(part: Part): Attempt
}

/** Tries to do something. Resolves to undefined if it failed. The first failure of a part becomes a warning. */
export type Attempt = <T>(
  doing: Sentence,
  work: (octokit: Octokit) => Promise<T>,
) => Promise<T | undefined>

type Octokit = ReturnType<typeof getOctokit>

type Part = keyof typeof PERMISSIONS

/** The parts of the report, each with the permission that it needs. */
const PERMISSIONS = {
  'GitHub Deployment': 'deployments: write',
  Comment: 'pull-requests: write',
}

/** The time of a stage, and what it has after a cancellation, in milliseconds. */
const TIME = { stage: 10_000, cancelled: 600 }

const LONGEST_SAID = 500

const LATE = words('GitHub did not answer in time')
const CANCELLED = say`the run was cancelled, and ${LATE}`

/** Why an attempt failed. Octokit makes it the `cause` of an error of its own. */
class GitHubFailure extends Error {
  declare readonly cause: Failure | Sentence
}

/**
 * Opens the API that `GITHUB_API_URL` names, of github.com or of GitHub Enterprise Server. Its requests go through our
 * transport: the same proxies, certificates and bounds as all others, and no redirect is followed.
 *
 * @returns undefined, with a warning, for a text that cannot be a token
 */
export function openHost(
  token: string,
  context: HostContext,
): Host | undefined {
  const { job, env, workflow, signal } = context
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const line =
      'cannot be a token, as it holds a line break, a space or a character beyond ASCII'
    job.warning({
      title: 'Inputs: github_token',
      lines: [words(`Input \`github_token\`: ${line}`)],
    })
    return undefined
  }
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  const baseUrl = withoutEnd(
    env['GITHUB_API_URL'] || 'https://api.github.com',
    '/',
  )
  const send = context.openTransport({ timeout: TIME.stage })
  const warned = new Set<Part>()

  function begin(part: Part): Attempt {
    const over = timeLimit(context)
    const request = { fetch: fetchBelow(baseUrl, send, over, context) }
    const options = { baseUrl, userAgent: 'create-deployment', request }
    return async (doing, work) => {
      try {
        return await work(await openOctokit(token, options, workflow))
      } catch (error) {
        job.debug(say`${String(error)}`)
        const late = signal.aborted ? CANCELLED : LATE
        const [reason, ...advice] = over.aborted
          ? [late]
          : explain(error, PERMISSIONS[part], host)
        const lines = [say`Could not ${doing}: ${reason}.`, ...advice]
        if (!warned.has(part)) job.warning({ title: part, lines })
        warned.add(part)
        return undefined
      }
    }
  }

  const host: Host = {
    job,
    env,
    workflow,
    repository: { owner, repo },
    baseUrl,
    begin,
  }
  return host
}

/** Opens @actions/github, whose import reads the event, the proxies and `GITHUB_API_URL`. */
async function openOctokit(
  token: string,
  options: Parameters<typeof getOctokit>[1],
  { lacksEvent }: WorkflowRun,
): Promise<Octokit> {
  const fail = (cause: Sentence) => {
    throw new GitHubFailure('@actions/github cannot be loaded', { cause })
  }
  // The import would wait for the end of a pipe.
  if (lacksEvent)
    fail(words('GITHUB_EVENT_PATH names no file that can be read as JSON'))
  const { getOctokit } = await import('@actions/github').catch(error =>
    fail(
      say`@actions/github cannot be loaded in this environment (${String(error)})`,
    ),
  )
  return getOctokit(token, options)
}

/** A signal that aborts after the time of a stage, and soon after the workflow was cancelled. */
function timeLimit({ clock, signal }: HostContext): AbortSignal {
  const over = new AbortController()
  const abort = () => over.abort()
  const abortAfter = (ms: number) =>
    void clock.sleep(ms, over.signal).then(abort, abort)
  abortAfter(TIME.stage)
  const onCancel = () => abortAfter(TIME.cancelled)
  if (signal.aborted) onCancel()
  else signal.addEventListener('abort', onCancel, { once: true })
  return over.signal
}

/**
 * A `fetch` for Octokit. Resolves only to a success with JSON. Repeats a request once: a second comment is
 * removed, and a second status changes nothing, but a second GitHub Deployment would stay.
 */
function fetchBelow(
  baseUrl: string,
  send: Send,
  signal: AbortSignal,
  { job, clock, random }: HostContext,
) {
  return async (
    address: string,
    { method, headers, body }: Omit<HttpRequest, 'url'>,
  ) => {
    // The URL of a next page comes from a header, and must not send the token to another host.
    if (!address.startsWith(`${baseUrl}/`))
      throw new Error('a page outside of the API')
    const url = new URL(address)
    const isCreation =
      method === 'POST' && url.pathname.endsWith('/deployments')
    for (let isLast = isCreation; ; isLast = true) {
      const answer = await send(
        { method, url, headers, ...(body !== undefined && { body }) },
        signal,
      )
      if (
        !isNetworkFailure(answer) &&
        answer.status >= 200 &&
        answer.status <= 299
      ) {
        const { status, text } = answer
        if (status !== 204 && typeof (parseJson(text) ?? '') !== 'object')
          throw new Error('no JSON')
        // Octokit would print what other headers say about deprecations.
        const known = {
          'content-type': 'application/json',
          link: String(answer.headers['link'] ?? ''),
        }
        return new Response(text || null, { status, headers: known })
      }
      const failure = isNetworkFailure(answer)
        ? answer
        : failureOf(answer, { url, now: clock.date(), redact: job.redact })
      const delay = retryDelay(1, failure, random)
      if (isLast || delay > TIME.stage / 2 || !isTransient(failure))
        throw new GitHubFailure('GitHub did not carry out the request', {
          cause: failure,
        })
      await clock.sleep(delay, signal)
    }
  }
}

/** The reason of a failure, with GitHub's words, and what to do unless these say it. */
function explain(
  error: unknown,
  permission: string,
  { job, repository, workflow, baseUrl }: Host,
): [reason: Sentence, ...advice: Sentence[]] {
  const failure = [error, Object(error).cause].find(
    one => one instanceof GitHubFailure,
  )?.cause
  if (!failure) return [say`${baseUrl} did not answer as GitHub's API does`]
  if (isSentence(failure)) return [failure]
  if (failure.kind === 'network') return [describeNetworkFailure(failure)]
  const { status } = failure
  const said = failure.kind === 'refused' ? failure.said.text : ''
  const reason = say`GitHub answered ${status}${said && say` (${job.redact(said, LONGEST_SAID)})`}`
  if (![401, 403, 404].includes(status)) return [reason]
  const grant = say`Unless GitHub names another reason, give the job the permission \`${words(permission)}\`, under \`permissions\` in the workflow, and check that \`github_token\` is valid and may see ${repository.owner}/${repository.repo}.`
  const fork = words(
    'This pull request is from a fork, and the token of its runs may only read.',
  )
  return workflow.pullRequest?.fromFork
    ? [reason, grant, fork]
    : [reason, grant]
}
