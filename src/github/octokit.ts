import {
  type HttpRequest,
  type HttpResponse,
  isNetworkFailure,
  type NetworkFailure,
} from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'

/** One request. `path` begins with a slash and stands below the API's URL. */
export interface OctokitRequest {
  method: HttpRequest['method']
  path: string
  query?: Record<string, string>
  body?: object
}

/** What became of a request: GitHub's answer with any status, or that none came. */
export type Answer = Pick<HttpResponse, 'status' | 'headers' | 'text'> | NetworkFailure

/** Makes one attempt of one request. Only an abort of `signal` or a bug throws. */
type Ask = (request: OctokitRequest, signal: AbortSignal) => Promise<Answer>

/** The headers of an answer that Octokit gets. Octokit prints what some others say, such as `deprecation`. */
const HEADERS = ['link', 'retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset']

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Opens GitHub's API by Octokit, which is loaded for the first request. Its requests go through our transport: the
 * same proxies, certificates and bounds as all others, and no redirect is followed.
 *
 * @param baseUrl the URL of the API, without a slash at its end
 */
export function openOctokit(token: string, baseUrl: string, { send }: Pick<Transport, 'send'>): Ask {
  const fetch = fetchBy(send)
  const load = async () => {
    const { getOctokit } = await import('@actions/github')
    const options = { baseUrl, userAgent: 'create-deployment', log: silent }
    return getOctokit(token, { ...options, request: { fetch, log: silent } })
  }
  let octokit: ReturnType<typeof load> | undefined

  return async ({ method, path, query, body }, signal) => {
    octokit ??= load()
    const { request } = await octokit
    try {
      const response = await request({
        method,
        url: path,
        headers: { accept: 'application/vnd.github+json' },
        ...query,
        ...(body && { data: JSON.stringify(body) }),
        request: { signal },
      })
      return answerOf(response)
    } catch (error) {
      return answerIn(error)
    }
  }
}

/** Thrown through Octokit, which knows no other way to say that no answer came. */
class Unanswered extends Error {
  readonly failure: NetworkFailure
  constructor(failure: NetworkFailure) {
    super(failure.code)
    this.failure = failure
  }
}

/** The part of `fetch` that Octokit uses. */
function fetchBy(send: Transport['send']) {
  return async (
    address: string,
    options: {
      method: HttpRequest['method']
      headers: Record<string, string>
      body?: string
      signal: AbortSignal
    },
  ) => {
    const { method, headers, body, signal } = options
    const request = { method, url: new URL(address), headers, ...(body !== undefined && { body }) }
    const answer = await send(request, signal)
    if (isNetworkFailure(answer)) throw new Unanswered(answer)
    const kept = HEADERS.flatMap(name => {
      const value = answer.headers[name]
      return value === undefined ? [] : [[name, String(value)] as const]
    })
    // Octokit's own parser makes BigInts of large numbers, so the body is given as text.
    const shown = new Map([...kept, ['content-type', 'text/plain']])
    return { status: answer.status, url: address, headers: shown, text: async () => answer.text }
  }
}

/** The answer in an error of Octokit's. Any other error is thrown again, without the request that Octokit adds. */
function answerIn(error: unknown): Answer {
  const { name, response, cause } = error as Partial<RequestError>
  if (cause instanceof Unanswered) return cause.failure
  if (name !== 'HttpError') throw error
  if (!response) throw cause ?? error
  return answerOf(response)
}

/** The data is the text that `fetch` gave. */
function answerOf({ status, headers, data }: OctokitResponse): Answer {
  return { status, headers: headers as Record<string, string>, text: String(data ?? '') }
}

interface OctokitResponse {
  status: number
  headers: object
  data?: unknown
}

/** The error that Octokit throws for the status 304, for 400 and above, and for an error of `fetch`. */
interface RequestError {
  name: string
  response?: OctokitResponse
  cause: unknown
}
