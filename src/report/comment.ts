import { hash } from 'node:crypto'
import { isObject, parseJson, textAt, valueAt } from '../base/json.ts'
import { duration } from '../base/text.ts'
import type { Workflow } from '../inputs/workflow.ts'
import type { Run } from '../run/run.ts'
import { failureOrThrow, inShort, RequestFailure } from '../service/failure.ts'
import {
  addressOf,
  type Job,
  type Net,
  openHttp,
  unlessAborted,
} from '../service/http.ts'
import { saidIn, sendBy, titleIn } from '../service/refusal.ts'

/** The time for all of the comment, and after a signal, in milliseconds. */
const TIME = 10_000
const TIME_AFTER_SIGNAL = 1000

/** The pause before it is tried once more, in milliseconds. */
const PAUSE = 200

/** What a comment is about. */
export interface Comment {
  github_token: string
  /** The service and the name of the deployment. */
  base_url: string
  name: string
  /** Markdown. */
  body: string
}

/** A pull request. */
interface Place {
  owner: string
  /** Of the repository. */
  name: string
  number: number
}

const COMMENTS = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        nodes { id body viewerDidAuthor }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`

const UPDATE = `mutation ($id: ID!, $body: String!) {
  updateIssueComment(input: { id: $id, body: $body }) { issueComment { id } }
}`

/**
 * Keeps one comment for each service and name on the pull request of the run: writes it, or updates the token's own one that has the
 * hidden marker. A failure is a warning.
 */
export async function writeComment(
  comment: Comment,
  workflow: Workflow,
  run: Run,
  job: Job,
): Promise<void> {
  const { pullRequest: number } = workflow
  if (number === undefined)
    return run.log(
      `No comment is written, as the event ${workflow.event} names no pull request`,
    )
  const [owner = '', name = ''] = workflow.repository.split('/')
  const place = { owner, name, number }
  const limit = openLimit(job)
  const net = { ...run, ...job, signal: limit.signal, timeout: TIME }
  try {
    // Look-ups of hosts that hang hold the threads that load code, too.
    const opening = openGitHub(comment.github_token, net)
    const github = await unlessAborted(opening, limit.signal)
    await tryTwice(() => write(comment, place, github).catch(throwCause), net)
    run.log(`The comment on the pull request ${number} is up to date`)
  } catch (error) {
    const reason = reasonIn(limit.signal.reason ?? error)
    run.warn(
      `Could not write the comment on the pull request ${number}: ${reason}. The deployment does not depend on it`,
    )
  } finally {
    limit.abort()
  }
}

/** Aborts when the time for the comment is over. The comment tells of a cancellation, so a signal leaves it some time. */
function openLimit({ clock, signal }: Job): AbortController {
  const limit = new AbortController()
  const endAfter = (ms: number) =>
    clock.sleep(ms, limit.signal).then(
      () => limit.abort(new Error(`GitHub took longer than ${duration(ms)}`)),
      () => {},
    )
  const hurry = () => endAfter(TIME_AFTER_SIGNAL)
  void endAfter(TIME)
  if (signal.aborted) void hurry()
  else signal.addEventListener('abort', hurry, { once: true })
  return limit
}

/** Tries it once more after an error of the server or the network. What the first try wrote is then found, and updated. */
async function tryTwice(
  once: () => Promise<void>,
  { clock, signal, log }: Net,
): Promise<void> {
  try {
    return await once()
  } catch (error) {
    const failure = failureOrThrow(error)
    const { kind, status = 0 } = failure
    const mayPass = kind === 'lost' || kind === 'unsent' || status >= 500
    if (!mayPass) throw failure
    log(`Could not write the comment: ${inShort(failure)}; one more attempt`)
  }
  await clock.sleep(PAUSE, signal)
  return once()
}

async function write(
  { base_url, name, body }: Comment,
  place: Place,
  { graphql, rest }: GitHub,
): Promise<void> {
  const about = JSON.stringify([base_url, name])
  const marker = `<!-- create-deployment: ${hash('sha256', about)} -->`
  const marked = `${marker}\n${body}`
  const id = await find(graphql, place, marker)
  if (id) {
    await graphql(UPDATE, { id, body: marked })
    return
  }
  const { owner, name: repo, number: issue_number } = place
  await rest.issues.createComment({ owner, repo, issue_number, body: marked })
}

/** Reads the comments up to the token's own one that has the marker. Resolves to its id; undefined if there is none. */
async function find(
  graphql: GitHub['graphql'],
  place: Place,
  marker: string,
): Promise<string | undefined> {
  let after: unknown = null
  for (;;) {
    const page = await graphql(COMMENTS, { ...place, after })
    const comments = valueAt(page, 'repository', 'pullRequest', 'comments')
    const nodes = valueAt(comments, 'nodes')
    if (!Array.isArray(nodes))
      throw new Error('GitHub answered without the comments')
    const own = nodes.find(
      one =>
        valueAt(one, 'viewerDidAuthor') === true &&
        textAt(one, 'body').startsWith(marker),
    )
    if (own) return textAt(own, 'id')
    if (!valueAt(comments, 'pageInfo', 'hasNextPage')) return undefined
    after = valueAt(comments, 'pageInfo', 'endCursor')
  }
}

/** How GitHub denies what the token may not do, by HTTP and by GraphQL. */
const DENIALS: unknown[] = [403, 404, 'FORBIDDEN', 'NOT_FOUND']

/** Words of a denial that no permission of the job changes. */
const OTHER_CAUSE =
  /rate limit|abuse|lock|archived|suspended|SAML|allow list|HTML page/i

/** Why GitHub did not write the comment, and what to do about it. */
function reasonIn(error: Error): string {
  if (!(error instanceof RequestFailure)) return error.message
  const { status, code, said, retryAfter } = error
  const isDenied = DENIALS.includes(status) || DENIALS.includes(code)
  const isOther = retryAfter > 0 || OTHER_CAUSE.test(said)
  return isDenied && !isOther
    ? `${inShort(error)}. Give the job the permission \`pull-requests: write\`; the token of a run for a fork may only read`
    : inShort(error)
}

// GitHub's API, by the way to the network that all requests take.

type GitHub = Awaited<ReturnType<typeof openGitHub>>

/** Opens GitHub's API for a token. Sends nothing. */
async function openGitHub(token: string, net: Net) {
  // Most runs need none of it, and it reads the event by itself.
  const { getOctokit } = await import('@actions/github')
  const baseUrl = textAt(net.env, 'GITHUB_API_URL')
  return getOctokit(token, { baseUrl, request: { fetch: openFetch(net) } })
}

/** Throws the {@link RequestFailure} of a request, which octokit wraps into an error of its own. Any other error is thrown on. */
function throwCause(error: Error): never {
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
    const { status, text } = await send({ method: 'POST', url, ...options })
    const json = parseJson(text)
    const errors = valueAt(json, 'errors')
    if (isObject(json) && !errors) return Response.json(json)
    const page = titleIn(text, net.redacted) ?? ''
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
