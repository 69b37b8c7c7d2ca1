import { hash } from 'node:crypto'
import { isObject, parseJson, textAt, valueAt } from '../base/json.ts'
import type { Workflow } from '../inputs/workflow.ts'
import type { Run } from '../run/run.ts'
import { inShort, isTransient, RequestFailure } from '../service/failure.ts'
import { addressOf, type Job, type Net, openHttp, unlessAborted } from '../service/http.ts'
import { retrying } from '../service/operations.ts'
import { onlySuccess, saidIn, titleIn } from '../service/refusal.ts'

/** How long writing the comment may take, and how long after a signal, in milliseconds. */
const TIME = 10_000
const TIME_AFTER_SIGNAL = 1000

/** A comment to write. */
export interface Comment {
  github_token: string
  /** The service and the name of the deployment, which together identify the comment. */
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
 * Keeps one comment for each service and name on the pull request of the run. Updates the comment that the token's user wrote and
 * that begins with the hidden marker, or adds one. A failure only warns.
 */
export async function writeComment(
  comment: Comment,
  { pullRequest: number, repository }: Workflow,
  run: Run,
  job: Job,
): Promise<void> {
  if (number === undefined)
    return run.log('No comment is written, as the event of this run names no pull request')
  const [owner, name] = repository.split('/')
  const limit = new AbortController()
  void endInTime(limit, job)
  const net = { ...job, signal: limit.signal, timeout: TIME, log: run }
  try {
    // Loading code uses the same threads as host look-ups, so a look-up that hangs would hold it beyond the limit.
    const ask = await unlessAborted(openGitHub(comment.github_token, net), limit.signal)
    await retrying(
      () => writeOnce(comment, { owner, name, number }, ask),
      {
        task: 'write the comment',
        isRetried: isTransient,
        // If the first attempt did write the comment, the second one finds and updates it.
        repeats: 1,
        until: job.clock.now() + TIME,
      },
      net,
    )
  } catch (error) {
    run.warn(
      `Could not write the comment on the pull request ${number}: ${reasonIn(limit.signal.reason ?? error)}. The deployment does not depend on it`,
    )
  }
}

/** Aborts when the time for the comment is over. A signal only shortens that time, as the comment must report the cancellation. */
async function endInTime(limit: AbortController, { clock, signal }: Job): Promise<void> {
  await clock.sleep(TIME, signal).catch(() => clock.sleep(TIME_AFTER_SIGNAL, limit.signal))
  limit.abort(new Error('GitHub did not answer in time'))
}

/** Reads the comments until it finds the token's own one with the marker, and updates that one. If there is none, adds one. */
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
    if (!Array.isArray(comments)) throw new Error('GitHub answered without the comments')
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

/** GitHub denies what the token may not do by an HTTP status (`403 `) or by the type of a GraphQL error (`200 FORBIDDEN`). */
const DENIAL = /^(403|404)|FORBIDDEN$|NOT_FOUND$/

/** Words of a denial that another permission of the job would not lift. */
const OTHER_CAUSE = /rate limit|abuse|global id|lock|archived|suspended|SAML|allow list|HTML page/i

/** Why GitHub did not write the comment, and what to do about it. */
function reasonIn(error: Error): string {
  if (!(error instanceof RequestFailure)) return error.message
  return DENIAL.test(`${error.status} ${error.code}`) &&
    !error.retryAfter &&
    !OTHER_CAUSE.test(error.said)
    ? `${inShort(error)}. Give the job the permission \`pull-requests: write\`; the token of a run for a fork may only read`
    : inShort(error)
}

// GitHub's GraphQL API, through the HTTP client that all requests use.

type Variables = Record<string, unknown>

/** Asks GitHub. Throws a {@link RequestFailure}. */
type Ask = (query: string, variables: Variables) => Promise<unknown>

/** Opens GitHub's API for a token. Sends nothing. */
async function openGitHub(token: string, net: Net): Promise<Ask> {
  // Import it here: most runs do not need it, and it reads the event file when it loads.
  const { getOctokit } = await import('@actions/github')
  const { graphql } = getOctokit(token, {
    baseUrl: textAt(net.env, 'GITHUB_API_URL'),
    request: { fetch: openFetch(net) },
  })
  return (query, variables) =>
    graphql(query, variables).catch((error: Error) => {
      // Octokit wraps the error of our `fetch`. Unwrap it.
      throw error.cause ?? error
    })
}

/** The options that octokit passes to `fetch`. */
interface FetchOptions {
  method: string
  headers: Record<string, string>
  body: string
}

/** A `fetch` for octokit. It throws a {@link RequestFailure} for any answer but a result, so octokit never reads an error. */
function openFetch(net: Net) {
  const send = onlySuccess(openHttp(net), net)
  return async (address: string, options: FetchOptions): Promise<Response> => {
    const url = new URL(address)
    const { status, text } = await send({ ...options, url })
    const json = parseJson(text)
    const errors = valueAt(json, 'errors')
    if (isObject(json) && !errors) return Response.json(json)
    throw new RequestFailure('unusable', `${addressOf(url)} answered ${status} without a result`, {
      status,
      // GraphQL reports an error with the status 200, so only its type says what failed.
      code: textAt([errors].flat()[0], 'type'),
      said: (errors ? saidIn : titleIn)(text, net.log.redacted),
    })
  }
}
