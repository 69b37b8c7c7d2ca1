import { readFileSync, statSync } from 'node:fs'
import { isObject, parseJson } from '../lib/json.ts'

/** The commit of a run: its SHA, and its branch, tag or full ref. */
interface RunCommit {
  sha?: string
  ref?: string
}

/** The pull request that started a run. */
export interface PullRequest {
  number: number
  /** Whether its branch is in another repository. Then its runs get a read-only token and no secrets. */
  fromFork: boolean
}

/** GitHub sends no payload above 25 MB. */
const MAX_EVENT_BYTES = 25 * 1024 * 1024

/**
 * The commit of a run. For a pull request it is the head commit and the head branch, which the pull request shows,
 * instead of the merge commit in `GITHUB_SHA`.
 */
export function runCommit(env: NodeJS.ProcessEnv): RunCommit {
  const head = pullRequestOf(env)?.['head']
  const { sha, ref } = isObject(head) ? head : {}
  if (isSha(sha)) return { sha, ...(typeof ref === 'string' && ref !== '' && { ref }) }
  const { GITHUB_SHA, GITHUB_REF_NAME, GITHUB_REF } = env
  const name = GITHUB_REF_NAME || GITHUB_REF
  return { ...(GITHUB_SHA && { sha: GITHUB_SHA }), ...(name && { ref: name }) }
}

/** The pull request that started the run; undefined for every other event. */
export function runPullRequest(env: NodeJS.ProcessEnv): PullRequest | undefined {
  const pullRequest = pullRequestOf(env)
  const number = pullRequest?.['number']
  if (!pullRequest || !Number.isSafeInteger(number)) return undefined
  const [head, base] = [repositoryOf(pullRequest['head']), repositoryOf(pullRequest['base'])]
  // The head repository is null after the fork is deleted.
  return { number: Number(number), fromFork: base !== undefined && head !== base }
}

/** `pull_request` of the event's payload. Every pull request event has it, including `pull_request_target`. */
function pullRequestOf(env: NodeJS.ProcessEnv): Record<string, unknown> | undefined {
  const event = readEvent(env['GITHUB_EVENT_PATH'])
  const pullRequest = isObject(event) ? event['pull_request'] : undefined
  return isObject(pullRequest) ? pullRequest : undefined
}

/** The event's payload; undefined if the file is missing or unreadable. */
function readEvent(path: string | undefined): unknown {
  if (!path) return undefined
  try {
    const { size } = statSync(path)
    return size > MAX_EVENT_BYTES ? undefined : parseJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function repositoryOf(side: unknown): unknown {
  const repository = isObject(side) ? side['repo'] : undefined
  return isObject(repository) ? repository['full_name'] : undefined
}

const isSha = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{1,64}$/i.test(text)
