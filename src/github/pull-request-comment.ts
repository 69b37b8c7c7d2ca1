import { say, words } from '../lib/sentence.ts'
import { type Host, hashOf, type Octokit } from './github-api.ts'

/** The user of a workflow's token. Such a token has no permission to look up its own user. */
const WORKFLOW_USER = 'github-actions[bot]'

/** A comment that is kept once on a pull request for each kind and name. Its body is markdown of at most 65,000 bytes. */
interface StickyComment {
  kind: 'deployment' | 'plan' | 'deploy-many' | 'deploy-many plan'
  name: string
  body: string
  /** Whether to write it if it is not there; by default true. */
  mayCreate?: boolean
}

/** Writes a comment, or updates the one of an earlier run. Comments of other users are left alone. */
export async function writeComment(
  comment: StickyComment,
  host: Host,
): Promise<void> {
  const { job, env, workflow } = host
  const number = workflow.pullRequest?.number
  if (number === undefined) {
    const event = env['GITHUB_EVENT_NAME'] || 'of this run'
    return job.info(
      say`No comment is written, as the event ${event} shows no pull request`,
    )
  }
  const done = await host.begin('Comment')(
    words('write the comment'),
    octokit => write(comment, number, host, octokit),
  )
  if (done) job.info(words(`The comment on pull request ${number} is ${done}`))
}

/** Resolves to undefined if there is no comment, and none to be created. */
async function write(
  { kind, name, body: markdown, mayCreate = true }: StickyComment,
  issue_number: number,
  { repository }: Host,
  { rest, paginate }: Octokit,
): Promise<'written' | 'updated' | undefined> {
  const { listComments, createComment, updateComment, deleteComment } =
    rest.issues
  const issue = { ...repository, issue_number }
  // The action finds its comments by the first line, which readers do not see.
  const marker = `<!-- create-deployment ${kind}: ${hashOf(name)} -->`
  const body = `${marker}\n${markdown}`

  const user = await rest.users.getAuthenticated().catch(() => undefined)
  const ids = await idsOf(user?.data.login)
  if (ids.length > 0) {
    await keepFirst(ids)
    return 'updated'
  }
  if (!mayCreate) return undefined
  const { data } = await createComment({ ...issue, body })
  // Another job may have written one at the same time.
  await keepFirst(await idsOf(data.user?.login), data.id)
  return 'written'

  /** Writes the body into the oldest comment, unless it is the one just written, and removes the others. */
  async function keepFirst(
    [oldest, ...others]: number[],
    current?: number,
  ): Promise<void> {
    if (oldest !== undefined && oldest !== current)
      await updateComment({ ...repository, comment_id: oldest, body })
    for (const comment_id of others) {
      // The other job may have removed it already. The next run removes one that stays.
      await deleteComment({ ...repository, comment_id }).catch(() => {})
    }
  }

  /** The ids of a user's comments with the marker. GitHub lists the oldest first. */
  async function idsOf(login = WORKFLOW_USER): Promise<number[]> {
    const comments = await paginate(listComments, { ...issue, per_page: 100 })
    return comments
      .filter(
        ({ user, body }) => user?.login === login && body?.startsWith(marker),
      )
      .map(({ id }) => id)
  }
}
