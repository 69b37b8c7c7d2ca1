import type { Transport } from '../http/transport.ts'
import type { Clock } from '../lib/clock.ts'
import { describeApiFailure, type GitHubApi, type GitHubStatus, isServerError, openGitHub } from './api.ts'
import type { Job } from './job.ts'

/** The environment of the GitHub Deployment, and the token that creates it. */
export interface GitHubTarget {
  token: string
  environment: string
}

/** The record of a run as a GitHub Deployment. */
interface GitHubDeployment {
  /** Sets the last status. Call it once, however the run ended; it never rejects. */
  finish(status: GitHubStatus): Promise<void>
}

/** Everything outside the process that the record depends on. */
interface RecordContext {
  job: Job
  env: NodeJS.ProcessEnv
  clock: Clock
  openTransport: (options: { timeout: number }) => Transport
  /** Aborted when the workflow is cancelled. */
  signal: AbortSignal
}

/** Time for one call, and the pause before the last one is made again, in milliseconds. */
const CALL_TIMEOUT = 10_000
const PAUSE = 1000

/** Milliseconds after a cancellation that are left to the calls under way, and to all together. */
const GRACE = { under_way: 500, all: 1000 }

/**
 * Begins to record a run as a GitHub Deployment of the job's commit, side by side with what else the run
 * does. Whatever goes wrong is told in one warning, and is no failure of the run.
 */
export function startGitHubDeployment(
  target: GitHubTarget,
  { job, env, clock, openTransport, signal }: RecordContext,
): GitHubDeployment {
  const underWay = delayed(signal, GRACE.under_way)
  const last = delayed(signal, GRACE.all)
  let warned = false

  async function attempt<T>(doing: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (error) {
      const lines = describeApiFailure(doing, error, env, job.redact)
      if (!warned) job.warning({ title: 'GitHub Deployment', lines })
      warned = true
      return undefined
    }
  }

  /** Resolves to the id of the GitHub Deployment, or to undefined where there is none. */
  async function begin(github: GitHubApi | undefined): Promise<number | undefined> {
    if (!github || signal.aborted) return undefined
    const id = await attempt('create the GitHub Deployment', () => github.createDeployment(underWay))
    if (id === undefined || signal.aborted) return id
    const status = { state: 'in_progress', description: 'The deployment is being created' } as const
    await attempt(setting(id, status), () => github.setStatus(id, status, underWay))
    return id
  }

  /** Makes a call once more where that may help: a deployment that stays in progress misleads. */
  async function insist(call: () => Promise<void>): Promise<true> {
    try {
      await call()
    } catch (error) {
      if (!isServerError(error) || signal.aborted) throw error
      await clock.sleep(PAUSE, signal).catch(() => {})
      await call()
    }
    return true
  }

  const opened = attempt('record a GitHub Deployment', () =>
    openGitHub(target, env, openTransport({ timeout: CALL_TIMEOUT })),
  )
  const begun = opened.then(begin)
  return {
    async finish(status) {
      const [github, id] = await Promise.all([opened, begun])
      if (github && id !== undefined) {
        const call = () => github.setStatus(id, status, last)
        const done = await attempt(setting(id, status), () => insist(call))
        if (done) job.info(`GitHub Deployment ${id} in ${target.environment} is set to ${status.state}`)
      }
      await github?.close()
    },
  }
}

const setting = (id: number, { state }: GitHubStatus) => `set the GitHub Deployment ${id} to ${state}`

/** A signal that is aborted some milliseconds after another. */
function delayed(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), ms).unref()
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true })
  return controller.signal
}
