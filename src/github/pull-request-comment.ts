import { say, words } from '../lib/sentence.ts'
import { type GitHub, type Host, hashOf } from './github-api.ts'

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
  const done = await host.begin('Comment')(words('write the comment'), gitHub =>
    write(comment, number, host, gitHub),
  )
  if (done) job.info(words(`The comment on pull request ${number} is ${done}`))
}

interface User {
  login: string
}

interface Comment {
  id: number
  user: User | null
  body?: string
}

/** Resolves to undefined if there is no comment, and none to be created. */
async function write(
  { kind, name, body: markdown, mayCreate = true }: StickyComment,
  number: number,
  { repository }: Host,
  { request, list }: GitHub,
): Promise<'written' | 'updated' | undefined> {
  const issues = `/repos/${repository}/issues`
  const thread = `${issues}/${number}/comments`
  // The action finds its comments by the first line, which readers do not see.
  const marker = `<!-- create-deployment ${kind}: ${hashOf(name)} -->`
  const body = `${marker}\n${markdown}`

  const user = await request<User>('GET', '/user').catch(() => undefined)
  let ids = await idsOf(user?.login)
  const isNew = ids.length === 0
  if (isNew && !mayCreate) return undefined
  let current: number | undefined
  if (isNew) {
    const created = await request<Comment>('POST', thread, { body })
    current = created.id
    // Another job may have written one at the same time.
    ids = await idsOf(created.user?.login)
  }
  const [oldest, ...others] = ids
  if (oldest !== undefined && oldest !== current)
    await request('PATCH', `${issues}/comments/${oldest}`, { body })
  for (const id of others) {
    // The other job may have removed it already. The next run removes one that stays.
    await request('DELETE', `${issues}/comments/${id}`).catch(() => {})
  }
  return isNew ? 'written' : 'updated'

  /** The ids of a user's comments with the marker. GitHub lists the oldest first. */
  async function idsOf(login = WORKFLOW_USER): Promise<number[]> {
    const comments = await Array.fromAsync(list<Comment>(thread))
    return comments
      .filter(
        ({ user, body }) => user?.login === login && body?.startsWith(marker),
      )
      .map(({ id }) => id)
  }
}
