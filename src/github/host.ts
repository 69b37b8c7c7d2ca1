import { describeNetworkFailure, type Send } from '../http/exchange.ts'
import type { Clock } from '../lib/clock.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { withoutEnd } from '../lib/text.ts'
import { type PullRequest, runPullRequest } from './event.ts'
import type { Job } from './job.ts'
import { GitHubFailure, loadToolkit, type Octokit, openOctokit } from './octokit.ts'

/** The environment of a report on GitHub: everything outside the process that it depends on. */
export interface HostContext {
  job: Job
  env: NodeJS.ProcessEnv
  clock: Clock
  random: () => number
  openTransport: (options: { timeout: number }) => Send
  /** Aborted when the workflow is cancelled. */
  signal: AbortSignal
}

/** Work on one part of the report, for a limited time. */
export interface Stage {
  job: Job
  env: NodeJS.ProcessEnv
  repository: { owner: string; repo: string }
  pullRequest: PullRequest | undefined
  /** Resolves to the value of the work, or to undefined if it failed. The first failure of a part becomes a warning. */
  attempt<T>(doing: Sentence, work: (octokit: Octokit) => Promise<T>): Promise<T | undefined>
}

/** The report of one run on GitHub. */
export interface Host {
  /** Begins the work on a part: `start` while the run is under way, and `end` after it. */
  begin(part: keyof typeof PERMISSIONS, stage: keyof typeof GRACE): Stage
}

/** The parts of the report, each with the permission that it needs. */
const PERMISSIONS = { 'GitHub Deployment': 'deployments: write', Comment: 'pull-requests: write' }

/** The time of a stage in milliseconds. Both stages together keep a run for 20 seconds at most. */
const TIME = 10_000

/** Milliseconds that a stage has left after the workflow was cancelled. */
const GRACE = { start: 500, end: 1000 }

/** Longer messages of GitHub are truncated. */
const LONGEST_SAID = 500

/** Opens GitHub's API. Undefined, with a warning, for a text that cannot be a token. */
export async function openHost(
  token: string,
  { openTransport, ...context }: HostContext,
): Promise<Host | undefined> {
  const { job, env, clock, signal } = context
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const line = 'cannot be a token, as it holds a line break, a space or a character beyond ASCII'
    job.warning({ title: 'Inputs: github_token', lines: [words(`Input \`github_token\`: ${line}`)] })
    return undefined
  }
  const { getOctokit } = await loadToolkit()
  const send = openTransport({ timeout: TIME })
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  const shared = { job, env, repository: { owner, repo }, pullRequest: runPullRequest(env) }
  const warned = new Set<string>()

  /** A signal that aborts after the time of a stage, and soon after the workflow was cancelled. */
  function limit(grace: number): AbortSignal {
    const over = new AbortController()
    const abort = () => over.abort()
    const abortAfter = (ms: number) => clock.sleep(ms, over.signal).then(abort, abort)
    void abortAfter(TIME)
    if (signal.aborted) void abortAfter(grace)
    else signal.addEventListener('abort', () => abortAfter(grace), { once: true })
    return over.signal
  }

  return {
    begin(part, stage) {
      const over = limit(GRACE[stage])
      const octokit = openOctokit(getOctokit, token, { ...context, send, signal: over })
      return {
        ...shared,
        async attempt(doing, work) {
          try {
            return await work(octokit)
          } catch (error) {
            const [reason, ...advice] = over.aborted
              ? [words(`${signal.aborted ? 'the run was cancelled, and ' : ''}GitHub did not answer in time`)]
              : explain(error, PERMISSIONS[part], shared)
            if (!warned.has(part))
              job.warning({ title: part, lines: [say`Could not ${doing}: ${reason}.`, ...advice] })
            warned.add(part)
            return undefined
          }
        },
      }
    },
  }
}

/** The reason of a failure, with GitHub's words, and what to do about it. */
function explain(
  error: unknown,
  permission: string,
  { job, repository: { owner, repo }, pullRequest }: Omit<Stage, 'attempt'>,
): [Sentence, ...Sentence[]] {
  if (!(error instanceof Error && error.cause instanceof GitHubFailure)) {
    return [say`${withoutEnd(error instanceof Error ? error.message : String(error), '.')}`]
  }
  const { failure } = error.cause
  if (failure.kind === 'network') return [say`${describeNetworkFailure(failure)}`]
  const { status } = failure
  const text = failure.kind === 'refused' ? failure.said.text : ''
  const said = text === '' ? words('') : say` (${job.redact(text, LONGEST_SAID)})`
  return [say`GitHub answered ${status}${said}`, ...advice()]

  function advice(): Sentence[] {
    if (failure.kind === 'redirect') {
      return [
        say`The repository ${owner}/${repo} was renamed or moved. A new run of the workflow knows its new name.`,
      ]
    }
    if (status === 429 || (status === 403 && /rate limit/i.test(text))) {
      return [words('GitHub limits the rate of requests of this token. The next run tries again.')]
    }
    if (status === 403 && /\blocked\b/i.test(text)) {
      return [words('The conversation of the pull request is locked: unlock it, or set `comment: false`.')]
    }
    if (status === 401) return [words('Check `github_token`: the token is not valid, or no longer.')]
    if (status !== 403 && status !== 404) return []
    const grant = words(
      `Give the job the permission \`${permission}\`, under \`permissions\` in the workflow`,
    )
    const fork = words('This pull request is from a fork, and the token of its runs may only read.')
    return [
      status === 403
        ? say`${grant}.`
        : say`${grant}, and check that \`github_token\` may see ${owner}/${repo}.`,
      ...(pullRequest?.fromFork ? [fork] : []),
    ]
  }
}
