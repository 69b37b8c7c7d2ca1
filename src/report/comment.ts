import { hash } from 'node:crypto'
import { isObject, parseJson, textAt, valueAt } from '../base/json.ts'
import { duration } from '../base/text.ts'
import type { Workflow } from '../inputs/workflow.ts'
import type { Run } from '../run/run.ts'
import { inShort, isTransient, RequestFailure } from '../service/failure.ts'
import {
  addressOf,
  type Job,
  type Net,
  openHttp,
  unlessAborted,
} from '../service/http.ts'
import { retrying } from '../service/operations.ts'
import { onlySuccess, saidIn, titleIn } from '../service/refusal.ts'

/** The time for all of the comment, and after a signal, in milliseconds. */
const TIME = 10_000
const TIME_AFTER_SIGNAL = 1000

/** An error of the server or the network may pass. What the first try wrote is then found, and updated. */
const ONCE_MORE = {
  task: 'write the comment',
  isRetried: isTransient,
  repeats: 1,
}

/** What a comment is about. */
export interface Comment {
  github_token: string
  /** The service and the name of the deployment. */
  base_url: string
  name: string
  /** Markdown. */
  body: string
}

/** Up to a hundred comments of a pull request. */
const COMMENTS = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      id
      comments(first: 100, after: $after) {
        nodes { id body viewerDidAuthor }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`

const ADD = `mutation ($id: ID!, $body: String!) {
  addComment(input: { subjectId: $id, body: $body }) { clientMutationId }
}`

const UPDATE = `mutation ($id: ID!, $body: String!) {
  updateIssueComment(input: { id: $id, body: $body }) { clientMutationId }
}`

/**
 * Keeps one comment for each service and name on the pull request of the run: writes it, or updates the token's own one that has the
 * hidden marker. A failure is a warning.
 */
export async function writeComment(
  comment: Comment,
  { pullRequest: number, repository, event }: Workflow,
  run: Run,
  job: Job,
): Promise<void> {
  if (number === undefined)
    return run.log(
      `No comment is written, as the event ${event} names no pull request`,
    )
  const [owner, name] = repository.split('/')
  const limit = new AbortController()
  void endInTime(limit, job)
  const net = { ...job, signal: limit.signal, timeout: TIME, log: run }
  try {
    // Look-ups of hosts that hang hold the threads that load code, too.
    const ask = await unlessAborted(
      openGitHub(comment.github_token, net),
      limit.signal,
    )
    const write = () => writeOnce(comment, { owner, name, number }, ask)
    await retrying(write, ONCE_MORE, net)
    run.log(`The comment on the pull request ${number} is up to date`)
  } catch (error) {
    run.warn(
      `Could not write the comment on the pull request ${number}: ${reasonIn(limit.signal.reason ?? error)}. The deployment does not depend on it`,
    )
  } finally {
    limit.abort()
  }
}

/** Aborts when the time for the comment is over. The comment tells of a cancellation, so a signal leaves it some time. */
async function endInTime(
  limit: AbortController,
  { clock, signal }: Job,
): Promise<void> {
  let time = TIME
  await clock.sleep(time, signal).catch(() => {
    time = TIME_AFTER_SIGNAL
    return clock.sleep(time, limit.signal).catch(() => {})
  })
  limit.abort(new Error(`GitHub took longer than ${duration(time)}`))
}

/** Reads the comments up to the token's own one that has the marker, and updates it; or adds one. */
async function writeOnce(
  { base_url, name, body }: Comment,
  pullRequest: Variables,
  ask: Ask,
): Promise<void> {
  const marker = `<!-- create-deployment: ${hash('sha256', JSON.stringify([base_url, name]))} -->`
  const isOwn = (one: unknown) =>
    valueAt(one, 'viewerDidAuthor') && textAt(one, 'body').startsWith(marker)
  let after: unknown = null
  for (;;) {
    const page = await ask(COMMENTS, { ...pullRequest, after })
    const found = valueAt(page, 'repository', 'pullRequest')
    const comments = valueAt(found, 'comments', 'nodes')
    if (!Array.isArray(comments))
      throw new Error('GitHub answered without the comments')
    const own = comments.find(isOwn)
    const pageInfo = valueAt(found, 'comments', 'pageInfo')
    if (own || !valueAt(pageInfo, 'hasNextPage')) {
      await ask(own ? UPDATE : ADD, {
        id: textAt(own ?? found, 'id'),
        body: `${marker}\n${body}`,
      })
      return
    }
    after = valueAt(pageInfo, 'endCursor')
  }
}

/** How GitHub denies what the token may not do, by HTTP and by GraphQL. */
const DENIAL = /^(403|404)|FORBIDDEN$|NOT_FOUND$/

/** Words of a denial that no permission of the job changes. */
const OTHER_CAUSE =
  /rate limit|abuse|lock|archived|suspended|SAML|allow list|HTML page/i

/** Why GitHub did not write the comment, and what to do about it. */
function reasonIn(error: Error): string {
  if (!(error instanceof RequestFailure)) return error.message
  return DENIAL.test(`${error.status} ${error.code}`) &&
    !error.retryAfter &&
    !OTHER_CAUSE.test(error.said)
    ? `${inShort(error)}. Give the job the permission \`pull-requests: write\`; the token of a run for a fork may only read`
    : inShort(error)
}

// GitHub's GraphQL, by the way to the network that all requests take.

type Variables = Record<string, unknown>

/** Asks GitHub. Throws a {@link RequestFailure}. */
type Ask = (query: string, variables: Variables) => Promise<unknown>

/** Opens GitHub's API for a token. Sends nothing. */
async function openGitHub(token: string, net: Net): Promise<Ask> {
  // Most runs need none of it, and it reads the event by itself.
  const { getOctokit } = await import('@actions/github')
  const { graphql } = getOctokit(token, {
    baseUrl: textAt(net.env, 'GITHUB_API_URL'),
    request: { fetch: openFetch(net) },
  })
  return (query, variables) =>
    graphql(query, variables).catch((error: Error) => {
      // The error of our `fetch`, which octokit wraps into one of its own.
      throw error.cause ?? error
    })
}

/** What octokit hands over. */
interface FetchOptions {
  method: string
  headers: Record<string, string>
  body: string
}

/** A `fetch` for octokit. It throws a {@link RequestFailure} for all that is no result, so octokit reads nothing else. */
function openFetch(net: Net) {
  const send = onlySuccess(openHttp(net), net)
  return async (address: string, options: FetchOptions): Promise<Response> => {
    const url = new URL(address)
    const { status, text } = await send({ ...options, url })
    const json = parseJson(text)
    const errors = valueAt(json, 'errors')
    if (isObject(json) && !errors) return Response.json(json)
    throw new RequestFailure(
      'unusable',
      `${addressOf(url)} answered ${status} without a result`,
      {
        status,
        // GraphQL tells of errors with the status of a success.
        code: textAt([errors].flat()[0], 'type'),
        said: (errors ? saidIn : titleIn)(text, net.log.redacted),
      },
    )
  }
}
