import type { Outcome } from '../../deployment/outcome.ts'
import type { Clock } from '../../service/clock.ts'
import type { Transport } from '../../service/transport.ts'
import type { GitHubTarget } from '../inputs/create.ts'
import type { Job } from '../job.ts'
import { explain as explainTrouble } from '../report/explanation.ts'
import type { Knowledge } from '../report/knowledge.ts'
import { explain, type GitHubApi, type GitHubStatus, isTransient, openGitHub } from './api.ts'

/** The record of a run as a GitHub Deployment. */
interface GitHubDeployment {
  /** Records how the run ended. To be called once, whatever happened; never rejects. */
  finish(known: Knowledge, outcome: Outcome): Promise<void>
}

/** What surrounds a run, as far as its record depends on it. */
interface Surroundings {
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
  { job, env, clock, openTransport, signal }: Surroundings,
): GitHubDeployment {
  const underWay = delayed(signal, GRACE.under_way)
  const last = delayed(signal, GRACE.all)
  let warned = false

  async function attempt<T>(doing: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (error) {
      const lines = explain(doing, error, env, job.redact)
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
      if (!isTransient(error) || signal.aborted) throw error
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
    async finish(known, outcome) {
      const [github, id] = await Promise.all([opened, begun])
      if (github && id !== undefined) {
        const status = await statusOf(known, outcome, job)
        const call = () => github.setStatus(id, status, last)
        const done = await attempt(setting(id, status), () => insist(call))
        if (done) job.info(`GitHub Deployment ${id} in ${target.environment} is set to ${status.state}`)
      }
      await github?.close()
    },
  }
}

const setting = (id: number, { state }: GitHubStatus) => `set the GitHub Deployment ${id} to ${state}`

async function statusOf({ deployment }: Knowledge, outcome: Outcome, job: Job): Promise<GitHubStatus> {
  if (outcome.result === 'failed') {
    const { title } = await explainTrouble(outcome.trouble)
    return { state: outcome.trouble.code === 'cancelled' ? 'error' : 'failure', description: title }
  }
  const environment_url = publicUrl(deployment?.read.source_config?.custom_url, job)
  const description = `The deployment was ${outcome.result}`
  return { state: 'success', description, ...(environment_url && { environment_url }) }
}

/** The address, if GitHub can link to it. Whoever sees the repository sees it: no secret may be in it. */
function publicUrl(text: string | null | undefined, job: Job): string | undefined {
  const url = URL.parse(text ?? '')
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  return [text, url.href].every(form => job.redact(form ?? '') === form) ? url.href : undefined
}

/** A signal that is aborted some milliseconds after another. */
function delayed(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), ms).unref()
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true })
  return controller.signal
}
