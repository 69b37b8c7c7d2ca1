import { RequestFailure } from '../service/failure.ts'
import { addressOf, type Net, openHttp } from '../service/http.ts'
import { isObject, parseJson, textAt, valueAt } from '../service/json.ts'
import { saidIn, sendBy, titleIn } from '../service/refusal.ts'

// GitHub's API, by the way to the network that all requests take.

export type GitHub = Awaited<ReturnType<typeof openGitHub>>

/** Opens GitHub's API for a token. Sends nothing. */
export async function openGitHub(token: string, net: Net) {
  // Most runs need none of it, and it reads the event by itself.
  const { getOctokit } = await import('@actions/github')
  const baseUrl = textAt(net.env, 'GITHUB_API_URL')
  return getOctokit(token, { baseUrl, request: { fetch: openFetch(net) } })
}

/** Throws the {@link RequestFailure} of a request, which octokit wraps into an error of its own. Any other error is thrown on. */
export function throwCause(error: Error): never {
  throw error.cause instanceof RequestFailure ? error.cause : error
}

/** What octokit hands over. All requests here are of the method POST. */
interface FetchOptions {
  headers: Record<string, string>
  body: string
}

/** A `fetch` for octokit. It throws a {@link RequestFailure} for all that is no result, so octokit reads nothing else. */
function openFetch(net: Net) {
  const exchange = openHttp(net)
  const send = sendBy(async request => {
    const response = await exchange(request)
    const { headers } = response
    // GitHub may say only by a header of its own that the token has no requests left.
    if (headers['x-ratelimit-remaining'] === '0')
      headers['retry-after'] ??= '60'
    return response
  }, net)

  return async (address: string, options: FetchOptions): Promise<Response> => {
    const url = new URL(address)
    const headers = { ...options.headers, 'accept-encoding': 'gzip' }
    const request = { url, headers, body: options.body }
    const { status, text } = await send({ method: 'POST', ...request })
    const json = parseJson(text)
    const errors = valueAt(json, 'errors')
    if (isObject(json) && !errors) return Response.json(json)
    const page = titleIn(net.redacted(text.slice(0, LONGEST_PAGE))) ?? ''
    throw new RequestFailure(
      'unusable',
      `${addressOf(url)} answered ${status} without a result`,
      {
        status,
        // GraphQL tells of errors with the status of a success.
        code: textAt([errors].flat()[0], 'type'),
        said: errors ? saidIn(text, net.redacted) : page,
      },
    )
  }
}

/** The title of a page stands in so many characters. */
const LONGEST_PAGE = 64 * 1024
