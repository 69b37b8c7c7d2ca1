import { readFileSync } from 'node:fs'
import type { RunVersion } from '../deployment/version.ts'
import { parseJson, valueAt } from '../lib/json.ts'

// Most runs do not load @actions/github, whose context says the same.

/** The pull request that an event is about. */
export interface PullRequest {
  number: number
  /** Whether its branch is known to be in another repository. Then its runs get a read-only token and no secrets. */
  fromFork: boolean
}

/**
 * The version that a run is for. For an open pull request it is the head, which the pull request shows, instead of the
 * merge commit in `GITHUB_SHA`; a comment's event does not name it. `ref` is a branch, a tag or a full ref.
 */
export function runVersion(env: NodeJS.ProcessEnv): RunVersion {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF_NAME, GITHUB_REF, GITHUB_HEAD_REF } =
    env
  const repository = GITHUB_REPOSITORY && [GITHUB_SERVER_URL || [], GITHUB_REPOSITORY].flat().join('/')
  const event = readEvent(env)
  const pullRequest = runPullRequest(env)
  const isMerged = valueAt(event, ['pull_request', 'merged']) === true
  if (!pullRequest || isMerged) {
    const ref = GITHUB_REF || GITHUB_REF_NAME || undefined
    return { repository, sha: GITHUB_SHA || undefined, ref, expression: 'github.ref' }
  }
  const [sha, ref] = ['sha', 'ref'].map(key => valueAt(event, ['pull_request', 'head', key]))
  // Only some events of a pull request set `github.head_ref`.
  const expression = GITHUB_HEAD_REF ? 'github.head_ref' : 'github.event.pull_request.head.ref'
  return {
    repository,
    sha: typeof sha === 'string' ? sha : undefined,
    ref:
      typeof ref === 'string' ? (pullRequest.fromFork ? `${ref} of a fork` : `refs/heads/${ref}`) : undefined,
    expression: pullRequest.fromFork ? undefined : expression,
  }
}

/** The pull request that the event is about, also by a comment on it; undefined for every other event. */
export function runPullRequest(env: NodeJS.ProcessEnv): PullRequest | undefined {
  const event = readEvent(env)
  const isComment = Boolean(valueAt(event, ['issue', 'pull_request']))
  const number = valueAt(event, [isComment ? 'issue' : 'pull_request', 'number'])
  if (!Number.isSafeInteger(number)) return undefined
  const repository = (side: string) => valueAt(event, ['pull_request', side, 'repo', 'full_name'])
  // The head repository is null after the fork is deleted.
  return { number: Number(number), fromFork: repository('head') !== repository('base') }
}

/** The event's payload; undefined if its file is missing or unreadable. */
export function readEvent({ GITHUB_EVENT_PATH: path = '' }: NodeJS.ProcessEnv): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** A page on the host that is related to the run. */
export interface JobLink {
  kind: 'commit' | 'pull_request' | 'run'
  label: string
  url: string
}

/** Links to the commit, the pull request and the attempt of the workflow run, if the runner names them. */
export function jobLinks(env: NodeJS.ProcessEnv): JobLink[] {
  const { GITHUB_SERVER_URL, GITHUB_RUN_ID: run, GITHUB_RUN_ATTEMPT: attempt } = env
  const { repository, sha = '' } = runVersion(env)
  if (!GITHUB_SERVER_URL || !repository) return []
  const number = runPullRequest(env)?.number
  const ofAttempt = attempt ? `/attempts/${attempt}` : ''
  const pages: [JobLink['kind'], label: string, path: string | undefined][] = [
    ['commit', `workflow commit ${sha.slice(0, 7)}`, sha && `/commit/${sha}`],
    ['pull_request', `pull request #${number}`, number ? `/pull/${number}` : ''],
    ['run', 'workflow run', run && `/actions/runs/${run}${ofAttempt}`],
  ]
  return pages.flatMap(([kind, label, path]) => (path ? [{ kind, label, url: repository + path }] : []))
}
