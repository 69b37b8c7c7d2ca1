import { isObject, parseJson } from '../lib/json.ts'
import { failedBecause, idsOf, type Json } from './api.ts'
import { runCommit, runUrl } from './event.ts'
import type { HostPart } from './host-part.ts'

/** A status of a GitHub Deployment. GitHub accepts 140 characters of `description`. */
export interface GitHubStatus {
  state: 'in_progress' | 'success' | 'failure' | 'error' | 'inactive'
  description: string
  environment_url?: string
}

/** The GitHub Deployment that gets a status. */
interface Target {
  id: number
  environment: string
}

/** Fits into GitHub's 140 characters together with the note about the truncation. */
const LONGEST_NAME = 90

/**
 * Creates a GitHub Deployment of the run's commit while the run is under way. After a successful run, sets the earlier
 * GitHub Deployments of the same name and environment to inactive.
 */
export function startRecord(
  environment: string,
  host: HostPart,
): { finish(status: GitHubStatus): Promise<void> } {
  const { job, signals } = host
  const begun = begin()

  async function begin(): Promise<{ id: number; earlier: number[] } | undefined> {
    const id = await createDeployment(environment, host)
    if (id === undefined) return undefined
    const status = { state: 'in_progress', description: 'The deployment is being created' } as const
    const set = signals.during.aborted || (await setStatus({ id, environment }, status, host, signals.during))
    const earlier = set ? await activeDeployments(environment, host, signals.during, id) : []
    return { id, earlier }
  }

  return {
    async finish(status) {
      const { id, earlier } = (await begun) ?? {}
      if (id === undefined || !(await setStatus({ id, environment }, status, host, signals.atEnd))) return
      job.info(`GitHub Deployment ${id} in ${environment} is set to ${status.state}`)
      if (status.state !== 'success') return
      await deactivate(environment, earlier ?? [], `GitHub Deployment ${id} took its place`, host)
    },
  }
}

/** Creates a GitHub Deployment of the run's commit. Resolves to its id, or to undefined after a failure. */
async function createDeployment(
  environment: string,
  { api, attempt, env, job, key, name, pullRequest, repository, signals }: HostPart,
): Promise<number | undefined> {
  const doing = 'create the GitHub Deployment'
  const ref = runCommit(env).sha
  if (ref === undefined) return attempt(doing, failedBecause('GITHUB_SHA is not set'))
  const body = {
    ref,
    environment,
    description: `Deployment ${job.redact(name, LONGEST_NAME)}`,
    payload: { deployment: key },
    transient_environment: pullRequest !== undefined,
    production_environment: environment === 'production',
    auto_merge: false,
    required_contexts: [],
  }
  const call = { method: 'POST', path: `${repository}/deployments`, body } as const
  const created = await attempt(doing, api.call(call, signals.during))
  if (!created) return undefined
  const { id } = created
  return typeof id === 'number' ? id : attempt(doing, failedBecause('GitHub answered with no id'))
}

/** Sets a status. Resolves to whether GitHub accepted it. */
async function setStatus(
  { id, environment }: Target,
  status: GitHubStatus,
  { api, attempt, env, repository }: HostPart,
  signal: AbortSignal,
): Promise<boolean> {
  const log_url = runUrl(env)
  // By default GitHub makes the earlier deployments of every name in the environment inactive.
  const body = { environment, ...(log_url && { log_url }), ...status, auto_inactive: false }
  const path = `${repository}/deployments/${id}/statuses`
  // Retry a final status: a GitHub Deployment that stays in progress is worse than a duplicate status.
  const repeatable = status.state !== 'in_progress'
  const reply = api.call({ method: 'POST', path, body, repeatable }, signal)
  return (await attempt(`set the GitHub Deployment ${id} to ${status.state}`, reply)) !== undefined
}

/**
 * Lists the active GitHub Deployments of this name in an environment, oldest first.
 *
 * @param before returns only those with a smaller id
 */
export async function activeDeployments(
  environment: string,
  host: HostPart,
  signal: AbortSignal,
  before = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const { api, attempt, key, repository } = host
  const active: number[] = []

  async function visit(items: Json[]): Promise<boolean> {
    const ids = idsOf(items.filter(item => isOwn(item, environment, key)))
    for (const id of ids.filter(id => id < before).sort((a, b) => b - a)) {
      // GitHub lists the newest first, and deactivate() starts with the oldest. So all deployments older than an
      // inactive one are inactive too.
      if (await isInactive(id, host, signal)) return false
      active.push(id)
    }
    return true
  }

  await attempt(
    'list the earlier GitHub Deployments',
    api.walk(`${repository}/deployments`, { environment }, visit, signal),
  )
  return active.reverse()
}

/** Sets GitHub Deployments of an environment to inactive, in this order. Resolves to the ids that are now inactive. */
export async function deactivate(
  environment: string,
  ids: number[],
  because: string,
  host: HostPart,
): Promise<number[]> {
  const done: number[] = []
  const status = { state: 'inactive', description: because } as const
  for (const id of ids) {
    if (!(await setStatus({ id, environment }, status, host, host.signals.atEnd))) break
    done.push(id)
  }
  return done
}

/** Whether this action created the GitHub Deployment, for a deployment of this name. */
function isOwn({ environment, payload }: Json, wanted: string, key: string): boolean {
  // GitHub returns the payload unchanged; some versions return it as text.
  const given = typeof payload === 'string' ? parseJson(payload) : payload
  return environment === wanted && isObject(given) && given['deployment'] === key
}

/** Whether the newest status is inactive. An unreadable one counts as active: a duplicate status is harmless. */
async function isInactive(id: number, { api, repository }: HostPart, signal: AbortSignal): Promise<boolean> {
  let newest: Json = {}
  const visit = async (statuses: Json[]) => {
    const last = idsOf(statuses).reduce((highest, id) => Math.max(highest, id), -1)
    newest = statuses.find(({ id }) => id === last) ?? {}
    return false
  }
  await api.walk(`${repository}/deployments/${id}/statuses`, {}, visit, signal)
  return newest['state'] === 'inactive'
}
