import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { type Attempt, type Host, hashOf, type Octokit } from './github-api.ts'

// The GitHub Deployments of a run: records on GitHub of what happens to a deployment.

/** A status of a GitHub Deployment. GitHub accepts 140 characters of `description`. */
export interface GitHubStatus {
  state: 'in_progress' | 'success' | 'failure' | 'error' | 'inactive'
  description: string
  environment_url?: string
}

/** Headers that are no credentials may name a workspace. */
export interface ServiceAddress {
  base_url: string
  headers: Record<string, string>
  credentials: string[]
}

/** What the GitHub Deployments of one deployment have in common. */
interface Recorded {
  name: string
  service: ServiceAddress
  environment: string
}

/** Fits into GitHub's 140 characters together with the note about the truncation. */
const LONGEST_NAME = 90

/** Creates a GitHub Deployment of the run's commit, in progress. Resolves to its id; undefined if that failed. */
export async function beginRecord(
  recorded: Recorded,
  host: Host,
): Promise<number | undefined> {
  const { version, pullRequest } = host.workflow
  const { name, environment } = recorded
  const attempt = host.begin('GitHub Deployment')
  const id = await attempt(
    words('create the GitHub Deployment'),
    async ({ rest }) => {
      const { data } = await rest.repos.createDeployment({
        ...host.repository,
        ref: version.sha ?? host.env['GITHUB_SHA'] ?? '',
        environment,
        description: `Deployment ${host.job.redact(name, LONGEST_NAME)}`,
        payload: keysOf(recorded),
        transient_environment: pullRequest !== undefined,
        production_environment: environment === 'production',
        auto_merge: false,
        required_contexts: [],
      })
      return 'id' in data ? data.id : undefined
    },
  )
  if (id !== undefined) await setStatus(id, IN_PROGRESS, attempt, host)
  return id
}

const IN_PROGRESS: GitHubStatus = {
  state: 'in_progress',
  description: 'The run is under way',
}

/** Sets the last status of a GitHub Deployment. After a success, earlier ones become inactive. */
export async function endRecord(
  id: number,
  recorded: Recorded,
  status: GitHubStatus,
  host: Host,
): Promise<void> {
  const attempt = host.begin('GitHub Deployment')
  const isSet = await setStatus(id, status, attempt, host)
  const earlier = { ...recorded, before: id }
  const description = `GitHub Deployment ${id} took its place`
  if (isSet && status.state === 'success')
    await deactivateRecords(earlier, description, host, attempt)
}

/** The GitHub Deployments of a deployment in an environment: all, or those with an id that is smaller than `before`. */
interface Earlier extends Recorded {
  before?: number
}

/** Sets GitHub Deployments to inactive. */
export async function deactivateRecords(
  earlier: Earlier,
  description: string,
  host: Host,
  attempt = host.begin('GitHub Deployment'),
): Promise<void> {
  const active = await attempt(
    words('list the earlier GitHub Deployments'),
    octokit => listActive(earlier, host, octokit),
  )
  const inactive: GitHubStatus = { state: 'inactive', description }
  // Ends at a failure, so that the next run finds those that are left.
  for (const id of active ?? [])
    if (!(await setStatus(id, inactive, attempt, host))) break
}

/** The ids of the active GitHub Deployments, the oldest first. */
async function listActive(
  earlier: Earlier,
  { repository }: Host,
  { rest, paginate }: Octokit,
): Promise<number[]> {
  const { listDeployments, listDeploymentStatuses } = rest.repos
  const { environment, before = Number.POSITIVE_INFINITY } = earlier
  const keys = keysOf(earlier)
  const listed = { ...repository, environment, per_page: 100 }
  const ids: number[] = []
  for await (const { data } of paginate.iterator(listDeployments, listed)) {
    const own = data.filter(
      ({ id, payload }) =>
        id < before && isDeepStrictEqual(asValue(payload), keys),
    )
    for (const { id: deployment_id } of own) {
      const statuses = { ...repository, deployment_id, per_page: 2 }
      const { data } = await listDeploymentStatuses(statuses)
      const [newest, previous] = data
      if (newest?.state !== 'inactive') ids.unshift(deployment_id)
      // The newest comes first: all before one that was replaced are inactive too. One that adopted another version
      // became inactive at once.
      else if (previous?.state !== 'in_progress') return ids
    }
  }
  return ids
}

/** Some versions of GitHub return the payload as text. */
const asValue = (payload: unknown): unknown =>
  typeof payload === 'string' ? parseJson(payload) : payload

/** What tells the GitHub Deployments of one deployment from others. They are public, so these are hashes. */
function keysOf({ name, service }: Recorded) {
  const { base_url, headers, credentials } = service
  const plain = Object.entries(headers)
    .filter(([header]) => !credentials.includes(header))
    .map(([header, value]) => `${header.toLowerCase()}: ${value}`)
    .sort()
  return {
    deployment: hashOf(name),
    service: hashOf([base_url, ...plain].join('\n')),
  }
}

async function setStatus(
  id: number,
  status: GitHubStatus,
  attempt: Attempt,
  { job, workflow, repository }: Host,
): Promise<boolean> {
  const log_url = workflow.links.find(({ kind }) => kind === 'run')?.url
  const set = await attempt(
    say`set the GitHub Deployment ${id} to ${status.state}`,
    ({ rest }) =>
      rest.repos.createDeploymentStatus({
        ...repository,
        deployment_id: id,
        ...(log_url && { log_url }),
        // By default GitHub makes the earlier deployments of every name in the environment inactive.
        auto_inactive: false,
        ...status,
      }),
  )
  if (set === undefined) return false
  job.info(say`The GitHub Deployment ${id} is set to ${status.state}`)
  return true
}
