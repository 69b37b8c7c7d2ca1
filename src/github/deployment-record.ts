import { parseJson, valueAt } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { jobLinks, nameKey, runCommit } from './event.ts'
import type { Host, Stage } from './host.ts'
import { itemsOf } from './octokit.ts'

/** A status of a GitHub Deployment. GitHub accepts 140 characters of `description`. */
export interface GitHubStatus {
  state: 'in_progress' | 'success' | 'failure' | 'error' | 'inactive'
  description: string
  environment_url?: string
}

/** The deployment that GitHub Deployments are about, and their environment. */
interface Recorded {
  name: string
  environment: string
}

/** Fits into GitHub's 140 characters together with the note about the truncation. */
const LONGEST_NAME = 90

/**
 * Creates a GitHub Deployment of the run's commit, while the run is under way.
 *
 * @returns sets its last status. After a success, earlier ones of the same name and environment become inactive.
 */
export function startRecord(recorded: Recorded, host: Host): (status: GitHubStatus) => Promise<void> {
  const { environment } = recorded
  const start = host.begin('GitHub Deployment', 'start')
  const begun = createDeployment(recorded, start).then(async id => {
    const status = { state: 'in_progress', description: 'The deployment is being created' } as const
    if (id !== undefined) await setStatus(id, status, start)
    return id
  })
  return async status => {
    const id = await begun
    if (id === undefined) return
    const end = host.begin('GitHub Deployment', 'end')
    if (!(await setStatus(id, status, end))) return
    end.job.info(say`GitHub Deployment ${id} in ${environment} is set to ${status.state}`)
    if (status.state !== 'success') return
    await deactivate(recorded, `GitHub Deployment ${id} took its place`, end, id)
  }
}

const createDeployment = ({ name, environment }: Recorded, stage: Stage): Promise<number | undefined> =>
  stage.attempt(words('create the GitHub Deployment'), async ({ rest }) => {
    const { env, job, pullRequest, repository } = stage
    const ref = runCommit(env).sha
    if (ref === undefined) throw new Error('GITHUB_SHA is not set')
    const { data } = await rest.repos.createDeployment({
      ...repository,
      ref,
      environment,
      description: `Deployment ${job.redact(name, LONGEST_NAME)}`,
      payload: { deployment: nameKey(name) },
      transient_environment: pullRequest !== undefined,
      production_environment: environment === 'production',
      auto_merge: false,
      required_contexts: [],
    })
    const id = valueAt(data, ['id'])
    if (typeof id !== 'number') throw new Error('GitHub answered with no id')
    return id
  })

/** Sets a status. Resolves to whether GitHub accepted it. */
async function setStatus(id: number, status: GitHubStatus, stage: Stage): Promise<boolean> {
  const log_url = jobLinks(stage.env).find(({ kind }) => kind === 'run')?.url
  // By default GitHub makes the earlier deployments of every name in the environment inactive.
  const settings = { ...(log_url && { log_url }), auto_inactive: false, ...status }
  const set = await stage.attempt(say`set the GitHub Deployment ${id} to ${status.state}`, ({ rest }) =>
    rest.repos.createDeploymentStatus({ ...stage.repository, deployment_id: id, ...settings }),
  )
  return set !== undefined
}

/**
 * Sets the active GitHub Deployments of a name and an environment to inactive, the oldest first.
 *
 * @param before only those with a smaller id
 * @returns how many became inactive
 */
export async function deactivate(
  { name, environment }: Recorded,
  description: string,
  stage: Stage,
  before = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { repository } = stage
  const ids: number[] = []
  await stage.attempt(words('list the earlier GitHub Deployments'), async ({ rest, paginate }) => {
    const { listDeployments, listDeploymentStatuses } = rest.repos
    const page = { ...repository, per_page: 100 }
    for await (const one of itemsOf(paginate.iterator(listDeployments, { ...page, environment }))) {
      // Some versions of GitHub return the payload as text.
      const payload = typeof one.payload === 'string' ? parseJson(one.payload) : one.payload
      const isOwn = one.environment === environment && valueAt(payload, ['deployment']) === nameKey(name)
      if (!isOwn || one.id >= before) continue
      const { data } = await listDeploymentStatuses({ ...page, deployment_id: one.id })
      const [newest] = data.sort((a, b) => b.id - a.id)
      // GitHub lists the newest first. All before an inactive one are inactive too, as the oldest become it first.
      if (newest?.state === 'inactive') break
      ids.unshift(one.id)
    }
  })
  let done = 0
  for (const id of ids) if (await setStatus(id, { state: 'inactive', description }, stage)) done++
  return done
}
