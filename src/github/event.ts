import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseJson, valueAt } from '../lib/json.ts'
import { withoutEnd } from '../lib/text.ts'

// What the runner says about a run. The context of @actions/github says the same, but most runs do not load that package.

/** The pull request that started a run. */
export interface PullRequest {
  number: number
  /** Whether its branch is in another repository. Then its runs get a read-only token and no secrets. */
  fromFork: boolean
}

/**
 * The commit of a run. For a pull request it is the head commit and the head branch, which the pull request shows,
 * instead of the merge commit in `GITHUB_SHA`. `ref` is a branch, a tag or a full ref.
 */
export function runCommit(env: NodeJS.ProcessEnv): { sha?: string; ref?: string } {
  const event = readEvent(env)
  const sha = valueAt(event, ['pull_request', 'head', 'sha'])
  const ref = valueAt(event, ['pull_request', 'head', 'ref'])
  if (typeof sha === 'string') return { sha, ...(typeof ref === 'string' && { ref }) }
  const { GITHUB_SHA, GITHUB_REF_NAME, GITHUB_REF } = env
  const name = GITHUB_REF_NAME || GITHUB_REF
  return { ...(GITHUB_SHA && { sha: GITHUB_SHA }), ...(name && { ref: name }) }
}

/** The pull request that started the run; undefined for every other event. */
export function runPullRequest(env: NodeJS.ProcessEnv): PullRequest | undefined {
  const event = readEvent(env)
  const number = valueAt(event, ['pull_request', 'number'])
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
  kind: 'commit' | 'pull_request' | 'run' | 'repository'
  label: string
  url: string
}

/** Links to the commit, the pull request, the attempt of the workflow run and the repository, if the runner names them. */
export function jobLinks(env: NodeJS.ProcessEnv): JobLink[] {
  const server = URL.parse(env['GITHUB_SERVER_URL'] ?? '')
  const { GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: run = '', GITHUB_RUN_ATTEMPT: attempt } = env
  if (!server || !/^https?:$/.test(server.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return []
  const base = `${server.origin}${withoutEnd(server.pathname, '/')}/${repository}`
  const { sha = '' } = runCommit(env)
  const number = runPullRequest(env)?.number
  const commit = /^[0-9a-f]{7,64}$/i.test(sha) && `/commit/${sha}`
  const ofAttempt = attempt ? `/attempts/${attempt}` : ''
  const pages: [JobLink['kind'], label: string, path: string | false][] = [
    ['commit', `workflow commit ${sha.slice(0, 7)}`, commit],
    ['pull_request', `pull request #${number}`, number !== undefined && `/pull/${number}`],
    ['run', 'workflow run', /^\d+$/.test(run) && `/actions/runs/${run}${ofAttempt}`],
    ['repository', `repository ${repository}`, ''],
  ]
  return pages.flatMap(([kind, label, path]) => (path === false ? [] : [{ kind, label, url: base + path }]))
}

/**
 * The key of a deployment's name in a comment and in the payload of a GitHub Deployment: a hash of the exact name, so
 * that every later run finds both, whatever its secrets are, and no reader learns a secret.
 */
export const nameKey = (name: string): string => createHash('sha256').update(name).digest('hex')
