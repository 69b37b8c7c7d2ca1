import { say, words } from '../lib/sentence.ts'
import { nameKey } from './event.ts'
import type { Host } from './host.ts'
import { itemsOf, type Octokit } from './octokit.ts'

/** The user of a workflow's token. Such a token has no permission to look up its own user. */
const WORKFLOW_USER = 'github-actions[bot]'

/** A comment that is kept once on a pull request for each kind and name. Its body is markdown of at most 65,000 bytes. */
interface StickyComment {
  kind: 'deployment' | 'plan' | 'deploy-many'
  name: string
  body: string
  /** Whether to write it if it is not there; by default true. */
  mayCreate?: boolean
}

/** Writes a comment, or updates the one of an earlier run. Comments of other users are left alone. */
export async function writeComment(
  { kind, name, mayCreate = true, ...comment }: StickyComment,
  host: Host,
): Promise<void> {
  const { job, env, repository, pullRequest, attempt } = host.begin('Comment', 'end')
  if (!pullRequest) {
    const event = env['GITHUB_EVENT_NAME'] || 'of this run'
    return job.info(say`No comment is written, as the event ${event} is not about a pull request`)
  }
  const issue_number = pullRequest.number
  // The action finds its comments by the first line, which readers do not see.
  const marker = `<!-- create-deployment ${kind}: ${nameKey(name)} -->`
  const body = `${marker}\n${comment.body}`

  /** The ids of the user's comments with the marker, oldest first. */
  async function find({ rest, paginate }: Octokit, login: string): Promise<number[]> {
    const request = { ...repository, issue_number, per_page: 100 }
    const ids: number[] = []
    for await (const { id, user, body } of itemsOf(paginate.iterator(rest.issues.listComments, request))) {
      if (user?.login === login && body?.trimStart().startsWith(marker)) ids.push(id)
    }
    return ids.sort((a, b) => a - b)
  }

  async function write(octokit: Octokit, ids: number[]): Promise<string> {
    const { createComment, updateComment, deleteComment } = octokit.rest.issues
    const isNew = ids.length === 0
    const created = isNew ? (await createComment({ ...repository, issue_number, body })).data : undefined
    // Another job may have written one at the same time. The oldest one stays.
    const [oldest, ...others] = isNew ? await find(octokit, created?.user?.login ?? WORKFLOW_USER) : ids
    if (oldest !== undefined && oldest !== created?.id) {
      await updateComment({ ...repository, comment_id: oldest, body })
    }
    for (const comment_id of others) {
      // The other job may have removed it already. The next run removes one that stays.
      await deleteComment({ ...repository, comment_id }).catch(() => {})
    }
    return isNew ? 'written' : 'updated'
  }

  const ids = await attempt(words('read the comments of the pull request'), async octokit =>
    find(octokit, await ownUser(octokit)),
  )
  if (!ids || (ids.length === 0 && !mayCreate)) return
  const done = await attempt(words('write the comment'), octokit => write(octokit, ids))
  if (done) job.info(words(`The comment on pull request ${issue_number} is ${done}`))
}

/** The user of the token. */
async function ownUser({ rest }: Octokit): Promise<string> {
  const reply = await rest.users.getAuthenticated().catch(() => undefined)
  return reply?.data.login ?? WORKFLOW_USER
}
