import type { Transport } from '../http/transport.ts'
import type { Clock } from '../lib/clock.ts'
import { type ApiReply, describeApiFailure, type GitHubApi, openGitHub } from './api.ts'
import { nameKey, type PullRequest, runPullRequest } from './event.ts'
import type { Job } from './job.ts'

/** The environment of a report on the host: everything outside the process that it depends on. */
export interface HostContext {
  job: Job
  env: NodeJS.ProcessEnv
  clock: Clock
  openTransport: (options: { timeout: number }) => Transport
  /** Aborted when the workflow is cancelled. */
  signal: AbortSignal
}

/** The context of one part of a report on the host: the GitHub Deployment or the comment. */
export interface HostPart {
  api: GitHubApi
  job: Job
  env: NodeJS.ProcessEnv
  pullRequest: PullRequest | undefined
  /** The API path of the job's repository. */
  repository: string
  /** The name of the deployment, and its {@link nameKey}. */
  name: string
  key: string
  /**
   * Signals for the calls during the run and for those at its end. Both abort shortly after the workflow is cancelled.
   */
  signals: { during: AbortSignal; atEnd: AbortSignal }
  /** Resolves to the value of a call, or to undefined if it failed. The part's first failure becomes a warning. */
  attempt<T>(doing: string, reply: ApiReply<T> | Promise<ApiReply<T>>): Promise<T | undefined>
}

interface Host {
  pullRequest: PullRequest | undefined
  /** Opens a part of the report. Its warnings have this title, and name the permission if it is missing. */
  part(title: string, permission: string): HostPart
  close(): Promise<void>
}

/** Time for one call, in milliseconds. */
const CALL_TIMEOUT = 10_000

/** Milliseconds until calls abort after a cancellation: those during the run, and those at its end. */
const GRACE = { during: 500, atEnd: 1000 }

/** Opens the host's API for the parts of a report about a deployment. */
export function openHost(
  { token, name }: { token: string; name: string },
  { job, env, clock, openTransport, signal }: HostContext,
): Host {
  const transport = openTransport({ timeout: CALL_TIMEOUT })
  const pullRequest = runPullRequest(env)
  const shared = {
    api: openGitHub({ token, env, clock }, transport),
    job,
    env,
    pullRequest,
    repository: `/repos/${env['GITHUB_REPOSITORY'] ?? ''}`,
    name,
    key: nameKey(name, job.redact),
    signals: { during: delayed(signal, GRACE.during), atEnd: delayed(signal, GRACE.atEnd) },
  }
  const fromFork = pullRequest?.fromFork ?? false

  function part(title: string, permission: string): HostPart {
    let warned = false
    return {
      ...shared,
      async attempt(doing, reply) {
        const came = await reply
        if (came.ok) return came.value
        const lines = describeApiFailure(doing, came.error, {
          permission,
          fromFork,
          repository: shared.repository,
          redact: job.redact,
        })
        if (!warned) job.warning({ title, lines })
        warned = true
        return undefined
      },
    }
  }

  return { pullRequest, part, close: () => transport.close() }
}

/** A signal that is aborted some milliseconds after another. */
function delayed(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), ms).unref()
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true })
  return controller.signal
}
