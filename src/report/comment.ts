import { hash } from 'node:crypto'
import type { Workflow } from '../inputs/workflow.ts'
import type { Run } from '../run/run.ts'

/** The time for the comment, and after a cancellation, in milliseconds. */
const TIME = 10_000
const TIME_AFTER_CANCELLATION = 600

/** What a comment is about. */
export interface Comment {
  github_token: string
  /** The service and the name of the deployment. */
  base_url: string
  name: string
  /** Markdown. */
  body: string
}

/** A page of the comments of a pull request. */
interface CommentPage {
  repository: {
    pullRequest: {
      comments: {
        nodes: { id: string; body: string; viewerDidAuthor: boolean }[]
        pageInfo: { hasNextPage: boolean; endCursor: string | null }
      }
    } | null
  } | null
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

/** Asks GitHub. */
type GraphQl = <T>(
  query: string,
  variables: Record<string, unknown>,
) => Promise<T>

/**
 * Keeps one comment for each service and name on the pull request of the run: writes it, or updates the token's own one that has the
 * hidden marker. A failure is a warning.
 */
export async function writeComment(
  comment: Comment,
  workflow: Workflow,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const { pullRequest } = workflow
  if (pullRequest === undefined)
    return run.log(
      `No comment is written, as the event ${workflow.event} names no pull request`,
    )
  try {
    await write(comment, pullRequest, workflow, signal)
    run.log(`The comment on the pull request ${pullRequest} is up to date`)
  } catch (error) {
    run.warn(
      `Could not write the comment on the pull request ${pullRequest}: ${reasonIn(error as OctokitError)}. The deployment does not depend on it`,
    )
  }
}

async function write(
  { github_token, base_url, name, body }: Comment,
  number: number,
  { repository }: Workflow,
  signal: AbortSignal,
): Promise<void> {
  // Most runs need none of it, and it reads the event by itself.
  const { getOctokit } = await import('@actions/github')
  const request = { signal: timeFor(signal) }
  const { graphql, rest } = getOctokit(github_token, { request })
  const about = JSON.stringify([base_url, name])
  const marker = `<!-- create-deployment: ${hash('sha256', about)} -->`
  const marked = `${marker}\n${body}`
  const id = await find(graphql, repository, number, marker)
  if (id) {
    await graphql(UPDATE, { id, body: marked })
    return
  }
  const [owner = '', repo = ''] = repository.split('/')
  const issue = { owner, repo, issue_number: number }
  await rest.issues.createComment({ ...issue, body: marked })
}

function timeFor(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(TIME_AFTER_CANCELLATION)
  return AbortSignal.any([signal, AbortSignal.timeout(TIME)])
}

/** Reads the comments up to the token's own one that has the marker. Resolves to its id; undefined if there is none. */
async function find(
  graphql: GraphQl,
  repository: string,
  number: number,
  marker: string,
): Promise<string | undefined> {
  const [owner, name] = repository.split('/')
  let after: string | null = null
  for (;;) {
    const place = { owner, name, number, after }
    const page: CommentPage = await graphql(COMMENTS, place)
    const comments = page?.repository?.pullRequest?.comments
    if (!comments) throw new Error('GitHub does not show it to the token')
    const own = comments.nodes.find(
      one => one.viewerDidAuthor && one.body.startsWith(marker),
    )
    if (own || !comments.pageInfo.hasNextPage) return own?.id
    after = comments.pageInfo.endCursor
  }
}

/** A failure of Octokit, by HTTP or by GraphQL. */
interface OctokitError extends Error {
  status?: number
  errors?: { type?: string }[]
}

/** How GitHub denies what the token may not do. */
const DENIALS: unknown[] = [403, 404, 'FORBIDDEN', 'NOT_FOUND']

/** Why GitHub did not write the comment, and what to do about it. */
function reasonIn({ message, status, errors = [] }: OctokitError): string {
  const codes = [status, ...errors.map(({ type }) => type)]
  return codes.some(code => DENIALS.includes(code))
    ? `${message}. Give the job the permission \`pull-requests: write\`; the token of a run for a fork may only read`
    : message
}
