import type { getOctokit } from '@actions/github'
import { type HttpRequest, type HttpResponse, isNetworkFailure, type Send } from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { isObject, parseJson } from '../lib/json.ts'
import { withoutEnd } from '../lib/text.ts'
import { type Failure, failureOf, type Reply } from '../service/failure.ts'
import { type OnRetry, retrying } from '../service/retry.ts'

export type Octokit = ReturnType<typeof getOctokit>

/** Thrown for a request that GitHub did not carry out. Octokit makes it the `cause` of an error of its own. */
export class GitHubFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super('GitHub did not carry out the request')
    this.failure = failure
  }
}

interface OctokitContext {
  env: NodeJS.ProcessEnv
  clock: Clock
  random: () => number
  send: Send
  signal: AbortSignal
}

/** Further retries, and longer pauses in milliseconds, would not end within the time for a report. */
const MOST = { attempts: 2, pause: 5000 }

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** What @actions/github reads of the environment as it is loaded, and what is not used here. */
const UNUSED = /^(https?_proxy|GITHUB_EVENT_PATH|GITHUB_API_URL)$/i

/**
 * Loads @actions/github without parts of the environment: it would fail for a proxy such as `proxy:8080`. Await it while
 * nothing else reads the environment.
 */
export async function loadToolkit(): Promise<typeof import('@actions/github')> {
  const { env } = process
  process.env = Object.fromEntries(Object.entries(env).filter(([name]) => !UNUSED.test(name)))
  try {
    return await import('@actions/github')
  } finally {
    process.env = env
  }
}

/**
 * Opens the API that `GITHUB_API_URL` names, of github.com or of GitHub Enterprise Server. Its requests go through our
 * transport: the same proxies, certificates and bounds as all others, and no redirect is followed.
 */
export function openOctokit(open: typeof getOctokit, token: string, context: OctokitContext): Octokit {
  const baseUrl = withoutEnd(context.env['GITHUB_API_URL'] || 'https://api.github.com', '/')
  const request = { fetch: fetchBelow(baseUrl, context), log: silent }
  return open(token, { baseUrl, userAgent: 'create-deployment', log: silent, request })
}

/** The part of `fetch` that Octokit uses. Throws for every response but a success with JSON. */
function fetchBelow(baseUrl: string, { clock, random, send, signal }: OctokitContext) {
  return async (address: string, { method, headers, body }: Omit<HttpRequest, 'url'>) => {
    // The URL of a next page comes from a header, and must not send the token to another host.
    if (!address.startsWith(`${baseUrl}/`)) throw new Error('GitHub named a page outside of its API')
    const url = new URL(address)
    const ask = async (): Promise<Reply<HttpResponse>> => {
      const answer = await send({ method, url, headers, ...(body !== undefined && { body }) }, signal)
      if (isNetworkFailure(answer)) return { ok: false, error: answer }
      const { status } = answer
      if (status >= 200 && status <= 299) return { ok: true, value: answer, status }
      return { ok: false, error: failureOf(answer, url, clock.date()) }
    }
    // Everything else may be repeated: a second comment is removed, and a second status changes nothing.
    const isCreation = method === 'POST' && url.pathname.endsWith('/deployments')
    const onRetry: OnRetry = ({ failure, delay, attempt }) => {
      const isLimited = failure.kind === 'refused' && failure.status === 429
      const isPointless = attempt >= MOST.attempts || delay > MOST.pause
      if (isPointless || (isCreation && !isLimited)) throw new GitHubFailure(failure)
    }
    const reply = await retrying('', ask, { clock, random, onRetry }, signal)
    if (!reply.ok) throw new GitHubFailure(reply.error)
    const { status, text, headers: received } = reply.value
    const isJson = typeof (parseJson(text) ?? '') === 'object'
    if (status !== 204 && !isJson) throw new Error(`GitHub answered ${status} without JSON`)
    const shown = { 'content-type': 'application/json', link: String(received['link'] ?? '') }
    return { status, url: address, headers: new Map(Object.entries(shown)), text: async () => text }
  }
}

/** All items of a paginated list. */
export async function* itemsOf<T>(pages: AsyncIterable<{ data: T[] }>): AsyncGenerator<T> {
  for await (const { data } of pages) {
    if (!Array.isArray(data)) throw new Error('GitHub answered with no list')
    yield* data.filter(isObject) as T[]
  }
}
