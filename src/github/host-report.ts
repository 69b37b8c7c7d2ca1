import { parseJson } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { hashOf, writeComment } from './comment.ts'
import { type Attempt, type Host, type HostContext, openHost } from './host.ts'

/** What the workflow requests of GitHub. */
export interface GitHubTarget {
  token: string
  environment: string | undefined
  comment: boolean
}

/** A status of a GitHub Deployment. GitHub accepts 140 characters of `description`. */
export interface GitHubStatus {
  state: 'in_progress' | 'success' | 'failure' | 'error' | 'inactive'
  description: string
  environment_url?: string
}

/** Sets the last status and writes the comment. Call it once; it never rejects. */
export type FinishHostReport = (
  status: GitHubStatus,
  markdown: string,
) => Promise<void>

/** Headers that are no credentials may name a workspace. */
interface ServiceAddress {
  base_url: string
  headers: Record<string, string>
  credentials: string[]
}

/** The subject of the report. Without a service, as with invalid inputs, there is no GitHub Deployment. */
export interface HostReport {
  name: string
  service: ServiceAddress | undefined
  isPlan: boolean
}

interface Recorded {
  name: string
  service: ServiceAddress
  environment: string
}

/** Fits into GitHub's 140 characters together with the note about the truncation. */
const LONGEST_NAME = 90

/**
 * Starts the report on GitHub while the run is under way. A plan has no GitHub Deployment and a comment of its own. Every
 * problem is a warning and does not fail the run. Undefined if there is nothing to report.
 */
export async function startHostReport(
  { token, environment, comment }: GitHubTarget,
  { name, service, isPlan }: HostReport,
  context: HostContext,
): Promise<FinishHostReport | undefined> {
  const recorded =
    service && environment !== undefined && !isPlan
      ? { name, service, environment }
      : undefined
  const host = recorded || comment ? openHost(token, context) : undefined
  // A run cancelled before its start creates nothing on the host.
  if (!host || context.signal.aborted) return undefined
  const begun = recorded && begin(recorded, host)
  return async (status, body) => {
    const kind = isPlan ? 'plan' : 'deployment'
    const commented = comment && writeComment({ kind, name, body }, host)
    const id = await begun
    if (recorded && id !== undefined) await finish(id, recorded, status, host)
    await commented
  }
}

/** Creates a GitHub Deployment of the run's commit, in progress. Resolves to its id; undefined if that failed. */
async function begin(
  recorded: Recorded,
  host: Host,
): Promise<number | undefined> {
  const { name, environment } = recorded
  const { version, pullRequest } = host.workflow
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
  const status = {
    state: 'in_progress',
    description: 'The run is under way',
  } as const
  if (id !== undefined) await setStatus(id, status, attempt, host)
  return id
}

/** By its payload a later run finds the GitHub Deployment. It is public, so it holds hashes. */
function keysOf({
  name,
  service: { base_url, headers, credentials },
}: Recorded) {
  const plain = Object.entries(headers).filter(
    ([header]) => !credentials.includes(header),
  )
  const sorted = plain
    .map(([header, value]) => `${header.toLowerCase()}: ${value}`)
    .sort()
  return {
    deployment: hashOf(name),
    service: hashOf([base_url, ...sorted].join('\n')),
  }
}

async function finish(
  id: number,
  recorded: Recorded,
  status: GitHubStatus,
  host: Host,
): Promise<void> {
  const attempt = host.begin('GitHub Deployment')
  const isSet = await setStatus(id, status, attempt, host)
  const description = `GitHub Deployment ${id} took its place`
  if (isSet && status.state === 'success')
    await deactivate(recorded, description, attempt, host, id)
}

async function setStatus(
  id: number,
  status: GitHubStatus,
  attempt: Attempt,
  host: Host,
): Promise<boolean> {
  const log_url = host.workflow.links.find(({ kind }) => kind === 'run')?.url
  // By default GitHub makes the earlier deployments of every name in the environment inactive.
  const settings = {
    ...(log_url && { log_url }),
    auto_inactive: false,
    ...status,
  }
  const set = await attempt(
    say`set the GitHub Deployment ${id} to ${status.state}`,
    ({ rest }) =>
      rest.repos.createDeploymentStatus({
        ...host.repository,
        deployment_id: id,
        ...settings,
      }),
  )
  if (set)
    host.job.info(say`The GitHub Deployment ${id} is set to ${status.state}`)
  return set !== undefined
}

/**
 * Sets the active GitHub Deployments of a deployment in an environment to inactive, the oldest first.
 *
 * @param before only those with a smaller id
 */
export async function deactivate(
  recorded: Recorded,
  description: string,
  attempt: Attempt,
  host: Host,
  before = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { repository } = host
  const { environment } = recorded
  const keys = keysOf(recorded)
  const active = await attempt(
    words('list the earlier GitHub Deployments'),
    async ({ rest, paginate }) => {
      const { listDeployments, listDeploymentStatuses } = rest.repos
      const ids: number[] = []
      const pages = paginate.iterator(listDeployments, {
        ...repository,
        environment,
        per_page: 100,
      })
      for await (const { data } of pages) {
        for (const { id, payload } of data) {
          // Some versions of GitHub return the payload as text.
          const { deployment, service } = Object(
            typeof payload === 'string' ? parseJson(payload) : payload,
          )
          if (
            deployment !== keys.deployment ||
            service !== keys.service ||
            id >= before
          )
            continue
          const statuses = await listDeploymentStatuses({
            ...repository,
            deployment_id: id,
            per_page: 2,
          })
          const [state, earlier] = statuses.data.map(({ state }) => state)
          if (state !== 'inactive') ids.unshift(id)
          // The newest comes first: all before one that was replaced are inactive too. One that adopted another version
          // became inactive at once.
          else if (earlier !== 'in_progress') return ids
        }
      }
      return ids
    },
  )
  const inactive = { state: 'inactive', description } as const
  // Ends at a failure, so that the next run finds those that are left.
  for (const id of active ?? [])
    if (!(await setStatus(id, inactive, attempt, host))) break
}
