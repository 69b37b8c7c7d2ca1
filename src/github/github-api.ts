import { createHash } from 'node:crypto'
import { addAbortListener } from 'node:events'
import type { getOctokit } from '@actions/github'
import {
  describeNetworkFailure,
  type HttpRequest,
  type HttpResponse,
  type Send,
} from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { isToken, withoutSlashes } from '../lib/text.ts'
import { answerTo, type Failure } from '../service/failure.ts'
import { retrying } from '../service/retry.ts'
import type { WorkflowRun } from './event.ts'
import type { Annotation, Job } from './job.ts'

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
  repository: { owner: string; repo: string }
  /** Begins a stage of a part, which has ten seconds. A run has two: its start and its end. */
  begin(part: Part): Attempt
  /** What failed so far, at most once for each part. Nothing has printed it yet, and it fails no run. */
  warnings: Annotation[]
}

/** Tries to do something on GitHub. It never rejects: a failure is a warning of the host, and undefined here. */
export type Attempt = <T>(
  doing: Sentence,
  work: (octokit: Octokit) => Promise<T>,
) => Promise<T | undefined>

export type Octokit = ReturnType<typeof getOctokit>

type Part = keyof typeof PERMISSIONS

/** The parts of the report, each with the permission that it needs. */
const PERMISSIONS = {
  'GitHub Deployment': 'deployments: write',
  Comment: 'pull-requests: write',
}

/** The time of a stage, of the retries in it, and what it has after a cancellation, in milliseconds. */
const TIME = { stage: 10_000, pauses: 5000, cancelled: 600 }

const LONGEST_SAID = 500

/** A hash of an exact name: every later run finds it, and no reader learns a secret. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex')

/**
 * Opens the API that `GITHUB_API_URL` names, of github.com or of GitHub Enterprise Server. Its requests go through our
 * transport: the same proxies, certificates and bounds as all others, and no redirect is followed.
 *
 * A text that cannot be a token is a warning, and every attempt with it fails.
 */
export function openHost(token: string, context: HostContext): Host {
  const { env, openTransport } = context
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  const apiUrl = env['GITHUB_API_URL'] || 'https://api.github.com'
  const baseUrl = withoutSlashes(apiUrl)
  const api = { token, baseUrl, send: openTransport({ timeout: TIME.stage }) }
  const host: Host = {
    ...context,
    repository: { owner, repo },
    begin: part => beginStage(part, api, host),
    warnings: isToken(token) ? [] : [NO_TOKEN],
  }
  return host
}

/** The API of GitHub, and the way to it. */
interface Api {
  token: string
  /** Without a slash at its end. */
  baseUrl: string
  send: Send
}

function beginStage(part: Part, api: Api, host: Host): Attempt {
  const { token, baseUrl } = api
  const { job, signal, warnings } = host
  const over = timeLimit(host)
  const ask = askBelow(api, over, host)
  let octokit: Octokit | undefined
  /** Why the last request failed. */
  let failure: Failure | undefined

  async function answer(address: string, request: OctokitRequest) {
    const reply = await ask(address, request)
    failure = 'kind' in reply ? reply : undefined
    if ('kind' in reply) throw new Error('GitHub did not carry out this')
    return responseOf(reply)
  }

  const userAgent = 'create-deployment'
  const options = { baseUrl, userAgent, request: { fetch: answer } }

  function reason(): Sentence {
    if (over.aborted)
      return say`${signal.aborted && CANCELLED}GitHub did not answer in time`
    if (failure) return reasonOf(failure, job)
    return octokit
      ? say`${baseUrl} did not answer as GitHub's API does`
      : NOT_LOADED
  }

  return async (doing, work) => {
    if (!isToken(token)) return undefined
    try {
      // Most runs do not load it.
      const { getOctokit } = await import('@actions/github')
      octokit = getOctokit(token, options)
      return await work(octokit)
    } catch (error) {
      job.debug(say`${String(error)}`)
      const what = say`Could not ${doing}: ${reason()}.`
      const advice = over.aborted ? [] : adviceAfter(failure, part, host)
      if (warnings.every(({ title }) => title !== part))
        warnings.push({ title: part, lines: [what, ...advice] })
      return undefined
    }
  }
}

const NO_TOKEN: Annotation = {
  title: 'Inputs: github_token',
  lines: [
    words(
      'Input `github_token`: cannot be a token, as it holds a line break, a space or a character beyond ASCII',
    ),
  ],
}

const NOT_LOADED = words(
  '@actions/github cannot be loaded in this environment, of which it reads GITHUB_EVENT_PATH, GITHUB_API_URL and the proxies',
)

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

/** The request as Octokit passes it to `fetch`. */
type OctokitRequest = Omit<HttpRequest, 'url'>

/**
 * Asks the API. Retries for a few seconds: a second comment is removed, and a second status changes nothing, but a second
 * GitHub Deployment would stay.
 */
function askBelow(
  { baseUrl, send }: Api,
  signal: AbortSignal,
  { job, clock, random }: HostContext,
) {
  const context = { send, clock, redact: job.redact }
  const retry = { clock, random, onRetry: () => {}, total: TIME.pauses }
  return (address: string, options: OctokitRequest) => {
    // The URL of a next page comes from a header, and must not send the token to another host.
    if (!address.startsWith(`${baseUrl}/`))
      throw new Error('a page outside of the API')
    const url = new URL(address)
    async function once(): Promise<HttpResponse | Failure> {
      const reply = await answerTo({ ...options, url }, context, signal)
      if ('kind' in reply || !reply.broken) return reply
      return { kind: 'network', sent: true, ...reply.broken }
    }
    const isCreation =
      options.method === 'POST' && url.pathname.endsWith('/deployments')
    return isCreation ? once() : retrying('ask GitHub', once, retry, signal)
  }
}

/** A success as Octokit reads it. */
function responseOf({ status, text, headers }: HttpResponse): Response {
  if (status !== 204 && parseJson(text) === undefined)
    throw new Error('no JSON')
  // Octokit would print what other headers say about deprecations.
  const known = {
    'content-type': 'application/json',
    link: String(headers['link'] ?? ''),
  }
  return new Response(text || null, { status, headers: known })
}

/** Why a request failed, with GitHub's words. */
function reasonOf(failure: Failure, job: Job): Sentence {
  if (failure.kind === 'network') return describeNetworkFailure(failure)
  const said = failure.kind === 'refused' ? failure.said.text : ''
  const quoted = said && say` (${job.redact(said, LONGEST_SAID)})`
  return say`GitHub answered ${failure.status}${quoted}`
}

const CANCELLED = words('the run was cancelled, and ')

/** What to do after a failure, unless GitHub's words say it. */
function adviceAfter(
  failure: Failure | undefined,
  part: Part,
  { workflow, repository }: Host,
): Sentence[] {
  const isDenied =
    failure?.kind === 'refused' && [401, 403, 404].includes(failure.status)
  if (!isDenied) return []
  if (workflow.pullRequest?.isRestricted) return [READ_ONLY]
  const { owner, repo } = repository
  return [
    say`${words(grantOf(part))} check that \`github_token\` is valid and may see ${owner}/${repo}. The step does not fail for this. A rerun is safe, but has the same permissions.`,
  ]
}

const grantOf = (part: Part): string =>
  `Unless GitHub names another reason, give the job the permission \`${PERMISSIONS[part]}\`, under \`permissions\` in the workflow; if it has it,`

const READ_ONLY = words(
  'This pull request is from a fork. The token of its runs may only read, whatever `permissions` says. Nothing is to be done, as the deployment does not depend on it; a rerun is safe and ends the same way.',
)
