import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isObject, parseJson } from '../lib/json.ts'
import { withoutEnd } from '../lib/text.ts'
import type { Redact } from './redact.ts'
import { html } from './text.ts'

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
    const file = statSync(path)
    // A device or a pipe may never end.
    if (!file.isFile() || file.size > MAX_EVENT_BYTES) return undefined
    return parseJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function repositoryOf(side: unknown): unknown {
  const repository = isObject(side) ? side['repo'] : undefined
  return isObject(repository) ? repository['full_name'] : undefined
}

const isSha = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{1,64}$/i.test(text)

/** A page on the host that is related to the run. */
export interface JobLink {
  kind: 'commit' | 'pull_request' | 'run' | 'repository'
  label: string
  url: string
}

/** Links to the commit, the pull request, the workflow run and the repository, if the runner names them. */
export function jobLinks(env: NodeJS.ProcessEnv): JobLink[] {
  const server = URL.parse(env['GITHUB_SERVER_URL'] ?? '')
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  if (!server || !/^https?:$/.test(server.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return []
  const base = `${server.origin}${withoutEnd(server.pathname, '/')}/${repository}`
  const { sha = '' } = runCommit(env)
  const number = runPullRequest(env)?.number
  const run = env['GITHUB_RUN_ID'] ?? ''
  const links: (JobLink | undefined)[] = [
    /^[0-9a-f]{7,64}$/i.test(sha)
      ? { kind: 'commit', label: `commit ${sha.slice(0, 7)}`, url: `${base}/commit/${sha}` }
      : undefined,
    number
      ? { kind: 'pull_request', label: `pull request #${number}`, url: `${base}/pull/${number}` }
      : undefined,
    /^\d+$/.test(run)
      ? { kind: 'run', label: 'workflow run', url: `${base}/actions/runs/${run}` }
      : undefined,
    { kind: 'repository', label: `repository ${repository}`, url: base },
  ]
  return links.filter(link => link !== undefined)
}

/** The page of this workflow run attempt, which links to its log. */
export function runUrl(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env
  if (!run) return undefined
  const attempt = env['GITHUB_RUN_ATTEMPT'] ? `/attempts/${env['GITHUB_RUN_ATTEMPT']}` : ''
  return `${server || 'https://github.com'}/${repository}/actions/runs/${run}${attempt}`
}

export function linksLine(links: JobLink[]): string {
  if (links.length === 0) return ''
  return `<p>${links.map(({ label, url }) => `<a href="${html(url)}">${html(label)}</a>`).join(' · ')}</p>`
}

/** Long enough for any real name. */
const LONGEST_KEY = 150

/**
 * The key of a deployment's name in a comment's marker and in the payload of a GitHub Deployment. Different names have
 * different keys. A key contains no secret and cannot end the HTML comment around it.
 */
export function nameKey(name: string, redact: Redact): string {
  const shown = redact(name)
  const encoded = encodeURIComponent(shown.toWellFormed()).replace(/[!~*'()]|-(?=-|$)/g, percentEncoded)
  if (shown === name && encoded.length <= LONGEST_KEY) return encoded
  const hash = createHash('sha256').update(name).digest('hex')
  return `${encoded.slice(0, LONGEST_KEY)}~${hash.slice(0, 16)}`
}

const percentEncoded = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** The first line of a comment. The action finds its comments by it; readers do not see it. */
export const commentMarker = (key: string) => `<!-- create-deployment: ${key} -->`
