import { readFileSync } from 'node:fs'
import type { RunVersion } from '../deployment/order.ts'
import { valueAt } from '../lib/json.ts'

// Most runs do not load @actions/github, whose context says the same.

/** What the runner says about a run of a workflow. */
export interface WorkflowRun {
  version: RunVersion
  /** The pull request that the event is about, also by a comment on it. */
  pullRequest: PullRequest | undefined
  /** The default branch of the workflow's repository, if the event names it. */
  defaultBranch: string | undefined
  links: JobLink[]
}

interface PullRequest {
  number: number
  /** Whether its branch is known to be in another repository. */
  fromFork: boolean
  /** Whether its runs get a read-only token and no secrets. */
  isRestricted: boolean
}

/** A page on the host that is related to the run. */
export interface JobLink {
  kind: 'commit' | 'pull_request' | 'run'
  label: string
  url: string
}

/** Reads the environment and the event of a run. */
export function readWorkflowRun(env: NodeJS.ProcessEnv): WorkflowRun {
  const event = readEvent(env['GITHUB_EVENT_PATH'] ?? '')
  const pullRequest = pullRequestOf(event, env)
  const isMerged = valueAt(event, ['pull_request', 'merged']) === true
  const version =
    pullRequest && !isMerged
      ? versionOfHead(env, event, pullRequest)
      : versionOfRun(env)
  return {
    version,
    pullRequest,
    defaultBranch: textAt(event, 'repository', 'default_branch'),
    links: linksOf(env, version, pullRequest?.number),
  }
}

/** The event's payload; undefined if it cannot be read. */
function readEvent(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function pullRequestOf(
  event: unknown,
  env: NodeJS.ProcessEnv,
): PullRequest | undefined {
  const isComment = Boolean(valueAt(event, ['issue', 'pull_request']))
  const subject = isComment ? 'issue' : 'pull_request'
  const number = valueAt(event, [subject, 'number'])
  if (!Number.isSafeInteger(number)) return undefined
  const repositoryOf = (side: string) =>
    valueAt(event, ['pull_request', side, 'repo', 'full_name'])
  // The head repository is null after the fork is deleted.
  const fromFork = repositoryOf('head') !== repositoryOf('base')
  // Runs for `pull_request_target` are those of the base repository.
  const isOfBase = env['GITHUB_EVENT_NAME'] === 'pull_request_target'
  const isRestricted = fromFork && !isOfBase
  return { number: Number(number), fromFork, isRestricted }
}

/** The version that the runner names. `ref` is a branch, a tag or a full ref. */
function versionOfRun(env: NodeJS.ProcessEnv): RunVersion {
  return {
    repository: repositoryOf(env),
    sha: env['GITHUB_SHA'] || undefined,
    ref: env['GITHUB_REF'] || env['GITHUB_REF_NAME'] || undefined,
    expression: 'github.ref',
  }
}

/**
 * The head of an open pull request, which the pull request shows, instead of the merge commit in `GITHUB_SHA`. A comment's
 * event does not name it.
 */
function versionOfHead(
  env: NodeJS.ProcessEnv,
  event: unknown,
  { fromFork }: PullRequest,
): RunVersion {
  const sha = textAt(event, 'pull_request', 'head', 'sha')
  const branch = textAt(event, 'pull_request', 'head', 'ref')
  // This repository has no ref of a fork.
  const ref =
    branch && (fromFork ? `${branch} of a fork` : `refs/heads/${branch}`)
  // Only some events of a pull request set `github.head_ref`.
  const expression = env['GITHUB_HEAD_REF']
    ? 'github.head_ref'
    : 'github.event.pull_request.head.ref'
  return {
    repository: repositoryOf(env),
    sha,
    ref,
    expression: fromFork ? undefined : expression,
  }
}

/** The URL of the workflow's repository, or its path if the runner does not name its server. */
function repositoryOf(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path } = env
  if (!path) return undefined
  return server ? `${server}/${path}` : path
}

function textAt(event: unknown, ...path: string[]): string | undefined {
  const value = valueAt(event, path)
  return typeof value === 'string' ? value : undefined
}

/** Links to the commit, the pull request and the attempt of the workflow run, if the runner names them. */
function linksOf(
  env: NodeJS.ProcessEnv,
  { repository, sha }: RunVersion,
  number: number | undefined,
): JobLink[] {
  const { GITHUB_SERVER_URL, GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT } = env
  if (!GITHUB_SERVER_URL || !repository) return []
  const attempt = GITHUB_RUN_ATTEMPT ? `/attempts/${GITHUB_RUN_ATTEMPT}` : ''
  const links: JobLink[] = []
  const add = (kind: JobLink['kind'], label: string, path: string) =>
    links.push({ kind, label, url: repository + path })
  if (sha) add('commit', `workflow commit ${sha.slice(0, 7)}`, `/commit/${sha}`)
  if (number) add('pull_request', `pull request #${number}`, `/pull/${number}`)
  if (GITHUB_RUN_ID)
    add('run', 'workflow run', `/actions/runs/${GITHUB_RUN_ID}${attempt}`)
  return links
}
