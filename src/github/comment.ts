import { createHash } from 'node:crypto'
import { say, words } from '../lib/sentence.ts'
import type { Host } from './host.ts'

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

/** A hash of an exact name: every later run finds it, and no reader learns a secret. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex')

/** Writes a comment, or updates the one of an earlier run. Comments of other users are left alone. */
export async function writeComment(
  { kind, name, body: markdown, mayCreate = true }: StickyComment,
  { job, env, repository, workflow: { pullRequest }, begin }: Host,
): Promise<void> {
  if (!pullRequest) {
    const event = env['GITHUB_EVENT_NAME'] || 'of this run'
    return job.info(
      say`No comment is written, as the event ${event} shows no pull request`,
    )
  }
  const issue = { ...repository, issue_number: pullRequest.number }
  // The action finds its comments by the first line, which readers do not see.
  const marker = `<!-- create-deployment ${kind}: ${hashOf(name)} -->`
  const body = `${marker}\n${markdown}`

  const done = await begin('Comment')(
    words('write the comment'),
    async ({ rest, paginate }) => {
      const { listComments, createComment, updateComment, deleteComment } =
        rest.issues
      const user = await rest.users.getAuthenticated().catch(() => undefined)
      let ids = await find(user?.data.login ?? WORKFLOW_USER)
      if (ids.length === 0 && !mayCreate) return undefined
      const created =
        ids.length === 0
          ? (await createComment({ ...issue, body })).data
          : undefined
      // Another job may have written one at the same time. The oldest one stays.
      if (created) ids = await find(created.user?.login ?? WORKFLOW_USER)
      const [oldest, ...others] = ids
      if (oldest !== undefined && oldest !== created?.id)
        await updateComment({ ...repository, comment_id: oldest, body })
      for (const comment_id of others) {
        // The other job may have removed it already. The next run removes one that stays.
        await deleteComment({ ...repository, comment_id }).catch(() => {})
      }
      return created ? 'written' : 'updated'

      /** The ids of a user's comments with the marker, oldest first. */
      async function find(login: string): Promise<number[]> {
        const comments = await paginate(listComments, {
          ...issue,
          per_page: 100,
        })
        const own = comments.filter(
          ({ user, body }) => user?.login === login && body?.startsWith(marker),
        )
        return own.map(({ id }) => id).sort((a, b) => a - b)
      }
    },
  )
  if (done)
    job.info(
      words(`The comment on pull request ${pullRequest.number} is ${done}`),
    )
}
