import { readFileSync } from 'node:fs'
import { parseJson, textAt, valueAt } from '../base/json.ts'
import type { Restriction } from '../run/run.ts'

/** What the runner says about the run of the workflow. */
export interface Workflow {
  /** `owner/name` of the workflow's repository; empty if the runner does not say. */
  repository: string
  /** The URL of the server. */
  server: string
  /** The commit and the ref that the run is for. If the event's payload has a pull request, they are those of its head. */
  sha: string
  ref: string
  /** The line of a workflow that deploys this ref; empty for a fork, whose refs this repository does not have. */
  refLine: string
  /** The pull request that the event is about. */
  pullRequest: number | undefined
  /** Why the run gets no secrets, or not those of the repository. */
  restriction: Restriction
  defaultBranch: string
}

/** Reads the environment and the event of a run. */
export function readWorkflow(env: NodeJS.ProcessEnv): Workflow {
  const event = eventIn(textAt(env, 'GITHUB_EVENT_PATH'))
  const head = valueAt(event, 'pull_request', 'head')
  const fork = textAt(head, 'repo.full_name')
  const isFork = fork !== textAt(event, 'pull_request.base.repo.full_name')
  const name = textAt(env, 'GITHUB_EVENT_NAME')
  // GitHub does not set `github.head_ref` for the events of a review.
  const headRef = name.startsWith('pull_request_review')
    ? 'event.pull_request.head.ref'
    : 'head_ref'
  const own = {
    sha: textAt(env, 'GITHUB_SHA'),
    ref: textAt(env, 'GITHUB_REF'),
    refLine: 'repo_ref: ${{ github.ref }}',
  }
  const ofHead = {
    sha: textAt(head, 'sha'),
    // The fork's name goes first, as this repository may have a branch of the same name.
    ref: `${isFork ? `${fork || 'a deleted fork'}:` : ''}refs/heads/${textAt(head, 'ref')}`,
    refLine: isFork ? '' : `repo_ref: \${{ github.${headRef} }}`,
  }
  return {
    ...(head ? ofHead : own),
    repository: textAt(env, 'GITHUB_REPOSITORY'),
    server: textAt(env, 'GITHUB_SERVER_URL'),
    pullRequest: pullRequestIn(event),
    // A run for `pull_request_target` belongs to the base repository, so it is not restricted.
    restriction: restrictionOf(env, isFork && name !== 'pull_request_target'),
    defaultBranch: textAt(event, 'repository.default_branch'),
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

/** The event's own pull request, the one that a comment is on, or the first of a `workflow_run` whose base is this repository. */
function pullRequestIn(event: unknown): number | undefined {
  const own = valueAt(event, 'repository', 'id')
  // A `workflow_run` also lists pull requests of forks, and names repositories only by id.
  const isOwn = (one: unknown) => valueAt(one, 'base', 'repo', 'id') === own
  const subject =
    valueAt(event, 'pull_request') ??
    (valueAt(event, 'issue', 'pull_request') && valueAt(event, 'issue')) ??
    [valueAt(event, 'workflow_run', 'pull_requests')].flat().find(isOwn)
  const number = valueAt(subject, 'number')
  return typeof number === 'number' ? number : undefined
}

function restrictionOf(env: NodeJS.ProcessEnv, isForFork: boolean): Workflow['restriction'] {
  if (isForFork) return 'fork'
  return textAt(env, 'GITHUB_ACTOR') === 'dependabot[bot]' ? 'dependabot' : undefined
}
