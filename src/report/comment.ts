import { createHash } from 'node:crypto'
import type { Workflow } from '../inputs/workflow.ts'
import type { Run } from './run.ts'

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
interface Page {
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
  const { pullRequest, event } = workflow
  if (pullRequest === undefined)
    return run.log(
      `No comment is written, as the event ${event} names no pull request`,
    )
  try {
    const done = await write(comment, pullRequest, workflow, signal)
    run.log(`The comment on the pull request ${pullRequest} is ${done}`)
  } catch (error) {
    run.warn(
      `Could not write the comment on the pull request ${pullRequest}: ${reasonIn(error)}. The deployment does not depend on it`,
    )
  }
}

async function write(
  { github_token, base_url, name, body }: Comment,
  number: number,
  { repository }: Workflow,
  signal: AbortSignal,
): Promise<'written' | 'updated'> {
  const time = signal.aborted
    ? AbortSignal.timeout(TIME_AFTER_CANCELLATION)
    : AbortSignal.any([signal, AbortSignal.timeout(TIME)])
  // Most runs need none of it, and it reads the event by itself.
  const { getOctokit } = await import('@actions/github')
  const octokit = getOctokit(github_token, { request: { signal: time } })
  const [owner = '', repo = ''] = repository.split('/')
  const about = JSON.stringify([base_url, name])
  const hash = createHash('sha256').update(about).digest('hex')
  const marker = `<!-- create-deployment: ${hash} -->`
  const text = `${marker}\n${body}`

  let after: string | null = null
  do {
    const page: Page = await octokit.graphql<Page>(COMMENTS, {
      owner,
      name: repo,
      number,
      after,
    })
    const comments = page?.repository?.pullRequest?.comments
    if (!comments) throw new Error('GitHub does not show it to the token')
    const own = comments.nodes.find(
      one => one.viewerDidAuthor && one.body.startsWith(marker),
    )
    if (own) {
      await octokit.graphql(UPDATE, { id: own.id, body: text })
      return 'updated'
    }
    after = comments.pageInfo.hasNextPage ? comments.pageInfo.endCursor : null
  } while (after)
  await octokit.rest.issues.createComment({
    owner,
    repo,
    issue_number: number,
    body: text,
  })
  return 'written'
}

/** What a failure of Octokit knows. */
interface OctokitError extends Error {
  status?: number
  errors?: { type?: string; message?: string }[]
}

/** Why GitHub did not write the comment, and what to do about it. */
function reasonIn(cause: unknown): string {
  const error: OctokitError =
    cause instanceof Error ? cause : new Error(String(cause))
  const [first] = error.errors ?? []
  const isDenied =
    [403, 404].includes(error.status ?? 0) ||
    /FORBIDDEN|NOT_FOUND/.test(first?.type ?? '')
  const said =
    first?.message ??
    (error.status ? `GitHub answered ${error.status}` : error.message)
  return isDenied
    ? `${said}. Give the job the permission \`pull-requests: write\`; the token of a run for a fork may only read`
    : said
}
