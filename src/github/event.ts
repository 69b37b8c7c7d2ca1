import { existsSync, readFileSync, statSync } from 'node:fs'
import type { RunVersion } from '../deployment/order.ts'
import { parseJson, valueAt } from '../lib/json.ts'

// Most runs do not load @actions/github, whose context says the same.

/** What the runner says about a run of a workflow. */
export interface WorkflowRun {
  version: RunVersion
  /** The pull request that the event is about, also by a comment on it. */
  pullRequest: PullRequest | undefined
  /** The default branch of the workflow's repository, if the event names it. */
  defaultBranch: string | undefined
  links: JobLink[]
  /** Whether the event's file is there and cannot be read. */
  lacksEvent: boolean
}

interface PullRequest {
  number: number
  /** Whether its branch is known to be in another repository. Then its runs get a read-only token and no secrets. */
  fromFork: boolean
}

/** A page on the host that is related to the run. */
export interface JobLink {
  kind: 'commit' | 'pull_request' | 'run'
  label: string
  url: string
}

/** Reads the environment and the event of a run. */
export function readWorkflowRun(env: NodeJS.ProcessEnv): WorkflowRun {
  const event = readEvent(env)
  const pullRequest = pullRequestOf(event)
  const version = versionOf(env, event, pullRequest)
  const defaultBranch = textAt(event, 'repository', 'default_branch')
  const lacksEvent =
    event === undefined && existsSync(env['GITHUB_EVENT_PATH'] ?? '')
  return {
    version,
    pullRequest,
    defaultBranch,
    links: linksOf(env, version, pullRequest),
    lacksEvent,
  }
}

/** The event's payload; undefined if it cannot be read. Only a file has an end for sure, and not a pipe or a device. */
function readEvent({
  GITHUB_EVENT_PATH: path = '',
}: NodeJS.ProcessEnv): unknown {
  try {
    return statSync(path).isFile()
      ? parseJson(readFileSync(path, 'utf8'))
      : undefined
  } catch {
    return undefined
  }
}

function pullRequestOf(event: unknown): PullRequest | undefined {
  const isComment = Boolean(valueAt(event, ['issue', 'pull_request']))
  const number = valueAt(event, [
    isComment ? 'issue' : 'pull_request',
    'number',
  ])
  if (!Number.isSafeInteger(number)) return undefined
  const repository = (side: string) =>
    valueAt(event, ['pull_request', side, 'repo', 'full_name'])
  // The head repository is null after the fork is deleted.
  return {
    number: Number(number),
    fromFork: repository('head') !== repository('base'),
  }
}

/**
 * The version that a run is for. For an open pull request it is the head, which the pull request shows, instead of the
 * merge commit in `GITHUB_SHA`; a comment's event does not name it. `ref` is a branch, a tag or a full ref.
 */
function versionOf(
  env: NodeJS.ProcessEnv,
  event: unknown,
  pullRequest: PullRequest | undefined,
): RunVersion {
  const {
    GITHUB_SERVER_URL,
    GITHUB_REPOSITORY,
    GITHUB_SHA,
    GITHUB_REF_NAME,
    GITHUB_REF,
    GITHUB_HEAD_REF,
  } = env
  const repository =
    GITHUB_REPOSITORY &&
    [GITHUB_SERVER_URL || [], GITHUB_REPOSITORY].flat().join('/')
  const isMerged = valueAt(event, ['pull_request', 'merged']) === true
  if (!pullRequest || isMerged) {
    const ref = GITHUB_REF || GITHUB_REF_NAME || undefined
    return {
      repository,
      sha: GITHUB_SHA || undefined,
      ref,
      expression: 'github.ref',
    }
  }
  const ref = textAt(event, 'pull_request', 'head', 'ref')
  const { fromFork } = pullRequest
  // Only some events of a pull request set `github.head_ref`.
  const expression = GITHUB_HEAD_REF
    ? 'github.head_ref'
    : 'github.event.pull_request.head.ref'
  return {
    repository,
    sha: textAt(event, 'pull_request', 'head', 'sha'),
    // This repository has no ref of a fork.
    ref: ref && (fromFork ? `${ref} of a fork` : `refs/heads/${ref}`),
    expression: fromFork ? undefined : expression,
  }
}

function textAt(event: unknown, ...path: string[]): string | undefined {
  const value = valueAt(event, path)
  return typeof value === 'string' ? value : undefined
}

/** Links to the commit, the pull request and the attempt of the workflow run, if the runner names them. */
function linksOf(
  {
    GITHUB_SERVER_URL,
    GITHUB_RUN_ID: run,
    GITHUB_RUN_ATTEMPT: attempt,
  }: NodeJS.ProcessEnv,
  { repository, sha = '' }: RunVersion,
  pullRequest: PullRequest | undefined,
): JobLink[] {
  if (!GITHUB_SERVER_URL || !repository) return []
  const number = pullRequest?.number
  const ofAttempt = attempt ? `/attempts/${attempt}` : ''
  const pages: [JobLink['kind'], label: string, path: string | undefined][] = [
    ['commit', `workflow commit ${sha.slice(0, 7)}`, sha && `/commit/${sha}`],
    [
      'pull_request',
      `pull request #${number}`,
      number ? `/pull/${number}` : '',
    ],
    ['run', 'workflow run', run && `/actions/runs/${run}${ofAttempt}`],
  ]
  return pages.flatMap(([kind, label, path]) =>
    path ? [{ kind, label, url: repository + path }] : [],
  )
}
