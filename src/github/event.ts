import { readFileSync, statSync } from 'node:fs'
import { isObject, parseJson } from '../lib/json.ts'

/** The commit that a run is about, by its SHA, and the branch, the tag or the full ref that led to it. */
interface RunCommit {
  sha?: string
  ref?: string
}

/** The pull request that started a run. */
export interface PullRequest {
  number: number
  /** Its branch is in another repository, so its runs get a token that cannot write, and no secrets. */
  fromFork: boolean
}

/** GitHub sends no payload above 25 MB. */
const MAX_EVENT_BYTES = 25 * 1024 * 1024

/**
 * The commit that a run is about. On a pull request that is the head commit and the head branch, which people see
 * there, instead of the merge commit in `GITHUB_SHA`.
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
  // The head repository is null once a fork is deleted.
  return { number: Number(number), fromFork: base !== undefined && head !== base }
}

/** `pull_request` of the event's payload. Every event about a pull request has it, `pull_request_target` too. */
function pullRequestOf(env: NodeJS.ProcessEnv): Record<string, unknown> | undefined {
  const event = readEvent(env['GITHUB_EVENT_PATH'])
  const pullRequest = isObject(event) ? event['pull_request'] : undefined
  return isObject(pullRequest) ? pullRequest : undefined
}

/** The event's payload; undefined where there is no file, or none that can be read. */
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
