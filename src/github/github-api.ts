import { createHash } from 'node:crypto'
import { addAbortListener } from 'node:events'
import {
  describeNetworkFailure,
  type HttpRequest,
  type HttpResponse,
  type Send,
} from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { withoutEnd } from '../lib/text.ts'
import { answerTo, type Failure } from '../service/failure.ts'
import { retrying } from '../service/retry.ts'
import type { WorkflowRun } from './event.ts'
import type { Annotation, Job } from './job.ts'

// Octokit would need an adapter for each of our rules: the proxies, certificates and bounds of our transport, no redirect,
// nothing printed but by the job, and failures with GitHub's own words.

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
export interface Host extends HostContext {
  /** The workflow's repository: `owner/name`. */
  repository: string
  /** Begins a stage of a part, which has ten seconds. A run has two: its start and its end. */
  begin(part: Part): Attempt
  /** What failed so far, at most once for each part. Nothing has printed it yet, and it fails no run. */
  warnings: Annotation[]
}

/** Tries to do something on GitHub. It never rejects: a failure is a warning of the host, and undefined here. */
export type Attempt = <T>(
  doing: Sentence,
  work: (gitHub: GitHub) => Promise<T>,
) => Promise<T | undefined>

/** GitHub's REST API. It rejects unless GitHub does what was asked. What it answers is typed as GitHub documents it. */
export interface GitHub {
  /** @param path below the URL of the API: `/user` */
  request<T>(
    method: HttpRequest['method'],
    path: string,
    body?: object,
  ): Promise<T>
  /** The items of a list, from all pages. */
  list<T>(path: string, query?: Record<string, string>): AsyncGenerator<T>
}

type Part = keyof typeof PERMISSIONS

/** The parts of the report, each with the permission that it needs. */
const PERMISSIONS = {
  'GitHub Deployment': 'deployments: write',
  Comment: 'pull-requests: write',
}

/** The time of a stage, of the pauses in it, and what it has after a cancellation, in milliseconds. */
const TIME = { stage: 10_000, pauses: 5000, cancelled: 600 }

const LONGEST_SAID = 500

/** A hash of an exact name: every later run finds it, and no reader learns a secret. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex')

/**
 * Opens the API that `GITHUB_API_URL` names, of github.com or of GitHub Enterprise Server.
 *
 * A text that cannot be a token is a warning, and every attempt with it fails.
 */
export function openHost(token: string, context: HostContext): Host {
  const { job, env, signal, openTransport } = context
  const send = openTransport({ timeout: TIME.stage })
  const isToken = /^[\x21-\x7e]+$/.test(token)
  const apiUrl = env['GITHUB_API_URL'] || 'https://api.github.com'
  const baseUrl = withoutEnd(apiUrl, '/')

  function begin(part: Part): Attempt {
    const over = timeLimit(context)
    const gitHub = openApi({ baseUrl, token, send, over }, context)
    return async (doing, work) => {
      try {
        return isToken ? await work(gitHub) : undefined
      } catch (error) {
        const reason = over.aborted
          ? say`${signal.aborted && CANCELLED}GitHub did not answer in time`
          : reasonOf(error, baseUrl, job)
        const advice = adviceAfter(error, part, host)
        warnOnce(part, [say`Could not ${doing}: ${reason}.`, ...advice])
        return undefined
      }
    }
  }

  function warnOnce(title: Part, lines: Sentence[]): void {
    const isFirst = host.warnings.every(warning => warning.title !== title)
    if (isFirst) host.warnings.push({ title, lines })
  }

  const host: Host = {
    ...context,
    repository: env['GITHUB_REPOSITORY'] ?? '',
    begin,
    warnings: isToken ? [] : [NO_TOKEN],
  }
  return host
}

const CANCELLED = words('the run was cancelled, and ')

const NO_TOKEN: Annotation = {
  title: 'Inputs: github_token',
  lines: [
    words(
      'Input `github_token`: cannot be a token, as it holds a line break, a space or a character beyond ASCII',
    ),
  ],
}

/** A signal that aborts after the time of a stage, and soon after the workflow was cancelled. */
function timeLimit({ clock, signal }: HostContext): AbortSignal {
  const over = new AbortController()
  const abort = () => over.abort()
  const abortAfter = (ms: number) =>
    void clock.sleep(ms, over.signal).then(abort, abort)
  abortAfter(TIME.stage)
  addAbortListener(signal, () => abortAfter(TIME.cancelled))
  return over.signal
}

/** What the API is reached with. */
interface Access {
  baseUrl: string
  token: string
  send: Send
  /** Ends all requests. */
  over: AbortSignal
}

function openApi(
  { baseUrl, token, send, over }: Access,
  { job, clock, random }: HostContext,
): GitHub {
  const headers = {
    accept: 'application/vnd.github.v3+json',
    authorization: `token ${token}`,
    'content-type': 'application/json',
    'user-agent': 'create-deployment',
  }
  const context = { send, clock, redact: job.redact }
  const retry = { clock, random, onRetry: () => {}, total: TIME.pauses }

  async function answer(
    method: HttpRequest['method'],
    path: string,
    body?: object,
  ): Promise<HttpResponse> {
    const url = new URL(baseUrl + path)
    const request = { method, url, headers, body: JSON.stringify(body) }
    const once = () => answerTo(request, context, over)
    // A second comment is removed, and a second status changes nothing, but a second GitHub Deployment would stay.
    const isOnce = method === 'POST' && path.endsWith('/deployments')
    const reply = await (isOnce ? once() : retrying(path, once, retry, over))
    if (reply.ok) return reply.value
    throw new GitHubFailure('refused', { cause: reply.error })
  }

  return {
    async request(method, path, body) {
      return jsonOf(await answer(method, path, body))
    },

    async *list(path, query) {
      for (let page = 1, isLast = false; !isLast; page++) {
        const place = { per_page: '100', page: `${page}` }
        const search = new URLSearchParams({ ...query, ...place })
        const response = await answer('GET', `${path}?${search}`)
        yield* jsonOf(response)
        isLast = !String(response.headers['link']).includes('rel="next"')
      }
    },
  }
}

/** The JSON of an answer. No error quotes it. */
function jsonOf({ text, status }: HttpResponse) {
  if (status === 204) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('no JSON')
  }
}

/** The error for a request that failed. Any other error comes from an answer that is not GitHub's. */
class GitHubFailure extends Error {
  declare readonly cause: Failure
}

/** Why GitHub did not do what was asked, in its own words. */
function reasonOf(error: unknown, baseUrl: string, { redact }: Job): Sentence {
  if (!(error instanceof GitHubFailure))
    return say`${baseUrl} did not answer as GitHub's API does`
  const { cause } = error
  if (cause.kind === 'network') return describeNetworkFailure(cause)
  const said = cause.kind === 'refused' && cause.said.text
  const quoted = said && say` (${redact(said, LONGEST_SAID)})`
  return say`GitHub answered ${cause.status}${quoted}`
}

/** What to do after a refusal of GitHub, unless its words say it. */
function adviceAfter(
  error: unknown,
  part: Part,
  { workflow, repository }: Host,
): Sentence[] {
  const isDenied =
    error instanceof GitHubFailure &&
    error.cause.kind === 'refused' &&
    [401, 403, 404].includes(error.cause.status)
  if (!isDenied) return []
  if (workflow.pullRequest?.isRestricted) return [READ_ONLY]
  return [
    say`${words(grantOf(part))} check that \`github_token\` is valid and may see ${repository}. The step does not fail for this.`,
  ]
}

const grantOf = (part: Part): string =>
  `Unless GitHub names another reason, give the job the permission \`${PERMISSIONS[part]}\`, under \`permissions\` in the workflow; if it has it,`

const READ_ONLY = words(
  'This pull request is from a fork. The token of its runs may only read, and `permissions` in the workflow cannot change that.',
)
