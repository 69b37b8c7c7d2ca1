import { readFileSync } from 'node:fs'
import { parseJson, textAt, valueAt } from '../base/json.ts'
import type { Restriction } from '../run/run.ts'

/** What the runner says about the run of the workflow. */
export interface Workflow {
  /** `owner/name` of the workflow's repository; empty if the runner does not say. */
  repository: string
  /** The URL of the server. */
  server: string
  /** The commit and the ref that the run is for: those of the head, where the event is a pull request's own. */
  sha: string
  ref: string
  /** The line of a workflow that deploys this ref; empty for a fork, of which this repository has no ref. */
  refLine: string
  /** The pull request that the event is about. */
  pullRequest: number | undefined
  /** Why the run gets no secrets, or not those of the repository. */
  restriction: Restriction
  defaultBranch: string
  event: string
}

/** Reads the environment and the event of a run. */
export function readWorkflow(env: NodeJS.ProcessEnv): Workflow {
  const event = eventIn(textAt(env, 'GITHUB_EVENT_PATH'))
  const head = valueAt(event, 'pull_request', 'head')
  const fork = textAt(head, 'repo.full_name')
  const isFork = fork !== textAt(event, 'pull_request.base.repo.full_name')
  const own = {
    sha: textAt(env, 'GITHUB_SHA'),
    ref: textAt(env, 'GITHUB_REF'),
    refLine: 'repo_ref: ${{ github.ref }}',
  }
  const ofHead = {
    sha: textAt(head, 'sha'),
    // A branch of a fork is none of this repository, even if its name is.
    ref: `${isFork ? `${fork}:` : ''}refs/heads/${textAt(head, 'ref')}`,
    refLine: isFork ? '' : 'repo_ref: ${{ github.head_ref }}',
  }
  return {
    ...(head ? ofHead : own),
    repository: textAt(env, 'GITHUB_REPOSITORY'),
    server: textAt(env, 'GITHUB_SERVER_URL'),
    pullRequest: pullRequestIn(event),
    restriction: restrictionOf(env, isFork),
    defaultBranch: textAt(event, 'repository.default_branch'),
    event: textAt(env, 'GITHUB_EVENT_NAME'),
  }
}

/** The event's payload; undefined if it cannot be read. */
function eventIn(path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** The event's own pull request, that of a comment on one, or the first of a `workflow_run` whose base is this repository. */
function pullRequestIn(event: unknown): number | undefined {
  const ofRun = valueAt(event, 'workflow_run', 'pull_requests')
  const own = valueAt(event, 'repository', 'id')
  // It lists those of forks, too, and names their repositories by ids alone.
  const isOwn = (one: unknown) => valueAt(one, 'base', 'repo', 'id') === own
  const subject =
    valueAt(event, 'pull_request') ??
    (valueAt(event, 'issue', 'pull_request') && valueAt(event, 'issue')) ??
    [ofRun].flat().find(isOwn)
  const number = valueAt(subject, 'number')
  return typeof number === 'number' ? number : undefined
}

/** Runs for `pull_request_target` are those of the base repository. */
function restrictionOf(
  env: NodeJS.ProcessEnv,
  isFork: boolean,
): Workflow['restriction'] {
  const ofBase = textAt(env, 'GITHUB_EVENT_NAME') === 'pull_request_target'
  if (isFork && !ofBase) return 'fork'
  return textAt(env, 'GITHUB_ACTOR') === 'dependabot[bot]'
    ? 'dependabot'
    : undefined
}
