import { isObject } from '../lib/json.ts'
import { type ApiReply, idsOf, type Json } from './api.ts'
import { commentMarker } from './event.ts'
import type { HostPart } from './host-part.ts'

/** The user of a workflow's token. Such a token has no permission to look up its own user. */
const WORKFLOW_USER = 'github-actions[bot]'

/**
 * Keeps one comment on a pull request for each deployment name. Searches for the comment while the run is under way, so
 * that only one call remains for the end.
 *
 * @returns `finish` writes the markdown, which begins with {@link commentMarker}. Without `mayCreate` it only updates.
 */
export function startComment(
  number: number,
  host: HostPart,
): { finish(markdown: string, options?: { mayCreate: boolean }): Promise<void> } {
  const { api, attempt, job, key, repository, signals } = host
  const comments = `${repository}/issues/${number}/comments`
  const comment = (id: number) => `${repository}/issues/comments/${id}`
  const found = ownUser(host).then(user => find(user, signals.during))

  /** The ids of the user's own comments with the marker, oldest first. Comments of other users are ignored. */
  async function find(user: string, signal: AbortSignal): Promise<number[] | undefined> {
    const ids: number[] = []
    const visit = async (items: Json[]) => {
      for (const id of idsOf(items.filter(item => isBy(user, item) && isMarked(item, key)))) ids.push(id)
      return true
    }
    const walked = await attempt(
      'read the comments of the pull request',
      api.walk(comments, {}, visit, signal),
    )
    return walked && [...new Set(ids)].sort((a, b) => a - b)
  }

  const update = (id: number, body: string) =>
    api.call({ method: 'PATCH', path: comment(id), body: { body } }, signals.atEnd)

  /** Writes a new comment and removes duplicates: another job may have written one at the same time. */
  async function create(body: string): Promise<boolean> {
    // A retry is safe: duplicates are removed.
    const call = { method: 'POST', path: comments, body: { body }, repeatable: true } as const
    const created = await attempt('write the comment', api.call(call, signals.atEnd))
    if (!created) return false
    const { id, user } = created
    const login = isObject(user) && typeof user['login'] === 'string' ? user['login'] : WORKFLOW_USER
    const [oldest, ...others] = (await find(login, signals.atEnd)) ?? []
    if (oldest !== undefined && oldest !== id) await attempt('update the comment', update(oldest, body))
    await remove(others)
    return true
  }

  async function remove(ids: number[]): Promise<void> {
    for (const id of ids) {
      const reply = await api.call({ method: 'DELETE', path: comment(id) }, signals.atEnd)
      if (!isGone(reply)) await attempt('remove a second comment', reply)
    }
  }

  return {
    async finish(body, { mayCreate } = { mayCreate: true }) {
      const ids = await found
      if (!ids || (ids.length === 0 && !mayCreate)) return
      const [oldest, ...others] = ids
      const updated = oldest === undefined ? undefined : await update(oldest, body)
      const isWritten =
        !updated || isGone(updated)
          ? await create(body)
          : (await attempt('update the comment', updated)) !== undefined
      if (!isWritten) return
      await remove(others)
      job.info(`The comment on pull request ${number} is ${updated?.ok ? 'updated' : 'written'}`)
    },
  }
}

/** The user of the token. */
async function ownUser({ api, signals }: HostPart): Promise<string> {
  const reply = await api.call({ method: 'GET', path: '/user' }, signals.during)
  const login = reply.ok ? reply.value['login'] : undefined
  return typeof login === 'string' ? login : WORKFLOW_USER
}

const isBy = (login: string, { user }: Json) => isObject(user) && user['login'] === login

const isMarked = ({ body }: Json, key: string) =>
  typeof body === 'string' && body.trimStart().startsWith(commentMarker(key))

const isGone = (reply: ApiReply<Json>) =>
  !reply.ok && reply.error.kind === 'refused' && [404, 410].includes(reply.error.status)
